// Loads on walls: impulses against the change of momentum, which counts every contact force a
// second time from the side of the bodies, and against weights.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/setup_for_tests.h"

namespace talus {
namespace {

Vec3<double> momentum_of(const Simulation& simulation) {
  const Motion& motion = simulation.motion();
  Vec3<double> sum{};
  for (std::size_t i = 0; i < motion.size(); ++i) {
    if (motion.freedom[i] == Freedom::free) sum = sum + motion.mass[i] * motion.velocity[i];
  }
  return sum;
}

double mass_of(const Simulation& simulation) {
  const Motion& motion = simulation.motion();
  double sum = 0.0;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    if (motion.freedom[i] == Freedom::free) sum += motion.mass[i];
  }
  return sum;
}

// Everything that is not free under one name, and the floor under another.
TestScene measured(int grains) {
  TestScene scene = falling_grains(grains);
  for (int i = 0; i < grains; ++i) {
    Vec3<double>& position = scene.setup.bodies.poses[static_cast<std::size_t>(i)].position;
    position = position + Vec3<double>{0, 0, 0.02};  // above the shelf
  }
  MeshWall wall;
  wall.name = "shelf";
  wall.vertex = {{0.0, 0.0, 0.012}, {0.03, 0.0, 0.012}, {0.0, 0.08, 0.012}};
  wall.triangle = {{0, 1, 2}};
  scene.setup.mesh_walls.push_back(wall);
  scene.add(scene.shape(make_sphere(0.006)), {{0.05, 0.05, 0.002}, {}}, {}, {}, Freedom::fixed);
  scene.add(scene.shape(cube_of(0.006)), {{0.05, 0.02, 0.002}, {}}, {}, {0, 0, 20},
            Freedom::prescribed);
  std::vector<std::int32_t> all;
  for (std::int32_t i = grains; i < grains + 7; ++i) all.push_back(i);
  scene.setup.wall_loads.push_back({"all", {all, {0}}, {}, 0.0});
  scene.setup.wall_loads.push_back({"floor", {{grains}, {}}, {}, 0.0});
  return scene;
}

TEST(WallLoad, ImpulsesAreTheChangeOfMomentumInEveryInterval) {
  TestScene scene = measured(18);
  PrescribedMotion shaken;
  shaken.type = MotionType::oscillate;
  shaken.direction = {0.6, 0, 0.8};
  shaken.amplitude = 0.002;
  shaken.frequency = 30.0;
  scene.setup.freedom[18] = Freedom::prescribed;
  scene.setup.motion_groups.push_back({{{18}, {0}}, {shaken}});
  Simulation simulation(scene.setup);
  const Vec3<double> weight = mass_of(simulation) * scene.setup.gravity;
  Vec3<double> before = momentum_of(simulation);
  double largest = 0.0;
  for (int interval = 0; interval < 200; ++interval) {
    const std::int64_t steps = 1 + 17 * (interval % 5);
    simulation.step(steps);
    const WallLoad load = simulation.read_wall_load("all");
    ASSERT_EQ(load.steps, steps);
    const double length = load.time - load.from;
    ASSERT_NEAR(length, static_cast<double>(steps) * simulation.time_step(), 1e-12);
    const Vec3<double> now = momentum_of(simulation);
    // On the walls, so that on the bodies it is the opposite.
    const double span = static_cast<double>(steps) * simulation.time_step();
    const Vec3<double> impulse = span * (weight - load.mean_force);
    const double scale = span * (norm(weight) + norm(load.mean_force)) + norm(now);
    ASSERT_LT(norm(now - before - impulse), 1e-12 * scale) << interval;
    largest = std::max(largest, norm(load.mean_force) / norm(weight));
    before = now;
  }
  EXPECT_GT(largest, 2.0);  // impacts
}

TEST(WallLoad, AHeapAtRestHasItsWeight) {
  TestScene scene = measured(9);
  scene.setup.angular_velocity.back() = {};
  scene.interaction().restitution = 0.2;
  scene.interaction().rolling_friction = 0.2;
  scene.setup.drag = 20.0;
  Simulation simulation(scene.setup);
  simulation.step(static_cast<std::int64_t>(2.0 / simulation.time_step()));
  simulation.read_wall_load("all");
  simulation.step(1000);
  const WallLoad load = simulation.wall_load("all");
  const Vec3<double> weight = mass_of(simulation) * scene.setup.gravity;
  EXPECT_LT(norm(load.mean_force - weight), 1e-9 * norm(weight));
  EXPECT_LT(norm(load.force - weight), 1e-9 * norm(weight));
  // The floor bears a part of it, the rest is on the shelf and held by the sides.
  const WallLoad floor = simulation.wall_load("floor");
  EXPECT_LT(floor.mean_force.z, 0.2 * weight.z);
  EXPECT_GT(floor.mean_force.z, 1.1 * weight.z);
}

// A ball at rest at a known place, on a half-space that is anywhere and on a mesh wall.
TEST(WallLoad, TorquesAreAboutTheStatedPoint) {
  for (const bool mesh : {false, true}) {
    TestScene scene;
    scene.interaction().restitution = 0.2;
    scene.add(scene.shape(make_sphere(0.01)), {{0.3, -0.2, 0.00999}, {}});
    if (mesh) {
      scene.add_mesh_floor();
    } else {
      scene.add_floor();
    }
    const ObjectList floor = mesh ? ObjectList{{}, {0}} : ObjectList{{1}, {}};
    scene.setup.wall_loads.push_back({"origin", floor, {}, 0.0});
    scene.setup.wall_loads.push_back({"corner", floor, {0.5, 0.1, -2.0}, 0.0});
    Simulation simulation(scene.setup);
    simulation.step(4000);
    const double weight = 9.81 * simulation.motion().mass[0];
    const Vec3<double> force{0, 0, -weight};
    const WallLoad origin = simulation.wall_load("origin"), corner = simulation.wall_load("corner");
    EXPECT_LT(norm(origin.force - force), 1e-9 * weight);
    EXPECT_LT(norm(origin.torque - cross({0.3, -0.2, 0}, force)), 1e-9 * weight);
    EXPECT_LT(norm(corner.torque - cross({-0.2, -0.3, 2.0}, force)), 1e-9 * weight);
  }
}

TEST(WallLoad, ReadingBeginsANewMean) {
  Simulation simulation(measured(9).setup);
  EXPECT_EQ(simulation.wall_load("floor").steps, 0);
  simulation.step(50);
  EXPECT_EQ(simulation.wall_load("floor").steps, 50);
  EXPECT_EQ(simulation.wall_load("floor").from, 0.0);
  EXPECT_EQ(simulation.read_wall_load("floor").steps, 50);
  const WallLoad now = simulation.wall_load("floor");
  EXPECT_EQ(now.steps, 0);
  EXPECT_EQ(now.from, simulation.time());
  EXPECT_EQ(now.mean_force, now.force);
  EXPECT_EQ(simulation.wall_load("all").steps, 50);
  EXPECT_THROW(simulation.wall_load("ceiling"), SimulationError);
}

}  // namespace
}  // namespace talus
