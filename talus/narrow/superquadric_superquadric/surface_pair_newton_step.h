// One step of Newton's method for a surface point on each of two superquadrics
// (surface_pair_newton.h has the equations):
//  1. Jacobians of both bodies (shape/superquadric/surface_jacobian.h).
//  2. The 2 x 2 system for the displacement eta_A; eta_B follows.
//  3. The change of the surface parameters, limited to a turn of the normals by
//     SurfaceStepLimits::max_normal_turn.
//  4. A long step that turns normals on flat sides is stretched (step_stretch).
//  5. limit_step.
#pragma once

#include "talus/narrow/superquadric_superquadric/superquadric_pair.h"
#include "talus/shape/superquadric/surface_step.h"

namespace talus::superquadric_superquadric {

template <class N>
TALUS_INLINE Mat2<N> of_a(const Mat2<PairOf<N>>& m) {
  return {of_a(m.xx), of_a(m.xy), of_a(m.yx), of_a(m.yy)};
}

template <class N>
TALUS_INLINE Mat2<N> of_b(const Mat2<PairOf<N>>& m) {
  return {of_b(m.xx), of_b(m.xy), of_b(m.yx), of_b(m.yy)};
}

template <class N>
struct NewtonStep {
  PairOf<N> turn_e, turn_f;    // changes of the unit normals along e and f
  PairOf<N> slide_e, slide_f;  // changes of the points
  N turned_squared;            // the larger of the two squared turns
  Vec3<PairOf<N>> change;      // of the surface parameters
  MaskOf<N> pure_newton;       // neither solved with delta = 0 nor stretched
};

// The displacements eta that solve Newton's equations.
template <class N>
struct Displacement {
  PairOf<N> e, f;
  MaskOf<N> definite;  // the matrix is positive definite with delta
};

template <class N>
TALUS_INLINE Displacement<N> solve_newton_equations(const PairEvaluation<N>& s, const Mat2<N>& k_a,
                                                    const Mat2<N>& k_b, const N& lambda) {
  const N r_e = s.offset_e - lambda * s.tilt_e, r_f = s.offset_f - lambda * s.tilt_f;
  const N right_e = s.tilt_e + (k_b.xx * r_e + k_b.xy * r_f);
  const N right_f = s.tilt_f + (k_b.yx * r_e + k_b.yy * r_f);
  const Mat2<N> both_k = product(k_b, k_a);
  const auto matrix = [&](const N& mu) {
    return Mat2<N>{k_a.xx + k_b.xx - mu * both_k.xx, k_a.xy + k_b.xy - mu * both_k.xy,
                   k_a.yx + k_b.yx - mu * both_k.yx, k_a.yy + k_b.yy - mu * both_k.yy};
  };
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

// The factor for a long step whose purpose is to turn the normals: where two facing flat sides rock
// from one edge to the other, Newton's own step creeps towards their middles and overshoots far
// across them.
template <class N>
TALUS_INLINE N pair_stretch(const SuperquadricPair<N>& p, const SurfaceParam<PairOf<N>>& k,
                            const Vec3<PairOf<N>>& change) {
  const StepStretch<PairOf<N>> s = step_stretch(p.form, k, change);
  return (of_a(s.sum) + of_b(s.sum)) / (of_a(s.weight) + of_b(s.weight));
}

// Steps with a larger step_excess are stretched. A choice, tuned on beds of exponent 8, whose
// rocking pairs took ten to twenty evaluations without it (commit 0c33787).
inline constexpr double stretch_threshold = 0.2;

// `early`: among the first evaluations, where a stretched step is tried; if it has not led to
// convergence it is not tried again.
template <class N>
TALUS_INLINE NewtonStep<N> newton_step(const SuperquadricPair<N>& p, const PairEvaluation<N>& s,
                                       const SurfaceParam<PairOf<N>>& k, bool early) {
  using B = PairOf<N>;
  using Limits = SurfaceStepLimits;
  const B lambda(p.size, p.size);
  const SurfaceJacobian<B> j =
      surface_jacobian(s.surface, s.per_length, both(s.e, p.b_in_a.direction_to_b(s.e)),
                       both(s.f, p.b_in_a.direction_to_b(s.f)), lambda);
  const Displacement<N> eta =
      solve_newton_equations(s, of_a(j.shape_operator), of_b(j.shape_operator), p.size);
  const B turn = j.from_eta.xx * eta.e + j.from_eta.xy * eta.f;
  const B shift = j.from_eta.yx * eta.e + j.from_eta.yy * eta.f;
  NewtonStep<N> step;
  step.pure_newton = eta.definite;
  step.turn_e = j.normal.xx * turn + j.normal.xy * shift;
  step.turn_f = j.normal.yx * turn + j.normal.yy * shift;
  step.slide_e = eta.e - lambda * step.turn_e;
  step.slide_f = eta.f - lambda * step.turn_f;
  const B turned = square(step.turn_e) + square(step.turn_f);
  step.turned_squared = larger(of_a(turned), of_b(turned));
  step.change = tangent_change(s.surface, turn, shift);
  if (any(N(Limits::max_normal_turn_squared) < step.turned_squared)) {
    const N scale = N(Limits::max_normal_turn) /
                    square_root(larger(step.turned_squared, N(Limits::max_normal_turn_squared)));
    step.change = B(scale, scale) * step.change;
  }
  const B excess = step_excess(p.form, step.change);
  const MaskOf<N> tilted = s.offset_squared < s.tilt_squared * square(p.size),
                  stretched = (N(stretch_threshold) < larger(of_a(excess), of_b(excess))) & tilted;
  if (early && any(stretched)) {
    const N stretch = select(stretched, pair_stretch(p, k, step.change), N(1));
    step.change = B(stretch, stretch) * step.change;
    step.pure_newton = step.pure_newton & (!stretched);
  }
  step.change = limit_step(p.form, k, step.change);
  return step;
}

}  // namespace talus::superquadric_superquadric
