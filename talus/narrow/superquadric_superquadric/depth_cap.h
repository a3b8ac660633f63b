// A cap of directions around a stationary direction n of the depth h(m) = max over C of m.c, in
// which no direction has a smaller depth than n.
//
// One level of the support function is N(alpha, beta) = alpha g(rho), rho = beta / alpha,
// g(rho) = (1 + rho^q)^(1/q), and exceeds its tangent at (alpha_0, beta_0) by
//   alpha (g(rho) - g(rho_0) - g'(rho_0) (rho - rho_0))
//     >= c (alpha_0 beta - beta_0 alpha)^2 / (2 alpha alpha_0^2),
// c a lower bound of the mean of g'' between rho_0 and rho (weighted towards rho_0).
//  - q <= 2: g'' decreases with |rho|, so the mean is least at the far end:
//    c = max(g''(rho_1), 2 (g(rho_1) - g(rho_0) - g'(rho_0) delta) / delta^2), rho_1 = |rho_0| +
//    delta.
//  - q > 2: the two factors of g'' are bounded separately.
// With the levels nested, and for t orthogonal to n, |t| <= tau, one body has
//   h(n + t) >= h(n) + x.t + t.M t / 2,
//   M = k_1 o o^T + k_2 max(0, d_u - k_1 |z| tau |o|) i i^T,
// i and o the gradients of alpha_0 beta - beta_0 alpha of ring and whole, d_u the share of the ring
// in the point of the whole. Near the z axis, where the direction of the ring is undefined, M comes
// from both components of the ring: half the square of the ring's norm has a Hessian of at least
// q - 1. For two bodies the linear terms add up to h(n), as n is stationary, so
//   h(n + t) >= h + t.(M_A + M_B) t / 2 >= h |n + t|   if   M_A + M_B >= h I.
#pragma once

#include "talus/narrow/superquadric_superquadric/surface_pair_newton.h"

