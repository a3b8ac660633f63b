// Walls that move by closed forms: poses against the formulas, what is refused, and the same bits
// for any number of threads and after a restart.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "sim/moving_walls.h"
#include "talus/sim/fingerprint.h"

namespace talus {
namespace {

TEST(WallMotion, PosesAndVelocitiesAreThoseOfTheFormula) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.setup.time_step = 1e-4;
  scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 1}, {}});
  scene.add_floor();
  constexpr double a = 0.02, f = 17.0, phase = 0.3, w = 2 * pi * f;
  set_motion(scene, 1, {oscillation({0, 0, 1}, a, f, phase)});
  // A prescribed body whose centre of mass is not its origin.
  std::vector<Vec3<double>> corner = {{0, 0, 0}, {0.02, 0, 0}, {0, 0.02, 0}, {0, 0, 0.02}};
  scene.add(scene.shape(make_polyhedron(corner)), {{0.5, 0.2, 0.1}, {}});
  const Vec3<double> centre{0.4, 0, 0}, centroid{0.005, 0.005, 0.005};
  set_motion(scene, 2, {turning(oscillation({}, 0.5, 3.0), {0, 0, 1}, centre)});
  scene.setup.mesh_walls.push_back(plate({0, 0, -1}, 0.1));
  PrescribedMotion constant;
  constant.direction = {0.3, 0, 0};
  constant.rate = 1.0;
  PrescribedMotion spin;
  spin.rate = 40.0;
  scene.setup.motion_groups.push_back(
      {{{}, {0}}, {constant, turning(spin, {0, 0, 1}, {0, 0, -1})}});
  Simulation simulation(scene.setup);
  for (int i = 0; i < 60; ++i) {
    const double t = simulation.time();
    const double s = a * (std::sin(w * t + phase) - std::sin(phase));
    ASSERT_NEAR(simulation.bodies().poses[1].position.z, s, 1e-16 + 1e-14 * a);
    ASSERT_NEAR(simulation.motion().velocity[1].z, a * w * std::cos(w * t + phase), 1e-13 * a * w);
    const double angle = 0.5 * std::sin(2 * pi * 3.0 * t);
    const Vec3<double> arm{0.1, 0.2, 0.1};
    const Vec3<double> at{0.4 + arm.x * std::cos(angle) - arm.y * std::sin(angle),
                          arm.x * std::sin(angle) + arm.y * std::cos(angle), 0.1};
    ASSERT_LT(norm(simulation.bodies().poses[2].position - at), 1e-15);
    const double rate = 0.5 * 2 * pi * 3.0 * std::cos(2 * pi * 3.0 * t);
    ASSERT_NEAR(simulation.motion().angular_velocity[2].z, rate, 1e-13);
    const Vec3<double> r = at + rotation_of(simulation.bodies().poses[2].orientation) * centroid;
    ASSERT_LT(norm(simulation.motion().velocity[2] - cross({0, 0, rate}, r - centre)), 1e-13);
    const MeshWall& wall = simulation.mesh_walls()[0];
    const double turn = 40.0 * t;
    ASSERT_NEAR(wall.vertex[2].x, 0.3 * t + 0.1 * (std::cos(turn) - std::sin(turn)), 1e-15);
    ASSERT_EQ(wall.velocity.x, 0.3);
    ASSERT_EQ(wall.angular_velocity.z, 40.0);
    simulation.step(37);
  }
}

