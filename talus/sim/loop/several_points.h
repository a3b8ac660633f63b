// Pairs that touch in several points at once: a mesh with anything, and anything with a mesh wall.
//
// A mesh pushes with a bed of springs on its surface (talus/physics/foundation.h), every sample
// point with friction of its own, so that patches resist sliding, twisting and rolling without more
// ado. A convex body touches a mesh wall as it touches a half-space, once for every face, crease
// and corner, by the same law.
#pragma once

#include "talus/sim/loop/state.h"

namespace talus {

void push_in_several_points(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums);

// One row of a table of contacts: all points of a pair together.
struct PointsOfPair {
  Vec3<double> point{}, normal{}, force{};
  double overlap{}, area{};
};
PointsOfPair describe_points(const LoopState& s, const PairBlock& block, std::size_t k);

}  // namespace talus
