// Operations on scalars beyond + - * /, for float, double, long double and multiprecision types,
// whose own sqrt and pow are found by argument-dependent lookup.
#pragma once

#include <cmath>
#include <limits>

#include "talus/math/host_device.h"

namespace talus {

template <class T>
TALUS_HD constexpr T epsilon_of() {
  return std::numeric_limits<T>::epsilon();
}

template <class T>
TALUS_HD constexpr T infinity_of() {
  return std::numeric_limits<T>::infinity();
}

template <class T>
TALUS_HD constexpr T absolute(const T& x) {
  return x < T(0) ? -x : x;
}

template <class T>
TALUS_HD constexpr const T& larger(const T& x, const T& y) {
  return x < y ? y : x;
}

template <class T>
TALUS_HD constexpr const T& smaller(const T& x, const T& y) {
  return y < x ? y : x;
}

template <class T>
TALUS_HD constexpr T square(const T& x) {
  return x * x;
}

// +1 or -1; zero counts as positive, whatever its sign bit, so that answers do not depend on it.
template <class T>
TALUS_HD constexpr T sign_of(const T& x) {
  return x < T(0) ? T(-1) : T(1);
}

template <class T>
TALUS_HD T square_root(const T& x) {
  using std::sqrt;
  return sqrt(x);
}

}  // namespace talus
