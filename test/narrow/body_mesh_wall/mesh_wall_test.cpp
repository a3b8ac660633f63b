// Meshes on walls of triangles: what they get from a half-space, from either side of a sheet, and
// from rims and spikes.
#include <gtest/gtest.h>

#include <algorithm>

#include "narrow/body_mesh_wall/walls.h"
#include "narrow/mesh_overlap/closed_meshes.h"
#include "narrow/wall_wrench.h"
#include "shape/mesh/grains.h"
#include "talus/narrow/mesh_overlap/mesh_half_space.h"

namespace talus::test {
namespace {

Grain mesh(const TriangleMesh& triangles, int cells) {
  return Grain(make_mesh(triangles, {.cells = cells}));
}

std::vector<Grain> concave_grains() {
  std::vector<Grain> grains;
  grains.push_back(mesh(torus(0.7, 0.3, 48, 24), 24));
  grains.emplace_back(table_mesh());
  grains.emplace_back(jack_mesh(0.25));
  return grains;
}

TEST(MeshWall, AFlatWallIsAHalfSpace) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<> unit(-1.0, 1.0);
  int contacts = 0;
  for (const int triangles : {2, 50, 2000}) {
    const TriangleWall wall = random_square(3.0, triangles, engine, identity_matrix<double>(), {});
    for (const Grain& grain : concave_grains()) {
      for (int i = 0; i < 40; ++i) {
        const double side = i % 2 == 0 ? 1.0 : -1.0;
        Pose<double> pose{{unit(engine), unit(engine), 0.0},
                          i < 10 ? Quat<double>{} : random_turn(engine)};
        const BoundingBox<double> box = *world_box(grain.shape, pose);
        pose.position.z = side > 0.0 ? -box.lower.z - 0.03 : -box.upper.z + 0.03;
        MeshContact expected;
        double gap;
        ASSERT_TRUE(mesh_half_space_contact(std::get<Mesh>(grain.shape).view(), pose,
                                            {0.0, 0.0, side}, 0.0, expected, gap));
        const std::vector<WallContact> found = touch(wall, grain, pose);
        ASSERT_EQ(found.size(), 1u);
        const WallContact& c = found[0];
        EXPECT_NEAR(c.rounded, expected.depth, 1e-12);
        EXPECT_NEAR(c.slope, expected.slope, 1e-11);
        EXPECT_LT(norm(c.normal - expected.normal), 1e-11);
        EXPECT_LT(norm(c.point - expected.point), 1e-10);
        EXPECT_NEAR(c.spread_squared, expected.spread_squared, 1e-11);
        EXPECT_NEAR(c.patch_arm, expected.patch_arm, 1e-11);
        EXPECT_NEAR(c.twist, 0.0, 1e-11);
        EXPECT_EQ(c.energy_share, 1.0);
        ++contacts;
      }
    }
  }
  EXPECT_EQ(contacts, 360);
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
      EXPECT_LT(c.depth, 0.025);       // at the rims of the strip 0.0226
    }
  }
}

TEST(MeshWall, ACubeInTheCornerOfARoomIsPushedByAllThreeFaces) {
  const Grain cube = mesh(box({0.3, 0.3, 0.3}), 16);
  const std::vector<WallContact> found = touch(inside_of_box(), cube, {{0.71, 0.71, 0.71}, {}});
  ASSERT_EQ(found.size(), 3u);
  for (const WallContact& c : found) {
    EXPECT_NEAR(c.rounded, 1.06 * 0.01, 1e-12);  // of a face (smooth_depth.h)
    EXPECT_NEAR(c.energy_share, 1.0, 1e-11);
    EXPECT_NEAR(c.slope, 1.06, 1e-10);
  }
  const Wrench wrench = wrench_of(found, {{0.71, 0.71, 0.71}, {}});
  EXPECT_LT(wrench.force.x, 0.0);
  EXPECT_NEAR(wrench.force.x / wrench.force.y, 1.0, 1e-9);
  EXPECT_NEAR(wrench.force.x / wrench.force.z, 1.0, 1e-9);
}

// The corner of a cube points into the corner of a room: nothing of it is over any of the faces.
TEST(MeshWall, ANeedleInTheCornerOfARoomStays) {
  const Grain needle = mesh(box({0.3, 0.01, 0.01}), 32);
  const Vec3<double> along = normalized(Vec3<double>{1, 1, 1}), x{1, 0, 0};
  const Quat<double> turn = turn_about(cross(x, along), std::acos(dot(x, along)));
  const Pose<double> pose{Vec3<double>{1, 1, 1} - 0.25 * along, turn};
  const std::vector<WallContact> found = touch(inside_of_box(), needle, pose);
  ASSERT_EQ(found.size(), 3u);
  for (const WallContact& c : found) EXPECT_GT(c.rounded, 0.025);
}

TEST(MeshWall, ARimEntersNoMesh) {
  // Edge on into the middle of a cube's side.
  const Grain cube = mesh(box({0.6, 0.6, 0.6}), 16);
  for (const double y : {0.0, 0.013, 0.04}) {
    const Pose<double> pose{{0.58, y, 0.02}, {}};
    const std::vector<WallContact> found = touch(plate(0.0), cube, pose);
    ASSERT_FALSE(found.empty());
    const Vec3<double> force = wrench_of(found, pose).force;
    EXPECT_GT(force.x, 0.999 * norm(force));
    for (const WallContact& c : found) EXPECT_LT(c.rounded, 1.2 * 0.02);
  }
}

TEST(MeshWall, ASpikeEntersNoMesh) {
  const TriangleWall spike({{0, 0, 0}, {0.1, 0, -1}, {-0.1, 0.1, -1}, {-0.1, -0.1, -1}},
                           {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}});
  const Grain cube = mesh(box({0.6, 0.6, 0.6}), 16);
  for (const double x : {0.0, 0.021, 0.037}) {
    const Pose<double> pose{{x, 0.01, 0.57}, {}};
    const std::vector<WallContact> found = touch(spike, cube, pose);
    ASSERT_FALSE(found.empty());
    const Vec3<double> force = wrench_of(found, pose).force;
    EXPECT_GT(force.z, 0.99 * norm(force));
  }
}

}  // namespace
}  // namespace talus::test
