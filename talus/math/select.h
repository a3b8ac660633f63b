// Branch-free selection. A kernel written with `select` works on a scalar, whose comparisons give a
// bool, and on a pack of numbers (talus/simd/pack.h), whose comparisons give a mask.
#pragma once

#include "talus/math/scalar.h"

namespace talus {

// The scalar type of a pack; a scalar's is itself.
template <class N>
struct ScalarOf {
  using Type = N;
};

// The roundoff unit of its arithmetic.
template <class N>
TALUS_HD constexpr N roundoff() {
  return N(epsilon_of<typename ScalarOf<N>::Type>());
}

// The result type of a comparison: bool, or the mask of a pack.
template <class N>
using MaskOf = decltype(N(0) < N(0));

template <class N>
TALUS_HD constexpr N select(bool mask, const N& yes, const N& no) {
  return mask ? yes : no;
}

TALUS_HD constexpr bool any(bool mask) { return mask; }

// For pairs of numbers (talus/simd/pair_of.h) by one division.
template <class N>
TALUS_HD constexpr N reciprocal(const N& x) {
  return N(1) / x;
}

// Exchanges p and q where the mask is set.
template <class N>
TALUS_HD constexpr void exchange(bool mask, N& p, N& q) {
  if (!mask) return;
  const N kept = p;
  p = q;
  q = kept;
}

}  // namespace talus
