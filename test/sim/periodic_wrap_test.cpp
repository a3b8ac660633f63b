// Bodies that leave a periodic domain: moved back by whole periods, with the same contacts.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "sim/setup_for_tests.h"

namespace talus {
namespace {

// Grains of all convex kinds that collide in a periodic box, all with a velocity more.
TestScene drifting_grains(const Vec3<double>& drift, bool mesh_wall = false) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.interaction().rolling_friction = 0.1;
  constexpr double r = 0.01, pitch = 2.6 * r;
  std::vector<std::int32_t> shape;
  for (const Shape& kind : convex_kinds(r)) shape.push_back(scene.shape(kind));
  Random random(5);
  for (int i = 0; i < 27; ++i) {
    const Vec3<double> site{(i % 3 + 0.5) * pitch, (i / 3 % 3 + 0.5) * pitch,
                            (i / 9 + 0.5) * pitch};
    const Vec3<double> velocity{random.uniform() - 0.5, random.uniform() - 0.5,
                                random.uniform() - 0.5};
    scene.add(shape[static_cast<std::size_t>(i) % shape.size()], {site, some_orientation(random)},
              velocity + drift);
  }
  scene.setup.domain = {{}, {3 * pitch, 3 * pitch, 3 * pitch}, {true, true, true}};
  if (mesh_wall) {
    MeshWall wall;
    wall.name = "wall";
    wall.vertex = {{0, 0, 0}, {pitch, 0, 0}, {pitch, pitch, 0}, {0, pitch, 0}};
    wall.triangle = {{0, 1, 2}, {0, 2, 3}};
    wall.velocity = drift;
    scene.setup.mesh_walls.push_back(wall);
  }
  return scene;
}

// Galileo: the same collisions at rest and at 300 m/s, thousands of periods away. The step is short
// enough for the drift of a step to be a fraction of a grain.
TEST(PeriodicWrap, KeepsContactsOfGrainsThatDrift) {
  for (const bool wall : {false, true}) {
    const Vec3<double> drift{300, -150, 75};
    TestScene still = drifting_grains({}, wall), moving = drifting_grains(drift, wall);
    Simulation a(still.setup), b(moving.setup);
    std::size_t contacts = 0;
    for (int k = 0; k < 10; ++k) {
      a.step(100), b.step(100);
      contacts += a.contact_count();
      ASSERT_EQ(a.contact_count(), b.contact_count()) << k;
      for (std::size_t i = 0; i < a.bodies().size(); ++i) {
        EXPECT_LT(norm(b.motion().velocity[i] - drift - a.motion().velocity[i]), 1e-5) << k;
        const Vec3<double>& position = b.bodies().poses[i].position;
        for (int axis = 0; axis < 3; ++axis) {
          EXPECT_GT(position[axis], -0.05);
          EXPECT_LT(position[axis], 0.13);
          // The periods lead back to where the grain would be without the domain.
          const double unwrapped =
              position[axis] + static_cast<double>(b.periods()[i][static_cast<std::size_t>(axis)]) *
                                   still.setup.domain.period(axis);
          const double at_rest =
              a.bodies().poses[i].position[axis] +
              static_cast<double>(a.periods()[i][static_cast<std::size_t>(axis)]) *
                  still.setup.domain.period(axis);
          EXPECT_NEAR(unwrapped, at_rest + drift[axis] * b.time(), 1e-6);
        }
      }
    }
    EXPECT_GT(contacts, 5u);
    EXPECT_GT(b.periods()[0][0], 100);
  }
}

TEST(PeriodicWrap, GivesTheSameBitsForAnyThreadsAndAfterARestart) {
  const TestScene scene = drifting_grains({100, 0, -200}, true);
  Simulation one(scene.setup), two(scene.setup, 2), resumed(scene.setup);
  const auto file = std::filesystem::temp_directory_path() / "talus_wrap_test.h5";
  one.step(150);
  one.save(file);
  one.step(150);
  two.step(300);
  resumed.restore(file);
  resumed.step(150);
  std::filesystem::remove(file);
  for (const Simulation* other : {&two, &resumed}) {
    EXPECT_EQ(one.periods(), other->periods());
    for (std::size_t i = 0; i < one.bodies().size(); ++i) {
      EXPECT_EQ(one.bodies().poses[i].position, other->bodies().poses[i].position);
      EXPECT_EQ(one.motion().velocity[i], other->motion().velocity[i]);
    }
  }
}

// In gravity along the period the energy is that of the fall, m g x and not that of the domain.
TEST(PeriodicWrap, CountsThePotentialEnergyOfAllPeriods) {
  TestScene scene;
  scene.setup.gravity = {9.81, 0, 0};
  scene.interaction().friction = 0;
  scene.add(scene.shape(make_sphere(0.01)), {{0.02, 0, 0.01}, {}}, {2000, 0, 0});
  scene.add_floor();
  scene.setup.domain = {{}, {0.05, 0, 0}, {true, false, false}};
  Simulation simulation(scene.setup);
  simulation.step(20000);
  EXPECT_GT(simulation.periods()[0][0], 10000);
  const Ledger ledger = simulation.ledger();
  EXPECT_LT(std::abs(ledger.residual()), 1e-9 * ledger.start);
  EXPECT_NEAR(simulation.motion().velocity[0].x, 2000 + 9.81 * simulation.time(), 1e-7);
}

// A half-space does not repeat: a body that leaves through the opposite side does not come back
// behind it.
TEST(PeriodicWrap, IsNotAlongTheNormalOfAHalfSpace) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.add(scene.shape(make_sphere(0.01)), {{0.02, 0, 0}, {}}, {5, 5, 0});
  scene.add_floor({1, 0, 0}, 0);
  scene.setup.domain = {{}, {0.05, 0.05, 0}, {true, true, false}};
  Simulation simulation(scene.setup);
  simulation.step(1000);
  EXPECT_EQ(simulation.periods()[0][0], 0);
  EXPECT_NEAR(simulation.bodies().poses[0].position.x, 0.02 + 5 * simulation.time(), 1e-9);
  EXPECT_GT(simulation.periods()[0][1], 0);
}

