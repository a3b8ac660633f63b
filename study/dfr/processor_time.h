// Time of the processor, which other jobs on a busy machine do not lengthen as they do the elapsed
// time.
#pragma once

#include <time.h>

namespace study {

inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double seconds_of(const Work& work) {
  const double start = processor_seconds();
  work();
  return processor_seconds() - start;
}

}  // namespace study
