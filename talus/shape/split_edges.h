// Makes the triangles of a surface smaller where they are large, without moving the surface:
// vertices on it stand for pieces of similar size then.
#pragma once

#include "talus/mesh_file.h"

namespace talus {

// Halves every edge longer than `longest`, and the two triangles beside it with it, until there is
// none: neighbours always agree about their common edge. New vertices follow the old ones.
void split_long_edges(TriangleMesh& surface, double longest);

}  // namespace talus
