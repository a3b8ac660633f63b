// exp and log for a scalar and for a pack (talus/simd/pack.h): polynomials, no table, no branch, no
// fused operation, so that a number gets the same bits alone and in a pack.
//
// Error (test/math/exp_log_test.cpp): log below 2 units in the last place away from 1 and below
// 6e-16 of |x - 1| near it; exp below 1.5 units in the last place. That suffices for powers of
// ratios of lengths; power.h is accurate to the last bit.
#pragma once

#include <bit>
#include <cstdint>

#include "talus/math/select.h"

namespace talus {

// x = mantissa 2^exponent for normal x > 0, the mantissa from [sqrt(1/2), sqrt(2)).
template <class N>
struct BinaryParts {
  N mantissa, exponent;
};

namespace exp_log {

inline constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcdull;  // bits of sqrt(1/2)
inline constexpr std::uint64_t above_root_half = 0x3ff0000000000000ull - root_half;
inline constexpr std::uint64_t fraction_bits = 0x000fffffffffffffull;
// Adding 2^52 to a small integer puts it into the low bits of a double; 1.5 2^52 also for negative
// ones.
inline constexpr std::uint64_t integer_bits = 0x4330000000000000ull;
inline constexpr double integer_base = 0x1p52, rounder = 0x1.8p52;

}  // namespace exp_log

TALUS_INLINE BinaryParts<double> binary_parts(double x) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) + exp_log::above_root_half;
  return {std::bit_cast<double>((bits & exp_log::fraction_bits) + exp_log::root_half),
          std::bit_cast<double>((bits >> 52) | exp_log::integer_bits) -
              (exp_log::integer_base + 1023.0)};
}

// y 2^k for an integer k that keeps the result normal, given as k + rounder.
TALUS_INLINE double scaled_by_two_to(double y, double k_and_rounder) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(y) +
                               (std::bit_cast<std::uint64_t>(k_and_rounder) << 52));
}

// exp(r) for |r| <= ln(2) / 2, where it needs no powers of 2.
template <class N>
TALUS_INLINE N exponential_near_zero(const N& r) {
  const N r2 = r * r, r4 = r2 * r2;
  const N high = (N(2.480152132236869327e-5) + N(2.755726848031002553e-6) * r) +
                 r2 * (N(2.762007587998336659e-7) + N(2.510037583256123366e-8) * r);
  const N middle = (N(0.001388888891719671908) + N(0.0001984126986304054527) * r) + r2 * high;
  const N low = (N(0.0416666666666241619) + N(0.008333333333330064449) * r) + r2 * middle;
  const N tail = r2 * (N(0.5000000000000001021) + N(0.1666666666666666745) * r) + r4 * low;
  return N(1) + (r + tail);
}

// (1 + x)^e for 0 <= x <= 1 and |e| <= 1/2, with an error below 1.5 units in the last place.
// With s = (x - 1/2) / (x + 5/2): log(1 + x) = log(3/2) + 2 artanh s, as below.
template <class N>
TALUS_INLINE N power_of_one_plus(const N& x, const N& e) {
  const N s = (x - N(0.5)) / (x + N(2.5)), z = s * s, z2 = z * z;
  const N high =
      N(0.1818458860380443798) + (N(0.1528423265710063155) * z + N(0.1511368089353119918) * z2);
  const N low = N(0.6666666666666693385) + N(0.3999999999934564574) * z +
                z2 * (N(0.2857142883267972711) + N(0.2222218318068126429) * z) + (z2 * z2) * high;
  return exponential_near_zero(e * (N(0.40546510810816438198) + (N(2) * s + s * z * low)));
}

// For normal x > 0. With s = (m - 1) / (m + 1): log m = 2 artanh s = 2 s + s^3 P(s^2), P a
// polynomial through the Chebyshev nodes of [0, (sqrt(2) - 1)^4], error 5e-18 of the result.
template <class N>
TALUS_INLINE N logarithm(const N& x) {
  const BinaryParts<N> parts = binary_parts(x);
  const N f = parts.mantissa - N(1), s = f / (N(2) + f), z = s * s, z2 = z * z;
  const N high =
      N(0.1818288912526172208) + (N(0.1533172160055604127) * z + N(0.1461644968504340586) * z2);
  const N low = N(0.6666666666666669686) + N(0.3999999999989950449) * z +
                z2 * (N(0.2857142862597548492) + N(0.2222221113479507986) * z) + (z2 * z2) * high;
  // ln 2 in two parts, of which the first has 32 bits: its product with an exponent is exact.
  return parts.exponent * N(0x1.62e42feep-1) +
         (N(2) * s + (s * z * low + parts.exponent * N(0x1.a39ef35793c76p-33)));
}

// For x <= 700; zero for x < -700.
template <class N>
TALUS_INLINE N exponential(const N& x) {
  const N kept = larger(x, N(-700));
  const N shifted = kept * N(0x1.71547652b82fep0) + N(exp_log::rounder);  // 1 / ln 2
  const N k = shifted - N(exp_log::rounder);
  const N r = (kept - k * N(0x1.62e42feep-1)) - k * N(0x1.a39ef35793c76p-33);
  return select(x < N(-700), N(0), scaled_by_two_to(exponential_near_zero(r), shifted));
}

// Single precision, computed in double.
TALUS_INLINE float logarithm(float x) { return static_cast<float>(logarithm(double{x})); }
TALUS_INLINE float exponential(float x) { return static_cast<float>(exponential(double{x})); }

}  // namespace talus
