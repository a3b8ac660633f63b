// The largest safe time step, from stiffness, mass and size of the bodies that can meet.
//
// A contact of stiffness k and shared mass m* swings with the half period T = pi sqrt(m*/k).
// Velocity Verlet is stable up to h = 2/omega = 0.64 T for that contact alone; a grain in a bed is
// held by a dozen and by tangential springs, which takes off a factor of about three. So steps
// above T/6 are refused, and T/20 is chosen where the scene leaves the choice.
//
// k is the stiffness of the law at an overlap of a twentieth of R*, four times that of a
// polyhedron, which can lie and rock on a face, or that of a patch of a mesh, which can lie flat on
// another body.
#pragma once

#include <string>

#include "talus/sim/loop/state.h"

namespace talus {

struct TimeStepLimit {
  double half_period{};  // s, T of the quickest contact
  std::string reason;    // "contact of grain 17 and floor"

  double largest() const { return half_period / 6.0; }
  double chosen() const { return half_period / 20.0; }
};

TimeStepLimit time_step_limit(const LoopState& s);

}  // namespace talus
