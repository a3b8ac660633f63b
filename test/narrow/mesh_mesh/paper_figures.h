// The bodies of the figures of Williams & O'Connor 1999, for the tests and for study/dfr, which
// draws them from the structures.
#pragma once

#include <cmath>
#include <numbers>

#include "shape/mesh/grains.h"
#include "talus/math/pose.h"
#include "talus/shape/mesh/mesh.h"

namespace talus::test {

struct PosedMeshes {
  Mesh a, b;
  RelativePose<double> b_in_a;
};

inline Mat3<double> turned_about_z(double degrees) {
  const double half = degrees * std::numbers::pi / 360.0;
  return rotation_of(Quat<double>{std::cos(half), 0.0, 0.0, std::sin(half)});
}

// Fig. 14, which is two-dimensional: two plates, A of 8 x 8 cells and B of cells 1.2 times as
// large, turned, with its lower left corner in the upper right one of A.
inline PosedMeshes figure_14() {
  return {make_mesh(box({3.5, 3.5, 0.5}), {.cells = 8, .surface = MeshSurface::source}),
          make_mesh(box({3.6, 3.6, 0.5}), {.cells = 7, .surface = MeshSurface::source}),
          {turned_about_z(-14.0), {6.9, 3.6, 0.0}}};
}

// Fig. 15: a triangular prism that lies on a side, and the edge (P1, P2) across its ridge.
struct Figure15 {
  Mesh target;
  Vec3<double> p1, p2;
};

inline Figure15 figure_15() {
  TriangleMesh prism;
  for (const double y : {-1.0, 1.0}) {
    prism.vertices.push_back({-0.8, y, 0.0});
    prism.vertices.push_back({0.8, y, 0.0});
    prism.vertices.push_back({0.0, y, 0.7});
  }
  prism.triangles = {{0, 1, 2}, {3, 5, 4}, {0, 3, 4}, {0, 4, 1},
                     {1, 4, 5}, {1, 5, 2}, {2, 5, 3}, {2, 3, 0}};
  return {make_mesh(turned_outward(prism), {.cells = 9, .surface = MeshSurface::source}),
          {-0.9, -0.55, 0.62},
          {0.7, 0.85, 0.52}};
}

}  // namespace talus::test
