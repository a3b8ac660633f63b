// Number of time steps per call of Simulation::step: several steps per call cost less than single
// steps, but the caller must get control back soon enough to show progress and to be interrupted.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "talus/simulation.h"

namespace talus {

class StepPace {
 public:
  // Runs for about call_seconds, estimated from the last call, and at most `most` steps. The number
  // of steps per call does not change a bit of the result.
  std::int64_t advance(Simulation& simulation, std::int64_t most) {
    const std::int64_t count = std::clamp<std::int64_t>(next_, 1, most);
    const auto start = Clock::now();
    simulation.step(count);
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    const double estimate = call_seconds / std::max(took, clock_resolution);
    next_ = static_cast<std::int64_t>(static_cast<double>(count) * std::min(estimate, max_growth));
    return count;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double call_seconds = 0.05;      // short for a person, long against a call
  static constexpr double clock_resolution = 1e-9;  // s
  static constexpr double max_growth = 4.0;         // per call: the first steps may be the cheapest
  std::int64_t next_ = 1;
};

}  // namespace talus
