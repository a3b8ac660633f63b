// Contacts with walls that move: impacts and belts against what a textbook has, and the ledger.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/moving_walls.h"

namespace talus {
namespace {

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
// The floor meets the ball at the speed 2 pi f A in the middle of its swing; the impact is short
// against the period.
TEST(MovingWallContacts, AnElasticBallLeavesWithTwiceTheSpeedOfTheWall) {
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

TEST(MovingWallContacts, ABallBouncesOnAnOscillatingFloorAsIntegratedElsewhere) {
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

TEST(MovingWallContacts, TheLedgerClosesOnAnOscillatingFloor) {
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

TEST(MovingWallContacts, AConveyorBeltBringsABlockToItsSpeed) {
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
TEST(MovingWallContacts, ASurfaceOfRevolutionMayTurnInsteadOfTheWall) {
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

// A box that is shaken by gravity that turns: its work is counted.
TEST(MovingWallContacts, TheLedgerClosesUnderGravityThatTurns) {
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
