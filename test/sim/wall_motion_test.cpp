// Walls that move by closed forms: poses against the formulas, impacts and belts against what a
// textbook has, the ledger, and the same bits for any number of threads and after a restart.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <numbers>

#include "sim/setup_for_tests.h"
#include "talus/sim/fingerprint.h"

namespace talus {
namespace {

constexpr double pi = std::numbers::pi;

TriangleMesh cube_mesh(double half) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back(
        {(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

PrescribedMotion oscillation(const Vec3<double>& direction, double amplitude, double frequency,
                             double phase = 0.0) {
  PrescribedMotion m;
  m.type = MotionType::oscillate;
  m.direction = direction;
  m.amplitude = amplitude, m.frequency = frequency, m.phase = phase;
  return m;
}

PrescribedMotion turning(PrescribedMotion m, const Vec3<double>& axis, const Vec3<double>& centre) {
  m.turns = true;
  m.direction = axis;
  m.centre = centre;
  return m;
}

void set_motion(TestScene& scene, std::int32_t body, const std::vector<PrescribedMotion>& motions) {
  scene.setup.freedom[static_cast<std::size_t>(body)] = Freedom::prescribed;
  scene.setup.motion_groups.push_back({{{body}, {}}, motions});
}

std::int32_t last_body(const TestScene& scene) {
  return static_cast<std::int32_t>(scene.setup.bodies.size()) - 1;
}

MeshWall plate(const Vec3<double>& middle, double half) {
  MeshWall wall;
  wall.name = "plate";
  wall.vertex = {middle + Vec3<double>{-half, -half, 0}, middle + Vec3<double>{half, -half, 0},
                 middle + Vec3<double>{half, half, 0}, middle + Vec3<double>{-half, half, 0}};
  wall.triangle = {{0, 1, 2}, {0, 2, 3}};
  wall.centre = middle;
  return wall;
}

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

TestScene elastic_ball(const Vec3<double>& position, const Vec3<double>& velocity = {}) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.interaction() = {1.0, 0.0, 0.0, 0.8, {}};
  scene.add(scene.shape(make_sphere(0.01)), {position, {}}, velocity);
  return scene;
}

// The floor meets the ball at the speed 2 pi f A in the middle of its swing; the impact is short
// against the period.
TEST(WallMotion, AnElasticBallLeavesWithTwiceTheSpeedOfTheWall) {
  TestScene scene = elastic_ball({0, 0, 0.011}, {0, 0, -0.4});
  scene.setup.materials.material[0].young = 1e9;
  scene.add_floor();
  constexpr double f = 0.2, a = 0.5, wall = 2 * pi * f * a;
  set_motion(scene, 1, {oscillation({0, 0, 1}, a, f)});
  Simulation simulation(scene.setup);
  bool touched = false;
  for (int i = 0; i < 100000 && !(touched && simulation.contact_count() == 0); ++i) {
    simulation.step();
    touched = touched || simulation.contact_count() > 0;
  }
  ASSERT_TRUE(touched);
  const double t = simulation.time();
  EXPECT_NEAR(simulation.motion().velocity[0].z, 2 * wall * std::cos(2 * pi * f * t) + 0.4,
              1e-3 * wall);
  const Ledger ledger = simulation.ledger();
  EXPECT_NEAR(ledger.residual(), 0.0, 2e-3 * ledger.boundary_work);
}

// Height of a ball that bounces on a Hertz spring under gravity while the floor oscillates: Runge
// and Kutta's method with steps that are short against everything.
double bounced_height(double z, double stiffness, double mass, double radius, double amplitude,
                      double frequency, double time) {
  constexpr int steps = 2'000'000;
  const double h = time / steps;
  const auto acceleration = [&](double t, double height) {
    const double overlap = radius + amplitude * std::sin(2 * pi * frequency * t) - height;
    return (overlap > 0 ? stiffness * std::pow(overlap, 1.5) / mass : 0.0) - 9.81;
  };
  double v = 0.0;
  for (int i = 0; i < steps; ++i) {
    const double t = i * h;
    const double k1 = v, l1 = acceleration(t, z);
    const double k2 = v + h / 2 * l1, l2 = acceleration(t + h / 2, z + h / 2 * k1);
    const double k3 = v + h / 2 * l2, l3 = acceleration(t + h / 2, z + h / 2 * k2);
    const double k4 = v + h * l3, l4 = acceleration(t + h, z + h * k3);
    z += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  return z;
}

TEST(WallMotion, ABallBouncesOnAnOscillatingFloorAsIntegratedElsewhere) {
  constexpr double radius = 0.01, amplitude = 0.002, frequency = 30.0, time = 0.2;
  double error[2];
  for (int k = 0; k < 2; ++k) {
    TestScene scene = elastic_ball({0, 0, radius + 0.004});
    scene.setup.gravity = {0, 0, -9.81};
    scene.setup.time_step = time / (k == 0 ? 20000 : 40000);
    scene.add_floor();
    set_motion(scene, 1, {oscillation({0, 0, 1}, amplitude, frequency)});
    Simulation simulation(scene.setup);
    simulation.step(k == 0 ? 20000 : 40000);
    const double modulus = 1e7 / (2 * (1 - 0.25 * 0.25));
    const double exact =
        bounced_height(radius + 0.004, 4.0 / 3.0 * modulus * std::sqrt(radius),
                       simulation.motion().mass[0], radius, amplitude, frequency, time);
    error[k] = std::abs(simulation.bodies().poses[0].position.z - exact);
  }
  EXPECT_LT(error[0], 1e-6);
  EXPECT_LT(error[1], 0.35 * error[0]);  // of second order
}

TEST(WallMotion, TheLedgerClosesOnAnOscillatingFloor) {
  double residual[2];
  for (int k = 0; k < 2; ++k) {
    TestScene scene = falling_grains(27);
    const auto floor = static_cast<std::int32_t>(27);
    set_motion(scene, floor,
               {oscillation({0.6, 0, 0.8}, 0.003, 25.0), oscillation({0, 1, 0}, 0.002, 40.0, 0.5)});
    scene.interaction().rolling_friction = 0.05;
    Simulation probe(scene.setup);
    scene.setup.time_step = probe.time_step() / (k == 0 ? 2 : 4);
    Simulation simulation(scene.setup);
    simulation.step(static_cast<std::int64_t>(0.4 / simulation.time_step()));
    const Ledger ledger = simulation.ledger();
    EXPECT_GT(ledger.boundary_work, 0.2 * ledger.turnover());
    residual[k] = std::abs(ledger.residual()) / ledger.turnover();
  }
  EXPECT_LT(residual[0], 2e-3);
  EXPECT_LT(residual[1], 6e-4);
}

// A block on a belt: friction mu m g until it has the belt's speed, after v^2/(2 mu g) of sliding.
void expect_belt_carries(TestScene scene, double speed, bool mesh = false) {
  scene.interaction() = {0.2, 0.3, 0.0, 0.8, {}};
  constexpr double half = 0.01, mu = 0.3, g = 9.81;
  const Shape cube = mesh ? Shape(make_mesh(cube_mesh(half), {.cells = 8})) : Shape(cube_of(half));
  scene.add(scene.shape(cube), {{0, 0, half}, {}});
  const auto block = static_cast<std::size_t>(last_body(scene));
  Simulation simulation(scene.setup);
  simulation.step(static_cast<std::int64_t>(1.5 * speed / (mu * g) / simulation.time_step()));
  const double mass = simulation.motion().mass[block];
  EXPECT_NEAR(simulation.motion().velocity[block].x, speed, 1e-4 * speed);
  EXPECT_NEAR(simulation.motion().velocity[block].y, 0.0, 1e-4 * speed);
  const Ledger ledger = simulation.ledger();
  const double sliding = speed * speed / (2 * mu * g);
  EXPECT_NEAR(ledger.friction, mu * mass * g * sliding, 0.01 * ledger.friction);
  EXPECT_NEAR(ledger.boundary_work, mass * speed * speed, 0.01 * ledger.boundary_work);
  EXPECT_NEAR(ledger.residual(), 0.0, 2e-3 * ledger.boundary_work);
}

TEST(WallMotion, AConveyorBeltBringsABlockToItsSpeed) {
  constexpr double speed = 0.5;
  TestScene plane;
  plane.add_floor();
  // The component along the normal is left out.
  plane.setup.surface_motions.push_back({{{0}, {}}, {speed, 0, 0.7}, {}});
  expect_belt_carries(plane, speed);
  expect_belt_carries(plane, speed, true);
  TestScene mesh;
  mesh.setup.mesh_walls.push_back(plate({0, 0, 0}, 1.0));
  mesh.setup.surface_motions.push_back({{{}, {0}}, {speed, 0, 0}, {}});
  expect_belt_carries(mesh, speed);
}

// Balls in a drum: a surface that turns about its axis is the same as a drum that turns.
TEST(WallMotion, ASurfaceOfRevolutionMayTurnInsteadOfTheWall) {
  const auto drum = [](bool surface) {
    TestScene scene;
    Tube tube;
    tube.axis = {0, 1, 0};
    tube.radius = tube.top_radius = 0.05;
    tube.height = 0.04;
    tube.bottom = tube.top = true;
    MeshWall wall = round_wall(tube);
    wall.name = "drum";
    if (!surface) wall.angular_velocity = {0, 8, 0};
    scene.setup.mesh_walls.push_back(wall);
    if (surface) scene.setup.surface_motions.push_back({{{}, {0}}, {}, {0, 8, 0}});
    for (int i = 0; i < 6; ++i) {
      scene.add(scene.shape(make_sphere(0.006)),
                {{0.02 * (i % 3) - 0.02, 0.01 + 0.02 * (i / 3), -0.03}, {}});
    }
    Simulation simulation(scene.setup);
    simulation.step(1500);
    return std::pair(simulation.bodies().poses, simulation.ledger());
  };
  const auto [turned, turned_ledger] = drum(false);
  const auto [surface, surface_ledger] = drum(true);
  for (std::size_t i = 0; i < turned.size(); ++i) {
    EXPECT_LT(norm(turned[i].position - surface[i].position), 1e-8);
  }
  EXPECT_GT(turned_ledger.boundary_work, 0.0);
  EXPECT_NEAR(turned_ledger.boundary_work, surface_ledger.boundary_work,
              1e-6 * turned_ledger.boundary_work);
}

// Everything that moves, with loads on it.
TestScene everything() {
  TestScene scene = falling_grains(45);
  for (int i = 0; i < 45; ++i) {
    Vec3<double>& position = scene.setup.bodies.poses[static_cast<std::size_t>(i)].position;
    position = position + Vec3<double>{0, 0, 0.02};  // above the plate
    scene.setup.velocity[static_cast<std::size_t>(i)] = {0, 0, -1};
  }
  constexpr std::int32_t floor = 45, side = 46;
  set_motion(scene, floor, {oscillation({0, 0, 1}, 0.002, 40.0)});
  PrescribedMotion ramp;
  ramp.type = MotionType::ramp;
  ramp.direction = {1, 0, 0};
  ramp.to_rate = 0.05, ramp.start = 0.01, ramp.end = 0.03;
  set_motion(scene, side, {ramp});
  scene.setup.surface_motions.push_back({{{side + 1}, {}}, {0, 0.3, 0.2}, {}});
  PrescribedMotion table;
  table.type = MotionType::table;
  table.time = {0.0, 0.013, 0.02, 0.05};
  table.value = {0.0, 0.004, -0.002, 0.003};
  scene.setup.mesh_walls.push_back(plate({0.039, 0.039, 0.01}, 0.015));
  PrescribedMotion turn;
  turn.rate = 12.0;
  table.direction = {0, 0, 1};
  scene.setup.motion_groups.push_back(
      {{{}, {0}},
       {table, turning(turn, {0, 0, 1}, {0.039, 0.039, 0.01}),
        turning(oscillation({}, 0.3, 20.0), {1, 0, 0}, {0.039, 0.039, 0.01})}});
  table.values_are_rates = true;
  table.value = {0.0, 0.1, -0.2, 0.1};
  scene.add(scene.shape(make_ellipsoid({0.006, 0.004, 0.004})), {{0.02, 0.02, 0.012}, {}});
  set_motion(scene, last_body(scene), {table});
  scene.setup.varying_gravity.emplace();
  scene.setup.varying_gravity->angular_velocity = {3.0, 0, 0};
  scene.setup.wall_loads.push_back({"floor", {{floor}, {}}, {0.01, 0, 0}, 0.0});
  scene.setup.wall_loads.push_back({"others", {{side, side + 1, last_body(scene)}, {0}}, {}, 0.0});
  return scene;
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

// A box that is shaken by gravity that turns: its work is counted.
TEST(WallMotion, TheLedgerClosesUnderGravityThatTurns) {
  double residual[2];
  for (int k = 0; k < 2; ++k) {
    TestScene scene = falling_grains(18);
    scene.add_floor({0, 0, -1}, -0.1);
    scene.setup.varying_gravity.emplace();
    scene.setup.varying_gravity->angular_velocity = {9.0, 4.0, 0};
    Simulation probe(scene.setup);
    scene.setup.time_step = probe.time_step() / (k == 0 ? 2 : 4);
    Simulation simulation(scene.setup);
    simulation.step(static_cast<std::int64_t>(0.5 / simulation.time_step()));
    const Ledger ledger = simulation.ledger();
    residual[k] = std::abs(ledger.residual()) / ledger.turnover();
    EXPECT_LT(ledger.potential, 0.0);
  }
  EXPECT_LT(residual[0], 2e-3);
  EXPECT_LT(residual[1], 6e-4);
}

}  // namespace
}  // namespace talus
