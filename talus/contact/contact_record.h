// Geometry and force of the contacts of the last step, as they moved the bodies. Pairs of spheres,
// and spheres on planes, are not recorded: their closed forms give the same point again.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

// A pair that touches. Where it touches in several points the record sums them up: mean point and
// normal, weighted by depth and area, the largest overlap, the sum of areas and forces.
struct ContactRecord {
  std::int32_t block{}, pair{};  // of the NeighbourList
  Vec3<double> point{};          // m, in the world beside body a
  Vec3<double> normal{};         // unit, from a to b
  Vec3<double> force{};          // N, on b
  double overlap{};              // m
  double area{};                 // m2
};

}  // namespace talus
