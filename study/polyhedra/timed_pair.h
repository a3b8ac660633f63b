// A pair of shapes to be timed, and the timing loop.
#pragma once

#include <time.h>

#include <algorithm>
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

// Of this thread alone, so that other programs on its core do not count.
inline double processor_nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

// Nanoseconds per call; pass() makes `calls` of them. The best of the repeats: other load on the
// machine can only add time.
template <class Pass>
double best_nanoseconds(const Pass& pass, int calls, int repeats) {
  double best = std::numeric_limits<double>::infinity();
  for (int r = 0; r < repeats; ++r) {
    const double begin = processor_nanoseconds();
    pass();
    best = std::min(best, (processor_nanoseconds() - begin) / calls);
  }
  return best;
}

// Keeps a result from being optimised away.
inline void keep(const talus::Contact<double>& contact) {
  asm volatile("" : : "g"(&contact) : "memory");
}

}  // namespace study
