// Every volume with every other, image by image: the M^2 tests of P4 section 2 that all other
// schemes avoid, and what they are compared with. Quadratic time, no memory.
#pragma once

#include "talus/broad/scene.h"

namespace talus::broad {

void brute_force(const Scene& scene, int threads, PairList& pairs, Work& work);

}  // namespace talus::broad
