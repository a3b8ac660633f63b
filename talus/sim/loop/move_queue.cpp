#include "talus/sim/loop/move_queue.h"

#include <algorithm>

#include "talus/sim/loop/native/loop_kernels.h"
#include "talus/sim/loop/neighbours.h"

namespace talus {

// Kernels read bodies as lines of numbers.
static_assert(sizeof(BodyState) == 16 * sizeof(double));
static_assert(sizeof(BodyPlace) == 8 * sizeof(double));

MoveQueue::MoveQueue(LoopState& s, bool ends) : s_(s), order_{ends, s.step} {}

// Mostly those of the body that was at this place before.
void MoveQueue::set_facts(const BodyFacts* facts) {
  const int at = rows_.count;
  facts_[at] = facts;
  set_vector(rows_.inverse_inertia, at, facts->inverse_inertia);
  rows_.turn_reach[at] = facts->turn_reach;
  rows_.round[at] = facts->round ? 1.0 : 0.0;
  set_vector(rows_.principal, at, facts->principal.row0);
  set_vector(rows_.principal + 3, at, facts->principal.row1);
  set_vector(rows_.principal + 6, at, facts->principal.row2);
  set_vector(rows_.centroid, at, facts->centroid);
}

void MoveQueue::move_all() {
  static const LoopKernel kernel = loop_kernels().front().move;
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
    s_.angular_momentum[slot] = vector_from<double>(rows_.momentum, static_cast<int>(i));
    if (!(s_.place[slot].way < s_.way_limit[slot]) && has_left(s_, slot)) left_ = true;
  }
}

}  // namespace talus
