// The range of lengths of a mesh.
#pragma once

#include "talus/shape.h"

namespace talus {

// Also of its coordinates, at the top. Boxes of facets and distances at nodes are in single
// precision (1.2e-38 to 3.4e38): squares of distances are finite, and that of the rounding of a
// coordinate, 1e-6 of the size (node_distances.cpp), is a normal number.
inline constexpr double least_mesh_size = 1e-12, most_mesh_size = 1e15;

// Throws ShapeError unless the box of a mesh is in this range.
void require_mesh_size(const BoundingBox<double>& box);

}  // namespace talus
