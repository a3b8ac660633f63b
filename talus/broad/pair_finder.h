// The production scheme of the broad phase: linear in time and memory, whatever the mix of sizes
// and however the bodies cluster.
//
// Volumes are put into classes by size. Every class is cut into rows, cells as wide as its longest
// volumes in two directions, in which volumes are sorted along the third (in buckets that fit a
// cache). A row is swept with itself and its neighbours, and with the few rows of other classes
// beside it, from the shorter one; volumes are compared as short floats, up to sixteen at a time.
// There is no hashing and no tree: all lists are sorted, neighbours are found by going along them.
//
// Weakness: where volumes are long along different axes at one location, crossed fibres are
// compared with many that they miss. docs/broad.md has the cost.
#pragma once

#include "talus/broad/scene.h"

namespace talus::broad {

// As listed among the schemes: a PairFinder used once.
void size_rows(const Scene& scene, int threads, PairList& pairs, Work& work);

}  // namespace talus::broad
