// A mesh with its view complete, for kernels and for the functions that build it.
//
// Three sources, one structure:
//   a closed triangle mesh   its own facets are kept, or, where it is finer than the cells or
//                            intersects itself, its sign is sampled at the lattice nodes and the
//                            surface tessellated voxel by voxel (section 4 of P4);
//   an implicit function     sampled and tessellated;
//   a volume of voxels       from tomography, the same (talus/mesh_file.h).
// Either way the result is one closed surface of facets, from which the cells and the distances at
// the nodes are computed (assemble.cpp).
#pragma once

#include "talus/mesh_file.h"
#include "talus/shape.h"
#include "talus/shape/mesh/view.h"

namespace talus {

// The range of MeshOptions::cells. The fewest are a choice; with the most, a cube has 2^30 cells,
// whose numbers fit in 32 bits.
inline constexpr int fewest_mesh_cells = 4, most_mesh_cells = 1024;

}  // namespace talus
