// A loop over independent chunks of a fixed size by several threads. Chunks do not depend on the
// number of threads, so neither do sums that are made chunk by chunk.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstdint>

namespace talus {

template <class Work>
void for_each_chunk(std::int64_t count, std::int64_t size, int threads, const Work& work) {
  const std::int64_t chunks = (count + size - 1) / size;
  const auto one = [&](std::int64_t c) { work(c, c * size, std::min(count, (c + 1) * size)); };
  if (threads <= 1 || chunks <= 1) {
    for (std::int64_t c = 0; c < chunks; ++c) one(c);
    return;
  }
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (std::int64_t c = 0; c < chunks; ++c) one(c);
}

}  // namespace talus
