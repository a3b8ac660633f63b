// A contact of a mesh in a simulation: the force on B is slope * dE/d(depth) along the normal, at
// the point, with a couple about the normal of `twist` times the force; E is the energy of the law
// at this depth, of which the contact has the part `share`.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

struct MeshContact {
  Vec3<double> point{}, normal{};  // in the world; the normal is a unit vector from A to B
  double depth{}, slope = 1.0;
  double twist{};             // m
  double energy_share = 1.0;  // of the energy of the law
  double spread_squared{};    // m2, as ForcePoint
  double patch_arm{};         // m, likewise
};

}  // namespace talus
