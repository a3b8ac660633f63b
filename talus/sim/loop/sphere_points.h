// Pairs of two spheres, and of a sphere and a half-space: closed forms, without the narrow phase.
#pragma once

#include "talus/sim/loop/state.h"

namespace talus {

// Add to the shares of the chunk and to the sums.
void push_spheres(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums);
void push_spheres_on_planes(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums);

}  // namespace talus
