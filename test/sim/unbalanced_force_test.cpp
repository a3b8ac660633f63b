// The unbalanced force, against sums over the arrays that users see.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "sim/setup_for_tests.h"

namespace talus {
namespace {

// Without damping the integrator's loads are the resultants.
double by_definition(const Simulation& simulation) {
  const Motion& motion = simulation.motion();
  double bodies = 0.0, free = 0.0, contacts = 0.0;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    if (motion.freedom[i] != Freedom::free) continue;
    bodies += norm(motion.force[i]);
    free += 1.0;
  }
  const ContactTable& table = simulation.contacts();
  for (const Vec3<double>& force : table.force) contacts += norm(force);
  return bodies / free / (contacts / static_cast<double>(table.size()));
}

// Kinds of all shapes, a mesh wall, a body that is not free, a force by users, periodic images.
TEST(UnbalancedForce, IsTheRatioOfTheMeans) {
  for (const bool periodic : {false, true}) {
    TestScene scene = falling_grains(45);
    if (periodic) {
      TestScene open;
      for (std::size_t i = 0; i < 45; ++i) {
        open.add(open.shape(scene.setup.bodies.shape(i)), scene.setup.bodies.poses[i]);
      }
      open.setup.domain = {{0, 0, -1}, {0.078, 0.078, 1}, {true, true, false}};
      open.add_floor();
      scene = open;
    } else {
      scene.add_mesh_floor();
    }
    scene.add(scene.shape(make_sphere(0.004)), {{0.04, 0.04, 0.001}, {}}, {}, {}, Freedom::fixed);
    Simulation simulation(scene.setup);
    std::vector<Vec3<double>> force(simulation.motion().size(), {0.01, 0.0, -0.02});
    simulation.apply(force, {});
    int compared = 0;
    for (int n = 0; n < 60; ++n) {
      simulation.step(37);
      if (simulation.contact_count() == 0) {
        EXPECT_EQ(simulation.unbalanced_force(), HUGE_VAL);
        continue;
      }
      const double expected = by_definition(simulation);
      EXPECT_NEAR(simulation.unbalanced_force(), expected, 1e-9 * expected);
      ++compared;
    }
    EXPECT_GT(compared, 30);
  }
}

// A ball on a floor, at known overlaps: (F - m g) / F.
TEST(UnbalancedForce, OfABallOnAFloor) {
  for (const double overlap : {1e-6, 1e-5, 1e-4}) {
    TestScene scene;
    scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 0.01 - overlap}, {}});
    scene.add_floor();
    Simulation simulation(scene.setup);
    const double force = norm(simulation.contacts().force[0]);
    const double weight = 9.81 * simulation.motion().mass[0];
    EXPECT_NEAR(simulation.unbalanced_force(), std::abs(force - weight) / force,
                1e-12 * (1 + weight / force));
  }
}

TEST(UnbalancedForce, IsZeroAtRestAndInfiniteInTheAir) {
  TestScene scene;
  scene.interaction().restitution = 0.1;
  scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 0.0101}, {}});
  scene.add_floor();
  Simulation simulation(scene.setup);
  EXPECT_EQ(simulation.unbalanced_force(), HUGE_VAL);
  simulation.step(static_cast<std::int64_t>(0.5 / simulation.time_step()));
  EXPECT_LT(simulation.unbalanced_force(), 1e-12);
  // Without a free body nothing is out of balance.
  const std::int64_t ball[] = {0};
  simulation.remove(ball);
  EXPECT_EQ(simulation.unbalanced_force(), HUGE_VAL);
}

// Drag and damping are not part of the resultant: what is left of it decays with them alike.
TEST(UnbalancedForce, DoesNotCountDamping) {
  for (const double alpha : {0.0, 0.7}) {
    TestScene scene;
    scene.setup.local_damping = alpha;
    scene.setup.drag = alpha;
    scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 0.01 - 1e-5}, {}});
    scene.add(scene.shape(make_sphere(0.01)), {{0.1, 0, 0.5}, {}});
    scene.add_floor();
    Simulation simulation(scene.setup);
    const double force = norm(simulation.contacts().force[0]);
    const double weight = 9.81 * simulation.motion().mass[0];
    EXPECT_NEAR(simulation.unbalanced_force(), 0.5 * (std::abs(force - weight) + weight) / force,
                1e-12 * (1 + weight / force));
  }
}

TEST(UnbalancedForce, HasTheSameBitsForAnyThreadsAndAfterARestart) {
  const TestScene scene = falling_grains(45);
  Simulation one(scene.setup), eight(scene.setup, 8), restored(scene.setup, 2);
  one.step(1500), eight.step(1500);
  EXPECT_GT(one.contact_count(), 10u);
  EXPECT_EQ(one.unbalanced_force(), eight.unbalanced_force());
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "talus_unbalanced_force_test.h5";
  one.save(file);
  restored.restore(file);
  std::filesystem::remove(file);
  EXPECT_EQ(one.unbalanced_force(), restored.unbalanced_force());
}

}  // namespace
}  // namespace talus
