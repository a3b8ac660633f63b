// The surfaces that the page draws: few, since bodies of one kind and proportion share one, which
// is scaled for each. Every surface comes at several levels of detail.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/output/view/stored_run.h"

namespace talus {

// Triangles with normals for light; single precision is enough for a picture.
struct ViewSurface {
  std::vector<float> vertex, normal;   // 3 per corner
  std::vector<std::int32_t> triangle;  // 3, counter-clockwise seen from outside
};

struct ViewMesh {
  std::vector<ViewSurface> level;  // coarse to fine
};

// How a row of the table of shapes is drawn.
struct DrawnShape {
  std::int32_t mesh = -1;        // -1: not as a body (half-spaces, segments)
  std::array<float, 3> scale{};  // of the mesh, along the axes of the body
  double diameter{};             // of the ball of equal volume, m
  double volume{};               // m3
  double radius{};               // of a ball about the body's origin that holds it, m
};

struct ViewMeshes {
  std::vector<ViewMesh> mesh;
  std::vector<DrawnShape> shape;  // one for every row
};

// Throws ShapeError for parameters of no shape.
ViewMeshes view_meshes(const std::vector<StoredShape>& shapes);

}  // namespace talus
