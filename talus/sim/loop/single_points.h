// Pairs that have one contact point, through the narrow phase.
#pragma once

#include "talus/sim/loop/state.h"

namespace talus {

// Adds to the shares of the chunk and to the sums.
void push_in_single_points(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums);

}  // namespace talus
