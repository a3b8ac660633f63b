// The first faces of a polytope, those of a tetrahedron whose vertex 3 lies behind the face of its
// vertices 0, 1 and 2.
#pragma once

#include "talus/math/host_device.h"

namespace talus::engine {

// Vertex i of a face, counter-clockwise seen from outside.
TALUS_HD constexpr int tetrahedron_vertex(int face, int i) {
  constexpr int vertex[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  return vertex[face][i];
}

// The face beyond the edge from vertex i of a face to the next.
TALUS_HD constexpr int tetrahedron_neighbour(int face, int i) {
  constexpr int across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  return across[face][i];
}

}  // namespace talus::engine
