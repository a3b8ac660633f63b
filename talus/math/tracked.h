// A number with a bound on its error: the sign of a long expression is either certain or reported
// as unknown. Number is the scalar T itself or DoubleWord<T>. An expression that overflows loses
// its sign instead of getting a wrong one: comparisons with its bound, infinite or not a number,
// are false.
#pragma once

#include <type_traits>

#include "talus/math/double_word.h"

namespace talus {

template <class T, class Number>
struct Tracked {
  Number value{};
  T error{};

  constexpr Tracked() = default;
  TALUS_HD constexpr Tracked(const T& exact) : value(exact), error(T(0)) {}
  TALUS_HD constexpr Tracked(const Number& v, const T& e) : value(v), error(e) {}

  TALUS_HD constexpr bool positive() const { return leading(value) > error; }
  TALUS_HD constexpr bool negative() const { return -leading(value) > error; }
  TALUS_HD constexpr T rough() const { return leading(value); }

  TALUS_HD friend constexpr Tracked operator-(const Tracked& a) { return {-a.value, a.error}; }
  TALUS_HD friend constexpr Tracked operator+(const Tracked& a, const Tracked& b) {
    const Number v = a.value + b.value;
    return {v, raised(a.error + b.error + unit() * absolute(leading(v)))};
  }
  TALUS_HD friend constexpr Tracked operator-(const Tracked& a, const Tracked& b) { return a + -b; }
  TALUS_HD friend constexpr Tracked operator*(const Tracked& a, const Tracked& b) {
    const Number v = a.value * b.value;
    const T size_a = absolute(leading(a.value)), size_b = absolute(leading(b.value));
    // The smallest normal number stands for what underflows.
    return {v, raised(size_a * b.error + size_b * a.error + a.error * b.error +
                      unit() * absolute(leading(v)) + std::numeric_limits<T>::min())};
  }
  // For an exact scalar that is not zero.
  TALUS_HD static constexpr Tracked reciprocal(const T& x) {
    const Number v = Number(T(1)) / Number(x);
    return {v, raised(unit() * absolute(leading(v)) + std::numeric_limits<T>::min())};
  }

 private:
  TALUS_HD static constexpr const T& leading(const T& x) { return x; }
  TALUS_HD static constexpr const T& leading(const DoubleWord<T>& x) { return x.high; }
  // Of one operation, relative to its result.
  TALUS_HD static constexpr T unit() {
    return std::is_same_v<Number, T> ? epsilon_of<T>() : T(4) * epsilon_of<T>() * epsilon_of<T>();
  }
  // For the rounding of the bound itself.
  TALUS_HD static constexpr T raised(const T& error) {
    return error * (T(1) + T(8) * epsilon_of<T>());
  }
};

}  // namespace talus
