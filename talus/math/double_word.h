// A number of twice the digits of the scalar T, as the unevaluated sum of two of them, for sums and
// products whose terms cancel; on the processor and on the device alike (M. Joldes, J.-M. Muller,
// V. Popescu, Tight and rigorous error bounds for basic building blocks of double-word arithmetic,
// 2017: the accurate sum, algorithm 6, and the product, algorithm 10, with Dekker's product).
//
// With u half of the scalar's epsilon the results are right to 3 u^2 + 13 u^3 (sum), 7 u^2
// (product) and 16 u^2 (quotient) of their size, as long as no low part overflows or underflows;
// Tracked (tracked.h) counts with 4 epsilon^2 = 16 u^2 for each.
#pragma once

#include "talus/math/scalar.h"

namespace talus {

template <class T>
struct DoubleWord {
  T high{}, low{};

  constexpr DoubleWord() = default;
  TALUS_HD constexpr DoubleWord(const T& value) : high(value), low(T(0)) {}
  TALUS_HD constexpr DoubleWord(const T& high_part, const T& low_part)
      : high(high_part), low(low_part) {}

  // The exact sum; the second form is for |a| >= |b|.
  TALUS_HD static constexpr DoubleWord sum(const T& a, const T& b) {
    const T s = a + b;
    const T b_part = s - a;
    return {s, (a - (s - b_part)) + (b - b_part)};
  }
  TALUS_HD static constexpr DoubleWord ordered_sum(const T& a, const T& b) {
    const T s = a + b;
    return {s, b - (s - a)};
  }

  // The exact product, by halves of the digits.
  TALUS_HD static constexpr DoubleWord product(const T& a, const T& b) {
    const T p = a * b;
    const T a_high = high_half(a), b_high = high_half(b);
    const T a_low = a - a_high, b_low = b - b_high;
    return {p, a_low * b_low - (((p - a_high * b_high) - a_low * b_high) - a_high * b_low)};
  }

  TALUS_HD friend constexpr DoubleWord operator-(const DoubleWord& a) { return {-a.high, -a.low}; }
  TALUS_HD friend constexpr DoubleWord operator+(const DoubleWord& a, const DoubleWord& b) {
    const DoubleWord s = sum(a.high, b.high), t = sum(a.low, b.low);
    const DoubleWord v = ordered_sum(s.high, s.low + t.high);
    return ordered_sum(v.high, t.low + v.low);
  }
  TALUS_HD friend constexpr DoubleWord operator-(const DoubleWord& a, const DoubleWord& b) {
    return a + -b;
  }
  TALUS_HD friend constexpr DoubleWord operator*(const DoubleWord& a, const DoubleWord& b) {
    const DoubleWord p = product(a.high, b.high);
    return ordered_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
  }
  TALUS_HD friend constexpr DoubleWord operator/(const DoubleWord& a, const DoubleWord& b) {
    const T first = a.high / b.high;
    const DoubleWord rest = a - b * DoubleWord(first);
    return ordered_sum(first, rest.high / b.high);
  }

 private:
  TALUS_HD static constexpr T high_half(const T& a) {
    T splitter = T(1);
    for (int i = 0; i < (std::numeric_limits<T>::digits + 1) / 2; ++i) splitter = T(2) * splitter;
    const T c = (splitter + T(1)) * a;
    return c - (c - a);
  }
};

}  // namespace talus
