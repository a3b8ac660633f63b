// A closed surface of facets from signs at lattice nodes, voxel by voxel (P4, section 4, Figs. 5
// and 6): every facet lies in one cell, its corners on edges of the lattice where the sign changes.
//
// With corners on the true surface, of curvature radius R, the facets are within about h^2 / (3 R)
// of it: second order in the cell size h. Edges and corners of the source that lie inside a cell
// are cut off, an error of first order, and what is thinner than a cell may be missed.
#pragma once

#include <functional>

#include "talus/shape/mesh/arrays.h"

namespace talus {

// Where between the node (0) and the next one along the axis (1), whose signs differ, the surface
// is.
using EdgeCrossing = std::function<double(int axis, int i, int j, int k)>;

// Throws ShapeError if no node is inside, or a node on the rim of the lattice is.
MeshParts tessellate(const MeshLattice& lattice, InsideBits inside, const EdgeCrossing& crossing);

}  // namespace talus
