// A loop over independent chunks of a fixed size by several threads. Chunks do not depend on the
// number of threads, so neither do sums that are made chunk by chunk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

namespace talus {

// work(0) ... work(count - 1), each once, in any order.
void run_items(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work);

// work(chunk, first, last) for each chunk of `size` of the items.
template <class Work>
void for_each_chunk(std::int64_t count, std::int64_t size, int threads, const Work& work) {
  run_items((count + size - 1) / size, threads,
            [&](std::int64_t c) { work(c, c * size, std::min(count, (c + 1) * size)); });
}

}  // namespace talus
