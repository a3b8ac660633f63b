// Walls that are set in motion while a simulation runs: an elastic ball at rest leaves an elastic
// wall with twice the wall's velocity at the contact, and the ledger has the work.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "sim/setup_for_tests.h"

namespace talus {
namespace {

TestScene elastic_ball(const Vec3<double>& position) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.interaction() = {1.0, 0.0, 0.0, 0.8, {}};
  scene.add(scene.shape(make_sphere(0.01)), {position, {}});
  return scene;
}

// Steps until the ball has left the wall.
void wait_for_impact(Simulation& simulation) {
  bool touched = false;
  for (int i = 0; i < 100000; ++i) {
    simulation.step();
    if (simulation.contact_count() > 0) touched = true;
    if (touched && simulation.contact_count() == 0) return;
  }
  FAIL() << "no impact";
}

void expect_pushed(const Simulation& simulation, const Vec3<double>& velocity, double error) {
  const Vec3<double>& v = simulation.motion().velocity[0];
  EXPECT_LT(norm(v - velocity), error * norm(velocity));
  const Ledger ledger = simulation.ledger();
  EXPECT_NEAR(ledger.boundary_work, 0.5 * simulation.motion().mass[0] * norm_squared(v),
              2e-3 * ledger.boundary_work);
  EXPECT_GT(ledger.boundary_work, 0.0);
}

TEST(Prescribe, AHalfSpaceAtRestIsSetInMotion) {
  TestScene scene = elastic_ball({0, 0, 0.011});
  scene.add_floor();
  Simulation simulation(scene.setup);
  simulation.step(100);
  EXPECT_EQ(simulation.motion().freedom[1], Freedom::fixed);
  simulation.prescribe(1, {0.1, 0, 0.5}, {});
  EXPECT_EQ(simulation.motion().freedom[1], Freedom::prescribed);
  wait_for_impact(simulation);
  expect_pushed(simulation, {0, 0, 1.0}, 2e-3);
  simulation.prescribe(1, {}, {});
  const Vec3<double> stays = simulation.bodies().poses[1].position;
  simulation.step(50);
  EXPECT_EQ(simulation.bodies().poses[1].position, stays);
}

TEST(Prescribe, AMeshWallIsSetInMotion) {
  TestScene scene = elastic_ball({0.2, 0.1, 0.011});
  scene.add_mesh_floor();
  Simulation simulation(scene.setup);
  simulation.step(100);
  simulation.prescribe(MeshWallHandle{0}, {0, 0, 0.5}, {});
  wait_for_impact(simulation);
  expect_pushed(simulation, {0, 0, 1.0}, 2e-3);
  EXPECT_GT(simulation.mesh_walls()[0].vertex[0].z, 0.0);
  EXPECT_EQ(simulation.mesh_walls()[0].velocity.z, 0.5);
}

// A paddle that turns about the z axis and the ball at a distance of 0.4 m from it. The paddle
// moves through an angle of some 1e-3 during the impact.
TEST(Prescribe, AMeshWallIsSetInRotation) {
  TestScene scene = elastic_ball({0.4, 0.0101, 0});
  MeshWall paddle;
  paddle.name = "paddle";
  paddle.vertex = {{0, 0, -0.2}, {1, 0, -0.2}, {1, 0, 0.2}, {0, 0, 0.2}};
  paddle.triangle = {{0, 1, 2}, {0, 2, 3}};
  const MeshWallHandle handle = add_mesh_wall(scene.setup, paddle);
  EXPECT_EQ(handle.index, 0);
  Simulation simulation(scene.setup);
  simulation.step(10);
  simulation.prescribe(handle, {}, {0, 0, 2});
  wait_for_impact(simulation);
  expect_pushed(simulation, {0, 2 * 2 * 0.4, 0}, 1e-2);
}

TEST(Prescribe, GoesOnFromASavedState) {
  const auto file = std::filesystem::temp_directory_path() / "talus_prescribe_test.h5";
  TestScene scene = elastic_ball({0.2, 0.1, 0.02});
  scene.add_mesh_floor();
  scene.add_floor({0, 0, -1}, -0.1);
  Simulation first(scene.setup), second(scene.setup);
  first.step(10);
  first.prescribe(MeshWallHandle{0}, {0, 0, 0.5}, {0, 0, 1});
  first.prescribe(1, {0, 0, -0.2}, {});
  first.step(200);
  first.save(file);
  second.restore(file);
  EXPECT_EQ(second.motion().freedom[1], Freedom::prescribed);
  EXPECT_EQ(second.mesh_walls()[0].velocity.z, 0.5);
  first.step(500);
  second.step(500);
  EXPECT_EQ(first.bodies().poses[0].position, second.bodies().poses[0].position);
  EXPECT_EQ(first.ledger().boundary_work, second.ledger().boundary_work);
  EXPECT_GT(first.ledger().boundary_work, 0.0);
  std::filesystem::remove(file);
}

TEST(Prescribe, RefusesWhatCannotBePrescribed) {
  TestScene scene = elastic_ball({0, 0, 0.02});
  scene.add_floor();
  scene.add_mesh_floor();
  Simulation simulation(scene.setup);
  const double nan = std::nan("");
  EXPECT_THROW(simulation.prescribe(0, {}, {}), SimulationError);
  EXPECT_THROW(simulation.prescribe(2, {}, {}), SimulationError);
  EXPECT_THROW(simulation.prescribe(-1, {}, {}), SimulationError);
  EXPECT_THROW(simulation.prescribe(1, {}, {0, 0, 1}), SimulationError);
  EXPECT_THROW(simulation.prescribe(1, {nan, 0, 0}, {}), SimulationError);
  EXPECT_THROW(simulation.prescribe(MeshWallHandle{1}, {}, {}), SimulationError);
  EXPECT_THROW(simulation.prescribe(MeshWallHandle{0}, {0, 0, nan}, {}), SimulationError);
}

}  // namespace
}  // namespace talus