// A thousand turns of a hundred steps each. Integrated by Cayley rotations, which turn by too
// little by (h w)^3/12 in every step, they would be 2 rad behind.
TEST(WallMotion, NoErrorGrowsWithTime) {
  TestScene scene;
  scene.setup.time_step = 1e-2;
  scene.add(scene.shape(make_ellipsoid({0.1, 0.05, 0.05})), {{0, 0, 0}, {}}, {0.1, 0, 0},
            {0, 0, 2 * pi}, Freedom::prescribed);
  Simulation simulation(scene.setup);
  simulation.step(100'000);
  const Pose<double>& pose = simulation.bodies().poses[0];
  EXPECT_NEAR(pose.position.x, 0.1 * simulation.time(), 1e-13 * 100);
  const double turn = std::fmod(2 * pi * simulation.time(), 2 * pi);
  const Mat3<double> rotation = rotation_of(pose.orientation);
  EXPECT_NEAR(rotation.row0.x, std::cos(turn), 1e-11);
  EXPECT_NEAR(rotation.row1.x, std::sin(turn), 1e-11);
}

void expect_same(const Simulation& p, const Simulation& q) {
  const auto equal = [](const auto& u, const auto& v) {
    return u.size() == v.size() && std::memcmp(u.data(), v.data(), u.size() * sizeof(u[0])) == 0;
  };
  EXPECT_TRUE(equal(p.bodies().poses, q.bodies().poses));
  EXPECT_TRUE(equal(p.motion().velocity, q.motion().velocity));
  EXPECT_TRUE(equal(p.mesh_walls()[0].vertex, q.mesh_walls()[0].vertex));
  EXPECT_EQ(p.ledger().residual(), q.ledger().residual());
  EXPECT_EQ(p.ledger().boundary_work, q.ledger().boundary_work);
  EXPECT_EQ(p.ledger().potential, q.ledger().potential);
  for (const char* name : {"floor", "others"}) {
    const WallLoad a = p.wall_load(name), b = q.wall_load(name);
    EXPECT_EQ(a.force, b.force);
    EXPECT_EQ(a.mean_force, b.mean_force);
    EXPECT_EQ(a.mean_torque, b.mean_torque);
    EXPECT_EQ(a.steps, b.steps);
  }
}

TEST(WallMotion, TheSameBitsForAnyThreadsAndAfterARestart) {
  const auto file = std::filesystem::temp_directory_path() / "talus_wall_motion_test.h5";
  const TestScene scene = everything();
  Simulation one(scene.setup, 1), two(scene.setup, 2), eight(scene.setup, 8);
  const auto total = static_cast<std::int64_t>(0.06 / one.time_step());
  one.step(total);
  for (std::int64_t i = 0; i < total; ++i) two.step();
  eight.step(total);
  expect_same(one, two);
  expect_same(one, eight);
  for (const char* name : {"floor", "others"}) {
    EXPECT_GT(norm(one.wall_load(name).mean_force), 0.0);
  }
  // In the middle of every motion.
  for (const std::int64_t middle : {total / 7, total / 3, total / 2}) {
    Simulation first(scene.setup, 2), second(scene.setup, 1);
    first.step(middle);
    first.save(file);
    second.restore(file);
    expect_same(first, second);
    second.step(total - middle);
    expect_same(one, second);
  }
  std::filesystem::remove(file);
  const Ledger ledger = one.ledger();
  EXPECT_LT(std::abs(ledger.residual()), 0.02 * ledger.turnover());
}

// In a periodic domain a plate comes back a period later, and grains on it do not notice.
TEST(WallMotion, AMovingPlateIsMovedBackByPeriods) {
  const auto run = [](bool periodic) {
    TestScene scene;
    scene.setup.mesh_walls.push_back(plate({0, 0, 0}, 0.04));
    PrescribedMotion constant;
    constant.direction = {1.0, 0, 0};
    constant.rate = 1.0;
    scene.setup.motion_groups.push_back(
        {{{}, {0}}, {constant, oscillation({0, 0, 1}, 0.0003, 20.0)}});
    scene.add(scene.shape(cube_of(0.01)), {{0.0, 0, 0.01}, {}}, {1.0, 0, 0});
    if (periodic) scene.setup.domain = {{-0.1, -1, -1}, {0.1, 1, 1}, {true, false, false}};
    Simulation simulation(scene.setup);
    simulation.step(static_cast<std::int64_t>(0.7 / simulation.time_step()));
    const double periods = periodic ? 0.2 * static_cast<double>(simulation.periods()[0][0]) : 0.0;
    return std::pair(simulation.bodies().poses[0].position + Vec3<double>{periods, 0, 0},
                     simulation.mesh_walls()[0].vertex[0].x);
  };
  const auto [open, open_plate] = run(false);
  const auto [wrapped, wrapped_plate] = run(true);
  EXPECT_LT(norm(open - wrapped), 1e-9);
  EXPECT_GT(open.x, 0.6);
  EXPECT_NEAR(std::remainder(open_plate - wrapped_plate, 0.2), 0.0, 1e-12);
  EXPECT_LT(std::abs(wrapped_plate), 0.25);
}

TEST(WallMotion, PrescribeReplacesAMotion) {
  TestScene scene = elastic_ball({0, 0, 1});
  scene.setup.time_step = 1e-4;
  scene.add_floor();
  set_motion(scene, 1, {oscillation({0, 0, 1}, 0.01, 5.0)});
  scene.setup.mesh_walls.push_back(plate({0, 0, -1}, 0.1));
  scene.setup.motion_groups.push_back({{{}, {0}}, {oscillation({0, 0, 1}, 0.01, 5.0)}});
  const auto file = std::filesystem::temp_directory_path() / "talus_replaced_motion_test.h5";
  Simulation simulation(scene.setup), other(scene.setup);
  simulation.step(321);
  const double floor = simulation.bodies().poses[1].position.z;
  const double wall = simulation.mesh_walls()[0].vertex[0].z;
  EXPECT_NE(floor, 0.0);
  simulation.prescribe(1, {0, 0, 0.25}, {});
  simulation.prescribe(MeshWallHandle{0}, {}, {});
  simulation.step(100);
  simulation.save(file);
  other.restore(file);
  for (Simulation* s : {&simulation, &other}) {
    s->step(300);
    EXPECT_NEAR(s->bodies().poses[1].position.z, floor + 0.25 * 0.04, 1e-15);
    EXPECT_EQ(s->motion().velocity[1].z, 0.25);
    EXPECT_EQ(s->mesh_walls()[0].vertex[0].z, wall);
  }
  std::filesystem::remove(file);
}

TEST(WallMotion, RefusesWhatCannotMoveSo) {
  const auto refused = [](const auto& change, const char* what) {
    TestScene scene = everything();
    change(scene.setup);
    try {
      Simulation simulation(scene.setup);
    } catch (const SimulationError& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
      return;
    }
    ADD_FAILURE() << what;
  };
  refused([](talus::Setup& s) { s.motion_groups[0].motions[0].turns = true; },
          "half-space cannot turn");
  refused([](talus::Setup& s) { s.motion_groups[0].motions[0].amplitude = std::nan(""); },
          "not finite");
  refused([](talus::Setup& s) { s.motion_groups[1].motions[0].end = 0.005; }, "end later");
  refused([](talus::Setup& s) { s.motion_groups[2].motions[0].time[2] = 0.0; }, "increase");
  refused([](talus::Setup& s) { s.motion_groups[2].motions[0].value.pop_back(); },
          "as many values");
  refused(
      [](talus::Setup& s) {
        s.motion_groups[2].motions[1].direction = {0, 0, 2};
      },
      "unit vector");
  refused([](talus::Setup& s) { s.motion_groups[0].objects.bodies = {0}; }, "is free");
  refused([](talus::Setup& s) { s.motion_groups[0].objects.bodies = {4711}; }, "does not exist");
  refused([](talus::Setup& s) { s.motion_groups[1].objects = s.motion_groups[0].objects; },
          "two groups");
  refused(
      [](talus::Setup& s) {
        s.velocity[45] = {0, 0, 1};
      },
      "has a velocity and a list of motions");
  refused(
      [](talus::Setup& s) {
        s.surface_motions[0].angular_velocity = {0, 0, 1};
      },
      "cannot turn");
  refused([](talus::Setup& s) { s.wall_loads[0].name = "a/b"; }, "must be of");
  refused([](talus::Setup& s) { s.wall_loads[0].name = "others"; }, "two measures");
  refused([](talus::Setup& s) { s.wall_loads[0].objects = {}; }, "measures no wall");
  refused([](talus::Setup& s) { s.varying_gravity->time = {0.0}; }, "a table has");
}

TEST(WallMotion, TheFingerprintHasTheMotions) {
  const talus::Setup setup = everything().setup;
  const std::uint64_t own = fingerprint(setup);
  const auto differs = [&](const auto& change) {
    talus::Setup other = setup;
    change(other);
    EXPECT_NE(fingerprint(other), own);
  };
  differs([](talus::Setup& s) { s.motion_groups[0].motions[0].amplitude *= 1.5; });
  differs([](talus::Setup& s) { s.motion_groups[0].motions[0].frequency *= 1.5; });
  differs([](talus::Setup& s) { s.motion_groups[0].motions[0].phase += 1.5; });
  differs([](talus::Setup& s) { s.motion_groups[0].motions[0].direction = {0, 1, 0}; });
  differs([](talus::Setup& s) { s.motion_groups[1].motions[0].end *= 1.5; });
  differs([](talus::Setup& s) { s.motion_groups[2].motions[0].value[1] += 1e-3; });
  differs([](talus::Setup& s) { s.motion_groups[2].motions[1].centre.x += 1e-3; });
  differs([](talus::Setup& s) { s.motion_groups.pop_back(); });
  differs([](talus::Setup& s) { s.surface_motions[0].velocity.x += 1e-3; });
  differs([](talus::Setup& s) { s.wall_loads[0].about.x += 1e-3; });
  differs([](talus::Setup& s) { s.varying_gravity.reset(); });
}

}  // namespace
}  // namespace talus
