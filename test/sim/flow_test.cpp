// Inlets, outlets and bounds: what enters and leaves closes, nothing enters with an overlap, and
// nothing depends on threads, calls or restarts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "sim/flow_for_tests.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

constexpr double pi = 3.14159265358979323846;

Vec3<double> momentum_of(const Simulation& s) {
  Vec3<double> sum{};
  for (std::size_t i = 0; i < s.motion().size(); ++i) {
    if (s.motion().freedom[i] == Freedom::free)
      sum = sum + s.motion().mass[i] * s.motion().velocity[i];
  }
  return sum;
}

template <class T>
bool same_bytes(const std::vector<T>& p, const std::vector<T>& q) {
  return p.size() == q.size() && std::memcmp(p.data(), q.data(), p.size() * sizeof(T)) == 0;
}

bool same_bits(const Simulation& p, const Simulation& q) {
  return p.ids() == q.ids() && p.names() == q.names() &&
         same_bytes(p.bodies().poses, q.bodies().poses) &&
         same_bytes(p.motion().velocity, q.motion().velocity) &&
         same_bytes(p.motion().force, q.motion().force) &&
         p.ledger().residual() == q.ledger().residual() &&
         p.flow("feed").mass == q.flow("feed").mass;
}

// The integral of a table that is linear between its rows, by its definition.
double integral(const Inlet& inlet, double time) {
  double sum = 0.0;
  const double end = std::min(time, inlet.stop);
  const auto rate = [&](double t) {
    if (t <= inlet.time.front()) return inlet.rate.front();
    for (std::size_t i = 1; i < inlet.time.size(); ++i) {
      if (t > inlet.time[i]) continue;
      const double part = (t - inlet.time[i - 1]) / (inlet.time[i] - inlet.time[i - 1]);
      return (1 - part) * inlet.rate[i - 1] + part * inlet.rate[i];
    }
    return inlet.rate.back();
  };
  double from = inlet.start;
  for (std::size_t i = 0; i <= inlet.time.size() && from < end; ++i) {
    const double to = i < inlet.time.size() ? std::min(end, std::max(from, inlet.time[i])) : end;
    sum += 0.5 * (to - from) * (rate(from) + rate(to));
    from = to;
  }
  return sum;
}

TEST(Inlet, KeepsToTheIntegralOfItsRateToOneGrainInEveryStep) {
  for (const bool of_mass : {false, true}) {
    TestScene scene;
    scene.setup.time_step = 2e-5;
    Inlet inlet = feed_of(scene);
    inlet.rate_of_mass = of_mass;
    inlet.start = 0.003;
    inlet.stop = 0.035;
    inlet.time = {0.001, 0.01, 0.02, 0.03};
    inlet.rate = {500, 3000, 0, 2000};
    const double largest = of_mass ? 2500 * 4.0 / 3.0 * pi * std::pow(0.006, 3) : 1.0;
    if (of_mass) {
      for (double& rate : inlet.rate) rate *= 1e-3;
    }
    scene.setup.inlets = {inlet};
    Simulation simulation(scene.setup);
    for (int i = 0; i < 2200; ++i) {
      simulation.step();
      const Flow flow = simulation.flow("feed");
      const double entered = of_mass ? flow.mass : static_cast<double>(flow.count);
      const double due = integral(inlet, simulation.time());
      ASSERT_LE(entered, due * (1 + 1e-11)) << i;
      ASSERT_GT(entered, due * (1 - 1e-11) - largest) << i;
      ASSERT_NEAR(flow.due, due, 1e-11 * due);
      ASSERT_EQ(flow.missing, 0.0);
      ASSERT_EQ(static_cast<std::int64_t>(simulation.bodies().size()), flow.count);
    }
    EXPECT_GT(simulation.bodies().size(), 35u);
    EXPECT_NEAR(mass_of(simulation), simulation.flow("feed").mass, 1e-12);
    // The mix is that of the shares to one grain.
    int of_size[3] = {};
    for (const std::int32_t shape : simulation.bodies().shape_of) ++of_size[shape];
    const auto n = static_cast<double>(simulation.bodies().size());
    EXPECT_NEAR(of_size[0], 0.5 * n, 1.0);
    EXPECT_NEAR(of_size[1], 0.3 * n, 1.0);
    EXPECT_NEAR(of_size[2], 0.2 * n, 1.0);
  }
}

