#include "talus/sim/loop/integrator_queue.h"

#include <algorithm>

#include "talus/sim/loop/native/loop_kernels.h"

namespace talus {

// Called only if the lane's body type changed. The frames of centred bodies are all the same.
void IntegratorQueue::set_rotor(const RotorOf<double>* rotor) {
  const int at = batch_.count;
  const bool same_frame = rotor_[at] != nullptr && rotor_[at]->all_centred && rotor->all_centred;
  rotor_[at] = rotor;
  set_vector(batch_.inverse_inertia, at, rotor->inverse_inertia);
  batch_.turn_reach[at] = rotor->turn_reach;
  batch_.round[at] = rotor->round;
  if (same_frame) return;
  set_vector(batch_.principal.row0, at, rotor->principal.row0);
  set_vector(batch_.principal.row1, at, rotor->principal.row1);
  set_vector(batch_.principal.row2, at, rotor->principal.row2);
  set_vector(batch_.centroid, at, rotor->centroid);
}

void IntegratorQueue::integrate() {
  static const LoopKernel kernel = loop_kernels().front().integrate;
  const auto count = static_cast<std::size_t>(batch_.count);
  for (std::size_t i = count; i < IntegratorBatch::size; ++i) {
    batch_.motion[i] = batch_.motion[0];
    batch_.pose[i] = batch_.pose[0];
  }
  batch_.all_round = std::all_of(rotor_, rotor_ + count, [](auto* r) { return r->all_round; });
  batch_.all_centred = std::all_of(rotor_, rotor_ + count, [](auto* r) { return r->all_centred; });
  kernel(&batch_, &call_);
  batch_.count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t slot = slot_[i];
    bodies_.angular_momentum[slot] =
        vector_from<double>(batch_.angular_momentum, static_cast<int>(i));
    if (!(bodies_.poses[slot].path_length < skins_.path_limit[slot]) &&
        skin_exceeded(bodies_, skins_, slot)) {
      skin_exceeded_ = true;
    }
  }
  if (!batch_.far) return;
  batch_.far = false;
  for (std::size_t i = 0; i < count; ++i) {
    farthest_.add({batch_.longest_path[i], static_cast<std::int32_t>(slot_[i])});
  }
}

}  // namespace talus
