// The largest safe time step (talus/physics/time_step.h), from the lightest and flattest bodies of
// every pair of materials.
#pragma once

#include <string>

#include "talus/physics/time_step.h"
#include "talus/sim/loop/body_table.h"
#include "talus/sim/loop/model.h"

namespace talus {

struct TimeStepLimit {
  double half_period{};  // s, T of the contact with the shortest one
  std::string reason;    // "a contact of grain 17 and floor"

  double largest() const { return half_period / fewest_steps_per_half_period; }
  double chosen() const { return half_period / default_steps_per_half_period; }
};

TimeStepLimit time_step_limit(const Model& model, const BodyTable& bodies);

}  // namespace talus
