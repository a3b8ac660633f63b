// The time loop as a whole: conserved quantities, exact restitution, bits, and what it refuses.
#include "talus/simulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "sim/setup_for_tests.h"

namespace talus {
namespace {

bool same_bits(const Simulation& p, const Simulation& q) {
  const auto& a = p.bodies().poses;
  const auto& b = q.bodies().poses;
  const auto& v = p.motion().angular_momentum;
  const auto& w = q.motion().angular_momentum;
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0 &&
         std::memcmp(v.data(), w.data(), v.size() * sizeof(v[0])) == 0;
}

TEST(Simulation, HasTheSameBitsForAnyNumberOfThreads) {
  TestScene scene = falling_grains(60);
  scene.interaction().rolling_friction = 0.05;
  Simulation one(scene.setup, 1), three(scene.setup, 3);
  one.step(2400);
  three.step(2400);
  EXPECT_GT(one.contact_count(), 30u);
  EXPECT_TRUE(same_bits(one, three));
  EXPECT_EQ(one.ledger().residual(), three.ledger().residual());
}

TEST(Simulation, GoesOnFromASavedStateAsIfNothingHadHappened) {
  const auto file = std::filesystem::temp_directory_path() / "talus_simulation_test.h5";
  TestScene scene = falling_grains(40);
  scene.interaction().rolling_friction = 0.05;
  scene.add_mesh_floor();
  Simulation whole(scene.setup), first(scene.setup), second(scene.setup);
  whole.step(3000);
  first.step(1800);
  first.save(file);
  second.restore(file);
  second.step(1200);
  EXPECT_EQ(second.steps(), 3000);
  EXPECT_GT(whole.contact_count(), 20u);
  EXPECT_TRUE(same_bits(whole, second));
  EXPECT_EQ(whole.ledger().residual(), second.ledger().residual());
  std::filesystem::remove(file);
}

// Head-on impacts on a floor: the linear law gives the restitution up to the error of the step.
TEST(Simulation, ReboundsWithTheRestitutionOfTheScene) {
  for (const char* law : {"linear", "hertz-mindlin"}) {
    for (const double restitution : {0.3, 0.6, 0.9}) {
      TestScene scene;
      scene.setup.law = law;
      scene.setup.gravity = {};
      scene.interaction().restitution = restitution;
      scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 0.0101}, {}}, {0, 0, -1});
      scene.add_floor();
      scene.setup.time_step = Simulation(scene.setup).time_step() / 16;
      Simulation simulation(scene.setup);
      while (simulation.motion().velocity[0].z <= 0 || simulation.contact_count() > 0) {
        simulation.step();
        ASSERT_LT(simulation.steps(), 10000);
      }
      EXPECT_NEAR(simulation.motion().velocity[0].z, restitution, 2e-3);
      EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-4 * simulation.ledger().start);
    }
  }
}

// The same rebound from a half-space and from a wall of two triangles, for every convex kind.
TEST(Simulation, MeshWallsReboundAsHalfSpacesDo) {
  for (const Shape& shape : convex_kinds(0.01)) {
    std::vector<Simulation> run;
    for (const bool mesh : {false, true}) {
      TestScene scene;
      scene.setup.time_step = 3e-5;
      Random random(3);
      scene.add(scene.shape(shape), {{0.001, 0.002, 0.03}, some_orientation(random)}, {0.3, 0, -1},
                {1, 2, 3});
      if (mesh) {
        scene.add_mesh_floor();
      } else {
        scene.add_floor();
      }
      run.emplace_back(scene.setup);
      run.back().step(2000);
    }
    EXPECT_GT(run[0].ledger().damping, 0.0);
    const Motion &a = run[0].motion(), &b = run[1].motion();
    EXPECT_LT(norm(a.velocity[0] - b.velocity[0]), 1e-10);
    EXPECT_LT(norm(a.angular_velocity[0] - b.angular_velocity[0]), 1e-8);
  }
}

// A gas without walls keeps its momentum and its angular momentum to rounding, whatever the law.
TEST(Simulation, KeepsMomentumAndAngularMomentum) {
  TestScene scene;
  scene.setup.gravity = {};
  Random random(11);
  for (const Shape& shape : convex_kinds(0.01)) {
    const std::int32_t kind = scene.shape(shape);
    for (int i = 0; i < 6; ++i) {
      const int k = static_cast<int>(scene.setup.name.size());
      const Vec3<double> site{0.028 * (k % 3), 0.028 * (k / 3 % 3), 0.028 * (k / 9)};
      const Vec3<double> centre{0.028, 0.028, 0.028};
      scene.add(kind, {site, some_orientation(random)}, 20.0 * (centre - site), {5, -3, 2});
    }
  }
  Simulation simulation(scene.setup);
  const auto total = [&](Vec3<double>& momentum, Vec3<double>& angular) {
    momentum = angular = {};
    const Motion& m = simulation.motion();
    for (std::size_t i = 0; i < m.size(); ++i) {
      const Vec3<double> p = m.mass[i] * m.velocity[i];
      momentum = momentum + p;
      // Cubes and smooth bodies have their centre of mass at the origin.
      angular = angular + cross(simulation.bodies().poses[i].position, p) + m.angular_momentum[i];
    }
  };
  Vec3<double> momentum, angular, momentum_after, angular_after;
  total(momentum, angular);
  simulation.step(800);
  total(momentum_after, angular_after);
  const double scale = simulation.motion().mass[0] * 20.0 * 0.05;
  EXPECT_GT(simulation.ledger().friction, 0.0);
  EXPECT_LT(norm(momentum_after - momentum), 1e-12 * scale);
  EXPECT_LT(norm(angular_after - angular), 1e-11 * scale * 0.05);
}

