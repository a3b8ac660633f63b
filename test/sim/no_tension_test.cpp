// Contacts that never pull: restitution, forces and the ledger of head-on impacts.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/setup_for_tests.h"
#include "talus/physics/mix_materials.h"

namespace talus {
namespace {

struct Impact {
  double restitution{};    // measured
  double largest_pull{};   // over the largest push
  double residual{};       // of the ledger, over the energy at the start
  double damping_share{};  // heat of dashpots over the energy that is lost
};

Impact impact(const char* law, double restitution, bool no_tension, double speed) {
  TestScene scene;
  scene.setup.law = law;
  scene.setup.gravity = {};
  scene.setup.no_tension = no_tension;
  scene.interaction().restitution = restitution;
  scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 0.01001}, {}}, {0, 0, -speed});
  scene.add_floor();
  scene.setup.time_step = Simulation(scene.setup).time_step() / 40;
  Simulation simulation(scene.setup);
  double push = 0.0, pull = 0.0;
  do {
    simulation.step();
    const double force = simulation.motion().force[0].z;
    push = std::max(push, force);
    pull = std::max(pull, -force);
  } while (simulation.motion().velocity[0].z <= 0.0 || simulation.contact_count() > 0);
  const Ledger ledger = simulation.ledger();
  return {simulation.motion().velocity[0].z / speed, pull / push, ledger.residual() / ledger.start,
          ledger.damping / (ledger.start - ledger.kinetic)};
}

TEST(NoTension, KeepsTheRestitutionAndNeverPulls) {
  for (const char* law : {"linear", "hertz-mindlin"}) {
    for (const double restitution : {0.14, 0.3, 0.5, 0.8, 0.95, 1.0}) {
      for (const double speed : {0.01, 0.3}) {
        const Impact with = impact(law, restitution, true, speed);
        EXPECT_NEAR(with.restitution, restitution, 2e-3 + 2e-3 * restitution)
            << law << " " << restitution << " " << speed;
        EXPECT_EQ(with.largest_pull, 0.0);
        EXPECT_NEAR(with.residual, 0.0, 1e-3);
        if (restitution < 1.0) {
          EXPECT_NEAR(with.damping_share, 1.0, 5e-3);
        }
      }
    }
  }
}

TEST(NoTension, DashpotsPullByDefault) {
  const Impact usual = impact("hertz-mindlin", 0.5, false, 0.3);
  EXPECT_NEAR(usual.restitution, 0.5, 1e-3);
  RecordProperty("pull_over_push_hertz", std::to_string(usual.largest_pull));
  RecordProperty("pull_over_push_linear",
                 std::to_string(impact("linear", 0.5, false, 0.3).largest_pull));
  EXPECT_GT(usual.largest_pull, 0.05);
}

// The equation of the damped oscillator, integrated until the force vanishes.
TEST(NoTension, DampingRatioIsThatOfTheOscillator) {
  for (const double restitution : {0.1354, 0.2, 0.5, 0.9, 0.999}) {
    const double zeta = damping_ratio(restitution, true);
    double x = 0.0, v = 1.0;
    constexpr double h = 1e-5;
    const auto acceleration = [zeta](double at, double speed) { return -at - 2 * zeta * speed; };
    while (v > 0.0 || acceleration(x, v) < 0.0) {
      const double v_mid = v + 0.5 * h * acceleration(x, v), x_mid = x + 0.5 * h * v;
      x += h * v_mid;
      v += h * acceleration(x_mid, v_mid);
    }
    EXPECT_NEAR(-v, restitution, 1e-4);
    EXPECT_GT(zeta, damping_ratio(restitution, false));
  }
  EXPECT_EQ(damping_ratio(1.0, true), 0.0);
}

TEST(NoTension, RefusesRestitutionsBelowCriticalDamping) {
  TestScene scene;
  scene.setup.no_tension = true;
  scene.interaction().restitution = 0.1;
  scene.add(scene.shape(make_sphere(0.01)), {});
  EXPECT_THROW(Simulation{scene.setup}, SimulationError);
}

// Poisson's ratio: > -1 and <= 0.5, here as in scene files (SceneFile.poisson_ratios).
TEST(Materials, PoissonsRatioMayBeNegative) {
  for (const double poisson : {-0.99, -0.3, 0.0, 0.5}) {
    TestScene scene;
    scene.setup.materials.material[0].poisson = poisson;
    scene.add(scene.shape(make_sphere(0.01)), {});
    EXPECT_NO_THROW(Simulation{scene.setup}) << poisson;
  }
  for (const double poisson : {-1.0, 0.51}) {
    TestScene scene;
    scene.setup.materials.material[0].poisson = poisson;
    scene.add(scene.shape(make_sphere(0.01)), {});
    EXPECT_THROW(Simulation{scene.setup}, SimulationError) << poisson;
  }
}

}  // namespace
}  // namespace talus
