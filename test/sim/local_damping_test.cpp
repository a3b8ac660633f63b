// Local damping, against constant accelerations and an oscillator.
#include "talus/physics/local_damping.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <numbers>

#include "sim/setup_for_tests.h"

namespace talus {
namespace {

constexpr double g = 9.81;

TEST(LocalDamping, ReducesComponentsByTheSignOfTheirPower) {
  Random random(3);
  for (int n = 0; n < 1000; ++n) {
    const double alpha = 0.999 * random.uniform();
    Vec3<double> force, velocity;
    for (int k = 0; k < 3; ++k) {
      force[k] = random.uniform() - 0.5;
      velocity[k] = n % 5 == k ? 0.0 : random.uniform() - 0.5;
    }
    const Vec3<double> damped = with_local_damping(alpha, force, velocity);
    for (int k = 0; k < 3; ++k) {
      // At rest the sign is that of the motion which begins.
      const double sign = std::copysign(1.0, velocity[k] == 0.0 ? force[k] : velocity[k]);
      EXPECT_NEAR(damped[k], force[k] - alpha * std::abs(force[k]) * sign, 1e-15);
    }
  }
  EXPECT_EQ(with_local_damping(0.7, {}, {1, -1, 0}), Vec3<double>{});
}

// Of all shapes, along any direction of gravity: falls from rest, and rises from a throw. Without a
// force along it the motion is uniform.
TEST(LocalDamping, FallsSlowerAndRisesLess) {
  for (const double alpha : {0.1, 0.5, 0.8, 0.99}) {
    TestScene scene;
    scene.setup.local_damping = alpha;
    scene.setup.time_step = 4e-5;
    std::vector<Shape> kinds = convex_kinds(0.01);
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const std::int32_t shape = scene.shape(kinds[k]);
      const double x = 0.1 * static_cast<double>(k);
      scene.add(shape, {{x, 0, 0}, {}}, {}, {1, 2, 3});
      scene.add(shape, {{x, 0.1, 0}, {}}, {0, 0.3, 2}, {1, 2, 3});
    }
    Simulation simulation(scene.setup);
    double mass = 0.0;
    for (std::size_t i = 0; i < simulation.motion().size(); i += 2) {
      mass += simulation.motion().mass[i];
    }
    const double top = 2.0 / (g * (1 + alpha));
    simulation.step(static_cast<std::int64_t>(0.9 * top / simulation.time_step()));
    const double t = simulation.time();
    const Motion& motion = simulation.motion();
    for (std::size_t i = 0; i < motion.size(); i += 2) {
      EXPECT_NEAR(motion.velocity[i].z, -g * (1 - alpha) * t, 1e-12) << alpha;
      EXPECT_NEAR(motion.velocity[i + 1].z, 2.0 - g * (1 + alpha) * t, 1e-12) << alpha;
      EXPECT_EQ(motion.velocity[i + 1].y, 0.3);
    }
    // The heat is the damping force times the path.
    const double fall = 0.5 * g * (1 - alpha) * t * t;
    const double rise = 2.0 * t - 0.5 * g * (1 + alpha) * t * t;
    const Ledger before = simulation.ledger();
    EXPECT_NEAR(before.drag / (alpha * mass * g * (fall + rise)), 1.0, 1e-3) << alpha;
    EXPECT_LT(std::abs(before.residual()), 1e-11 * before.turnover()) << alpha;
    // Beyond the top, where the force turns into one along the motion.
    simulation.step(static_cast<std::int64_t>(top / simulation.time_step()));
    const double since = simulation.time() - top;
    for (std::size_t i = 1; i < motion.size(); i += 2) {
      EXPECT_NEAR(motion.velocity[i].z, -g * (1 - alpha) * since, 2e-4 * g) << alpha;
    }
    const Ledger ledger = simulation.ledger();
    EXPECT_LT(std::abs(ledger.residual()), 1e-6 * ledger.turnover()) << alpha;
  }
}

// The first half kick of a torque that a user applies has its full size.
TEST(LocalDamping, ReducesTorques) {
  constexpr double alpha = 0.4, h = 1e-4;
  TestScene scene;
  scene.setup.local_damping = alpha;
  scene.setup.gravity = {};
  scene.setup.time_step = h;
  scene.add(scene.shape(make_sphere(0.01)), {});
  scene.add(scene.shape(make_sphere(0.01)), {{1, 0, 0}, {}}, {}, {0, 50, 0});
  Simulation simulation(scene.setup);
  const double inertia = simulation.motion().inertia[0].x, torque = 1e-5;
  const std::vector<Vec3<double>> torques(2, {0, -torque, 0});
  simulation.apply({}, torques);
  simulation.step(1000);
  const double t = simulation.time(), rate = torque / inertia;
  const double first = 0.5 * alpha * h * rate;
  const std::vector<Vec3<double>>& spin = simulation.motion().angular_velocity;
  EXPECT_NEAR(spin[0].y, -rate * (1 - alpha) * t - first, 1e-9 * rate * t);
  EXPECT_NEAR(spin[1].y, 50 - rate * (1 + alpha) * t + first, 1e-9 * (50 + rate * t));
  EXPECT_GT(spin[1].y, 0.0);
  const Ledger ledger = simulation.ledger();
  EXPECT_LT(std::abs(ledger.residual()), 2.0 * h / t * ledger.turnover());
}

// A ball on a linear spring, about the height at which it would rest. It moves towards that height
// with the stiffness (1 - alpha) k, and away from it with (1 + alpha) k: half a cycle, from rest to
// rest, multiplies the amplitude by sqrt((1 - alpha) / (1 + alpha)) and takes
// pi / (2 omega) (1 / sqrt(1 - alpha) + 1 / sqrt(1 + alpha)). A cycle leaves
// (1 - alpha) / (1 + alpha) of the amplitude.
TEST(LocalDamping, OscillatorDecaysByTheKnownFactor) {
  constexpr double radius = 0.01, k = 1000.0;
  for (const double alpha : {0.05, 0.2, 0.5, 0.8}) {
    TestScene scene;
    scene.setup.law = "linear";
    scene.setup.local_damping = alpha;
    scene.interaction().restitution = 1.0;
    scene.interaction().law_parameters["stiffness"] = k;
    const double mass = 2500 * 4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3);
    const double sag = mass * g / k, omega = std::sqrt(k / mass);
    scene.setup.time_step = 1e-3 / omega;
    scene.add(scene.shape(make_sphere(radius)), {{0, 0, radius - 0.1 * sag}, {}});
    scene.add_floor();
    Simulation simulation(scene.setup);
    const double factor = std::sqrt((1 - alpha) / (1 + alpha));
    const double half_cycle =
        std::numbers::pi / (2 * omega) * (1 / std::sqrt(1 - alpha) + 1 / std::sqrt(1 + alpha));
    const auto height = [&] { return simulation.bodies().poses[0].position.z - (radius - sag); };
    double amplitude = 0.9 * sag;
    ASSERT_NEAR(height(), amplitude, 1e-15);
    for (int n = 1; n <= 6; ++n) {
      amplitude *= -factor;
      double extreme = 0.0, at = 0.0;
      while (simulation.time() < (n + 0.3) * half_cycle) {
        simulation.step();
        if (height() * amplitude > 0.0 && std::abs(height()) > std::abs(extreme)) {
          extreme = height(), at = simulation.time();
        }
      }
      EXPECT_NEAR(extreme / amplitude, 1.0, 3e-3) << alpha << " half cycle " << n;
      EXPECT_NEAR(at, n * half_cycle, 0.02 * half_cycle) << alpha << " half cycle " << n;
    }
    EXPECT_GT(simulation.contact_count(), 0u);
    const Ledger ledger = simulation.ledger();
    EXPECT_LT(std::abs(ledger.residual()), 1e-4 * ledger.turnover()) << alpha;
  }
}

