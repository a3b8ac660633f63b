// The contacts of a moment: every pair of the neighbour list is asked whether it touches, and those
// that do get their force. Pairs are worked on in chunks, each of which has its own shares of the
// forces on bodies (pair_chunks.h).
//
// A pair that is apart is not asked again before both bodies together have gone as far as its gap.
#pragma once

#include <atomic>
#include <vector>

#include "talus/sim/loop/move_bodies.h"
#include "talus/sim/loop/state.h"

namespace talus {

class ContactPass {
 public:
  // Fills the shares and the sums. With a step of 0 nothing is counted as heat.
  // Throws SimulationError where a contact has no answer.
  void run(LoopState& s, double step);

  // The same, and bodies go on to the next step (end_and_start_step), group by group as soon as
  // their last contact is known: they are in the cache then. Whether one has left its room. Throws
  // as run and as take_report.
  bool run_and_move(LoopState& s);

  // Seconds since the start, of bodies' motion in this and by pair of kinds; together they are the
  // time that has passed, for any number of threads.
  double motion_seconds() const { return motion_seconds_; }
  struct Time {
    Kind kind_a{}, kind_b{};
    bool walls{};
    double seconds{};
  };
  const std::vector<Time>& times() const { return times_; }

 private:
  struct Result {
    ContactSums sums;
    double seconds{}, motion_seconds{};
  };
  void work_on_chunk(LoopState& s, std::size_t chunk, double step);
  void move_groups(LoopState& s, std::size_t chunk);
  void sum_up(LoopState& s, double wall);
  double& time_of(const PairBlock& block);

  std::vector<Result> results_;                  // by chunk, then by loose group
  std::vector<std::atomic<std::int32_t>> left_;  // by group: chunks that are not done yet
  std::vector<GroupReport> reports_;             // by group
  std::vector<Time> times_;
  double motion_seconds_{};
};

}  // namespace talus
