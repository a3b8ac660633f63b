// A lock that threads get in the order in which they requested it: one that takes it again and
// again, as Simulation.step does between its parts, lets the others in.
//
// After a fork only the thread that forked goes on in the child. A lock that another thread held
// then is never given back there, and what it guards may be half changed: taking it is an error in
// the child. A lock that nobody held, or the thread that forked, goes on in the child as a new one.
//
// Calls that last handle signals while they hold the lock: taking it in the handler is an error.
#pragma once

#include <pybind11/pybind11.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace talus::python {

class FairLock {
 public:
  FairLock();
  ~FairLock();
  FairLock(const FairLock&) = delete;
  FairLock& operator=(const FairLock&) = delete;

  // Both throw std::runtime_error in a child that was forked while another thread held the lock;
  // lock() also in the thread that holds it.
  void lock();
  bool try_lock();
  void unlock();

 private:
  friend class ForkWatch;
  void refuse_if_lost() const;
  void start_in_child();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0, served_ = 0;  // tickets; equal: nobody holds the lock or waits for it
  std::thread::id owner_;                // none: nobody holds the lock
  bool lost_ = false;
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