// A tilted half-space far below changes nothing but that positions are those of the path: the same
// collisions at rest with wrapping, and thousands of periods away without.
TEST(PeriodicWrap, KeepsContactsWhereATiltedHalfSpaceForbidsIt) {
  const Vec3<double> drift{300, -150, 75};
  TestScene still = drifting_grains({}), moving = drifting_grains(drift);
  moving.add_floor({0.6, 0.48, 0.64}, -1e4);
  Simulation a(still.setup), b(moving.setup);
  std::size_t contacts = 0;
  for (int k = 0; k < 10; ++k) {
    a.step(100), b.step(100);
    contacts += a.contact_count();
    ASSERT_EQ(a.contact_count(), b.contact_count()) << k;
    for (std::size_t i = 0; i < a.bodies().size(); ++i) {
      EXPECT_LT(norm(b.motion().velocity[i] - drift - a.motion().velocity[i]), 1e-5) << k;
      EXPECT_EQ(b.periods()[i], (std::array<std::int64_t, 3>{})) << k;
    }
  }
  EXPECT_GT(contacts, 5u);
  EXPECT_GT(b.bodies().poses[0].position.x, 100 * still.setup.domain.period(0));
}

TEST(PeriodicWrap, EndsWithTheNamesOfTheBodyAndOfTheTiltedHalfSpace) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.add(scene.shape(make_sphere(0.01)), {{0.02, 0, 0}, {}}, {3000, 0, 0});
  scene.add_floor({0.6, 0, 0.8}, -10);
  scene.setup.domain = {{}, {0.05, 0.05, 0}, {true, true, false}};
  Simulation simulation(scene.setup);
  std::string end;
  try {
    simulation.step(10'000'000);
  } catch (const SimulationError& error) {
    end = error.what();
  }
  EXPECT_NE(end.find("body 0: along x at "), std::string::npos) << end;
  EXPECT_NE(end.find("more than 10000 periods outside of the domain"), std::string::npos) << end;
  EXPECT_NE(end.find("along x, since the half-space floor does not repeat"), std::string::npos)
      << end;
  EXPECT_GT(simulation.time() * 3000, 9000 * 0.05);
}

// Just smaller than the period, and faster than a period per step: refused before, with the number
// of a box.
TEST(PeriodicWrap, AllowsBodiesThatNearlyFillTheDomain) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.add(scene.shape(make_sphere(0.01)), {{}, {}}, {1e4, 0.3, 0});
  scene.setup.domain = {{}, {0.0200001, 0.0200001, 0}, {true, true, false}};
  Simulation simulation(scene.setup);
  simulation.step(200);
  EXPECT_NEAR(simulation.motion().velocity[0].x, 1e4, 1e-6);
  scene.setup.domain.upper.x = 0.0199;
  EXPECT_THROW(
      {
        try {
          Simulation refused(scene.setup);
        } catch (const SimulationError& error) {
          EXPECT_NE(std::string(error.what()).find("body 0: along x of length 0.02"),
                    std::string::npos)
              << error.what();
          throw;
        }
      },
      SimulationError);
}

}  // namespace
}  // namespace talus
