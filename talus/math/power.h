// x^y for x >= 0, with the same bits on every machine: the C library's pow picks fused variants at
// run time, so its last digit depends on the processor.
//
// For double, exp(y log x) with log x in two doubles (error below 2^-67 relative), after the scheme
// of ARM's optimized routines and glibc's pow: table-driven, no fused operation, no call. Error:
// below 0.52 units in the last place for normal results, 1 for subnormal ones.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "talus/math/double_word.h"
#include "talus/math/power_table.h"

namespace talus {

namespace power_detail {

// log x for normal x.
TALUS_HD inline DoubleWord<double> log_pair(std::uint64_t x_bits) {
  // x = 2^k m with m in the binade that starts at first_bits.
  const std::uint64_t shifted = x_bits - first_bits;
  const int row_index = static_cast<int>((shifted >> 45) & 127);
  const double k = static_cast<double>(static_cast<std::int64_t>(shifted) >> 52);
  const std::uint64_t m_bits = x_bits - (shifted & 0xfff0000000000000ull);
  const LogRow& row = log_row(row_index);

  // r = m inverse - 1 = r_high + r_low exactly: the head of m has so few bits that both products
  // are exact, and so is r_high^2.
  const double m = std::bit_cast<double>(m_bits);
  const double m_high = std::bit_cast<double>((m_bits + (1ull << 31)) & (~0ull << 32));
  const double r_high = m_high * row.inverse - 1.0;
  const double r_low = (m - m_high) * row.inverse;
  const double r = r_high + r_low;

  // k ln 2 + log(centre) + r - r^2/2, each sum with its rounding error; |first| >= |r| or first ==
  // 0.
  const double first = k * ln2_high + row.high;  // exact
  const double second = first + r;
  const double second_error = first - second + r;
  const double half_square = -0.5 * r_high * r_high;  // exact
  const double third = second + half_square;
  const double third_error = second - third + half_square;
  const double square_rest = -0.5 * r_low * (r + r_high);
  const double r2 = r * r;
  const double series = r * r2 *
                        ((1.0 / 3.0 - r * (1.0 / 4.0)) +
                         r2 * ((1.0 / 5.0 - r * (1.0 / 6.0)) +
                               r2 * ((1.0 / 7.0 - r * (1.0 / 8.0)) + r2 * (1.0 / 9.0))));
  // What m_high + (m - m_high) -> r lost in its own rounding.
  const double r_error = r_high - r + r_low;
  const double rest =
      (k * ln2_low + row.low) + (second_error + r_error) + square_rest + third_error + series;
  const double high = third + rest;
  return {high, third - high + rest};
}

// exp(v) with v already within [-800, 800]; overflows to infinity, underflows to zero.
TALUS_HD inline double exp_pair(const DoubleWord<double>& v) {
  // v = k ln(2)/128 + r; adding 1.5 2^52 rounds to an integer and leaves it in the low bits.
  constexpr double rounder = 0x1.8p52;
  const double shifted = v.high * 0x1.71547652b82fep7 + rounder;  // 128 / ln 2
  const std::int64_t k =
      static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(shifted) << 12) >> 12;
  const double k_double = shifted - rounder;
  const double r = v.high - k_double * ln2_128_high - k_double * ln2_128_low + v.low;
  const ExpRow& row = exp_row(static_cast<int>(k & 127));
  const double r2 = r * r;
  const double fraction =
      row.tail + r + r2 * (0.5 + r * (1.0 / 6.0)) + r2 * r2 * (1.0 / 24.0 + r * (1.0 / 120.0));
  // Two exact factors, so that results far below the normal range still round once.
  const std::int64_t exponent = k >> 7;
  const std::int64_t half = exponent >> 1;
  const double scale_a = std::bit_cast<double>(static_cast<std::uint64_t>(1023 + half) << 52);
  const double scale_b =
      std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent - half) << 52);
  return (row.value + row.value * fraction) * scale_a * scale_b;
}

TALUS_HD inline double clamp(double x, double bound) {
  const double below = x > bound ? bound : x;
  return below < -bound ? -bound : below;
}

TALUS_HD inline double power(double x, double y) {
  constexpr double largest = 0x1.fffffffffffffp1023, smallest_normal = 0x1p-1022;
  double lift = 0.0;
  if (!(x >= smallest_normal && x <= largest)) {
    if (y == 0.0) return 1.0;
    if (x == 0.0) return y > 0.0 ? 0.0 : infinity_of<double>();
    if (x > largest) return y > 0.0 ? x : 0.0;
    if (!(x > 0.0)) return std::numeric_limits<double>::quiet_NaN();
    x *= 0x1p54;
    lift = 54.0;
  }
  DoubleWord<double> log_x = log_pair(std::bit_cast<std::uint64_t>(x));
  if (lift != 0.0) log_x = {log_x.high - lift * ln2_high, log_x.low - lift * ln2_low};
  // |log x| >= 2^-53 unless x = 1: beyond this bound of y the result is 0, 1 or infinite anyway.
  y = clamp(y, 1e19);
  // (y log x) in two doubles; the heads have 26 bits, so their product is exact.
  const double y_high = std::bit_cast<double>(std::bit_cast<std::uint64_t>(y) & (~0ull << 27));
  const double y_low = y - y_high;
  const double log_high =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(log_x.high) & (~0ull << 27));
  const double log_low = log_x.high - log_high + log_x.low;
  const double head = y_high * log_high;
  const double tail = y_low * log_high + y * log_low;
  return exp_pair({clamp(head, 800.0), clamp(tail, 1.0)});
}

}  // namespace power_detail

// power(0, y) is 0 for y > 0, 1 for y = 0, infinity for y < 0; never NaN for x >= 0 and y a number.
template <class T>
TALUS_HD T power(const T& x, const T& y) {
  if constexpr (std::is_same_v<T, double>) {
    return power_detail::power(x, y);
  } else if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(power_detail::power(static_cast<double>(x), static_cast<double>(y)));
  } else {
    using std::pow;
    return pow(x, y);
  }
}

}  // namespace talus
