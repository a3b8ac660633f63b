// Free bodies whose motion is integrated eight at a time by a kernel for this machine's instruction
// set (native/integrator_batch.h). A body gets the same bits in any batch, but for the sign of a
// zero.
#pragma once

#include "talus/sim/loop/native/integrator_batch.h"
#include "talus/sim/loop/progress.h"
#include "talus/sim/loop/skin_table.h"

namespace talus {

class IntegratorQueue {
 public:
  // `ends`: bodies are in the middle of the last step, whose load is given, and complete it first.
  IntegratorQueue(BodyTable& bodies, SkinTable& skins, const IntegratorCall& call)
      : bodies_(bodies), skins_(skins), call_(call) {}
  IntegratorQueue(const IntegratorQueue&) = delete;
  IntegratorQueue& operator=(const IntegratorQueue&) = delete;

  // `velocity` is that at the start of the step; unused with IntegratorCall::ends.
  void add(std::size_t slot, const Load& load, const Vec3<double>& velocity) {
    const auto i = static_cast<std::size_t>(batch_.count);
    slot_[i] = slot;
    batch_.motion[i] = &bodies_.motion[slot].centre.x;
    batch_.pose[i] = &bodies_.poses[slot].pose.position.x;
    set_vector(batch_.force, batch_.count, load.force);
    set_vector(batch_.torque, batch_.count, load.torque);
    if (!call_.ends) set_vector(batch_.velocity, batch_.count, velocity);
    set_vector(batch_.angular_momentum, batch_.count, bodies_.angular_momentum[slot]);
    const RotorOf<double>* const rotor = &bodies_.type(slot).rotor;
    if (rotor_[i] != rotor) set_rotor(rotor);
    if (++batch_.count == IntegratorBatch::size) integrate();
  }

  // Integrates what is left; whether a body exceeded its skin.
  bool finish() {
    if (batch_.count > 0) integrate();
    return skin_exceeded_;
  }
  // The farthest of all bodies; its slot is known only if that is far.
  Travel travel() const {
    Travel farthest = farthest_;
    for (const double path : batch_.longest_path) farthest.length = larger(farthest.length, path);
    return farthest;
  }

 private:
  void set_rotor(const RotorOf<double>* rotor);  // of the next lane
  void integrate();

  BodyTable& bodies_;
  SkinTable& skins_;
  IntegratorCall call_;
  bool skin_exceeded_ = false;
  Travel farthest_;  // of those above the limit
  std::size_t slot_[IntegratorBatch::size];
  const RotorOf<double>* rotor_[IntegratorBatch::size]{};
  IntegratorBatch batch_{};
};

}  // namespace talus
