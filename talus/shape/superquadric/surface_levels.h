// One level of a superquadric's norm (superquadric.h) in surface coordinates.
//
// On a level with exponent n a point (P, Q), P^n + Q^n = 1, P, Q >= 0, and its normal
// (P^(n-1), Q^(n-1)) lie on two curves, of exponents n and q = n/(n-1), and each component of one
// is a power of that of the other:
//
//   n >= 2:  normal = point^(n-1),   n < 2:  point = normal^(q-1).
//
// The level is parametrised by the one whose power is at least 1: with p = max(n, q) >= 2 the
// coordinates are `first`, on the curve |first|_p = 1, and second = first^(p-1). Point and normal
// are Lipschitz functions of `first` on flat sides (n > 2, where the point is no Lipschitz function
// of the normal) and on sharp ridges (n < 2, where the normal is none of the point).
//
// The derivative along the curve, for a displacement w:
//   d first = (-second_2, second_1) w,   d second = second_slope (-first_2, first_1) w,
//   second_slope = (p - 1) |first_1 first_2|^(p-2).
//
// All functions work on one number, on both bodies of a pair (simd/pair_of.h) and on packs.
#pragma once

#include "talus/math/exp_log.h"
#include "talus/math/vec3.h"

namespace talus {

// The exponents of one level.
template <class N>
struct LevelExponents {
  N p, per_p;             // max(n, q) and its reciprocal
  N per_q;                // reciprocal of the dual exponent
  MaskOf<N> blunt;        // n >= 2: `first` is the point, otherwise the normal
  MaskOf<N> is_2_4_or_8;  // of p: powers are products

  TALUS_INLINE N q() const { return N(1) / per_q; }
};

template <class N>
TALUS_INLINE LevelExponents<N> level_exponents(const N& n) {
  const N per_n = reciprocal(n), per_q = N(1) - per_n;
  const MaskOf<N> blunt = !(n < N(2));
  const N nearest = select(n < N(3), N(2), select(n < N(6), N(4), N(8)));
  const MaskOf<N> below = n < nearest, above = nearest < n, is_2_4_or_8 = (!below) & (!above);
  if (!any(!blunt)) return {n, per_n, per_q, blunt, is_2_4_or_8};
  return {select(blunt, n, N(1) / per_q), select(blunt, per_n, per_q), per_q, blunt, is_2_4_or_8};
}

// The largest p for which powers of ratios down to negligible() stay in the range of double.
inline constexpr int max_level_exponent = 128;

// Whether n and its dual exponent are at most max_level_exponent.
template <class T>
TALUS_HD bool is_workable(T n) {
  return n >= T(1) + T(1) / T(max_level_exponent - 1) && n <= T(max_level_exponent);
}

// A level at the coordinates (k_1, k_2), of any length.
template <class N>
struct LevelPoint {
  N first_1, first_2, second_1, second_2;
  N weight_1, weight_2;  // second / first = |first|^(p-2)
  N size;                // |(k_1, k_2)|_p
  N second_slope;
};

template <class N>
TALUS_INLINE N signed_as(const N& size, const N& sign) {
  return select(sign < N(0), -size, size);
}

// The ratio that replaces smaller ones, zero included: far below epsilon, and its fourth power is
// still in range (2.2e-308 and 1.2e-38).
inline constexpr double negligible_double = 1e-60, negligible_float = 1e-9;
template <class N>
TALUS_INLINE constexpr N negligible() {
  return N(sizeof(typename ScalarOf<N>::Type) < sizeof(double) ? negligible_float
                                                               : negligible_double);
}

// The ratio of the smaller of two numbers to the larger, at least negligible(). `unit` is a length
// of the body, or 1: the larger number is at least negligible() times that.
template <class N>
struct Proportion {
  MaskOf<N> exchanged;
  N large, ratio, per_ratio;
};

template <class N>
TALUS_INLINE Proportion<N> proportion(const N& alpha, const N& beta, const N& unit) {
  const MaskOf<N> exchanged = alpha < beta;
  const N large = larger(larger(alpha, beta), negligible<N>() * unit);
  const N small = larger(smaller(alpha, beta), negligible<N>() * large);
  const N per_both = N(1) / (small * large);
  return {exchanged, large, small * small * per_both, large * large * per_both};
}

// r^p and r^(p-2).
template <class N>
struct LevelPowers {
  N whole, weight;
};

template <class N>
TALUS_INLINE LevelPowers<N> powers_of(const Proportion<N>& of, const LevelExponents<N>& exponents) {
  const N r2 = square(of.ratio), p = exponents.p;
  const N weight = select(p < N(3), N(1), select(p < N(6), r2, r2 * square(r2)));
  const N whole = weight * r2;
  if (!any(!exponents.is_2_4_or_8)) return {whole, weight};
  const N any_power = exponential(p * logarithm(of.ratio));
  return {select(exponents.is_2_4_or_8, whole, any_power),
          select(exponents.is_2_4_or_8, weight, any_power * square(of.per_ratio))};
}

template <class N>
TALUS_INLINE LevelPoint<N> level_at(const N& k_1, const N& k_2,
                                    const LevelExponents<N>& exponents) {
  const Proportion<N> of = proportion(absolute(k_1), absolute(k_2), N(1));
  const LevelPowers<N> powers = powers_of(of, exponents);
  const N r = of.ratio, sum = N(1) + powers.whole;
  const N inverse = power_of_one_plus(powers.whole, exponents.per_p);  // of the larger `first`
  const N per_both = N(1) / (sum * inverse);
  const N large = sum * per_both, small = r * large;
  const N weight_large = inverse * inverse * (inverse * per_both);
  const N weight_small = weight_large * powers.weight;
  LevelPoint<N> l;
  l.size = of.large * inverse;
  l.second_slope = (exponents.p - N(1)) * (weight_large * weight_small);
  l.weight_1 = select(of.exchanged, weight_small, weight_large);
  l.weight_2 = select(of.exchanged, weight_large, weight_small);
  l.first_1 = signed_as(select(of.exchanged, small, large), k_1);
  l.first_2 = signed_as(select(of.exchanged, large, small), k_2);
  l.second_1 = l.weight_1 * l.first_1;
  l.second_2 = l.weight_2 * l.first_2;
  return l;
}

// One level of the support function: the dual norm of (alpha, beta) >= 0, its gradient (the
// components of the point), and `first` there.
template <class N>
struct LevelSupport {
  N value, point_1, point_2, first_1, first_2;
};

template <class N>
TALUS_INLINE LevelSupport<N> level_support(const N& alpha, const N& beta, const N& unit,
                                           const LevelExponents<N>& exponents) {
  const Proportion<N> of = proportion(alpha, beta, unit);
  const N r_q = exponential(exponents.q() * logarithm(of.ratio)), sum = N(1) + r_q;
  const N large = exponential((exponents.per_q - N(1)) * logarithm(sum));  // sum^(-1/n)
  const N small = large * (r_q * of.per_ratio);
  // On a sharp level `first` is the normal, (1, ratio) / sum^(1/q).
  const N per_value = N(1) / (sum * large);
  const N first_large = select(exponents.blunt, large, per_value);
  const N first_small = select(exponents.blunt, small, of.ratio * per_value);
  return {of.large * (sum * large), select(of.exchanged, small, large),
          select(of.exchanged, large, small), select(of.exchanged, first_small, first_large),
          select(of.exchanged, first_large, first_small)};
}

}  // namespace talus