TEST(Inlet, StopsAtItsLimits) {
  TestScene scene;
  scene.setup.time_step = 2e-5;
  Inlet inlet = feed_of(scene);
  inlet.count = 7;
  scene.setup.inlets = {inlet};
  Simulation by_count(scene.setup);
  by_count.step(2000);
  EXPECT_EQ(by_count.bodies().size(), 7u);
  EXPECT_EQ(by_count.flow("feed").missing, 0.0);
  scene.setup.inlets[0].count.reset();
  scene.setup.inlets[0].mass = 0.01;
  Simulation by_mass(scene.setup);
  by_mass.step(3000);
  EXPECT_LE(by_mass.flow("feed").mass, 0.01);
  EXPECT_GT(by_mass.flow("feed").mass, 0.01 - 2500 * 4.0 / 3.0 * pi * std::pow(0.006, 3));
}

// Distances of spheres and planes by their closed forms, in every step in which grains came.
TEST(Inlet, LetsNothingInWithAnOverlap) {
  TestScene scene;
  scene.setup.time_step = 2e-5;
  scene.add_floor({1, 0, 0}, 0.02);
  scene.add_floor({0, 0, 1}, 0.49);
  scene.add(scene.shape(make_sphere(0.03)), {{0.04, 0.04, 0.52}, {1, 0, 0, 0}}, {}, {},
            Freedom::fixed);
  Inlet inlet = feed_of(scene);
  inlet.gap = 1e-4;
  inlet.rate = {12000};
  scene.setup.inlets = {inlet};
  Simulation simulation(scene.setup);
  std::size_t checked = 0;
  for (int i = 0; i < 400; ++i) {
    const std::size_t before = simulation.bodies().size();
    simulation.step();
    const Bodies& bodies = simulation.bodies();
    const auto radius = [&](std::size_t k) {
      return std::get<Sphere<double>>(bodies.shape(k)).radius;
    };
    for (std::size_t k = before; k < bodies.size(); ++k) {
      const Vec3<double>& p = bodies.poses[k].position;
      EXPECT_GE(p.x - radius(k), 0.02 + inlet.gap);
      EXPECT_GE(p.z - radius(k), 0.5);
      EXPECT_LE(p.z + radius(k), 0.56);
      for (std::size_t other = 2; other < k; ++other) {
        ASSERT_GE(norm(bodies.poses[other].position - p) - radius(k) - radius(other), inlet.gap);
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 200u);
  // It is full: what is missing is counted, with the cause.
  const Flow flow = simulation.flow("feed");
  EXPECT_GT(flow.missing, 10.0);
  EXPECT_NEAR(flow.missing, 12000 * simulation.time() - static_cast<double>(flow.count), 1e-9);
  EXPECT_GT(simulation.missing_mass(), 0.0);
  ASSERT_FALSE(simulation.warnings().empty());
  EXPECT_THAT(simulation.warnings().back(), HasSubstr("inlet feed: no room for its grain"));
  EXPECT_THAT(simulation.warnings().back(), HasSubstr("reach into bodies"));
}

// Grains that had no room enter when there is some.
TEST(Inlet, CatchesUpWhenThereIsRoom) {
  TestScene scene;
  scene.setup.time_step = 2e-5;
  scene.add(scene.shape(make_sphere(0.08)), {{0.04, 0.04, 0.53}, {1, 0, 0, 0}}, {}, {},
            Freedom::fixed);
  Inlet inlet = feed_of(scene);
  inlet.count = 12;
  scene.setup.inlets = {inlet};
  Simulation simulation(scene.setup);
  simulation.step(1000);
  EXPECT_EQ(simulation.flow("feed").count, 0);
  EXPECT_NEAR(simulation.flow("feed").missing, 400 * simulation.time(), 1e-9);
  simulation.remove(std::vector<std::int64_t>{0});
  simulation.step(1500);
  EXPECT_EQ(simulation.flow("feed").count, 12);
  EXPECT_EQ(simulation.flow("feed").missing, 0.0);
  EXPECT_GE(simulation.flow("feed").most_missing, 7.0);
}

// Grains fall from an inlet through an outlet: mass and momentum close, and the ledger.
TEST(Outlet, ClosesMassMomentumAndEnergy) {
  TestScene scene;
  scene.setup.time_step = 1e-4;
  // From a disc: all fall behind each other, and none touches another.
  Inlet inlet = feed_of(scene);
  inlet.region.type = Region::Type::disc;
  inlet.region.base = {0.04, 0.04, 0.53};
  inlet.region.radius = 0.04;
  scene.setup.inlets = {inlet};
  Outlet outlet = drain_of({-1, -1, -1}, {1, 1, 0.3});
  scene.setup.outlets = {outlet};
  Simulation simulation(scene.setup);
  Vec3<double> impulse{};
  for (int i = 0; i < 4000; ++i) {
    impulse = impulse + (mass_of(simulation) * simulation.time_step()) * simulation.setup().gravity;
    simulation.step();
  }
  const Flow in = simulation.flow("feed"), out = simulation.flow("drain");
  EXPECT_GT(out.count, 60);
  EXPECT_EQ(in.count, out.count + static_cast<std::int64_t>(simulation.bodies().size()));
  EXPECT_NEAR(in.mass, out.mass + mass_of(simulation), 1e-12 * in.mass);
  const Vec3<double> gained = momentum_of(simulation) + out.momentum - in.momentum;
  EXPECT_NEAR(norm(gained - impulse), 0.0, 1e-12 * norm(impulse));
  EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-11 * simulation.ledger().turnover());
  EXPECT_GT(simulation.ledger().entered, 0.0);
  for (const Pose<double>& pose : simulation.bodies().poses) {
    // outlet_steps steps at the most of 2.5 m/s
    EXPECT_GT(pose.position.z, 0.3 - 40 * 1e-4 * 2.5);
  }
  EXPECT_THROW(simulation.flow("other"), SimulationError);
}

TEST(Outlet, MayWaitForWholeBodies) {
  for (const bool whole : {false, true}) {
    TestScene scene;
    scene.setup.gravity = {};
    scene.setup.time_step = 1e-4;
    scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 0.3 + 0.02}, {1, 0, 0, 0}}, {0, 0, -0.5});
    Outlet outlet = drain_of({-1, -1, -1}, {1, 1, 0.3});
    outlet.whole_body = whole;
    scene.setup.outlets = {outlet};
    Simulation simulation(scene.setup);
    while (simulation.bodies().size() == 1) simulation.step();
    // The centre is at the border after 400 steps, the whole ball inside after 600.
    EXPECT_NEAR(static_cast<double>(simulation.steps()), whole ? 600 : 400, outlet_steps);
  }
}