std::vector<double> state_of(const Simulation& simulation) {
  std::vector<double> all;
  const auto add = [&](const auto& rows) {
    const auto* first = reinterpret_cast<const double*>(rows.data());
    all.insert(all.end(), first, first + rows.size() * sizeof(rows[0]) / sizeof(double));
  };
  add(simulation.bodies().poses), add(simulation.motion().velocity), add(simulation.motion().force);
  add(simulation.motion().torque), add(simulation.motion().angular_momentum);
  const Ledger ledger = simulation.ledger();
  all.insert(all.end(), {ledger.drag, ledger.residual(), simulation.unbalanced_force()});
  return all;
}

TEST(LocalDamping, SameBitsForAnyThreadsAndAfterARestart) {
  for (const double drag : {0.0, 2.0}) {
    TestScene scene = falling_grains(45);
    scene.setup.local_damping = 0.6;
    scene.setup.drag = drag;
    Simulation one(scene.setup);
    one.step(3000);
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / "talus_local_damping_test.h5";
    one.save(file);
    one.step(500);
    const std::vector<double> expected = state_of(one);
    EXPECT_GT(one.contact_count(), 15u);
    for (const int threads : {2, 8}) {
      Simulation many(scene.setup, threads);
      for (int part = 0; part < 14; ++part) many.step(250);
      EXPECT_EQ(state_of(many), expected) << threads;
    }
    Simulation resumed(scene.setup, 3);
    resumed.restore(file);
    std::filesystem::remove(file);
    resumed.step(500);
    EXPECT_EQ(state_of(resumed), expected);
    scene.setup.local_damping = 0.5;
    EXPECT_NE(state_of(resumed), state_of(Simulation(scene.setup)));
  }
}

