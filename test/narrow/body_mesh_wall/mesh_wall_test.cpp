// Meshes on walls of triangles: what they get from a half-space, from either side of a sheet, and
// where the wall is sharper than the mesh's points are close.
#include <gtest/gtest.h>

#include <algorithm>

#include "narrow/body_mesh_wall/walls.h"
#include "shape/mesh/grains.h"

namespace talus::test {
namespace {

Grain mesh(const TriangleMesh& triangles, int cells) {
  return Grain(make_mesh(triangles, {.cells = cells}));
}

Vec3<double> total_force(const std::vector<WallContact>& found) {
  Vec3<double> sum{};
  for (const WallContact& c : found) sum = sum + (c.area * c.depth * c.slope) * c.normal;
  return sum;
}

TEST(MeshWall, AFlatWallIsAHalfSpace) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<> unit(-1.0, 1.0);
  const TriangleWall wall = random_square(3.0, 50, engine, identity_matrix<double>(), {});
  int points = 0;
  for (const Grain& grain : {mesh(sphere(16), 16), mesh(torus(0.7, 0.3, 48, 24), 24)}) {
    for (int i = 0; i < 200; ++i) {
      const double side = i % 2 == 0 ? 1.0 : -1.0;
      const Grain floor(make_half_space({0, 0, side}, 0.0));
      Pose<double> pose{{unit(engine), unit(engine), 0.0}, random_turn(engine)};
      const BoundingBox<double> box = *world_box(grain.shape, pose);
      pose.position.z = side > 0.0 ? -box.lower.z - 0.03 : -box.upper.z + 0.03;
      std::vector<SurfaceContact> expected;
      surface_contacts({&floor.shape, &floor.cloud}, {}, {&grain.shape, &grain.cloud}, pose,
                       expected);
      const std::vector<WallContact> found = touch(wall, grain, pose);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        EXPECT_EQ(found[k].key, expected[k].key - surface_key_of_b);
        EXPECT_NEAR(found[k].depth, expected[k].depth, 1e-14);
        EXPECT_EQ(found[k].area, expected[k].area);
        EXPECT_LT(norm(found[k].normal - expected[k].normal), 1e-14);
        EXPECT_LT(norm(found[k].point - expected[k].point), 1e-14);
      }
      points += static_cast<int>(found.size());
    }
  }
  EXPECT_GT(points, 2000);
}

// A wall that ends in a rim at x = 0.
TriangleWall plate() {
  return TriangleWall({{-2, -2, 0}, {0, -2, 0}, {0, 2, 0}, {-2, 2, 0}}, {{0, 1, 2}, {0, 2, 3}});
}

// The wall is a strip that passes through the ring: one part of the ring is above it, one below.
TEST(MeshWall, ARingAroundAStripIsPushedByTheSideItIsOn) {
  const TriangleWall strip({{-2, -0.05, 0}, {2, -0.05, 0}, {2, 0.05, 0}, {-2, 0.05, 0}},
                           {{0, 1, 2}, {0, 2, 3}});
  const Grain ring = mesh(torus(0.7, 0.2, 64, 24), 32);  // its hole has a radius of 0.5
  const Quat<double> upright = turn_about({0, 1, 0}, 0.5 * std::numbers::pi);
  for (const double z : {0.0, 0.3, -0.3, 0.48, -0.48}) {
    EXPECT_TRUE(touch(strip, ring, {{0.1, 0.0, z}, upright}).empty()) << z;
  }
  for (const double z : {0.52, -0.52}) {
    const std::vector<WallContact> found = touch(strip, ring, {{0.1, 0.0, z}, upright});
    ASSERT_FALSE(found.empty());
    for (const WallContact& c : found) {
      EXPECT_LT(c.normal.z * z, 0.0);  // the ring hangs on the strip, or is pressed down by it
      EXPECT_LT(c.depth, 0.0226);      // at the rims of the strip; 0.02 in the middle
    }
  }
}

TEST(MeshWall, ACubeInTheCornerOfARoomIsPushedByAllThreeFaces) {
  const Grain cube = mesh(box({0.3, 0.3, 0.3}), 16);
  const std::vector<WallContact> found = touch(inside_of_box(), cube, {{0.71, 0.71, 0.71}, {}});
  const Vec3<double> force = total_force(found);
  EXPECT_LT(force.x, 0.0);
  EXPECT_NEAR(force.x, force.y, 1e-12);
  EXPECT_NEAR(force.x, force.z, 1e-12);
  // Every point of a side counts, those in the corner of the room for each face.
  double area = 0.0;
  for (const WallContact& c : found) area += c.area;
  EXPECT_GT(area, 3.0 * 0.36);
  EXPECT_LT(area, 3.0 * 0.36 * 1.5);
}

TEST(MeshWall, ARimEntersNoMesh) {
  // Edge on into the middle of a cube's side, between its points.
  const Grain cube = mesh(box({0.6, 0.6, 0.6}), 16);
  for (const double y : {0.0, 0.013, 0.04}) {
    const std::vector<WallContact> found = touch(plate(), cube, {{0.58, y, 0.02}, {}});
    ASSERT_FALSE(found.empty());
    for (const WallContact& c : found) {
      if (std::abs(c.point.y - y) > 0.5) continue;  // in the cells of the cube's edges
      EXPECT_GT(c.normal.x, 0.99);
      EXPECT_NEAR(c.depth, 0.02, 1e-6);
    }
    EXPECT_GT(total_force(found).x, 0.0);
  }
}

TEST(MeshWall, ASpikeEntersNoMesh) {
  const TriangleWall spike({{0, 0, 0}, {0.1, 0, -1}, {-0.1, 0.1, -1}, {-0.1, -0.1, -1}},
                           {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}});
  const Grain cube = mesh(box({0.6, 0.6, 0.6}), 16);
  for (const double x : {0.0, 0.021, 0.037}) {
    const std::vector<WallContact> found = touch(spike, cube, {{x, 0.01, 0.59}, {}});
    ASSERT_FALSE(found.empty());
    EXPECT_GT(total_force(found).z, 0.0);
    for (const WallContact& c : found) EXPECT_GT(c.normal.z, 0.99);
  }
}

}  // namespace
}  // namespace talus::test
