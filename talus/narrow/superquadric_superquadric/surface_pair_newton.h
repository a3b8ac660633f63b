// The fast path for two superquadrics: Newton's method for a surface point on each
// (shape/superquadric/surface_point.h) whose normals are opposite and which are joined by the
// normal. One source for one pair (N a scalar) and for a pack of pairs; pairs that have converged
// keep their state, so a pair has the same bits alone and in a pack.
//
// Equations. With n the unit normal of A, E a basis of the plane orthogonal to it, w = x_B - x_A
// and delta = n.w, the four equations E.w = 0 and E.(n_A + n_B) = 0 become, for steps z in the
// surface parameters,
//   (X_A + delta N_A) z_A - X_B z_B = E.w,     N_A z_A + N_B z_B = -E.n_B,
// with X, N and K of surface_jacobian.h. In eta = (X + lambda N) z, with r_x = E.w, r_n = -E.n_B
// and r = r_x - lambda r_n,
//   (K_A + K_B - (2 lambda - delta) K_B K_A) eta_A = r_n + K_B r,
//   eta_B = eta_A - (2 lambda - delta) K_A eta_A - r.
// Where the matrix is not positive definite, far from a minimum of the depth, delta is replaced by
// zero, which makes it so because H_A + H_B is positive definite.
//
// Iteration:
//  1. Evaluate points, normals and residuals (superquadric_pair.h).
//  2. Stop if both residuals are at rounding.
//  3. Compute a step (surface_pair_newton_step.h).
//  4. With a coarse tolerance, stop if the step is below it; surface_pair_contact.h extrapolates
//  it.
//  5. If the residual has grown too much (SurfaceStepLimits), go back and shorten the last step;
//     otherwise take the new one.
//
// Convergence. In these coordinates the equations are Lipschitz with bounded derivatives, on flat
// sides and sharp ridges too, so Newton's method converges quadratically near a solution with a
// regular matrix. Where two flat sides face each other in their middles the root is multiple and
// convergence is linear (ten to forty evaluations). The step limits far from a solution are
// heuristics. Therefore an answer counts only with its certificate (bounds_at), and
// superquadric_superquadric_certified.h has other methods for the rest.
#pragma once

#include <type_traits>

#include "talus/narrow/superquadric_superquadric/surface_pair_newton_step.h"

