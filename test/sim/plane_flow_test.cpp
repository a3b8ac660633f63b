// Flow through planes, against the bodies on either side, which are counted by their positions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "sim/flow_for_tests.h"

namespace talus {
namespace {

FlowPlane disc(const std::string& name, const Vec3<double>& centre, const Vec3<double>& normal,
               double radius) {
  FlowPlane plane;
  plane.name = name;
  plane.centre = centre;
  plane.normal = normal;
  plane.radius = radius;
  return plane;
}

FlowPlane rectangle(const std::string& name, const Vec3<double>& corner, const Vec3<double>& a,
                    const Vec3<double>& b) {
  FlowPlane plane;
  plane.name = name;
  plane.is_disc = false;
  plane.centre = corner + 0.5 * (a + b);
  plane.edge_a = a;
  plane.edge_b = b;
  plane.normal = normalized(cross(a, b));
  return plane;
}

// The mass of the free bodies on the side of the normal.
double mass_beyond(const Simulation& simulation, const FlowPlane& plane) {
  double sum = 0.0;
  for (std::size_t i = 0; i < simulation.motion().size(); ++i) {
    if (simulation.motion().freedom[i] != Freedom::free) continue;
    const Vec3<double> arm = simulation.bodies().poses[i].position - plane.centre;
    if (dot(plane.normal, arm) >= 0.0) sum += simulation.motion().mass[i];
  }
  return sum;
}

TEST(PlaneFlow, ABallThatFallsThroughADisc) {
  TestScene scene;
  scene.setup.time_step = 1e-4;
  const std::int32_t ball = scene.shape(make_sphere(0.01));
  for (int i = 0; i < 5; ++i) scene.add(ball, {{0.025 * i, 0, 1.0 + 0.001 * i}, {}});
  scene.add(ball, {{0, 0.5, 1}, {}}, {0, 0, -1}, {}, Freedom::prescribed);
  scene.setup.flow_planes = {disc("down", {0, 0, 0.9}, {0, 0, -1}, 0.06),
                             disc("up", {0, 0, 0.9}, {0, 0, 1}, 1.0),
                             disc("aside", {0, 0.3, 0.9}, {0, 0, 1}, 0.2999),
                             disc("along", {0, 0.001, 0.9}, {0, 1, 0}, 1.0)};
  Simulation simulation(scene.setup);
  const double mass = simulation.motion().mass[0];
  const double due = std::sqrt(2 * 0.1 / 9.81);
  simulation.step(static_cast<std::int64_t>(due / 1e-4) - 1);
  EXPECT_EQ(simulation.plane_flow("down").forward, 0);
  simulation.step(2);
  EXPECT_EQ(simulation.plane_flow("down").forward, 1);
  simulation.step(100);
  const PlaneFlow down = simulation.plane_flow("down");
  EXPECT_EQ(down.forward, 3);
  EXPECT_EQ(down.backward, 0);
  EXPECT_DOUBLE_EQ(down.mass, 3 * mass);
  double momentum = 0.0;
  for (int i = 0; i < 3; ++i) momentum -= mass * std::sqrt(2 * 9.81 * (0.1 + 0.001 * i));
  EXPECT_NEAR(down.momentum.z, momentum, 1e-3 * std::abs(momentum));
  EXPECT_DOUBLE_EQ(down.mean_mass_rate, down.mass / simulation.time());
  EXPECT_DOUBLE_EQ(down.mean_number_rate, 3 / simulation.time());
  EXPECT_DOUBLE_EQ(down.mean_momentum_rate.z, down.momentum.z / simulation.time());
  const PlaneFlow up = simulation.read_plane_flow("up");
  EXPECT_EQ(up.forward, 0);
  EXPECT_EQ(up.backward, 5);
  EXPECT_NEAR(up.mass, -5 * mass, 1e-15);
  EXPECT_GT(up.momentum.z, 0.0);
  EXPECT_EQ(simulation.plane_flow("aside").backward, 0);
  EXPECT_EQ(simulation.plane_flow("along").forward, 0);
  // A reading begins anew.
  EXPECT_EQ(simulation.plane_flow("up").backward, 0);
  EXPECT_EQ(simulation.plane_flow("up").steps, 0);
  EXPECT_EQ(simulation.plane_flow("up").mean_mass_rate, 0.0);
  EXPECT_EQ(simulation.plane_flow("down").forward, 3);
  EXPECT_THROW(simulation.plane_flow("nothing"), SimulationError);
}

// A gas between walls: through planes that divide the whole box, straight and oblique, what passed
// is the change of what is beyond, in every interval. Two halves have what the whole one has.
TestScene gas(int count) {
  TestScene scene = falling_grains(count);
  scene.setup.gravity = {};
  scene.interaction().restitution = 1.0;
  scene.interaction().friction = 0.0;
  Random random(11);
  for (int i = 0; i < count; ++i) {
    scene.setup.velocity[static_cast<std::size_t>(i)] = {
        4 * random.uniform() - 2, 4 * random.uniform() - 2, 4 * random.uniform() - 2};
  }
  scene.add_floor({0, 0, -1}, -0.15);
  scene.setup.flow_planes = {
      disc("level", {0.04, 0.04, 0.05}, {0, 0, 1}, 0.5),
      disc("oblique", {0.04, 0.04, 0.05}, normalized(Vec3<double>{1, -0.4, 0.8}), 0.5),
      rectangle("whole", {-0.1, -0.1, 0.04}, {0.3, 0, 0}, {0, 0.3, 0}),
      rectangle("left", {-0.1, -0.1, 0.04}, {0.14, 0, 0}, {0, 0.3, 0}),
      rectangle("right", {0.04, -0.1, 0.04}, {0.16, 0, 0}, {0, 0.3, 0})};
  return scene;
}

TEST(PlaneFlow, IsTheChangeOfWhatIsBeyond) {
  const TestScene scene = gas(45);
  Simulation simulation(scene.setup);
  const std::vector<FlowPlane>& planes = scene.setup.flow_planes;
  std::vector<double> before;
  for (const FlowPlane& plane : planes) before.push_back(mass_beyond(simulation, plane));
  std::int64_t forward = 0, backward = 0, halves[2] = {};
  for (int interval = 0; interval < 200; ++interval) {
    simulation.step(1 + 37 * (interval % 3));
    PlaneFlow flow[5];
    for (std::size_t p = 0; p < planes.size(); ++p) {
      flow[p] = simulation.read_plane_flow(planes[p].name);
      const double now = mass_beyond(simulation, planes[p]);
      if (p < 3) {
        ASSERT_NEAR(flow[p].mass, now - before[p], 1e-14) << planes[p].name << interval;
      }
      before[p] = now;
    }
    EXPECT_EQ(flow[2].forward, flow[3].forward + flow[4].forward);
    EXPECT_EQ(flow[2].backward, flow[3].backward + flow[4].backward);
    forward += flow[1].forward, backward += flow[1].backward;
    halves[0] += flow[3].forward, halves[1] += flow[4].forward;
  }
  EXPECT_GT(forward, 50);
  EXPECT_GT(backward, 50);
  EXPECT_GT(halves[0], 10);
  EXPECT_GT(halves[1], 10);
}

// In a periodic domain every image of the figure counts: bodies that go round and round, counted by
// the floor of their unwrapped position.
TEST(PlaneFlow, CountsImagesInAPeriodicDomain) {
  constexpr double period = 0.1;
  TestScene scene;
  scene.setup.gravity = {};
  scene.setup.domain = {{0, 0, 0}, {period, period, period}, {true, true, true}};
  scene.interaction().restitution = 1.0;
  const std::int32_t ball = scene.shape(make_sphere(0.006));
  Random random(5);
  for (int i = 0; i < 125; ++i) {
    const Vec3<double> site{(i % 5 + 0.5) * 0.02, (i / 5 % 5 + 0.5) * 0.02, (i / 25 + 0.5) * 0.02};
    scene.add(ball, {site, {}},
              {3 + random.uniform(), 2 * random.uniform() - 1, -4 * random.uniform()});
  }
  const double planes[] = {0.0, 0.013, 0.05, period};
  for (const double at : planes) {
    const std::string name = std::to_string(static_cast<int>(1000 * at));
    scene.setup.flow_planes.push_back(
        rectangle("x" + name, {at, 0, 0}, {0, period, 0}, {0, 0, period}));
    scene.setup.flow_planes.push_back(
        rectangle("z" + name, {0, 0, at}, {period, 0, 0}, {0, period, 0}));
  }
  Simulation simulation(scene.setup);
  const auto rounds = [&](int axis, double at) {
    double sum = 0.0;
    for (std::size_t i = 0; i < simulation.bodies().size(); ++i) {
      const double x = simulation.bodies().poses[i].position[axis] - at;
      sum += std::floor(x / period) +
             static_cast<double>(simulation.periods()[i][static_cast<std::size_t>(axis)]);
    }
    return sum;
  };
  std::vector<double> before;
  for (const double at : planes) before.push_back(rounds(0, at)), before.push_back(rounds(2, at));
  std::int64_t backward = 0, forward = 0;
  for (int interval = 0; interval < 40; ++interval) {
    simulation.step(100);
    for (std::size_t p = 0; p < scene.setup.flow_planes.size(); ++p) {
      const PlaneFlow flow = simulation.read_plane_flow(scene.setup.flow_planes[p].name);
      const double now = rounds(p % 2 == 0 ? 0 : 2, planes[p / 2]);
      ASSERT_EQ(static_cast<double>(flow.forward - flow.backward), now - before[p])
          << scene.setup.flow_planes[p].name << " " << interval;
      before[p] = now;
      forward += flow.forward, backward += flow.backward;
    }
  }
  EXPECT_GT(forward, 300);
  EXPECT_GT(backward, 300);
}

void expect_same(const PlaneFlow& a, const PlaneFlow& b) {
  EXPECT_EQ(a.from, b.from);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.forward, b.forward);
  EXPECT_EQ(a.backward, b.backward);
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.momentum, b.momentum);
  EXPECT_EQ(a.mean_momentum_rate, b.mean_momentum_rate);
}

