// For loops of short turns, and for the comparisons of a sort: checks once in 1024 calls whether
// the caller ends them (interrupt.h).
#pragma once

#include "talus/parallel/interrupt.h"

namespace talus {

class InterruptCounter {
 public:
  void operator()() {
    if ((++calls_ & 1023u) == 0) check_interrupt();
  }

 private:
  unsigned calls_ = 0;
};

}  // namespace talus
