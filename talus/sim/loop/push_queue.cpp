#include "talus/sim/loop/push_queue.h"

namespace talus {

void PushQueue::push_all() {
  static const PushKernel kernel = push_kernel();
  kernel(&rows_, static_cast<int>(s_.setup.law), !block_.rolling.empty(), step_);
  for (int i = 0; i < count_; ++i) take(static_cast<std::size_t>(i));
  count_ = 0;
}

void PushQueue::take(std::size_t i) {
  const std::size_t k = pair_[i];
  PointMemory& memory = block_.point[k];
  memory.friction = {get(rows_.slide.load, i), rows_.slide.stiffness[i]};
  memory.dashpot = get(rows_.dashpot, i);
  if (!block_.rolling.empty()) {
    block_.rolling[k] = {get(rows_.roll.load, i), rows_.roll.stiffness[i]};
  }
  sums_.elastic += rows_.elastic[i];
  sums_.damping += rows_.damping[i];
  sums_.friction += rows_.friction_heat[i];
  sums_.rolling += rows_.rolling_heat[i];
  ++sums_.count;
  const Wrench wrench{get(rows_.force, i), get(rows_.torque_a, i), get(rows_.torque_b, i)};
  set_slot(s_, block_, k, wrench);
  const Partners p = partners_of(block_, k);
  if (s_.is_free(p.a) && s_.is_free(p.b)) return;
  const Meeting meeting{s_.state[p.a], s_.state[p.b], get(rows_.a.arm, i), get(rows_.b.arm, i)};
  sums_.boundary_work +=
      work_of_boundary(s_, p, meeting, wrench.force, get(rows_.moment, i), step_);
}

}  // namespace talus
