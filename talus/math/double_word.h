// Double-word arithmetic ("double-double" for T = double): a number with twice the digits of the
// scalar T, stored as the unevaluated sum of two scalars, for sums and products whose terms cancel.
// M. Joldes, J.-M. Muller, V. Popescu, Tight and rigorous error bounds for basic building blocks of
// double-word arithmetic, 2017: the accurate sum (algorithm 6) and the product (algorithm 10) with
// Dekker's product. Host and device code.
//
// With u half of the scalar's epsilon, the relative error is at most 3 u^2 + 13 u^3 (sum), 7 u^2
// (product) and 16 u^2 (quotient), as long as no low part overflows or underflows (for double:
// products above about 1e-290). Tracked (tracked.h) assumes 4 epsilon^2 = 16 u^2 for each.
#pragma once

#include "talus/math/scalar.h"

namespace talus {

template <class T>
struct DoubleWord;

// Exactly a + b.
template <class T>
TALUS_HD constexpr DoubleWord<T> two_sum(const T& a, const T& b) {
  const T s = a + b;
  const T b_part = s - a;
  return {s, (a - (s - b_part)) + (b - b_part)};
}

// Exactly a + b, for |a| >= |b|.
template <class T>
TALUS_HD constexpr DoubleWord<T> fast_two_sum(const T& a, const T& b) {
  const T s = a + b;
  return {s, b - (s - a)};
}

// The leading half of the digits of a (Veltkamp); the remainder a - high fits in the other half.
template <class T>
TALUS_HD constexpr T high_half(const T& a) {
  T splitter = T(1);
  for (int i = 0; i < (std::numeric_limits<T>::digits + 1) / 2; ++i) splitter = T(2) * splitter;
  const T c = (splitter + T(1)) * a;
  return c - (c - a);
}

// Exactly a b (Dekker).
template <class T>
TALUS_HD constexpr DoubleWord<T> two_product(const T& a, const T& b) {
  const T p = a * b;
  const T a_high = high_half(a), b_high = high_half(b);
  const T a_low = a - a_high, b_low = b - b_high;
  return {p, a_low * b_low - (((p - a_high * b_high) - a_low * b_high) - a_high * b_low)};
}

template <class T>
struct DoubleWord {
  T high{}, low{};

  constexpr DoubleWord() = default;
  TALUS_HD constexpr DoubleWord(const T& value) : high(value), low(T(0)) {}
  TALUS_HD constexpr DoubleWord(const T& high_part, const T& low_part)
      : high(high_part), low(low_part) {}

  TALUS_HD friend constexpr DoubleWord operator-(const DoubleWord& a) { return {-a.high, -a.low}; }
  TALUS_HD friend constexpr DoubleWord operator+(const DoubleWord& a, const DoubleWord& b) {
    const DoubleWord s = two_sum(a.high, b.high), t = two_sum(a.low, b.low);
    const DoubleWord v = fast_two_sum(s.high, s.low + t.high);
    return fast_two_sum(v.high, t.low + v.low);
  }
  TALUS_HD friend constexpr DoubleWord operator-(const DoubleWord& a, const DoubleWord& b) {
    return a + -b;
  }
  TALUS_HD friend constexpr DoubleWord operator*(const DoubleWord& a, const DoubleWord& b) {
    const DoubleWord p = two_product(a.high, b.high);
    return fast_two_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
  }
  TALUS_HD friend constexpr DoubleWord operator/(const DoubleWord& a, const DoubleWord& b) {
    const T first = a.high / b.high;
    const DoubleWord rest = a - b * DoubleWord(first);
    return fast_two_sum(first, rest.high / b.high);
  }
};

}  // namespace talus