namespace talus::superquadric_superquadric {

struct SurfacePairNewtonLimits {
  // Evaluations of a search from the last contact, and of one from a guess. Warm searches take
  // three or four and cold ones five to eight, so these limits only end those that will not
  // converge. The single query and the batch kernels must use the same numbers, or their bits would
  // differ.
  static constexpr int max_evaluations_warm = 8, max_evaluations_cold = 24;
  // Stretched steps are tried up to this evaluation.
  static constexpr int early_evaluations = 5;
  // Stationary: the tilt of the normals (radians) is below parallel, or below slow_parallel from
  // slow_after evaluations on, where the root is multiple and rounding stops the iteration earlier;
  // and the offset of the points is below joined, relative to the size. 2e-14 is about 100
  // roundoffs, what the tilt of bodies of aspect 1:20 reaches.
  static constexpr double parallel = 2e-14, slow_parallel = 3e-13, joined = 1e-12;
  static constexpr int slow_after = 12;
  // The bracket counts as closed at this width, relative to the larger of size and distance.
  static constexpr double closed_width = 1e-12;
  // Caller's tolerances up to min_coarse mean full precision; larger ones are used up to
  // max_coarse, to which the error of an extrapolated step has been measured
  // (coarse_tolerance_test.cpp).
  static constexpr double min_coarse = 1e-10, max_coarse = 1e-4;
  // The change of the parameters in an extrapolated step, in units of the tolerance: on flat sides
  // the normal hardly depends on it. With p in (2, 4) it does, in the middle of a side, where the
  // second derivative of first^(p-1) is large beside the first: there the factor is 1.
  static constexpr double flat_extrapolation = 10;
};

// The last evaluation of a search and, where `extrapolate` is set, the step from there, which is
// taken to first order without another evaluation (surface_pair_contact.h).
template <class N>
struct NewtonResult {
  PairEvaluation<N> evaluation;
  Bounds<N> bounds;
  SurfaceParam<PairOf<N>> start, k;  // of the first and the last evaluation
  NewtonStep<N> step;                // valid where `extrapolate` is set
  MaskOf<N> extrapolate;
  MaskOf<N> stationary;  // both equations hold to rounding
  N evaluations;
};

// The tolerance of the search for a caller's tolerance; zero: full precision.
template <class T>
TALUS_HD T search_tolerance(const T& tolerance) {
  using Limits = SurfacePairNewtonLimits;
  return tolerance > T(Limits::min_coarse) ? smaller(tolerance, T(Limits::max_coarse)) : T(0);
}

// Largest change of the surface parameters in an extrapolated step.
template <class N>
TALUS_INLINE N max_extrapolated_change(const SuperquadricPair<N>& p, const N& tolerance) {
  using B = PairOf<N>;
  const auto between = [](const B& n) { return (B(2) < n) & (n < B(4)); };
  const B ring =
      select(between(p.form.ring.p), B(1), B(SurfacePairNewtonLimits::flat_extrapolation));
  const B both = select(between(p.form.whole.p), B(1), ring);
  return smaller(of_a(both), of_b(both)) * tolerance;
}

// Whether the step may be extrapolated: the neglected terms are of the order of its square, and in
// the distance of its cube. On flat sides, where the normals turn less than the parameters change,
// they are smaller: turn * change and turn * change^2. A bracket that contains zero would leave the
// status open, so the search continues there.
template <class N>
TALUS_INLINE MaskOf<N> may_extrapolate(const SuperquadricPair<N>& p, const PairEvaluation<N>& s,
                                       const Bounds<N>& bounds, const NewtonStep<N>& step,
                                       const N& tolerance) {
  const N change = larger(max_norm(of_a(step.change)), max_norm(of_b(step.change)));
  const N cube = change * square(change), squared = square(tolerance);
  const MaskOf<N> near = change < max_extrapolated_change(p, tolerance),
                  straight = step.turned_squared < squared,
                  small = step.turned_squared * square(cube) < square(square(squared));
  const MaskOf<N> narrow = bounds.upper - bounds.lower < tolerance * p.size;
  const MaskOf<N> clear = N(0) < larger(bounds.lower, -bounds.upper);
  return s.opposite & step.pure_newton & near & straight & small & narrow & clear;
}

// `tolerance`: that of search_tolerance.
template <class N>
TALUS_INLINE NewtonResult<N> solve_surface_pair(const SuperquadricPair<N>& p,
                                                SurfaceParam<PairOf<N>> k,
                                                const std::type_identity_t<N>& max_evaluations,
                                                typename ScalarOf<N>::Type tolerance) {
  using Limits = SurfacePairNewtonLimits;
  const bool coarse = tolerance > 0;
  const SurfaceParam<PairOf<N>> start = k;
  N evaluations(0);
  MaskOf<N> active = N(0) < N(1), extrapolate = N(1) < N(0);
  // The last accepted parameters, and the step taken from them.
  Vec3<PairOf<N>> base = k, step = both(Vec3<N>{N(0), N(0), N(0)}, Vec3<N>{N(0), N(0), N(0)});
  N base_residual(0);
  const PairOf<N> shortening(SurfaceStepLimits::shortening);
  for (int i = 0;; ++i) {
    const PairEvaluation<N> s = evaluate(p, k);
    evaluations = evaluations + select(active, N(1), N(0));
    const N parallel =
        select(evaluations < N(Limits::slow_after), N(Limits::parallel), N(Limits::slow_parallel));
    const MaskOf<N> joined = s.offset_squared < square(N(Limits::joined) * p.size);
    const MaskOf<N> level = s.tilt_squared < square(parallel);
    const MaskOf<N> stationary = s.opposite & joined & level;
    active = active & !stationary & (evaluations < max_evaluations);
    const SurfaceParam<PairOf<N>> here = param_of(s.surface);
    if (!any(active) && !any(extrapolate))
      return {s, bounds_at(p, s), start, here, {}, extrapolate, stationary, evaluations};
    const NewtonStep<N> next = newton_step(p, s, here, i < Limits::early_evaluations);
    if (coarse) {
      const Bounds<N> bounds = bounds_at(p, s);
      const MaskOf<N> enough = active & may_extrapolate(p, s, bounds, next, N(tolerance));
      active = active & !enough;
      extrapolate = extrapolate | enough;
      if (!any(active)) return {s, bounds, start, here, next, extrapolate, stationary, evaluations};
    }
    const N residual = s.offset_squared + s.tilt_squared * square(p.size);
    const MaskOf<N> accepted =
        i == 0 ? N(0) < N(1)
               : s.opposite &
                     (residual < larger(N(SurfaceStepLimits::residual_growth) * base_residual,
                                        N(SurfaceStepLimits::small_residual) * square(p.size)));
    base_residual = select(accepted, residual, base_residual);
    base = select_pair<N>(accepted, here, base);
    step = select_pair<N>(accepted, next.change, shortening * step);
    k = select_pair<N>(active, base + step, k);
  }
}

}  // namespace talus::superquadric_superquadric
