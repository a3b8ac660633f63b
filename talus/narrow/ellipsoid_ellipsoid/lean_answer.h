// The contact from the last state of lean_newton.h: Newton's last step is taken in the direction
// and, to first order, in the two points, so that no further support call is needed; what is
// neglected is of second order in a step below 3e-8. The bracket is that of the state itself.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/lean_newton.h"

namespace talus::ellipsoid_ellipsoid {

// A contact without the bookkeeping, in A's frame.
template <class N>
struct Touch {
  Vec3<N> normal, point_a, point_b;
  N distance, lower, upper;
  N looks;
  MaskOf<N> closed;
};

template <class N>
TALUS_INLINE Touch<N> answer_from(const Setting<N>& p, const Chart<N>& chart,
                                  const Found<N>& found) {
  const State<N>& s = found.state;
  Touch<N> t;
  t.closed = found.closed;
  t.looks = found.looks;
  const N length = square_root(s.q), per_length = N(1) / length;
  const N sigma = -(s.f * per_length);
  t.distance = sigma - N(0.5) * (dot(s.g, s.step) * per_length);
  t.lower = sigma - p.rounding;
  const N above = norm_squared(s.g) * length / (N(2) * s.ball);
  t.upper = larger(sigma + above, t.distance) + p.rounding;
  const Vec3<N> ahead = s.n + s.step;
  t.normal = (N(1) / norm(ahead)) * ahead;

  // H_A step and H_B step.
  const Vec3<N> a_step = multiply_componentwise(p.a, multiply_componentwise(p.a, s.step));
  const Vec3<N> b_step = transpose_times(p.across, p.across * s.step);
  const Vec3<N> moved_a = s.alpha_inverse * (a_step - dot(s.v_a, s.step) * s.v_a);
  const Vec3<N> moved_b = s.beta_inverse * (b_step - dot(s.v_b, s.step) * s.v_b);
  t.point_a = s.v_a + moved_a;
  t.point_b = p.c - (s.v_b + moved_b);
  const Vec3<N> missed = N(0.5) * (t.point_b - t.point_a - t.distance * t.normal);
  t.point_a = t.point_a + missed;
  t.point_b = t.point_b - missed;
  chart.turn(t.normal);
  chart.turn(t.point_a);
  chart.turn(t.point_b);
  return t;
}

// Where `cold` says so the start is found here, elsewhere it is `guess`.
template <class N>
TALUS_INLINE Touch<N> lean_touch(const Placed<N>& p, const Vec3<N>& guess, const MaskOf<N>& cold) {
  const Vec3<N> a_squared = multiply_componentwise(p.a, p.a);
  const SymMat3<N> b_squared = square_of(p.across);
  Vec3<N> n = guess;
  if (any(cold)) {
    const Vec3<N> found = surrogate_direction(p, a_squared, b_squared);
    n = {select(cold, found.x, n.x), select(cold, found.y, n.y), select(cold, found.z, n.z)};
  }
  const Chart<N> chart(n);
  const Setting<N> setting(p, a_squared, b_squared, chart);
  chart.turn(n);
  return answer_from(setting, chart, iterate(setting, n));
}

}  // namespace talus::ellipsoid_ellipsoid
