// Simulations with true cylinders and cones: any number of threads, restarts, moving walls, passed
// walls, the time step.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "sim/setup_for_tests.h"
#include "talus/sim/fingerprint.h"

namespace talus {
namespace {

Tube tube_of(double radius, double top_radius, double height) {
  Tube tube;
  tube.radius = radius;
  tube.top_radius = top_radius;
  tube.height = height;
  return tube;
}

std::int32_t add_tube(TestScene& scene, const Tube& tube) {
  MeshWall wall = round_wall(tube);
  wall.name = "tube";
  return add_mesh_wall(scene.setup, wall).index;
}

// Grains of all convex kinds fall into a drum that turns about a slanted axis.
TestScene drum() {
  TestScene scene;
  constexpr double r = 0.01, pitch = 2.6 * r;
  std::vector<std::int32_t> shape;
  for (const Shape& kind : convex_kinds(r)) shape.push_back(scene.shape(kind));
  Random random(7);
  for (int i = 0; i < 36; ++i) {
    scene.add(shape[static_cast<std::size_t>(i) % shape.size()],
              {{(i % 3 - 1.0) * pitch, (i / 3 % 3 - 1.0) * pitch, (i / 9 + 1.0) * pitch},
               some_orientation(random)},
              {random.uniform() - 0.5, random.uniform() - 0.5, -1.0});
  }
  Tube tube = tube_of(0.06, 0.08, 0.2);
  tube.bottom = true;
  tube.axis = normalized(Vec3<double>{0.1, 0.2, 1.0});
  tube.base = {0, 0, -0.01};
  add_tube(scene, tube);
  scene.setup.mesh_walls[0].angular_velocity = 5.0 * tube.axis;
  return scene;
}

void expect_same(const Simulation& p, const Simulation& q) {
  for (std::size_t i = 0; i < p.bodies().size(); ++i) {
    EXPECT_EQ(p.bodies().poses[i].position, q.bodies().poses[i].position);
    EXPECT_EQ(p.motion().velocity[i], q.motion().velocity[i]);
    EXPECT_EQ(p.motion().angular_velocity[i], q.motion().angular_velocity[i]);
  }
}

TEST(RoundWallRun, AnyNumberOfThreadsAndARestartGiveTheSameBits) {
  Simulation one(drum().setup), three(drum().setup, 3), again(drum().setup);
  one.step(1500);
  three.step(1500);
  EXPECT_GT(one.contact_count(), 10u);
  expect_same(one, three);
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "round_wall_run.h5";
  one.save(file);
  again.restore(file);
  std::filesystem::remove(file);
  one.step(300);
  again.step(300);
  expect_same(one, again);
}

TEST(RoundWallRun, NoBodyPassesUnnoticed) {
  int passed = 0, rebounded = 0;
  for (const Shape& shape : convex_kinds(0.01)) {
    for (const bool inside : {true, false}) {
      for (double speed = 1.0; speed < 1000.0; speed *= 1.6) {
        TestScene scene;
        scene.setup.gravity = {};
        add_tube(scene, tube_of(0.1, 0.1, 0.4));
        scene.add(scene.shape(shape), {{inside ? 0.05 : 0.15, 0.0, 0.2}, {}},
                  {inside ? speed : -speed, 0, 0});
        Simulation simulation(scene.setup);
        std::string end;
        try {
          simulation.step(static_cast<std::int64_t>(0.1 / speed / simulation.time_step()));
        } catch (const LimitError& error) {
          end = error.what();
        }
        const Vec3<double>& at = simulation.bodies().poses[0].position;
        if (end.empty()) {
          EXPECT_EQ(std::hypot(at.x, at.y) < 0.1, inside) << speed;
          ++rebounded;
        } else {
          EXPECT_NE(end.find("passes the wall tube"), std::string::npos) << end;
          ++passed;
        }
      }
    }
  }
  EXPECT_GT(passed, 20);
  EXPECT_GT(rebounded, 20);
}

// An elastic ball at rest leaves a wall in motion with twice its velocity.
TEST(RoundWallRun, AWallIsSetInMotion) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.interaction() = {1.0, 0.0, 0.0, 0.8, {}};
  scene.add(scene.shape(make_sphere(0.01)), {{0.05, 0, 0.2}, {}});
  add_tube(scene, tube_of(0.1, 0.1, 0.4));
  Simulation simulation(scene.setup);
  simulation.prescribe(MeshWallHandle{0}, {-1.0, 0, 0}, {});
  simulation.step(static_cast<std::int64_t>(0.06 / simulation.time_step()));
  EXPECT_NEAR(simulation.motion().velocity[0].x, -2.0, 5e-3);
  EXPECT_NEAR(simulation.ledger().residual() / simulation.ledger().boundary_work, 0.0, 2e-3);
}

// A ball that fits closely into a tube is carried by a larger spot: a shorter step.
TEST(RoundWallRun, TheTimeStepKnowsTheCurvature) {
  const auto step_in = [](double radius) {
    TestScene scene;
    scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 0.2}, {}});
    add_tube(scene, tube_of(radius, radius, 0.4));
    return Simulation(scene.setup).time_step();
  };
  const double wide = step_in(100.0);
  EXPECT_NEAR(step_in(0.1) / wide, std::sqrt(0.9), 1e-3);  // omega^2 is proportional to R*
  EXPECT_NEAR(step_in(0.0101) / wide, 0.5, 1e-3);          // at most four times R
}

