// A caller may end what lasts long: the check that it sets for its thread is called now and then by
// loops (parallel_for does so between its items), and ends them by an exception. Used by Python,
// whose signals are handled by its main thread only.
//
// Nothing is checked within a time step (Simulation::step): its state would be half of a step.
#pragma once

#include <chrono>

namespace talus {

namespace detail {

struct Interrupt {
  void (*check)() = nullptr;
  std::chrono::steady_clock::time_point next{};
};

Interrupt& interrupt_of_thread();

}  // namespace detail

class InterruptScope {
 public:
  explicit InterruptScope(void (*check)()) : before_(detail::interrupt_of_thread()) {
    detail::interrupt_of_thread() = {check, {}};
  }
  ~InterruptScope() { detail::interrupt_of_thread() = before_; }
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  detail::Interrupt before_;
};

// Calls the check of this thread, if it has one and interrupt_interval has passed since the last
// call.
void check_interrupt();

// Short for a person, long against a check.
inline constexpr std::chrono::milliseconds interrupt_interval{20};

}  // namespace talus