namespace talus::superquadric_superquadric {

// The absolute value of a component of the normal and a bound on its change; both >= 0.
template <class N>
struct ComponentRange {
  N value, change;
};

struct DepthCapLimits {
  // A level contributes only if its larger component changes by less than this part of itself; at 1
  // its lower bound would be zero. On the z axis likewise for z, with 1 - 0.9.
  static constexpr double max_relative_change = 0.9, min_relative_rest = 0.1;
  // The caps that are tried: tau = first, then smaller by `ratio` each, until below `least`; one
  // that holds is widened once by `widening`. A choice; wider caps made the search for the
  // global depth a quarter faster (commit e80c8d8).
  static constexpr double first_tau = 0.5, ratio = 0.3, least_tau = 1e-7, widening = 1.8;
  // Allowance for the rounding of the difference g_1 - g_0, in roundoffs of g_1: each has two
  // exponentials and two logarithms of up to two units in the last place. A choice of that order.
  static constexpr int difference_roundings = 16;
};

// c of a level at |rho_0| for changes up to delta; `rho_least` is the least |rho|, for sharp
// levels.
template <class N>
TALUS_INLINE N mean_second_derivative(const LevelExponents<N>& e, const N& rho_0, const N& delta,
                                      const N& rho_least) {
  const N rho_1 = rho_0 + delta;
  const N r_0 = exponential(e.q() * logarithm(larger(rho_0, negligible<N>())));
  const N r_1 = exponential(e.q() * logarithm(rho_1));
  const N g_0 = exponential(e.per_q * logarithm(N(1) + r_0));
  const N g_1 = exponential(e.per_q * logarithm(N(1) + r_1));
  const N far = g_1 / square(N(1) + r_1);  // (1 + r_1)^(1/q - 2)
  const N slope_0 = r_0 / larger(rho_0, negligible<N>()) * (g_0 / (N(1) + r_0));
  // Less the rounding of the difference.
  const N above =
      (g_1 - g_0) - slope_0 * delta - N(DepthCapLimits::difference_roundings) * roundoff<N>() * g_1;
  const N end = (e.q() - N(1)) * (r_1 / square(rho_1)) * far;
  const N blunt = larger(end, N(2) * above / square(delta));
  const N least = larger(rho_least, negligible<N>());
  const N sharp = (e.q() - N(1)) * (exponential((e.q() - N(2)) * logarithm(least)) * far);
  return select(e.blunt, blunt, sharp);
}

// The modulus c / (alpha alpha_0^2), alpha the larger component; 0 if the range is too wide.
template <class N>
TALUS_INLINE N level_modulus(const LevelExponents<N>& e, const ComponentRange<N>& p,
                             const ComponentRange<N>& q) {
  const MaskOf<N> exchanged = p.value < q.value;
  const N large = select(exchanged, q.value, p.value);
  const N small = select(exchanged, p.value, q.value);
  const N d_large = select(exchanged, q.change, p.change);
  const N d_small = select(exchanged, p.change, q.change);
  const MaskOf<N> fits = d_large < N(DepthCapLimits::max_relative_change) * large;
  const N least = select(fits, large - d_large, large), most = large + d_large;
  const N rho_0 = small / large, rho_least = (small - d_small) / most;
  const N delta = larger((small + d_small) / least - rho_0, rho_0 - rho_least);
  const N c = mean_second_derivative(e, rho_0, delta, rho_least);
  return select(fits, c / (most * large * large), N(0));
}

// M on the plane of e and f.
template <class N>
struct QuadraticForm {
  N ee, ef, ff;
};

template <class N>
TALUS_INLINE QuadraticForm<N> add(const QuadraticForm<N>& p, const QuadraticForm<N>& q) {
  return {p.ee + q.ee, p.ef + q.ef, p.ff + q.ff};
}

// factor v v^T.
template <class N>
TALUS_INLINE QuadraticForm<N> rank_one(const N& factor, const Vec3<N>& v, const Vec3<N>& e,
                                       const Vec3<N>& f) {
  const N along_e = dot(v, e), along_f = dot(v, f);
  return {factor * along_e * along_e, factor * along_e * along_f, factor * along_f * along_f};
}

template <class N>
TALUS_INLINE N least_eigenvalue(const QuadraticForm<N>& m) {
  const N mean = N(0.5) * (m.ee + m.ff), half = N(0.5) * (m.ee - m.ff);
  return mean - square_root(half * half + m.ef * m.ef);
}

// M of one body.
template <class N>
TALUS_INLINE QuadraticForm<N> depth_modulus(const SuperquadricForm<N>& form,
                                            const SurfacePoint<N>& p, const N& length,
                                            const Vec3<N>& e, const Vec3<N>& f, const N& tau) {
  const Vec3<N>& a = form.axes;
  const Vec3<N> n = (N(1) / length) * p.normal, m = multiply_componentwise(a, n);
  const auto range = [&](int i) {
    return ComponentRange<N>{absolute(m[i]),
                             tau * a[i] * square_root(larger(N(1) - n[i] * n[i], N(0)))};
  };
  const ComponentRange<N> x = range(0), y = range(1), z = range(2);
  const N ring = level_support(x.value, y.value, a.x, form.ring).value;
  const MaskOf<N>&b2 = form.ring.blunt, &b1 = form.whole.blunt;
  // The gradient of the ring's norm, and the ring's share d_u.
  const LevelComponents<N> c = level_components(form, p.ring, p.whole);
  const Vec3<N> slope{a.x * c.u, a.y * c.v, N(0)};
  const ComponentRange<N> rings{ring, N(1.4142135623730951) * larger(x.change, y.change)};
  const N k_1 = level_modulus(form.whole, rings, z), k_2 = level_modulus(form.ring, x, y);
  const Vec3<N> o{-(m.z * slope.x), -(m.z * slope.y), ring * a.z};
  const Vec3<N> i{-(m.y * a.x), m.x * a.y, N(0)};
  const N left = larger(c.rho - k_1 * absolute(m.z) * tau * norm(o), N(0));
  const QuadraticForm<N> levels = add(rank_one(k_1, o, e, f), rank_one(k_2 * left, i, e, f));

  // Around the z axis, with both levels blunt: g'' of the whole times q - 1 of the ring.
  const N most_z = z.value + z.change, least_z = z.value - z.change;
  const MaskOf<N> polar =
      b1 & b2 & (least_z > N(DepthCapLimits::min_relative_rest) * z.value) & (ring < z.value);
  const N rho = (rings.value + rings.change) / select(polar, least_z, N(1));
  const N r = exponential(form.whole.q() * logarithm(larger(rho, negligible<N>())));
  const N g = exponential((form.whole.per_q - N(2)) * logarithm(N(1) + r));
  const N second = (form.whole.q() - N(1)) * (r / square(larger(rho, negligible<N>()))) * g;
  const N k = select(polar, (form.ring.q() - N(1)) * second / (most_z * z.value * z.value), N(0));
  const Vec3<N> o_x{m.z * a.x, N(0), -(m.x * a.z)}, o_y{N(0), m.z * a.y, -(m.y * a.z)};
  const QuadraticForm<N> pole = add(rank_one(k, o_x, e, f), rank_one(k, o_y, e, f));
  const MaskOf<N> better = least_eigenvalue(levels) < least_eigenvalue(pole);
  return {select(better, pole.ee, levels.ee), select(better, pole.ef, levels.ef),
          select(better, pole.ff, levels.ff)};
}

// Whether no direction within tau = tan(angle) of n has a smaller depth than `depth`; n is
// stationary and its depth is at least that.
template <class T>
TALUS_HD bool is_cap(const SuperquadricPair<T>& p, const PairEvaluation<T>& s, T depth, T tau) {
  const Vec3<PairOf<T>> e = both(s.e, p.b_in_a.direction_to_b(s.e));
  const Vec3<PairOf<T>> f = both(s.f, p.b_in_a.direction_to_b(s.f));
  const QuadraticForm<PairOf<T>> m =
      depth_modulus(p.form, s.surface, s.length, e, f, PairOf<T>(tau));
  const QuadraticForm<T> sum = add(QuadraticForm<T>{of_a(m.ee), of_a(m.ef), of_a(m.ff)},
                                   QuadraticForm<T>{of_b(m.ee), of_b(m.ef), of_b(m.ff)});
  return least_eigenvalue(sum) > depth;
}

// The cosine of the cap's angle, the largest of the caps that are tried; 1 if none holds.
template <class T>
TALUS_HD T cap_cosine(const SuperquadricPair<T>& p, const PairEvaluation<T>& s, T depth) {
  using Limits = DepthCapLimits;
  for (T tau = T(Limits::first_tau); tau > T(Limits::least_tau); tau = T(Limits::ratio) * tau) {
    if (!is_cap(p, s, depth, tau)) continue;
    if (is_cap(p, s, depth, T(Limits::widening) * tau)) tau = T(Limits::widening) * tau;
    return T(1) / square_root(T(1) + tau * tau);
  }
  return T(1);
}

}  // namespace talus::superquadric_superquadric
