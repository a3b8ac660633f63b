// Meshes that overlap deeply at the start, surfaces that coincide among them.
#include <gtest/gtest.h>

#include "sim/setup_for_tests.h"
#include "talus/mesh_file.h"

namespace talus {
namespace {

Mesh box_mesh(const Vec3<double>& half) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back({(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                             (i & 4) != 0 ? half.z : -half.z});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return make_mesh(mesh, {.cells = 16});
}

std::string refusal(const Shape& a, const Shape& b, const Vec3<double>& between) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.add(scene.shape(a), {});
  scene.add(scene.shape(b), {between, {1, 0, 0, 0}});
  try {
    Simulation simulation(scene.setup);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

TEST(MeshOverlap, OfBodiesWithTheSameSurfaceIsRefused) {
  const Vec3<double> cube{0.01, 0.01, 0.01}, plate{0.02, 0.02, 0.0005};
  for (const Vec3<double>& half : {cube, plate}) {
    const Mesh mesh = box_mesh(half);
    const std::string same = refusal(mesh, mesh, {});
    EXPECT_NE(same.find("body 0 and body 1 overlap by"), std::string::npos) << same;
    EXPECT_NE(same.find("at the start"), std::string::npos) << same;
  }
  // A mesh and the polyhedron or ball of its size, and one body within another.
  EXPECT_NE(refusal(box_mesh(cube), cube_of(0.01), {}), "");
  EXPECT_NE(refusal(box_mesh(cube), make_sphere(0.004), {}), "");
  EXPECT_NE(refusal(box_mesh({0.02, 0.02, 0.02}), box_mesh({0.004, 0.004, 0.004}), {}), "");
}

TEST(MeshOverlap, OfBodiesThatTouchIsAllowed) {
  const Vec3<double> half{0.01, 0.01, 0.01};
  for (const double overlap : {0.0, 1e-6, 1e-3}) {
    EXPECT_EQ(refusal(box_mesh(half), box_mesh(half), {0.02 - overlap, 0, 0}), "") << overlap;
  }
  EXPECT_EQ(
      refusal(box_mesh({0.02, 0.02, 0.0005}), box_mesh({0.02, 0.02, 0.0005}), {0, 0, 0.001 - 1e-4}),
      "");
}

}  // namespace
}  // namespace talus
