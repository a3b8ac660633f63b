// What is counted, reported and refused: large overlaps, long paths in a step, passed walls.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "sim/setup_for_tests.h"
#include "talus/mesh_file.h"
#include "talus/run.h"
#include "talus/sim/loop/wall_passage.h"

namespace talus {
namespace {

// A ball above a floor of triangles, flying down at the speed.
TestScene ball_above_plate(double speed, const Shape& shape = make_sphere(0.01)) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.add_mesh_floor();
  scene.add(scene.shape(shape), {{0.1, 0.03, 0.05}, {}}, {0, 0, -speed});
  return scene;
}

// The message of the LimitError within the time, or nothing.
std::string end_of(Simulation& simulation, double time) {
  try {
    simulation.step(static_cast<std::int64_t>(time / simulation.time_step()));
  } catch (const LimitError& error) {
    EXPECT_LE(simulation.steps() - error.step, 1);
    return error.what();
  }
  return "";
}

// From 1 to 1000 m/s: the ball is on the side it came from, or the run says that it is not.
TEST(Guards, NoBodyPassesAMeshWallUnnoticed) {
  int passed = 0, rebounded = 0;
  for (const Shape& shape : convex_kinds(0.01)) {
    for (double speed = 1.0; speed < 1000.0; speed *= 1.25) {
      Simulation simulation(ball_above_plate(speed, shape).setup);
      const std::string end = end_of(simulation, 0.2 / speed);
      const bool above = simulation.bodies().poses[0].position.z > 0.0;
      if (end.empty()) {
        EXPECT_TRUE(above) << speed;
        ++rebounded;
      } else {
        EXPECT_NE(end.find("body 0 passes the wall mesh floor at "), std::string::npos) << end;
        ++passed;
      }
    }
  }
  EXPECT_GT(passed, 20);
  EXPECT_GT(rebounded, 20);
}

// The wall moves, the ball does not.
TEST(Guards, MovingWallsDoNotPassBodiesUnnoticed) {
  for (const bool turns : {false, true}) {
    TestScene scene = ball_above_plate(0.0);
    MeshWall& wall = scene.setup.mesh_walls[0];
    if (turns) {
      wall.angular_velocity = {0, -1000, 0};  // the ball is 0.1 m from the axis
    } else {
      wall.velocity = {0, 0, 100};
    }
    Simulation simulation(scene.setup);
    EXPECT_NE(end_of(simulation, 0.01).find("passes the wall"), std::string::npos) << turns;
  }
}

// Plates of 1 mm and a rod, fixed or moving, in the way of bodies of 20 mm: these are on the side
// they came from, or the run says that they are not.
TEST(Guards, NoBodyPassesAThinBodyUnnoticed) {
  const auto cuboid = [](double x, double y, double z) {
    std::vector<Vec3<double>> corner;
    for (int i = 0; i < 8; ++i) {
      corner.push_back({(i & 1) != 0 ? x : -x, (i & 2) != 0 ? y : -y, (i & 4) != 0 ? z : -z});
    }
    return corner;
  };
  TriangleMesh surface;
  surface.vertices = cuboid(0.1, 0.1, 5e-4);
  surface.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                       {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  const Shape thin[] = {make_polyhedron(cuboid(0.1, 0.1, 5e-4)),
                        make_superquadric({0.1, 0.1, 5e-4}, 20, 20),
                        make_ellipsoid({0.1, 0.1, 5e-4}), make_mesh(surface),
                        make_polyhedron(cuboid(0.1, 5e-4, 5e-4))};
  int passed = 0, rebounded = 0;
  for (const Shape& plate : thin) {
    for (const Shape& shape : convex_kinds(0.01)) {
      bool moves = false;
      for (double speed = 1.0; speed < 1000.0; speed *= 1.5, moves = !moves) {
        TestScene scene;
        scene.setup.gravity = {};
        scene.add(scene.shape(plate), {{0.09, 0.0, 0.0}, {}}, {0, 0, moves ? speed : 0.0}, {},
                  moves ? Freedom::prescribed : Freedom::fixed);
        scene.setup.name.back() = "plate";
        scene.add(scene.shape(shape), {{0.1, 0.0, 0.05}, {}}, {0, 0, moves ? 0.0 : -speed});
        Simulation simulation(scene.setup);
        const std::string end = end_of(simulation, 0.1 / speed);
        const std::vector<Pose<double>>& pose = simulation.bodies().poses;
        if (end.empty()) {
          const Vec3<double> at = pose[1].position - pose[0].position;
          EXPECT_TRUE(at.z > 0.0 || std::abs(at.y) > 0.01) << speed;  // or beside the rod
          ++rebounded;
        } else {
          EXPECT_NE(end.find("body 1 passes the body plate at "), std::string::npos) << end;
          ++passed;
        }
      }
    }
  }
  EXPECT_GT(passed, 50);
  EXPECT_GT(rebounded, 50);
}

// A body that leaves through an opening, or rolls off the rim, passes no triangle.
TEST(Guards, OpeningsAreFree) {
  TestScene scene = ball_above_plate(50.0);
  scene.setup.mesh_walls[0].triangle = {{0, 1, 2}};  // the ball flies where the other one was
  scene.setup.bodies.poses[0].position = {-0.5, 0.5, 0.05};
  Simulation simulation(scene.setup);
  EXPECT_EQ(end_of(simulation, 0.01), "");
  EXPECT_LT(simulation.bodies().poses[0].position.z, 0.0);
}

// Random segments and triangles against the intersection of line and plane.
TEST(Guards, SegmentsCrossTriangles) {
  Random random(3);
  int crossed = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const auto point = [&] {
      return Vec3<double>{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
    };
    const Vec3<double> a = point(), b = point(), c = point(), p = point(), q = point();
    const Vec3<double> n = cross(b - a, c - a);
    const double t = dot(a - p, n) / dot(q - p, n);
    const Vec3<double> x = p + t * (q - p);
    const double area = norm_squared(n);
    const double u = dot(cross(b - x, c - x), n) / area, v = dot(cross(c - x, a - x), n) / area;
    const double margin = std::min({t, 1 - t, u, v, 1 - u - v});
    if (std::abs(margin) < 1e-9) continue;
    const TriangleWall wall({a, b, c}, {{0, 1, 2}});
    const std::int32_t only[] = {0};
    EXPECT_EQ(crosses(wall, only, p, q), margin > 0) << trial;
    crossed += margin > 0 ? 1 : 0;
  }
  EXPECT_GT(crossed, 500);
  // The end counts, the start does not.
  const TriangleWall wall({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const std::int32_t only[] = {0};
  EXPECT_TRUE(crosses(wall, only, {0, 0, 1}, {0, 0, 0}));
  EXPECT_FALSE(crosses(wall, only, {0, 0, 0}, {0, 0, -1}));
  EXPECT_FALSE(crosses(wall, only, {0.5, 0.5, 0}, {0, 0, 0}));
}

// A ball is pressed onto a fixed one until the overlap is p of its diameter: m v^2 / 2 of an impact
// equals the energy 8/15 E* R*^(1/2) d^(5/2) of Hertz.
TEST(Guards, LargeOverlapsAreCountedAndNamed) {
  for (const double relative : {0.045, 0.055}) {
    TestScene scene;
    scene.setup.gravity = {};
    scene.interaction().restitution = 1.0;
    const double r = 0.01, depth = relative * 2 * r;
    const double modulus = 1e7 / (2 * (1 - 0.25 * 0.25)), radius = r / 2;
    const double mass = 2500 * 4.0 / 3.0 * std::numbers::pi * r * r * r;
    const double energy = 8.0 / 15.0 * modulus * std::sqrt(radius) * std::pow(depth, 2.5);
    const std::int32_t sphere = scene.shape(make_sphere(r));
    scene.add(sphere, {{0, 0, 2.01 * r}, {}}, {0, 0, -std::sqrt(2 * energy / mass)});
    scene.add(sphere, {}, {}, {}, Freedom::fixed);
    Simulation simulation(scene.setup);
    simulation.step(400);
    const Excess& large = simulation.large_overlaps();
    EXPECT_EQ(large.steps > 0, relative > large_overlap);
    EXPECT_EQ(simulation.large_travels().steps, 0);
    EXPECT_EQ(simulation.warnings().size(), large.steps > 0 ? 1u : 0u);
    if (large.steps == 0) continue;
    EXPECT_EQ(large.a + large.b, 1);
    EXPECT_GT(large.first_value, large_overlap);
    EXPECT_LT(large.first_value, 1.001 * relative);
    EXPECT_NEAR(large.first_time, static_cast<double>(large.first_step) * simulation.time_step(),
                1e-12);
    EXPECT_NE(simulation.warnings()[0].find("body"), std::string::npos);
  }
}

TEST(Guards, LongPathsAreCountedAndNamed) {
  TestScene scene;
  scene.setup.gravity = {};
  const std::int32_t sphere = scene.shape(make_sphere(0.01));
  for (int i = 0; i < 100; ++i) scene.add(sphere, {{0.1 * i, 0, 0}, {}});
  scene.setup.name[57] = "bullet";
  const double step = Simulation(scene.setup).time_step();
  for (const double part : {0.099, 0.101}) {
    scene.setup.velocity[57] = {0, 0.02 * part / step, 0};
    Simulation simulation(scene.setup);
    simulation.step(7);
    EXPECT_NEAR(simulation.largest_travel(), part, 1e-9);
    const Excess& far = simulation.large_travels();
    EXPECT_EQ(far.steps, part > large_travel ? 7 : 0);
    if (far.steps == 0) continue;
    EXPECT_EQ(far.a, 57);
    EXPECT_EQ(far.first_step, 1);
    EXPECT_EQ(simulation.warnings()[0].substr(0, 15), "bullet moves by");
  }
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A run that a limit ends: the same last step however it was divided into calls, whole files, and a
// checkpoint to go on from.
TEST(Guards, StopEndsARunAndKeepsItsResults) {
  const auto folder = std::filesystem::temp_directory_path() / "talus_guards_test";
  std::filesystem::remove_all(folder);
  std::string series[2];
  for (const int threads : {1, 3}) {
    Scene scene;
    TestScene bodies;
    bodies.setup.gravity = {};
    bodies.add(bodies.shape(make_sphere(0.01)), {{0, 0, 0.03}, {}}, {0, 0, -3});
    bodies.add_floor();
    bodies.setup.stop_overlap = 0.02;
    scene.setup = bodies.setup;
    scene.run.duration = 1.0;
    scene.run.output_interval = 0.1;
    scene.run.series_interval = 1e-3;
    scene.run.picture = false;
    const auto own = folder / std::to_string(threads);
    talus::Run run(scene, own, false, threads);
    while (!run.is_over()) run.advance();
    run.finish();
    EXPECT_NE(run.failure().find("overlap by"), std::string::npos) << run.failure();
    EXPECT_NE(run.failure().find("stop.overlap = 0.02"), std::string::npos);
    EXPECT_LT(run.simulation().time(), 0.02);
    series[threads / 2] = text_of(own / "series.csv");
    EXPECT_NE(series[threads / 2].find("large_overlap_steps"), std::string::npos);
    talus::Run again(scene, own, true, threads);
    EXPECT_EQ(again.first_step(), run.simulation().steps());
  }
  EXPECT_EQ(series[0], series[1]);
  std::filesystem::remove_all(folder);
}

// A spring of prescribed plates does work that the ledger counts, and a setup with a step that is
// too long for what happens is noticed: a heavy load presses grains far beyond the overlap that the
// step is made for.
TEST(Guards, EnergyFromNothingIsReportedAndEndsTheRunOnRequest) {
  TestScene scene;
  scene.interaction().restitution = 0.01;
  scene.setup.materials.material = {{"light", 2.5, 1e4, 0.25}, {"heavy", 25000, 1e4, 0.25}};
  scene.setup.materials.interaction.assign(4, scene.interaction());
  const std::int32_t ball = scene.shape(make_sphere(0.01));
  for (int i = 0; i < 6; ++i) {
    scene.add(ball, {{0.0001 * i, 0, 0.01 + 0.02 * i}, {}});
    scene.setup.material_of.back() = i % 2;
  }
  scene.add_floor();
  scene.setup.time_step = Simulation(scene.setup).largest_time_step() * (1 - 1e-9);
  const auto run = [&] {
    Simulation simulation(scene.setup);
    const std::string end = end_of(simulation, 1.0);
    return std::pair(end, simulation.large_residuals());
  };
  const auto [never, counted] = run();
  EXPECT_EQ(never, "");
  ASSERT_GT(counted.steps, 0);
  EXPECT_EQ(counted.first_step % residual_interval, 0);
  scene.setup.stop_residual = 0.5 * std::abs(counted.first_value);
  const auto [end, first] = run();
  EXPECT_NE(end.find("% of the energy is not accounted for"), std::string::npos) << end;
  EXPECT_NE(end.find("body "), std::string::npos) << end;
}

}  // namespace
}  // namespace talus
