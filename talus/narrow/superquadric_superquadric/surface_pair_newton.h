// The fast path for two superquadrics: Newton's method for a place on each (superquadric_place.h)
// whose normals are opposite and whose points are joined by them. One source for one pair (N a
// scalar) and for a pack of pairs (N a pack, pack.h); pairs that are done stand still, so that a
// pair gets the same bits alone and in a pack. What concerns one body is done for both at once
// (both.h).
//
// With n the unit normal of A, E a basis of the plane at right angles to it, w = x_B - x_A and
// delta = n.w, the four equations E.w = 0 and E.(n_A + n_B) = 0 become, for steps z in the
// coordinates of the places,
//   (X_A + delta N_A) z_A - X_B z_B = E.w,     N_A z_A + N_B z_B = -E.n_B,
// X and N the changes of point and normal, 2 x 2 each. Flat sides make N singular, sharp ridges X,
// never both in one direction: X + lambda N is regular for a length lambda > 0. So with
//   eta = (X + lambda N) z,   K = N (X + lambda N)^-1   (the bodies rounded by lambda: 1 / (H +
//   lambda))
//   (K_A + K_B - (2 lambda - delta) K_B K_A) eta_A = r_n + K_B r,   r = r_x - lambda r_n,
//   eta_B = eta_A - (2 lambda - delta) K_A eta_A - r.
// Where two flat sides face each other both K vanish; a small multiple of I added to each shares
// the shift between them. Where the matrix is not positive definite, far from a minimum of the
// depth, delta counts as zero: then it is, because H_A + H_B is.
//
// Convergence. In these coordinates the equations are Lipschitz with bounded derivatives, on flat
// and on sharp places too, and near a solution with a regular matrix Newton's method converges
// quadratically. Far from it a step is kept to what a tangent of the curves tells (vouched_for), to
// a turn of the normals by 0.4 radians, and is shortened while it would leave the normals less than
// opposite or what the equations miss ten times as large; a long one that turns normals on flat
// sides is stretched to what their curves tell. Where two flat sides face each other in their
// middles the root is a multiple one and convergence is linear (ten to forty looks). That is
// no proof; so an answer counts only with its certificate (two_places_answer.h), and certified.h
// has other methods for the rest.
#pragma once

#include <type_traits>

#include "talus/narrow/superquadric_superquadric/surface_pair_newton_step.h"

namespace talus::superquadric_superquadric {

// The last look. Where the tolerance allows, the step from there is not looked at any more but
// taken to first order (two_places_answer.h).
template <class N>
struct Found {
  Look<N> look;
  Bounds<N> bounds;
  Vec3<PairOf<N>> start, k;  // the places first and last looked at
  Step<N> step;              // of use where `ahead` says so
  MaskOf<N> ahead;
  MaskOf<N> stationary;  // both equations hold to rounding
  N evaluations;
};

// What the search makes of a caller's tolerance: zero, which asks for all that rounding allows, for
// fine ones, and no more than what a step is known for.
template <class T>
TALUS_HD T search_tolerance(const T& tolerance) {
  return tolerance > T(1e-10) ? smaller(tolerance, T(1e-4)) : T(0);
}

// How far places may go with a step that need not be looked at: ten times the tolerance, because on
// flat sides the normal hardly knows of it. With p between 2 and 4 it does, in their middles, where
// the second derivative of first^(p-1) is large beside the first.
template <class N>
TALUS_INLINE N farthest_change(const SuperquadricPair<N>& p, const N& tolerance) {
  const auto between = [](const PairOf<N>& n) { return (PairOf<N>(2) < n) & (n < PairOf<N>(4)); };
  const PairOf<N> ring = select(between(p.form.ring.p), PairOf<N>(1), PairOf<N>(10));
  const PairOf<N> both = select(between(p.form.whole.p), PairOf<N>(1), ring);
  return smaller(of_a(both), of_b(both)) * tolerance;
}

// Whether the step need not be looked at: what is left out is of the order of its square, and in
// the distance of its cube. On flat sides, where the normals turn less than the places go, both are
// smaller: as turn change and turn change^2. A bracket around zero would leave open whether the
// bodies touch, so there the search goes on.
template <class N>
TALUS_INLINE MaskOf<N> is_enough(const SuperquadricPair<N>& p, const Look<N>& s,
                                 const Bounds<N>& bounds, const Step<N>& step, const N& tolerance) {
  const N change = larger(max_norm(of_a(step.change)), max_norm(of_b(step.change)));
  const N cube = change * square(change), squared = square(tolerance);
  const MaskOf<N> near = change < farthest_change(p, tolerance),
                  straight = step.turned_squared < squared,
                  small = step.turned_squared * square(cube) < square(square(squared));
  const MaskOf<N> narrow = bounds.upper - bounds.lower < tolerance * p.size;
  const MaskOf<N> clear = N(0) < larger(bounds.lower, -bounds.upper);
  return s.opposite & step.newton & near & straight & small & narrow & clear;
}

// From the places `k`, with a tolerance of the search.
template <class N>
TALUS_INLINE Found<N> find_places(const SuperquadricPair<N>& p, Vec3<PairOf<N>> k,
                                  const std::type_identity_t<N>& max_evaluations,
                                  typename ScalarOf<N>::Type tolerance) {
  const bool coarse = tolerance > 0;
  const Vec3<PairOf<N>> start = k;
  N evaluations(0);
  MaskOf<N> active = N(0) < N(1), ahead = N(1) < N(0);
  // The last places that were good, and the step that was taken from them.
  Vec3<PairOf<N>> base = k, step = both(Vec3<N>{N(0), N(0), N(0)}, Vec3<N>{N(0), N(0), N(0)});
  N base_missed(0);
  const PairOf<N> shorter(0.3);
  constexpr int early = 5;  // looks
  for (int i = 0;; ++i) {
    const Look<N> s = look_at(p, k);
    evaluations = evaluations + select(active, N(1), N(0));
    // Where convergence is quadratic it goes to rounding; where it is slow, less has to do.
    const N parallel = select(evaluations < N(12), N(2e-14), N(3e-13));
    const MaskOf<N> stationary = s.opposite & (s.off_squared < square(N(1e-12) * p.size)) &
                                 (s.tilt_squared < square(parallel));
    active = active & !stationary & (evaluations < max_evaluations);
    const Vec3<PairOf<N>> here = coordinates(s.place);
    if (!any(active) && !any(ahead))
      return {s, bounds_at(p, s), start, here, {}, ahead, stationary, evaluations};
    const Step<N> next = step_from(p, s, here, i < early);
    if (coarse) {
      const Bounds<N> bounds = bounds_at(p, s);
      const MaskOf<N> enough = active & is_enough(p, s, bounds, next, N(tolerance));
      active = active & !enough;
      ahead = ahead | enough;
      if (!any(active)) return {s, bounds, start, here, next, ahead, stationary, evaluations};
    }
    const N missed = s.off_squared + s.tilt_squared * square(p.size);
    const MaskOf<N> forward =
        i == 0 ? N(0) < N(1)
               : s.opposite & (missed < larger(N(100) * base_missed, N(1e-3) * square(p.size)));
    base_missed = select(forward, missed, base_missed);
    base = select_pair<N>(forward, here, base);
    step = select_pair<N>(forward, next.change, shorter * step);
    k = select_pair<N>(active, base + step, k);
  }
}

}  // namespace talus::superquadric_superquadric
