// Points deep inside a mesh, one for each vertex: where the way along the gradient of the distance
// from the surface ends, on the medial axis or near it. The side of a wall on which the point of a
// vertex is tells from which side the vertex has reached the wall, where the centre of a concave
// body tells nothing: of a ring around a strip, one part is above it, one below.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/shape/mesh/view.h"

namespace talus {

struct MeshInnerPoints {
  MeshInnerPoints() = default;
  explicit MeshInnerPoints(const MeshView<double>& mesh);

  std::vector<Vec3<double>> point;      // in the frame of the mesh
  std::vector<std::int32_t> of_vertex;  // the deepest of those of its facets, by number
};

}  // namespace talus