TEST(PlaneFlow, SameBitsForAnyThreadsStepsAndAfterARestart) {
  const TestScene scene = gas(45);
  Simulation one(scene.setup), eight(scene.setup, 8), restored(scene.setup, 2);
  one.step(300);
  for (int n = 0; n < 300; ++n) eight.step();
  one.read_plane_flow("oblique"), eight.read_plane_flow("oblique");
  one.step(777), eight.step(777);
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "talus_plane_flow_test.h5";
  one.save(file);
  restored.restore(file);
  std::filesystem::remove(file);
  one.step(500), eight.step(500), restored.step(500);
  for (const FlowPlane& plane : scene.setup.flow_planes) {
    const PlaneFlow flow = one.plane_flow(plane.name);
    EXPECT_GT(flow.forward, 0) << plane.name;
    expect_same(flow, eight.plane_flow(plane.name));
    expect_same(flow, restored.plane_flow(plane.name));
  }
}

TEST(PlaneFlow, DoesNotChangeTheMotion) {
  TestScene with = gas(45), without = with;
  without.setup.flow_planes.clear();
  Simulation a(with.setup), b(without.setup);
  a.step(1000), b.step(1000);
  for (std::size_t i = 0; i < 45; ++i) {
    EXPECT_EQ(a.bodies().poses[i].position, b.bodies().poses[i].position);
    EXPECT_EQ(a.motion().velocity[i], b.motion().velocity[i]);
  }
}