TEST(Simulation, ClosesTheLedgerToSecondOrder) {
  double residual[2];
  for (const int finer : {1, 4}) {
    TestScene scene = falling_grains(36);
    for (int i = 0; i < 36; ++i) scene.setup.bodies.shape_of[static_cast<std::size_t>(i)] = i % 3;
    scene.interaction().restitution = 0.4;
    scene.setup.time_step = Simulation(scene.setup).time_step() / finer;
    Simulation simulation(scene.setup);
    while (simulation.time() < 0.25) simulation.step(10);
    const Ledger ledger = simulation.ledger();
    EXPECT_GT(ledger.damping, 0.1 * -ledger.potential);
    residual[finer == 1 ? 0 : 1] = std::abs(ledger.residual() / ledger.potential);
  }
  EXPECT_LT(residual[0], 1e-2);
  EXPECT_LT(residual[1], 1e-3);
}

TEST(Simulation, StacksOfCubesComeToRest) {
  TestScene scene;
  scene.setup.materials.material[0].young = 1e8;
  const std::int32_t cube = scene.shape(cube_of(0.01));
  for (int i = 0; i < 3; ++i) {
    scene.add(cube, {{1e-4 * (i % 3), -1e-4 * (i % 2), 0.01 + 0.02 * i + 1e-5 * (i + 1)}, {}});
  }
  scene.add_floor();
  Simulation simulation(scene.setup);
  simulation.step(30000);
  const Vec3<double> before = simulation.bodies().poses[2].position;
  simulation.step(10000);
  EXPECT_LT(simulation.ledger().kinetic, 1e-10 * simulation.motion().mass[0]);
  EXPECT_LT(norm(simulation.bodies().poses[2].position - before), 1e-6);
}

// A sphere that leaves through one side of a periodic box hits one that waits at the other.
TEST(Simulation, MeetsPeriodicImages) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.setup.domain = {{0, 0, 0}, {0.1, 0.1, 0.1}, {true, true, true}};
  scene.interaction().restitution = 1.0;
  scene.interaction().friction = 0.0;
  const std::int32_t sphere = scene.shape(make_sphere(0.01));
  scene.add(sphere, {{0.08, 0.05, 0.05}, {}}, {1, 0, 0});
  scene.add(sphere, {{0.015, 0.05, 0.05}, {}});
  Simulation simulation(scene.setup);
  while (simulation.time() < 0.05) simulation.step();
  EXPECT_NEAR(simulation.motion().velocity[0].x, 0.0, 1e-3);
  EXPECT_NEAR(simulation.motion().velocity[1].x, 1.0, 1e-3);
}

std::string refusal_of(const Setup& setup) {
  try {
    Simulation simulation(setup);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

TEST(Simulation, RefusesWhatCannotRunAndNamesIt) {
  TestScene scene;
  const std::int32_t sphere = scene.shape(make_sphere(0.01));
  scene.add(sphere, {{0, 0, 0.02}, {}});
  scene.add_floor();
  TestScene step = scene;
  step.setup.time_step = 1;
  EXPECT_NE(refusal_of(step.setup).find("a contact of body 0 and"), std::string::npos);
  TestScene overlap = scene;
  overlap.add(sphere, {{0, 0, 0.03}, {}});
  EXPECT_NE(refusal_of(overlap.setup).find("body 0 and body 2 overlap by 0.01 m"),
            std::string::npos);
  TestScene density = scene;
  density.setup.materials.material[0].density = -1;
  EXPECT_EQ(refusal_of(density.setup),
            "material \"stone\": density must be finite and > 0, got -1");
  TestScene fixed = scene;
  fixed.setup.velocity[1] = {0, 0, 1};
  EXPECT_EQ(refusal_of(fixed.setup), "floor: it is fixed, but has a velocity");
  TestScene lost = scene;
  lost.setup.bodies.poses[0].position.x = std::nan("");
  EXPECT_EQ(refusal_of(lost.setup), "body 0: its position is not finite");
}

}  // namespace
}  // namespace talus
