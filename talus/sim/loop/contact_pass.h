// The contacts of a moment: every pair of the neighbour list is asked whether it touches, and those
// that do get their force. Pairs are worked on in chunks, each of which has its own shares of the
// forces on bodies (pair_chunks.h).
//
// A pair that is apart is not asked again before both bodies together have gone as far as its gap.
#pragma once

#include <string>
#include <vector>

#include "talus/sim/loop/state.h"

namespace talus {

class ContactPass {
 public:
  // Fills the shares and the sums. With a step of 0 nothing is counted as heat.
  // Throws SimulationError where a contact has no answer.
  void run(LoopState& s, double step);

  // Seconds by pair of kinds since the start, of all threads together.
  struct Time {
    Kind kind_a{}, kind_b{};
    bool walls{};
    double seconds{};
  };
  const std::vector<Time>& times() const { return times_; }

 private:
  struct Result {
    ContactSums sums;
    double seconds{};
  };
  double& time_of(const PairBlock& block);

  std::vector<Result> results_;  // by chunk
  std::vector<Time> times_;
};

}  // namespace talus
