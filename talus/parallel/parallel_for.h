// Loops on several threads. Items are handed out one by one in increasing order, each to one
// thread, so item i may run before, after or beside any other: it must write only memory of its
// own. Results that are combined in the order of the items do not depend on the number of threads.
//
// A loop within an item of another runs on one thread.
//
// An exception of an item stops the loop and is rethrown to the caller when all threads have
// finished; of several, it is that of the lowest item.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace talus {

// Threads of the machine, at least 1.
int available_threads();

// Largest number of threads that options, scenes and the Python package accept.
inline constexpr int most_threads = 4096;

// The number of threads that a loop uses at most: `requested`, within 1 and a bound that keeps a
// mistyped number from exhausting the system.
constexpr int usable_threads(int requested) { return std::clamp(requested, 1, 256); }

namespace detail {
void run_parallel(std::int64_t count, int threads, const void* work,
                  void (*run)(const void* work, std::int64_t item, int thread));
}

// work(item) or work(item, thread) for every item in [0, count), with thread in
// [0, usable_threads(threads)): no two items with the same thread run at the same time.
template <class Work>
void parallel_for(std::int64_t count, int threads, const Work& work) {
  detail::run_parallel(count, threads, &work, [](const void* w, std::int64_t item, int thread) {
    if constexpr (std::is_invocable_v<const Work&, std::int64_t, int>) {
      (*static_cast<const Work*>(w))(item, thread);
    } else {
      (*static_cast<const Work*>(w))(item);
    }
  });
}

// work(chunk, begin, end) for every chunk of `size` indices of [0, count); the last may be shorter.
template <class Work>
void parallel_for_chunks(std::int64_t count, std::int64_t size, int threads, const Work& work) {
  parallel_for((count + size - 1) / size, threads, [&](std::int64_t chunk) {
    work(chunk, chunk * size, std::min(count, (chunk + 1) * size));
  });
}

}  // namespace talus