struct Rest {
  double kinetic;  // of m g a
  double creep;    // of a, in the last tenth of the time
};

// A block of half the side a that is dropped on the closed end of a cylinder at this slope, from
// 0.1 a and turned by `tilt`.
Rest rest_on_disc(const Shape& shape, double slope, double tilt) {
  constexpr double a = 0.005, time = 0.3;
  TestScene scene;
  scene.setup.gravity = {9.81 * std::sin(slope), 0, -9.81 * std::cos(slope)};
  scene.setup.materials.material = {{"stone", 2500, 1e8, 0.25}};
  scene.interaction() = {0.5, 0.5, 0.0, 0.8, {}};
  const double s = std::sin(0.5 * tilt);
  scene.add(scene.shape(shape), {{3e-3, 4e-3, a + (tilt > 0.0 ? 0.1 * a : 0.0)},
                                 {std::cos(0.5 * tilt), 0.6 * s, 0.8 * s, 0}});
  Tube tube = tube_of(0.05, 0.05, 0.05);
  tube.bottom = true;
  add_tube(scene, tube);
  Simulation simulation(scene.setup);
  const auto steps = static_cast<std::int64_t>(time / simulation.time_step());
  simulation.step(steps - steps / 10);
  const Vec3<double> before = simulation.bodies().poses[0].position;
  simulation.step(steps / 10);
  const double weight = 9.81 * simulation.motion().mass[0];
  EXPECT_GT(simulation.contact_count(), 0u);
  EXPECT_NEAR(simulation.ledger().residual() / (weight * a), 0.0, 1e-3);
  return {simulation.ledger().kinetic / (weight * a),
          norm(simulation.bodies().poses[0].position - before) / a};
}

// Flat superquadrics rest on discs to rounding, set down, dropped, and at 0.95 of the friction
// angle. An exponent of 8 rolls there: its side is not level at that angle.
TEST(RoundWallRun, FlatSuperquadricsRestOnDiscs) {
  for (const auto& [n1, n2] : {std::pair{8.0, 8.0}, {20.0, 20.0}, {100.0, 100.0}, {20.0, 2.0}}) {
    const Shape block = make_superquadric({0.005, 0.005, 0.005}, n1, n2);
    for (const auto& [slope, tilt] :
         {std::pair{0.0, 0.0}, {0.0, 0.02}, {std::atan(0.95 * 0.5), 0.0}}) {
      if (n1 == 8.0 && slope > 0.0) continue;
      const Rest rest = rest_on_disc(block, slope, tilt);
      EXPECT_LT(rest.kinetic, 1e-20) << n1 << " " << n2 << " " << slope << " " << tilt;
      EXPECT_LT(rest.creep, 1e-10) << n1 << " " << n2 << " " << slope << " " << tilt;
    }
  }
}

TEST(RoundWallRun, TheFingerprintSeesTheSurface) {
  TestScene scene;
  add_tube(scene, tube_of(0.1, 0.1, 0.4));
  const std::uint64_t round = fingerprint(scene.setup);
  scene.setup.mesh_walls[0].tube.reset();
  EXPECT_NE(fingerprint(scene.setup), round);
}

TEST(RoundWallRun, TubesWithoutASizeAreRefused) {
  TestScene scene;
  add_tube(scene, tube_of(0.1, 0.1, 0.4));
  scene.setup.mesh_walls[0].tube->radius = -1.0;
  EXPECT_THROW(Simulation{scene.setup}, SimulationError);
}

}  // namespace
}  // namespace talus
