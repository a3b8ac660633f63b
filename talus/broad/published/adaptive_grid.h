// The adaptive grid, P4 section 2.2: the simulation volume is subdivided by cutting planes parallel
// to the principal planes, each with about the same number of volumes on either side, until a cell
// holds few. A volume that reaches across a plane goes to both sides; two that share several cells
// are a pair only in the one that holds the lower corner of what they have in common.
//
// The plane goes through the median of the centres, along the axis where it cuts the fewest boxes.
// A cell that no plane divides to advantage stays whole, and the cutting ends when the lists hold
// 16 times as many entries as there are volumes, so that the memory is O(M).
//
// Cost: O(M log M), insensitive to clusters. Known weakness, as published: the planes are found
// anew in every search, which costs more than a uniform grid where the volumes are spread evenly;
// and long boxes are cut by every plane.
#pragma once

#include "talus/broad/scene.h"

namespace talus::broad {

void adaptive_grid(const Scene& scene, int threads, PairList& pairs, Work& work);

}  // namespace talus::broad
