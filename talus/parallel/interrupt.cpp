#include "talus/parallel/interrupt.h"

namespace talus {

detail::Interrupt& detail::interrupt_of_thread() {
  thread_local Interrupt own;
  return own;
}

void check_interrupt() {
  detail::Interrupt& own = detail::interrupt_of_thread();
  if (own.check == nullptr) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < own.next) return;
  own.next = now + interrupt_interval;
  own.check();
}

}  // namespace talus
