// How two materials meet where nothing says fallback.
#pragma once

#include <algorithm>

#include "talus/physics/material.h"

namespace talus::scene {

// From how each meets itself: the mean of restitutions and tangential ratios, the smaller friction
// and rolling friction, the harmonic mean of the stiffnesses.
inline Interaction between(const Interaction& a, const Interaction& b) {
  Interaction mixed;
  mixed.restitution = 0.5 * (a.restitution + b.restitution);
  mixed.friction = std::min(a.friction, b.friction);
  mixed.rolling_friction = std::min(a.rolling_friction, b.rolling_friction);
  const double sum = a.stiffness + b.stiffness;
  mixed.stiffness = sum > 0.0 ? 2.0 * a.stiffness * b.stiffness / sum : 0.0;
  mixed.tangential_ratio = 0.5 * (a.tangential_ratio + b.tangential_ratio);
  return mixed;
}

}  // namespace talus::scene
