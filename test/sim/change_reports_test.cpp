// Bodies that come and go, and what simulations report of them: forces between two changes, meshes
// that came and went, warnings on bodies that have left, and limits that trip where gates are due.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "fuzz/checkpoint_scene.h"
#include "sim/flow_for_tests.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

NewBodies ball_at(double radius, const Vec3<double>& position, const Vec3<double>& velocity = {}) {
  NewBodies ball;
  ball.shape = make_sphere(radius);
  ball.poses = {{position, {1, 0, 0, 0}}};
  ball.velocity = {velocity};
  return ball;
}

// Dashpots have the velocities in the middle of the step, however many changes follow it.
TEST(ChangeReports, ChangesFarAwayLeaveForcesAsTheyAre) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.interaction().restitution = 0.5;
  const std::int32_t ball = scene.shape(make_sphere(0.05));
  scene.add(ball, {{0, 0, 0}, {1, 0, 0, 0}}, {1, 0, 0});
  scene.add(ball, {{0.099, 0, 0}, {1, 0, 0, 0}}, {-1, 0, 0});
  Simulation simulation(scene.setup);
  simulation.step(5);
  const Vec3<double> force = simulation.motion().force[0];
  EXPECT_LT(force.x, -1.0);
  for (int i = 1; i < 4; ++i) {
    simulation.add(ball_at(0.05, {10.0 * i, 0, 0}));
    EXPECT_EQ(simulation.motion().force[0], force) << i;
    EXPECT_EQ(simulation.contacts().force[0].x, -force.x) << i;
  }
}

TEST(ChangeReports, MeshesThatCameAndWentKeepNoStateFromBeingSaved) {
  const auto file = std::filesystem::temp_directory_path() / "talus_mesh_came_and_went.h5";
  TestScene scene;
  scene.setup.time_step = 1e-5;
  scene.add(scene.shape(make_sphere(0.05)), {{5, 0, 0}, {1, 0, 0, 0}});
  Simulation simulation(scene.setup), second(scene.setup);
  NewBodies mesh = ball_at(1, {0, 0, 0});
  mesh.shape = make_mesh(test::cube_mesh(0.05), {.cells = 8});
  const std::vector<std::int64_t> ids = simulation.add(mesh);
  simulation.step(3);
  EXPECT_THROW(simulation.save(file), SimulationError);
  simulation.remove(ids);
  simulation.step(3);
  simulation.save(file);
  second.restore(file);
  EXPECT_EQ(test::bits_of(simulation), test::bits_of(second));
  NewBodies by_number = ball_at(1, {0, 0, 0});
  by_number.shape.reset();
  by_number.shape_index = 1;
  try {
    simulation.add(by_number);
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no body has the added shape 1 any longer"));
  }
  std::filesystem::remove(file);
}

// A step that is far too long gains energy, which is found when the bodies have left.
TEST(ChangeReports, WarnsOfBodiesThatHaveLeft) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.setup.materials.material[0].young = 1e4;
  scene.interaction().restitution = 0.3;
  scene.interaction().friction = 0.0;
  scene.setup.time_step = 0.0164;
  Simulation simulation(scene.setup);
  NewBodies balls = ball_at(0.05, {0, 0, 0}, {4, 0, 0});
  balls.poses.push_back({{0.12, 0, 0}, {1, 0, 0, 0}});
  balls.velocity.push_back({-4, 0, 0});
  const std::vector<std::int64_t> ids = simulation.add(balls);
  simulation.step(50);
  simulation.remove(ids);
  simulation.step(residual_interval);
  ASSERT_EQ(simulation.warnings().size(), 3u);
  EXPECT_THAT(simulation.warnings()[0],
              HasSubstr("the body with the id 0 (which has left) and the body with the id 1 (which "
                        "has left) overlap by"));
  EXPECT_THAT(simulation.warnings()[1], HasSubstr("the body with the id 0 (which has left) moves"));
  EXPECT_THAT(simulation.warnings()[2], HasSubstr("gained; there is no body that can move)"));
}

// A limit trips in the step before the one in which an outlet is due.
TEST(ChangeReports, LimitsLeaveNoGateUnvisited) {
  constexpr double step = 1e-4;
  TestScene scene;
  scene.setup.gravity = {};
  scene.setup.time_step = step;
  scene.setup.stop_travel = 0.05;
  const std::int32_t ball = scene.shape(make_sphere(0.05));
  scene.add(ball, {{0, 0, 0}, {1, 0, 0, 0}});
  scene.add(ball, {{1, 0, 0}, {1, 0, 0, 0}}, {100, 0, 0});
  scene.setup.outlets = {drain_of({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1})};
  const auto last = static_cast<std::int64_t>(outlet_steps);
  for (const std::int64_t part : {std::int64_t{1}, last - 1, last, 2 * last}) {
    Simulation simulation(scene.setup);
    int limits = 0;
    while (simulation.steps() < last) {
      try {
        simulation.step(std::min(part, last - simulation.steps()));
      } catch (const LimitError&) {
        ++limits;
      }
    }
    EXPECT_GT(limits, 0);
    EXPECT_EQ(simulation.bodies().size(), 1u) << part;
  }
}

}  // namespace
}  // namespace talus
