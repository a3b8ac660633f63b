// Choosing without branching. A kernel that is written with `select` on the result of a comparison
// works on one number, where a comparison gives a bool, and on a pack of numbers (pack.h), where it
// gives a mask.
#pragma once

#include "talus/math/scalar.h"

namespace talus {

// The scalar that a pack is made of, of which a scalar is the trivial case.
template <class N>
struct ScalarOf {
  using Type = N;
};

// The roundoff unit of its arithmetic.
template <class N>
TALUS_HD constexpr N roundoff() {
  return N(epsilon_of<typename ScalarOf<N>::Type>());
}

// What a comparison of two numbers of the type gives.
template <class N>
using MaskOf = decltype(N(0) < N(0));

template <class N>
TALUS_HD constexpr N select(bool mask, const N& yes, const N& no) {
  return mask ? yes : no;
}

TALUS_HD constexpr bool any(bool mask) { return mask; }

// Of numbers that are made of two (both.h) by one division.
template <class N>
TALUS_HD constexpr N reciprocal(const N& x) {
  return N(1) / x;
}

// Exchanges p and q where the mask says so.
template <class N>
TALUS_HD constexpr void exchange(bool mask, N& p, N& q) {
  if (!mask) return;
  const N kept = p;
  p = q;
  q = kept;
}

}  // namespace talus
