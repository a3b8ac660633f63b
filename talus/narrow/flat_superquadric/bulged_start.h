// Where the search for the smooth depth of a pair of superquadrics (bulged_pair.h) begins: at its
// last result, relative to the contact of which it is a refinement. Both turn with the bodies and
// deepen together, so that their difference hardly changes in a time step. Any value is safe.
#pragma once

#include <cstdint>

#include "talus/math/vec3.h"

namespace talus {

struct BulgedStart {
  Vec3<float> tilt{};    // of the normal off that of the contact, in the world
  float depth_ratio{};   // of the depth to that of the contact; 0: none
  std::int32_t steps{};  // of Newton's method in the last search
};

}  // namespace talus
