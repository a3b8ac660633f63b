// Measures in regions of a simulation, against the loads on its walls, which are summed from the
// other side of every contact.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/setup_for_tests.h"

namespace talus {
namespace {

constexpr double pitch = 0.026;  // of falling_grains, whose box is three of them wide

// The sum over contacts of force times branch is, body by body, the sum of contact force times
// position, less what walls contribute where they touch: at any moment, at rest or not.
TEST(RegionMeasures, StressIsTheVirialOfForcesOnBodiesAndOfWallLoads) {
  TestScene scene = falling_grains(36);
  scene.interaction().friction = 0.0;
  for (std::int32_t i = 0; i < 5; ++i) {
    scene.setup.wall_loads.push_back({"wall" + std::to_string(i), {{36 + i}, {}}, {}, 0.0});
  }
  Simulation simulation(scene.setup);
  simulation.step(6000);
  const StateView state = simulation.state();
  Region region;
  region.box = {{-0.01, -0.01, -0.01}, {3 * pitch + 0.01, 3 * pitch + 0.01, 1.0}};
  const Stress s = stress(state, region);

  Vec3<double> virial{};
  double mass = 0.0;
  for (std::size_t i = 0; i < 36; ++i) {
    const Vec3<double> gravity = state.motion.mass[i] * scene.setup.gravity;
    const Vec3<double> of_contacts = state.motion.force[i] - gravity;
    virial = virial + multiply_componentwise(of_contacts, state.bodies.poses[i].position);
    mass += state.motion.mass[i];
  }
  const double load_x = simulation.wall_load("wall2").force.x;  // at x = 3 pitch
  const double load_y = simulation.wall_load("wall4").force.y;
  ASSERT_GT(load_x + load_y, 0.0);
  const double scale = 9.81 * mass * 3 * pitch;
  // Walls push where bodies touch them, next to their planes: overlaps are below 1e-3 of the box.
  EXPECT_NEAR(s.contact.row0.x * s.volume, virial.x + load_x * 3 * pitch, 1e-3 * scale);
  EXPECT_NEAR(s.contact.row1.y * s.volume, virial.y + load_y * 3 * pitch, 1e-3 * scale);
  EXPECT_NEAR(s.contact.row2.z * s.volume, virial.z, 1e-3 * scale);
  EXPECT_GT(s.contact.row2.z * s.volume, 0.1 * scale);

  const Coordination z = coordination(state, region);
  EXPECT_EQ(z.bodies, 36);
  EXPECT_GT(z.mean(), 1.0);
  const RegionMotion m = motion(state, region);
  const double kinetic = simulation.ledger().kinetic;
  EXPECT_NEAR(m.mass, mass, 1e-12 * mass);
  EXPECT_NEAR(m.translation + m.rotation, kinetic, 1e-9 * kinetic);
}

TEST(RegionMeasures, AreTheSameForAnyNumberOfThreads) {
  Region region;
  region.box = {{0.01, 0.01, 0.004}, {0.06, 0.05, 0.03}};
  std::vector<double> pressure, solid;
  for (const int threads : {1, 2, 5}) {
    Simulation simulation(falling_grains(60).setup, threads);
    simulation.step(3000);
    const Stress s = stress(simulation.state(), region);
    pressure.push_back(s.pressure());
    solid.push_back(porosity(simulation.state(), region).solid);
    EXPECT_GT(std::abs(s.pressure()), 0.0);
  }
  EXPECT_EQ(pressure[0], pressure[1]);
  EXPECT_EQ(pressure[0], pressure[2]);
  EXPECT_EQ(solid[0], solid[1]);
  EXPECT_EQ(solid[0], solid[2]);
}

TEST(RegionMeasures, BadOnesAreRefused) {
  TestScene scene = falling_grains(3);
  Region disc;
  disc.type = Region::Type::disc;
  disc.radius = 1.0;
  scene.setup.region_measures.push_back({"m", RegionQuantity::stress, disc, 0.0});
  EXPECT_THROW(Simulation{scene.setup}, SimulationError);
  disc.type = Region::Type::cylinder;
  disc.height = 1.0;
  scene.setup.region_measures[0].region = disc;
  EXPECT_NO_THROW(Simulation{scene.setup});
  scene.setup.region_measures.push_back(scene.setup.region_measures[0]);
  EXPECT_THROW(Simulation{scene.setup}, SimulationError);
  scene.setup.region_measures.resize(1);
  scene.setup.region_measures[0].name = "a/b";
  EXPECT_THROW(Simulation{scene.setup}, SimulationError);
}

}  // namespace
}  // namespace talus
