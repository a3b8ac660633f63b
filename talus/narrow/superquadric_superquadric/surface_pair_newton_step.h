// Newton's step from two places (two_places.h has the equations).
#pragma once

#include "talus/narrow/superquadric_superquadric/superquadric_pair.h"
#include "talus/shape/superquadric_change.h"

namespace talus::superquadric_superquadric {

template <class N>
struct Mat2 {
  N xx, xy, yx, yy;
};

template <class N>
TALUS_INLINE Mat2<N> of_a(const Mat2<PairOf<N>>& m) {
  return {of_a(m.xx), of_a(m.xy), of_a(m.yx), of_a(m.yy)};
}

template <class N>
TALUS_INLINE Mat2<N> of_b(const Mat2<PairOf<N>>& m) {
  return {of_b(m.xx), of_b(m.xy), of_b(m.yx), of_b(m.yy)};
}

template <class N>
TALUS_INLINE Mat2<N> product(const Mat2<N>& p, const Mat2<N>& q) {
  return {p.xx * q.xx + p.xy * q.yx, p.xx * q.xy + p.xy * q.yy, p.yx * q.xx + p.yy * q.yx,
          p.yx * q.xy + p.yy * q.yy};
}

template <class N>
TALUS_INLINE Mat2<N> inverse(const Mat2<N>& m) {
  const N d = reciprocal(m.xx * m.yy - m.xy * m.yx);
  return {d * m.yy, -(d * m.xy), -(d * m.yx), d * m.xx};
}

// Of the small multiple of I that is added to K, in units of 1 / lambda.
inline constexpr double least_slope = 1e-9;

// The changes of point and unit normal with a step, on the plane of e and f.
template <class N>
struct Changes {
  Mat2<N> normal;     // N
  Mat2<N> from_eta;   // (X + lambda N)^-1
  Mat2<N> curvature;  // K, with the small multiple of I
};

template <class N>
TALUS_INLINE Changes<N> changes_of(const Place<N>& p, const N& per_length, const Vec3<N>& e,
                                   const Vec3<N>& f, const N& lambda) {
  Changes<N> c;
  c.normal = {per_length * dot(e, p.normal_turn), per_length * dot(e, p.normal_shift),
              per_length * dot(f, p.normal_turn), per_length * dot(f, p.normal_shift)};
  c.from_eta = inverse(Mat2<N>{
      dot(e, p.point_turn) + lambda * c.normal.xx, dot(e, p.point_shift) + lambda * c.normal.xy,
      dot(f, p.point_turn) + lambda * c.normal.yx, dot(f, p.point_shift) + lambda * c.normal.yy});
  c.curvature = product(c.normal, c.from_eta);
  const N share = N(least_slope) / lambda;
  c.curvature.xx = c.curvature.xx + share;
  c.curvature.yy = c.curvature.yy + share;
  return c;
}

template <class N>
TALUS_INLINE Vec3<PairOf<N>> select_pair(const MaskOf<N>& m, const Vec3<PairOf<N>>& yes,
                                         const Vec3<PairOf<N>>& no) {
  return both(select_vector(m, of_a(yes), of_a(no)), select_vector(m, of_b(yes), of_b(no)));
}

// Newton's step: how far it goes on the two bodies, along e and f.
template <class N>
struct Step {
  PairOf<N> turn_e, turn_f;    // of the unit normals
  PairOf<N> slide_e, slide_f;  // of the points
  N turned_squared;            // the larger of the two turns
  Vec3<PairOf<N>> change;      // of the coordinates k of the places
  MaskOf<N> newton;            // neither delta was given up nor the step stretched
};

// The solutions eta of Newton's equations.
template <class N>
struct Shift {
  PairOf<N> e, f;
  MaskOf<N> definite;
};

template <class N>
TALUS_INLINE Shift<N> solve(const Look<N>& s, const Mat2<N>& k_a, const Mat2<N>& k_b,
                            const N& lambda) {
  const N r_e = s.off_e - lambda * s.tilt_e, r_f = s.off_f - lambda * s.tilt_f;
  const N right_e = s.tilt_e + (k_b.xx * r_e + k_b.xy * r_f);
  const N right_f = s.tilt_f + (k_b.yx * r_e + k_b.yy * r_f);
  const Mat2<N> both_k = product(k_b, k_a);
  const auto matrix = [&](const N& mu) {
    return Mat2<N>{k_a.xx + k_b.xx - mu * both_k.xx, k_a.xy + k_b.xy - mu * both_k.xy,
                   k_a.yx + k_b.yx - mu * both_k.yx, k_a.yy + k_b.yy - mu * both_k.yy};
  };
  const auto determinant = [](const Mat2<N>& m) { return m.xx * m.yy - m.xy * m.yx; };
  const N newton_mu = N(2) * lambda - s.delta, convex_mu = N(2) * lambda;
  const Mat2<N> newton = matrix(newton_mu);
  const N newton_determinant = determinant(newton);
  const MaskOf<N> definite = (newton_determinant > N(0)) & (newton.xx + newton.yy > N(0));
  N mu = newton_mu, m_determinant = newton_determinant;
  Mat2<N> m = newton;
  if (any(!definite)) {
    mu = select(definite, newton_mu, convex_mu);
    m = matrix(mu);
    m_determinant = determinant(m);
  }
  const N per = N(1) / m_determinant;
  const N a_e = per * (m.yy * right_e - m.xy * right_f);
  const N a_f = per * (m.xx * right_f - m.yx * right_e);
  return {{a_e, a_e - mu * (k_a.xx * a_e + k_a.xy * a_f) - r_e},
          {a_f, a_f - mu * (k_a.yx * a_e + k_a.yy * a_f) - r_f},
          definite};
}

// The factor for a long step that is there to turn the normals: where two flat sides that face each
// other rock from one edge to the other, Newton's own step creeps towards their middles and leaps
// far across them (stretch_of).
template <class N>
TALUS_INLINE N stretch_of_both(const SuperquadricPair<N>& p, const Vec3<PairOf<N>>& k,
                               const Vec3<PairOf<N>>& change) {
  const LongerStep<PairOf<N>> s = stretch_of(p.form, k, change, PairOf<N>(least_slope));
  return (of_a(s.sum) + of_b(s.sum)) / (of_a(s.weight) + of_b(s.weight));
}

// From the places with the coordinates `k`. `early`: still among the first looks, where a stretched
// step pays; later, one that has not led to the end is not tried again.
template <class N>
TALUS_INLINE Step<N> step_from(const SuperquadricPair<N>& p, const Look<N>& s,
                               const Vec3<PairOf<N>>& k, bool early) {
  using B = PairOf<N>;
  const B lambda(p.size, p.size);
  const Changes<B> c = changes_of(s.place, s.per_length, both(s.e, p.b_in_a.direction_to_b(s.e)),
                                  both(s.f, p.b_in_a.direction_to_b(s.f)), lambda);
  const Shift<N> eta = solve(s, of_a(c.curvature), of_b(c.curvature), p.size);
  const B turn = c.from_eta.xx * eta.e + c.from_eta.xy * eta.f;
  const B shift = c.from_eta.yx * eta.e + c.from_eta.yy * eta.f;
  Step<N> step;
  step.newton = eta.definite;
  step.turn_e = c.normal.xx * turn + c.normal.xy * shift;
  step.turn_f = c.normal.yx * turn + c.normal.yy * shift;
  step.slide_e = eta.e - lambda * step.turn_e;
  step.slide_f = eta.f - lambda * step.turn_f;
  const B turned = square(step.turn_e) + square(step.turn_f);
  step.turned_squared = larger(of_a(turned), of_b(turned));
  step.change = tangent_change(s.place, turn, shift);
  // Within 0.4 radians.
  if (any(N(0.16) < step.turned_squared)) {
    const N scale = N(0.4) / square_root(larger(step.turned_squared, N(0.16)));
    step.change = B(scale, scale) * step.change;
  }
  const B dared = step_excess(p.form, step.change);
  const MaskOf<N> tilted = s.off_squared < s.tilt_squared * square(p.size),
                  stretched = (N(0.2) < larger(of_a(dared), of_b(dared))) & tilted;
  if (early && any(stretched)) {
    const N stretch = select(stretched, stretch_of_both(p, k, step.change), N(1));
    step.change = B(stretch, stretch) * step.change;
    step.newton = step.newton & (!stretched);
  }
  step.change = limit_step(p.form, k, step.change);
  return step;
}

}  // namespace talus::superquadric_superquadric
