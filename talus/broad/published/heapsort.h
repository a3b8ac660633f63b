// Spatial heapsort, P4 section 2.3: lists of the volumes sorted by increasing ordinates along the
// principal axes by a heap sort, and a local search in the sorted lists. The ordinate is where a
// box begins. Two boxes overlap along an axis if and only if the later one of its list begins
// before the earlier one ends, so that the search goes on from every volume to the end of its own
// box: no pair is found twice, and a large body makes no other search longer.
//
// The sort key to search with (the paper's "suitable choice") is the axis on which the searches
// together are shortest, counted from the lists themselves. The paper leaves open whether one list
// or several are searched; a list of its own for every body takes 1.7 to 5.3 times the visits,
// since the partner may use another one (study/broad).
//
// Cost: M log M for the sort, whatever the distribution; O(M) words. Known weakness: the search
// visits a whole slab of space across the chosen axis, which holds of the order of M^(2/3)
// volumes when they fill a cube, so that it grows as M^(5/3), faster than the sort; and as M^2 when
// all lie in one plane across every axis or are as long as the scene.
#pragma once

#include "talus/broad/scene.h"

namespace talus::broad {

void heapsort(const Scene& scene, int threads, PairList& pairs, Work& work);

}  // namespace talus::broad