TEST(Outlet, PutsBodiesBackWithTheirIdentity) {
  TestScene scene;
  scene.setup.time_step = 1e-4;
  for (int i = 0; i < 5; ++i) {
    scene.add(scene.shape(make_sphere(0.01)), {{0.05 * i, 0, 0.5 + 0.03 * i}, {1, 0, 0, 0}});
  }
  Outlet outlet = drain_of({-1, -1, -1}, {1, 1, 0});
  outlet.reinsert = Vec3<double>{0, 0, 0.75};
  scene.setup.outlets = {outlet};
  Simulation simulation(scene.setup);
  simulation.step(12000);
  EXPECT_EQ(simulation.bodies().size(), 5u);
  const Flow flow = simulation.flow("drain");
  EXPECT_GT(flow.count, 20);
  EXPECT_EQ(simulation.ids(), (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
  EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-11 * simulation.ledger().turnover());
  for (std::size_t i = 0; i < 5; ++i) {
    // Free fall as if nothing had put it back: only the height jumps, by whole lengths.
    const double t = simulation.time();
    const double height = 0.5 + 0.03 * static_cast<double>(i) - 0.5 * 9.81 * t * t;
    const double jumps = (simulation.bodies().poses[i].position.z - height) / 0.75;
    EXPECT_NEAR(jumps, std::round(jumps), 1e-9);
    EXPECT_EQ(simulation.bodies().poses[i].position.x, 0.05 * static_cast<double>(i));
  }
}

TEST(Bounds, RemoveOrEndTheRun) {
  TestScene scene = falling_grains(10);
  scene.setup.domain.lower = {-1, -1, -1};
  scene.setup.domain.upper = {1, 1, 0.4};
  scene.setup.time_step = 1e-5;
  scene.setup.velocity[3] = {0, 0, 5};
  scene.setup.beyond = Beyond::remove;
  Simulation simulation(scene.setup);
  const double mass = simulation.motion().mass[3];
  simulation.step(15000);
  EXPECT_EQ(simulation.index_of(3), -1);
  EXPECT_EQ(simulation.flow(beyond_name).count, 1);
  EXPECT_NEAR(simulation.flow(beyond_name).mass, mass, 1e-15);
  scene.setup.beyond = Beyond::error;
  Simulation ends(scene.setup);
  try {
    ends.step(15000);
    FAIL();
  } catch (const LimitError& error) {
    EXPECT_THAT(error.what(), HasSubstr("body 3 is beyond the domain, at ["));
    EXPECT_EQ(error.step, ends.steps());
  }
}

// A heap that is fed and drained.
TestScene fed_heap() {
  TestScene scene = falling_grains(20);
  scene.interaction().rolling_friction = 0.05;
  scene.add_mesh_floor();
  Inlet inlet = feed_of(scene);
  inlet.region = box_region({0, 0, 0.2}, {0.078, 0.078, 0.3});
  for (const Shape& shape : convex_kinds(0.006)) inlet.parts.push_back({{scene.shape(shape)}, 1.0});
  inlet.rate_of_mass = true;
  inlet.rate = {0.8};
  scene.setup.inlets = {inlet};
  Outlet outlet = drain_of({0, 0, -1}, {0.04, 0.078, 0.02});
  scene.setup.outlets = {outlet};
  return scene;
}

TEST(Flow, HasTheSameBitsForAnyThreadsCallsAndRestarts) {
  const auto file = std::filesystem::temp_directory_path() / "talus_flow_test.h5";
  const TestScene scene = fed_heap();
  Simulation whole(scene.setup, 1);
  whole.step(4000);
  EXPECT_GT(whole.flow("feed").count, 30);
  EXPECT_GT(whole.flow("drain").count, 3);
  EXPECT_GT(whole.contact_count(), 8u);
  EXPECT_LT(std::abs(whole.ledger().residual()), 0.02 * whole.ledger().turnover());
  for (const int threads : {2, 8}) {
    Simulation other(scene.setup, threads);
    for (int i = 0; i < 1000; ++i) other.step(threads == 2 ? 4 : 1);
    if (threads == 8) other.step(3000);
    EXPECT_TRUE(same_bits(whole, other)) << threads;
  }
  for (const std::int64_t cut : {997, 2500, 3321}) {
    Simulation first(scene.setup), second(scene.setup);
    first.step(cut);
    first.save(file);
    second.restore(file);
    second.step(4000 - cut);
    EXPECT_TRUE(same_bits(whole, second)) << cut;
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace talus
