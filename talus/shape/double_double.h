// A number of about 106 bits, the sum of two doubles, for sums and products whose terms cancel.
// Fits Vec3. Products lose accuracy where their low part underflows, below about 1e-290.
#pragma once

#include "talus/shape/expansion.h"

namespace talus {

struct DoubleDouble {
  double high{}, low{};

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : high(value) {}
  constexpr DoubleDouble(double high_part, double low_part) : high(high_part), low(low_part) {}
  constexpr DoubleDouble(const ErrorFree& e) : high(e.value), low(e.error) {}

  friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const ErrorFree high = two_sum(a.high, b.high);
    const ErrorFree low = two_sum(a.low, b.low);
    const ErrorFree sum = fast_two_sum(high.value, high.error + low.value);
    return fast_two_sum(sum.value, low.error + sum.error);
  }
  friend DoubleDouble operator-(const DoubleDouble& a) { return {-a.high, -a.low}; }
  friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }
  friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const ErrorFree product = two_product(a.high, b.high);
    return fast_two_sum(product.value, product.error + (a.high * b.low + a.low * b.high));
  }
};

// Exact.
inline DoubleDouble wide_difference(double a, double b) { return two_sum(a, -b); }

}  // namespace talus
