// The contact from the last state of fast_newton.h. Newton's last step is applied to the direction
// and, to first order, to the two points, so that no further evaluation is needed. The error of the
// points is of second order in a step below 3e-8, or below a coarser tolerance, that of the
// distance of third order. The bracket is that of the state itself.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/fast_newton.h"
#include "talus/narrow/raw_contact.h"

namespace talus::ellipsoid_ellipsoid {

template <class N>
TALUS_INLINE RawContact<N> answer_from(const NewtonConstants<N>& p, const Chart<N>& chart,
                                       const Found<N>& found) {
  const State<N>& s = found.state;
  RawContact<N> t;
  t.stationary = found.stationary;
  t.closed = found.closed;
  t.evaluations = found.evaluations;
  const N length = square_root(s.q), per_length = N(1) / length;
  const Vec3<N> step = (N(1) / s.determinant) * s.step;
  const N sigma = -(s.f * per_length);
  t.distance = sigma - N(0.5) * (dot(s.g, step) * per_length);
  t.lower = sigma - p.rounding;
  const N above = norm_squared(s.g) * length / (N(2) * s.ball);
  t.upper = larger(sigma + above, t.distance) + p.rounding;
  const Vec3<N> direction = s.n + step;
  t.normal = (N(1) / norm(direction)) * direction;

  // H_A step and H_B step.
  const Vec3<N> a_step = multiply_componentwise(p.a, multiply_componentwise(p.a, step));
  const Vec3<N> b_step = transpose_times(p.across, p.across * step);
  const Vec3<N> moved_a = s.alpha_inverse * (a_step - dot(s.v_a, step) * s.v_a);
  const Vec3<N> moved_b = s.beta_inverse * (b_step - dot(s.v_b, step) * s.v_b);
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

// Starts from `guess`, of any length, or if `cold` from a start of its own. The chart requires only
// that the third component of the last n is not almost zero.
template <class N>
TALUS_INLINE RawContact<N> fast_raw_contact(const EllipsoidPair<N>& pair, const Vec3<N>& guess,
                                            const MaskOf<N>& cold,
                                            typename ScalarOf<N>::Type tolerance) {
  EllipsoidPair<N> p = pair;
  Squares<N> squares = squares_of(p);
  Vec3<N> n = (N(1) / max_norm(guess)) * guess;
  if (any(cold)) n = select_vector(cold, first_step(p, squares), n);
  const Chart<N> chart(n);
  chart.turn(n);
  chart.turn(p, squares);
  if (any(cold)) n = select_vector(cold, second_step(p, squares, n), n);
  const NewtonConstants<N> constants = newton_constants(p, squares, tolerance);
  return answer_from(constants, chart, iterate(constants, n));
}

}  // namespace talus::ellipsoid_ellipsoid
