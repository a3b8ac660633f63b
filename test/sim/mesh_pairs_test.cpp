// Meshes in a simulation: bits, a saved state, momentum, and a stack that comes to rest.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "narrow/mesh_overlap/closed_meshes.h"
#include "sim/setup_for_tests.h"

namespace talus {
namespace {

// Blocks and tables falling on each other.
TestScene falling_meshes(int count) {
  TestScene scene;
  const double pitch = 1.4;
  scene.setup.materials.material[0].young = 1e8;
  scene.interaction().rolling_friction = 0.05;
  const std::int32_t shape[] = {scene.shape(test::table_mesh()),
                                scene.shape(test::box_mesh({0.4, 0.3, 0.35}, 1))};
  Random random(7);
  for (int i = 0; i < count; ++i) {
    const Vec3<double> site{(i % 2 + 0.5) * pitch, (i / 2 % 2 + 0.5) * pitch,
                            (i / 4 + 0.6) * pitch};
    scene.add(shape[i % 2], {site, some_orientation(random)}, {0, 0, -2.0});
  }
  scene.add_floor();
  scene.add_floor({1, 0, 0}, 0), scene.add_floor({-1, 0, 0}, -2 * pitch);
  scene.add_floor({0, 1, 0}, 0), scene.add_floor({0, -1, 0}, -2 * pitch);
  return scene;
}

bool same_poses(const Simulation& p, const Simulation& q) {
  const auto &a = p.bodies().poses, &b = q.bodies().poses;
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
}

TEST(MeshPairs, HaveTheSameBitsForAnyNumberOfThreadsAndFromASavedState) {
  const auto file = std::filesystem::temp_directory_path() / "talus_mesh_pairs_test.h5";
  const TestScene scene = falling_meshes(12);
  Simulation one(scene.setup, 1), three(scene.setup, 3), second(scene.setup, 1);
  one.step(500);
  one.save(file);
  one.step(300);
  three.step(800);
  second.restore(file);
  second.step(300);
  std::filesystem::remove(file);
  EXPECT_GT(one.contact_count(), 4u);
  EXPECT_TRUE(same_poses(one, three));
  EXPECT_TRUE(same_poses(one, second));
  EXPECT_EQ(one.ledger().residual(), three.ledger().residual());
  EXPECT_EQ(one.ledger().residual(), second.ledger().residual());
}

// Two tables that collide anyhow, with friction and damping.
TEST(MeshPairs, KeepMomentumAndAngularMomentum) {
  TestScene scene;
  scene.setup.gravity = {};
  const std::int32_t shape = scene.shape(test::table_mesh());
  Random random(3);
  scene.add(shape, {{0, 0, 0}, some_orientation(random)}, {0, 0, 1}, {0.5, 1, 2});
  scene.add(shape, {{0.3, 0.2, 1.3}, some_orientation(random)}, {0, 0, -1}, {-1, 0.5, 0.2});
  Simulation simulation(scene.setup, 1);
  // A table's centre of mass is not at its origin.
  const Vec3<double> centroid = mass_properties(std::get<Mesh>(test::table_mesh())).centroid;
  const auto momenta = [&](Vec3<double>& linear, Vec3<double>& angular) {
    linear = angular = {};
    const Motion& m = simulation.motion();
    for (std::size_t i = 0; i < 2; ++i) {
      const Pose<double>& pose = simulation.bodies().poses[i];
      const Vec3<double> p = m.mass[i] * m.velocity[i],
                         x = pose.position + rotation_of(pose.orientation) * centroid;
      linear = linear + p;
      angular = angular + cross(x, p) + m.angular_momentum[i];
    }
  };
  Vec3<double> linear, angular, linear_after, angular_after;
  momenta(linear, angular);
  bool touched = false;
  for (int i = 0; i < 100; ++i) {
    simulation.step(20);
    touched = touched || simulation.contact_count() > 0;
  }
  EXPECT_TRUE(touched);
  momenta(linear_after, angular_after);
  EXPECT_LT(norm(linear_after - linear), 1e-9 * simulation.motion().mass[0]);
  EXPECT_LT(norm(angular_after - angular), 1e-9 * simulation.motion().mass[0]);
}

}  // namespace
}  // namespace talus
