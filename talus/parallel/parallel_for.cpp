#include "talus/parallel/parallel_for.h"

#include <omp.h>
#include <pthread.h>

#include <atomic>
#include <exception>
#include <thread>

namespace talus {
namespace {

// The threads that OpenMP keeps for its next loop do not survive a fork (Python's multiprocessing),
// and a loop of the child would wait for them for ever.
bool is_forked = false;
[[maybe_unused]] const int watch_forks = pthread_atfork(nullptr, nullptr, [] { is_forked = true; });

}  // namespace

int available_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void detail::run_parallel(std::int64_t count, int threads, const void* work,
                          void (*run)(const void* work, std::int64_t item, int thread)) {
  threads = static_cast<int>(std::min<std::int64_t>(usable_threads(threads), count));
  if (threads <= 1) {
    for (std::int64_t i = 0; i < count; ++i) run(work, i, 0);
    return;
  }
  std::atomic<std::int64_t> first_failed = count;
  std::exception_ptr failure;
  const auto loop = [&] {
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::int64_t i = 0; i < count; ++i) {
      if (i > first_failed.load(std::memory_order_relaxed)) continue;
      try {
        run(work, i, omp_get_thread_num());
      } catch (...) {
#pragma omp critical(talus_parallel_for)
        if (i < first_failed) {
          first_failed = i;
          failure = std::current_exception();
        }
      }
    }
  };
  if (is_forked) {
    std::thread(loop).join();  // a new thread has no threads of the parent's to wait for
  } else {
    loop();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace talus
