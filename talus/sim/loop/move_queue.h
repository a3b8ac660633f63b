// Free bodies that go on by a step, eight at a time by a kernel for this machine's instruction set
// (native/move_rows.h). Each gets the same bits in any company, but for
// the sign of a zero.
#pragma once

#include "talus/sim/loop/native/move_rows.h"
#include "talus/sim/loop/state.h"

namespace talus {

class MoveQueue {
 public:
  // `ends`: bodies are in the middle of the last step, whose load is given, and end it first.
  MoveQueue(LoopState& s, bool ends);
  MoveQueue(const MoveQueue&) = delete;
  MoveQueue& operator=(const MoveQueue&) = delete;

  void add(std::size_t slot, const Vec3<double>& force, const Vec3<double>& torque) {
    const auto i = static_cast<std::size_t>(rows_.count);
    slot_[i] = slot;
    rows_.state[i] = &s_.state[slot].centre.x;
    rows_.place[i] = &s_.place[slot].pose.position.x;
    set_vector(rows_.force, rows_.count, force);
    set_vector(rows_.torque, rows_.count, torque);
    if (!order_.ends)
      set_vector(rows_.velocity, rows_.count, s_.motion.velocity[s_.number_of(slot)]);
    set_vector(rows_.momentum, rows_.count, s_.angular_momentum[slot]);
    const BodyFacts* const facts = &s_.facts_of(slot);
    if (facts_[i] != facts) set_facts(facts);
    if (++rows_.count == MoveRows::size) move_all();
  }

  // Moves what is left; whether a body has left its room.
  bool finish() {
    if (rows_.count > 0) move_all();
    return left_;
  }

 private:
  void set_facts(const BodyFacts* facts);  // of the next body
  void move_all();

  LoopState& s_;
  MoveOrder order_;
  bool left_ = false;
  std::size_t slot_[MoveRows::size];
  const BodyFacts* facts_[MoveRows::size]{};
  MoveRows rows_{};
};

}  // namespace talus
