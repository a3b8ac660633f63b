// Body-based cells, P4 section 2.2: a rectilinear search cell around every volume's own centre; the
// volumes whose centres lie in it are potential contacts and are stored in its neighbour list. Then
// the volumes of the lists are compared. The cell is the volume's box enlarged by the largest half
// length of all volumes, so that the centre of anything it could touch lies inside.
//
// The paper leaves open how the centres in a cell are found; here by linked lists over uniform
// cells, as is usual in molecular dynamics.
//
// Cost: O(M) for volumes of one size, with the memory for the lists on top: a list is stored once
// for two neighbours, and the lists are compared and begun anew whenever they exceed 64 entries per
// volume. Known weakness: the largest body sets the size of all cells, so that one large body among
// small ones makes it M^2; and so does a cluster in a void, as for the grid.
#pragma once

#include "talus/broad/scene.h"

namespace talus::broad {

void body_cells(const Scene& scene, int threads, PairList& pairs, Work& work);

}  // namespace talus::broad
