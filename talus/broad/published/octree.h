// The octree, P4 section 2.2: the binary search tree extended to three dimensions. Every node holds
// one volume and divides space at its centre into eight cells, of which only those that hold
// volumes are kept, by pointers; a node knows how far the volumes below it reach. Volumes are
// inserted in random order, which the paper quotes from Knuth, so that the tree is balanced as a
// rule. Building and searching are recursive.
//
// Cost: O(M log M) to build and to search for a balanced tree and boxes small against the scene;
// 152 bytes per volume. Known weakness, as published: several times the memory of the sorted lists,
// the cost of recursion, and a search that depends on the distribution: one long box makes all
// cells above it reach as far, and the random order scatters neighbours over the memory.
#pragma once

#include "talus/broad/scene.h"

namespace talus::broad {

void octree(const Scene& scene, int threads, PairList& pairs, Work& work);

}  // namespace talus::broad
