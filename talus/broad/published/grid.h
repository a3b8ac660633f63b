// Grid subdivision, P4 section 2.2: uniform rectilinear cells over the simulation volume, every
// volume in all cells its box touches (the paper's buffer zone), and all volumes of a cell compared
// with each other. Two volumes that share several cells are a pair in one of them only, the lowest.
//
// The cell size is the paper's tradeoff: here as long as an average box, but with no more cells
// than volumes, and coarser where large boxes would otherwise take more than 16 cells on average.
// So the memory is O(M).
//
// Cost: O(M) for boxes of one size spread evenly. Known weakness, as published: "if all the objects
// are clustered in one cell then no advantage accrues from this method": M^2 for one dense cluster
// in a large void; and a wide size range puts many small bodies into every cell.
#pragma once

#include "talus/broad/scene.h"

namespace talus::broad {

void grid(const Scene& scene, int threads, PairList& pairs, Work& work);

}  // namespace talus::broad
