// Meshes with fewer facets, for bodies that are small on the screen.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

struct FacetMesh {
  std::vector<Vec3<double>> vertex;
  std::vector<std::array<std::int32_t, 3>> facet;
};

// All vertices in a cell of a grid become their mean; facets that become flat are left out
// (Rossignac and Borrel 1993). `cells` along the longest side of the mesh.
FacetMesh coarsened(const FacetMesh& mesh, int cells);

}  // namespace talus
