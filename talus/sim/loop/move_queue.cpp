#include "talus/sim/loop/move_queue.h"

#include <algorithm>

#include "talus/sim/loop/neighbours.h"

namespace talus {

// Kernels read bodies as lines of numbers.
static_assert(sizeof(BodyState) == 16 * sizeof(double));
static_assert(sizeof(BodyPlace) == 8 * sizeof(double));

MoveQueue::MoveQueue(LoopState& s, bool ends) : s_(s), order_{ends, s.step} {}

// Mostly those of the body that was at this place before.
void MoveQueue::set_facts(std::size_t i, const BodyFacts* facts) {
  facts_[i] = facts;
  set(rows_.inverse_inertia, i, facts->inverse_inertia);
  rows_.turn_reach[i] = facts->turn_reach;
  rows_.round[i] = facts->round ? 1.0 : 0.0;
  set(rows_.principal, i, facts->principal.row0);
  set(rows_.principal + 3, i, facts->principal.row1);
  set(rows_.principal + 6, i, facts->principal.row2);
  set(rows_.centroid, i, facts->centroid);
}

void MoveQueue::move_all() {
  static const MoveKernel kernel = move_kernel();
  const auto count = static_cast<std::size_t>(rows_.count);
  for (std::size_t i = count; i < MoveRows::size; ++i) {
    rows_.state[i] = rows_.state[0];
    rows_.place[i] = rows_.place[0];
  }
  rows_.all_round = std::all_of(facts_, facts_ + count, [](auto* facts) { return facts->round; });
  rows_.all_centred =
      std::all_of(facts_, facts_ + count, [](auto* facts) { return facts->centred; });
  kernel(&rows_, &order_);
  rows_.count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t slot = slot_[i];
    s_.angular_momentum[slot] = {rows_.momentum[0][i], rows_.momentum[1][i], rows_.momentum[2][i]};
    if (!(s_.place[slot].way < s_.way_limit[slot]) && has_left(s_, slot)) left_ = true;
  }
}

}  // namespace talus
