// A lock that threads get in the order in which they requested it: one that takes it again and
// again, as Simulation.step does between its parts, lets the others in.
#pragma once

#include <pybind11/pybind11.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace talus::python {

class FairLock {
 public:
  void lock() {
    std::unique_lock guard(mutex_);
    const std::uint64_t ticket = next_++;
    changed_.wait(guard, [&] { return ticket == served_; });
  }
  bool try_lock() {
    const std::scoped_lock guard(mutex_);
    if (next_ != served_) return false;
    ++next_;
    return true;
  }
  void unlock() {
    {
      const std::scoped_lock guard(mutex_);
      ++served_;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0, served_ = 0;
};

// Holds the lock. Waits without the GIL, which the thread that has the lock may need.
class Locked {
 public:
  explicit Locked(FairLock& lock) : lock_(lock) {
    if (lock.try_lock()) return;
    const pybind11::gil_scoped_release release;
    lock.lock();
  }
  ~Locked() { lock_.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  FairLock& lock_;
};

}  // namespace talus::python
