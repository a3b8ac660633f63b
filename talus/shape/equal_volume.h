// The ball of the same volume as a body: the size of the body.
#pragma once

#include <numbers>

#include "talus/math/power.h"

namespace talus {

inline double equal_volume_radius(double volume) {
  return power(volume * (0.75 / std::numbers::pi), 1.0 / 3.0);
}

// Twice the radius to rounding. A form of its own, since it sizes the bodies of scenes, whose bits
// stay.
inline double equal_volume_diameter(double volume) {
  return power(6.0 / std::numbers::pi * volume, 1.0 / 3.0);
}

}  // namespace talus