// Impacts, friction and rolling of all kinds: what the damping takes is accounted for.
TEST(LocalDamping, LedgerCloses) {
  for (const double alpha : {0.0, 0.3, 0.9}) {
    TestScene scene = falling_grains(60);
    scene.setup.local_damping = alpha;
    scene.interaction().rolling_friction = 0.1;
    Simulation simulation(scene.setup);
    simulation.step(static_cast<std::int64_t>(0.3 / simulation.time_step()));
    const Ledger ledger = simulation.ledger();
    EXPECT_LT(std::abs(ledger.residual()), 3e-3 * ledger.turnover()) << alpha;
    EXPECT_EQ(ledger.drag > 0.0, alpha > 0.0);
    RecordProperty("residual_" + std::to_string(alpha),
                   std::to_string(ledger.residual() / ledger.turnover()));
  }
}

// Steps until spheres that are stacked in a box, without overlap at first, bear their weight.
std::int64_t steps_to_equilibrium(double alpha) {
  constexpr double r = 0.01;
  constexpr int side = 3, layers = 6;
  TestScene scene;
  scene.setup.local_damping = alpha;
  scene.interaction().restitution = 0.9;
  const std::int32_t ball = scene.shape(make_sphere(r));
  for (int i = 0; i < side * side * layers; ++i) {
    scene.add(ball, {{r * (2 * (i % side) + 1), r * (2 * (i / side % side) + 1),
                      r * (2 * (i / side / side) + 1)},
                     {}});
  }
  scene.add_floor();
  scene.add_floor({1, 0, 0}, 0), scene.add_floor({-1, 0, 0}, -2 * r * side);
  scene.add_floor({0, 1, 0}, 0), scene.add_floor({0, -1, 0}, -2 * r * side);
  Simulation simulation(scene.setup);
  do {
    simulation.step(50);
  } while (!(simulation.unbalanced_force() < 1e-3) && simulation.time() < 5.0);
  EXPECT_LT(simulation.time(), 5.0);
  return simulation.steps();
}

TEST(LocalDamping, StackReachesEquilibriumSooner) {
  const std::int64_t without = steps_to_equilibrium(0.0), with = steps_to_equilibrium(0.7);
  RecordProperty("steps_without", std::to_string(without));
  RecordProperty("steps_with", std::to_string(with));
  EXPECT_LT(3 * with, without);
}

TEST(LocalDamping, IsRefusedOutsideOfZeroToOne) {
  for (const double alpha : {-0.1, 1.0, 7.0, std::nan(""), HUGE_VAL}) {
    TestScene scene;
    scene.add(scene.shape(make_sphere(0.01)), {});
    scene.setup.local_damping = alpha;
    EXPECT_THROW(Simulation{scene.setup}, SimulationError) << alpha;
  }
}

}  // namespace
}  // namespace talus
