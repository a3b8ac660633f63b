// How many steps to make at once: several cost less than one by one, but whoever waits for them
// wants to be asked again soon, to show how far it is or to end.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "talus/simulation.h"

namespace talus {

class StepPace {
 public:
  // As many steps as take about `seconds`, by the last ones, but `most` at most. How many there
  // were does not change a bit of the result.
  std::int64_t go(Simulation& simulation, std::int64_t most) {
    const std::int64_t count = std::clamp<std::int64_t>(next_, 1, most);
    const auto start = Clock::now();
    simulation.step(count);
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    const double wanted = seconds / std::max(took, 1e-9) * static_cast<double>(count);
    next_ = static_cast<std::int64_t>(std::min(wanted, 4.0 * static_cast<double>(count)));
    return count;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double seconds = 0.05;
  std::int64_t next_ = 1;
};

}  // namespace talus
