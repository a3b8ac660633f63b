// Points deep inside a mesh, one for each vertex: the end of the path along the gradient of the
// distance from the surface, on the medial axis or near it. A vertex has reached a wall from the
// side on which its inner point is. The centre of a concave body does not decide that: of a ring
// around a strip, one part is above it, one below.
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
