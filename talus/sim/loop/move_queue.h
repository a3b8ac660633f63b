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
    set(rows_.force, i, force);
    set(rows_.torque, i, torque);
    if (!order_.ends) set(rows_.velocity, i, s_.motion.velocity[s_.number_of(slot)]);
    set(rows_.momentum, i, s_.angular_momentum[slot]);
    const BodyFacts* const facts = &s_.facts_of(slot);
    if (facts_[i] != facts) set_facts(i, facts);
    if (++rows_.count == MoveRows::size) move_all();
  }

  // Moves what is left; whether a body has left its room.
  bool finish() {
    if (rows_.count > 0) move_all();
    return left_;
  }

 private:
  static void set(Row* rows, std::size_t i, const Vec3<double>& v) {
    rows[0][i] = v.x, rows[1][i] = v.y, rows[2][i] = v.z;
  }
  void set_facts(std::size_t i, const BodyFacts* facts);
  void move_all();

  LoopState& s_;
  MoveOrder order_;
  bool left_ = false;
  std::size_t slot_[MoveRows::size];
  const BodyFacts* facts_[MoveRows::size]{};
  MoveRows rows_{};
};

}  // namespace talus
