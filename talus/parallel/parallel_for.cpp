#include "talus/parallel/parallel_for.h"

#include <omp.h>
#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "talus/parallel/interrupt.h"

namespace talus {
namespace {

// The threads that OpenMP keeps for its next loop do not survive a fork (Python's multiprocessing),
// and a loop of the child would wait for them for ever. A child makes its loops on a thread of its
// own instead, which OpenMP gives other threads; it stays for the loops to come, since a new thread
// per loop costs more than most loops.
class LoopThread {
 public:
  LoopThread() {
    std::thread([this] { serve(); }).detach();  // lives as long as the process
  }
  // One loop at a time: others wait. The caller's thread polls meanwhile.
  void run(const std::function<void()>& loop, const std::function<void()>& poll) {
    const std::scoped_lock turn(turn_);
    std::unique_lock lock(mutex_);
    loop_ = &loop;
    changed_.notify_all();
    const auto is_done = [this] { return loop_ == nullptr; };
    while (!changed_.wait_for(lock, interrupt_interval, is_done)) {
      lock.unlock();
      poll();
      lock.lock();
    }
  }

 private:
  [[noreturn]] void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return loop_ != nullptr; });
      lock.unlock();
      (*loop_)();  // throws nothing
      lock.lock();
      loop_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex turn_, mutex_;
  std::condition_variable changed_;
  const std::function<void()>* loop_ = nullptr;
};

bool is_forked = false;
LoopThread* loop_thread = nullptr;  // of this process, once it is needed; never freed

[[maybe_unused]] const int watch_forks = pthread_atfork(nullptr, nullptr, [] {
  is_forked = true;
  loop_thread = nullptr;  // that of the parent, if it was a child itself
});

LoopThread& thread_for_loops() {
  static std::mutex* mutex = new std::mutex;  // only of children
  const std::scoped_lock lock(*mutex);
  if (loop_thread == nullptr) loop_thread = new LoopThread;
  return *loop_thread;
}

}  // namespace

int available_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void detail::run_parallel(std::int64_t count, int threads, const void* work,
                          void (*run)(const void* work, std::int64_t item, int thread)) {
  threads = static_cast<int>(std::min<std::int64_t>(usable_threads(threads), count));
  if (threads <= 1 || omp_in_parallel() != 0) {
    for (std::int64_t i = 0; i < count; ++i) {
      check_interrupt();
      run(work, i, 0);
    }
    return;
  }
  std::atomic<std::int64_t> first_failed = count;
  std::exception_ptr failure;
  const auto fail = [&](std::int64_t item) {
#pragma omp critical(talus_parallel_for)
    if (item < first_failed) {
      first_failed = item;
      failure = std::current_exception();
    }
  };
  const auto loop = [&] {
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::int64_t i = 0; i < count; ++i) {
      if (i > first_failed.load(std::memory_order_relaxed)) continue;
      try {
        if (omp_get_thread_num() == 0) check_interrupt();  // the caller's thread
        run(work, i, omp_get_thread_num());
      } catch (...) {
        fail(i);
      }
    }
  };
  if (is_forked) {
    thread_for_loops().run(loop, [&] {
      try {
        check_interrupt();
      } catch (...) {
        fail(-1);
      }
    });
  } else {
    loop();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace talus
