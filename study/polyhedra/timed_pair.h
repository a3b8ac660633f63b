// A pair of shapes to be timed, and the timing loop.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

#include "polyhedra/methods.h"

namespace study {

struct TimedPair {
  const talus::Shape& a;
  const talus::Shape& b;
  talus::RelativePose<double> b_in_a;

  // Cold, in the frame of A: the method alone, as the paper times it.
  talus::Contact<double> contact(const talus::Method& method) const {
    talus::Cache<double> cold;
    return method.function(a, b, b_in_a, {}, cold);
  }
};

// Nanoseconds per call; pass() makes `calls` of them. The best of the repeats: other load on the
// machine can only add time.
template <class Pass>
double best_nanoseconds(const Pass& pass, int calls, int repeats) {
  double best = std::numeric_limits<double>::infinity();
  for (int r = 0; r < repeats; ++r) {
    const auto begin = std::chrono::steady_clock::now();
    pass();
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
    best = std::min(best, spent.count() / calls);
  }
  return best;
}

// Keeps a result from being optimised away.
inline void keep(const talus::Contact<double>& contact) {
  asm volatile("" : : "g"(&contact) : "memory");
}

}  // namespace study
