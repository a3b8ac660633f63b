// The pairs of all blocks cut into chunks, and what each body has to do with them.
//
// Several threads cannot add to the force of the same body, and the order of additions must not
// depend on who comes first. So a chunk has a share for each of its bodies, filled by one thread in
// the order of its pairs, and a body's force is the sum of its shares in the order of chunks. Pairs
// are in the order of a curve through space: most pairs of a body are in one chunk.
#pragma once

#include "talus/sim/loop/state.h"

namespace talus {

// Pairs; at most half of what a number of a share can be.
constexpr std::int64_t largest_chunk = 2048;

// Sets what follows from the blocks: their shares, the chunks, the lists of shares by body and of
// groups by chunk.
void make_chunks(LoopState& s);

}  // namespace talus
