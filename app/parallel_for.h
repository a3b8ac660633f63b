// The same work on several threads, in blocks handed out as threads become free.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace talus {

inline int available_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// Calls work(begin, end) on blocks of at most `block` that cover [0, count). Which thread gets
// which block is not determined, so work must only write to places of its own. The first exception
// is passed on when all threads are done.
template <class Work>
void parallel_for(std::size_t count, int threads, std::size_t block, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&] {
    try {
      for (std::size_t begin; (begin = next.fetch_add(block)) < count;) {
        work(begin, std::min(begin + block, count));
      }
    } catch (...) {
      const std::scoped_lock lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  const std::size_t blocks = (count + block - 1) / block;
  const std::size_t helpers = std::min(static_cast<std::size_t>(std::max(threads, 1)), blocks);
  std::vector<std::thread> pool;
  for (std::size_t i = 1; i < helpers; ++i) pool.emplace_back(run);
  run();
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace talus
