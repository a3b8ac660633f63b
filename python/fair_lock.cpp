#include "fair_lock.h"

#include <pthread.h>

#include <new>
#include <set>
#include <stdexcept>

namespace talus::python {

// All locks of the process. Their mutexes are held during a fork, so that none is caught halfway
// through a change; nothing lasts while one of them is held.
class ForkWatch {
 public:
  static ForkWatch& instance() {
    static ForkWatch* const watch = new ForkWatch;  // outlives every lock
    return *watch;
  }
  void add(FairLock* lock) {
    const std::scoped_lock guard(mutex_);
    locks_.insert(lock);
  }
  void remove(FairLock* lock) {
    const std::scoped_lock guard(mutex_);
    locks_.erase(lock);
  }

 private:
  ForkWatch() {
    pthread_atfork([] { instance().before(); }, [] { instance().after_in_parent(); },
                   [] { instance().after_in_child(); });
  }
  void before() {
    mutex_.lock();
    for (FairLock* lock : locks_) lock->mutex_.lock();
  }
  void after_in_parent() {
    for (FairLock* lock : locks_) lock->mutex_.unlock();
    mutex_.unlock();
  }
  void after_in_child() {
    for (FairLock* lock : locks_) {
      lock->start_in_child();
      lock->mutex_.unlock();
    }
    mutex_.unlock();
  }

  std::mutex mutex_;
  std::set<FairLock*> locks_;
};

FairLock::FairLock() { ForkWatch::instance().add(this); }
FairLock::~FairLock() { ForkWatch::instance().remove(this); }

void FairLock::start_in_child() {
  const bool held = owner_ != std::thread::id();
  if (held && owner_ != std::this_thread::get_id()) lost_ = true;
  next_ = served_ + (held ? 1 : 0);  // those who waited are not here
  // Threads that waited for it are not here either: the old one is not destroyed, which would wait
  // for them.
  ::new (static_cast<void*>(&changed_)) std::condition_variable;
}

void FairLock::refuse_if_lost() const {
  if (!lost_) return;
  throw std::runtime_error(
      "this simulation was used by another thread when the process was forked, so that its state "
      "is incomplete in the child; fork between two steps, or restore a checkpoint in a new "
      "Simulation");
}

void FairLock::lock() {
  std::unique_lock guard(mutex_);
  refuse_if_lost();
  if (owner_ == std::this_thread::get_id()) {
    throw std::runtime_error(
        "this simulation is in the middle of a call of the same thread: a signal handler cannot "
        "use it");
  }
  const std::uint64_t ticket = next_++;
  changed_.wait(guard, [&] { return ticket == served_; });
  owner_ = std::this_thread::get_id();
}

bool FairLock::try_lock() {
  const std::scoped_lock guard(mutex_);
  refuse_if_lost();
  if (next_ != served_) return false;
  ++next_;
  owner_ = std::this_thread::get_id();
  return true;
}

void FairLock::unlock() {
  {
    const std::scoped_lock guard(mutex_);
    ++served_;
    owner_ = {};
  }
  changed_.notify_all();
}

}  // namespace talus::python