// Of what comes by an inlet above and leaves by an outlet below, all that left and what is below
// passed the plane; grains that are put back above by the outlet pass again.
TEST(PlaneFlow, ClosesWithInletsAndOutlets) {
  for (const bool back : {false, true}) {
    TestScene scene;
    scene.setup.inlets = {feed_of(scene)};
    scene.setup.outlets = {drain_of({-1, -1, -1}, {1, 1, 0.1})};
    if (back) scene.setup.outlets[0].reinsert = Vec3<double>{0, 0, 2};
    scene.setup.flow_planes = {disc("plane", {0, 0, 0.3}, {0, 0, -1}, 2.0)};
    Simulation simulation(scene.setup);
    simulation.step(static_cast<std::int64_t>(0.6 / simulation.time_step()));
    const PlaneFlow flow = simulation.plane_flow("plane");
    const double left = simulation.flow("drain").mass;
    EXPECT_GT(left, 0.0);
    EXPECT_EQ(flow.backward, 0);
    EXPECT_NEAR(flow.mass, left + mass_beyond(simulation, scene.setup.flow_planes[0]), 1e-12);
  }
}

TEST(PlaneFlow, WrongFiguresAreRefused) {
  const auto refusal = [](const FlowPlane& plane, bool periodic = false) {
    TestScene scene;
    scene.add(scene.shape(make_sphere(0.01)), {{0.5, 0.5, 0.5}, {}});
    if (periodic) scene.setup.domain = {{0, 0, 0}, {1, 1, 1}, {true, true, true}};
    scene.setup.flow_planes = {plane};
    return refusal_of(scene.setup);
  };
  const FlowPlane good = disc("p", {0.5, 0.5, 0.5}, {0, 0, 1}, 0.3);
  EXPECT_EQ(refusal(good), "none");
  EXPECT_EQ(refusal(good, true), "none");
  FlowPlane bad = good;
  bad.name = "a b";
  EXPECT_THAT(refusal(bad), testing::HasSubstr("must be of 1 to 64 letters"));
  bad = good, bad.radius = 0.0;
  EXPECT_EQ(refusal(bad), "p: its radius must be finite and > 0 m, got 0");
  bad = good, bad.normal = {0, 0, 2};
  EXPECT_EQ(refusal(bad), "p: needs a finite centre and a unit normal");
  bad = good, bad.centre.x = std::nan("");
  EXPECT_EQ(refusal(bad), "p: needs a finite centre and a unit normal");
  bad = good, bad.interval = -1.0;
  EXPECT_EQ(refusal(bad), "p: its interval must be finite and >= 0");
  bad = good, bad.radius = 0.6;
  EXPECT_EQ(refusal(bad, true), "p: reaches out of the periodic domain along x");
  EXPECT_EQ(refusal(rectangle("p", {0, 0, 0.5}, {1, 0, 0}, {0, 1, 0}), true), "none");
  bad = rectangle("p", {0, 0, 0}, {1, 0, 0}, {0.1, 1, 0});
  EXPECT_EQ(refusal(bad), "p: its edges must be perpendicular to each other and the normal");
  bad = rectangle("p", {0, 0, 0}, {1, 0, 0}, {0, 1, 0}), bad.edge_b = {};
  EXPECT_EQ(refusal(bad), "p: its edges must be perpendicular to each other and the normal");
  TestScene twice;
  twice.add(twice.shape(make_sphere(0.01)), {});
  twice.setup.flow_planes = {good, good};
  EXPECT_EQ(refusal_of(twice.setup), "p: is the name of two measures, inlets or outlets");
}

}  // namespace
}  // namespace talus
