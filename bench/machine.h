// Where and with what the bench ran.
#pragma once

#include <sched.h>

#include <string>

namespace bench {

// While it lives, keeps this thread on one core, so that the scheduler does not move it in the
// middle of a pass.
class Pinned {
 public:
  Pinned();
  ~Pinned();
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

  int core() const { return core_; }

 private:
  cpu_set_t before_;
  int core_;
};

std::string processor_name();
std::string compiler_name();

}  // namespace bench
