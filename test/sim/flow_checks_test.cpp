// Inlets and outlets that are not valid, what they do to the time step, limits of inlets without
// room, and regions of periodic domains.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <functional>

#include "sim/flow_for_tests.h"
#include "talus/parallel/interrupt.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

TEST(Flow, LimitsTheTimeStepByWhatMayCome) {
  TestScene scene;
  scene.add(scene.shape(make_sphere(0.05)), {{9, 9, 9}, {1, 0, 0, 0}});
  const double alone = Simulation(scene.setup).time_step();
  scene.setup.inlets = {feed_of(scene)};
  const Simulation with_inlet(scene.setup);
  EXPECT_LT(with_inlet.time_step(), 0.2 * alone);
  EXPECT_THAT(with_inlet.time_step_reason(), HasSubstr("a grain of feed"));
  scene.setup.time_step = alone;
  EXPECT_THAT(refusal_of(scene.setup), HasSubstr("a grain of feed"));
}

TEST(Flow, RefusesWhatIsNotValid) {
  TestScene scene;
  const Inlet good = feed_of(scene);
  const Outlet drain = drain_of({0, 0, 0}, {1, 1, 1});
  const auto with = [&](const std::function<void(Inlet&, Outlet&)>& change) {
    talus::Setup setup = scene.setup;
    setup.inlets = {good};
    setup.outlets = {drain};
    change(setup.inlets[0], setup.outlets[0]);
    return refusal_of(setup);
  };
  EXPECT_EQ(with([](Inlet&, Outlet&) {}), "none");
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.name = "a b"; }),
              HasSubstr("the name \"a b\" must be"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.name = "drain"; }), HasSubstr("is the name of two"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.rate = {-1}; }), HasSubstr("rates must be finite"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.rate = {}; }), HasSubstr("has one rate, or a table"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) {
                i.time = {1, 1}, i.rate = {1, 1};
              }),
              HasSubstr("must be finite and increase"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.stop = 0; }), HasSubstr("stop later"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.parts.clear(); }), HasSubstr("has no grains"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.parts[0].share = 0; }), HasSubstr("a positive share"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.parts[0].shapes = {99}; }), HasSubstr("shape 99 of"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.material = 2; }), HasSubstr("material 2 of 1"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.count = 0; }), HasSubstr("its count must be >= 1"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.velocity.x = NAN; }), HasSubstr("is not finite"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.gap = -1; }), HasSubstr("its gap and its interval"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.region.box.upper.x = -1; }),
              HasSubstr("its box must"));
  EXPECT_THAT(with([](Inlet&, Outlet& o) { o.region.type = Region::Type::cylinder; }),
              HasSubstr("positive lengths"));
  EXPECT_THAT(with([](Inlet&, Outlet& o) {
                o.region.type = Region::Type::disc;
                o.region.radius = 1;
              }),
              HasSubstr("nothing is inside a disc"));
  EXPECT_THAT(with([](Inlet&, Outlet& o) { o.reinsert = Vec3<double>{}; }), HasSubstr("not zero"));
  EXPECT_THAT(with([](Inlet& i, Outlet&) {
                i.time = {0, 1e10}, i.rate = {1e300, 1e300};
              }),
              HasSubstr("the integral of its rate exceeds"));
}

// Nothing enters a region that a body fills: what is missing is what the limits still let in.
TEST(Inlet, MissesNoMoreThanItsLimitsLeave) {
  TestScene scene;
  scene.setup.time_step = 2e-5;
  scene.add(scene.shape(make_sphere(0.08)), {{0.04, 0.04, 0.53}, {1, 0, 0, 0}}, {}, {},
            Freedom::fixed);
  Inlet inlet = feed_of(scene);
  inlet.parts = {inlet.parts[1]};
  const double grain = 2500 * 4.0 / 3.0 * 3.14159265358979323846 * std::pow(0.005, 3);
  inlet.rate = {4000};
  inlet.rate_of_mass = false;
  const auto missing = [&](const Inlet& limited) {
    scene.setup.inlets = {limited};
    Simulation simulation(scene.setup);
    simulation.step(500);  // 40 grains
    const Flow flow = simulation.flow("feed");
    EXPECT_EQ(flow.count, 0);
    EXPECT_EQ(flow.due, flow.missing);
    EXPECT_LE(flow.most_missing, flow.missing * (1 + 1e-12));
    return flow.missing;
  };
  EXPECT_NEAR(missing(inlet), 40, 1e-9);
  inlet.count = 5;
  EXPECT_EQ(missing(inlet), 5);
  inlet.rate_of_mass = true;
  inlet.rate = {4000 * grain};
  EXPECT_NEAR(missing(inlet), 5 * grain, 1e-12 * grain);
  inlet.count.reset();
  inlet.mass = 5.01 * grain;
  EXPECT_NEAR(missing(inlet), 5.01 * grain, 1e-12 * grain);
  inlet.rate_of_mass = false;
  inlet.rate = {4000};
  EXPECT_NEAR(missing(inlet), 5.01, 1e-12);
}

// Grains so small that the region holds any number of them.
Inlet endless_feed(TestScene& scene) {
  Inlet inlet = feed_of(scene);
  inlet.parts = {{{scene.shape(make_sphere(1e-5))}, 1.0}};
  inlet.rate = {1e300};
  inlet.region = box_region({0, 0, 0}, {1, 1, 1});
  scene.setup.time_step = 1e-9;
  return inlet;
}

TEST(Inlet, EndsTheSimulationWhereTooManyGrainsAreDue) {
  TestScene scene;
  scene.setup.inlets = {endless_feed(scene)};
  Simulation simulation(scene.setup);
  for (int i = 0; i < 2; ++i) {
    try {
      simulation.step(5);
      ADD_FAILURE() << "no error";
    } catch (const LimitError& error) {
      EXPECT_THAT(error.what(), HasSubstr("inlet feed: more than 1000000 grains are due at 1e-09 s "
                                          "(step 1): its rate is too high"));
      EXPECT_EQ(error.step, 1);
    }
  }
  EXPECT_EQ(simulation.bodies().size(), 0u);
  EXPECT_EQ(simulation.flow("feed").count, 0);
  // Its state is one to go on from.
  const auto file = std::filesystem::temp_directory_path() / "talus_too_many_test.h5";
  simulation.save(file);
  Simulation other(scene.setup);
  other.restore(file);
  EXPECT_EQ(other.steps(), 1);
  std::filesystem::remove(file);
}

// All at once, as limits allow; the integral beyond the range of numbers is one that can be saved.
TEST(Inlet, SavesWhatIsMissingAtAnyRate) {
  const auto file = std::filesystem::temp_directory_path() / "talus_any_rate_test.h5";
  TestScene scene;
  Inlet inlet = feed_of(scene);
  inlet.rate = {1.7e308};
  scene.setup.inlets = {inlet};
  scene.setup.gravity = {};
  scene.setup.materials.material[0].young = 1e4;
  scene.setup.time_step = 4e-4;
  Simulation simulation(scene.setup), other(scene.setup);
  simulation.step(3000);  // 1.2 s
  EXPECT_GT(simulation.flow("feed").count, 20);
  EXPECT_TRUE(std::isfinite(simulation.flow("feed").missing));
  simulation.save(file);
  other.restore(file);
  simulation.step(50), other.step(50);
  EXPECT_EQ(simulation.flow("feed").count, other.flow("feed").count);
  std::filesystem::remove(file);
}

struct Interrupted {};
thread_local int checks_until_interrupt = 0;

// An interrupt while grains get their places: they enter before the next step, where they would
// have been without it.
TEST(Inlet, InterruptedVisitsAreMadeUpFor) {
  TestScene scene;
  Inlet inlet = feed_of(scene);
  inlet.rate = {4e5};
  scene.setup.inlets = {inlet};
  scene.setup.outlets = {drain_of({-1, -1, 0}, {1, 1, 0.52})};
  scene.setup.time_step = 2e-5;
  Simulation simulation(scene.setup), twin(scene.setup);
  int interrupts = 0;
  while (simulation.steps() < 200) {
    const InterruptScope scope([] {
      detail::interrupt_of_thread().next = {};  // the next check is not left out
      if (--checks_until_interrupt < 0) throw Interrupted{};
    });
    checks_until_interrupt = interrupts;
    try {
      simulation.step(200 - simulation.steps());
    } catch (const Interrupted&) {
      ++interrupts;
    }
  }
  twin.step(200);
  EXPECT_GT(interrupts, 5);
  EXPECT_GT(simulation.flow("feed").count, 20);
  const Flow flow = simulation.flow("feed"), expected = twin.flow("feed");
  EXPECT_EQ(flow.count, expected.count);
  EXPECT_EQ(flow.missing, expected.missing);
  EXPECT_EQ(simulation.ids(), twin.ids());
  ASSERT_EQ(simulation.bodies().size(), twin.bodies().size());
  for (std::size_t i = 0; i < twin.bodies().size(); ++i) {
    EXPECT_EQ(
        std::memcmp(&simulation.bodies().poses[i], &twin.bodies().poses[i], sizeof(Pose<double>)),
        0);
  }
}

TEST(Flow, RefusesRegionsThatLeaveAPeriodicDomain) {
  TestScene scene;
  scene.setup.domain = {{0, 0, 0}, {1, 1, 1}, {true, false, false}};
  const Inlet feed = feed_of(scene);
  const Outlet drain = drain_of({0, -5, -5}, {1, 5, 0.2});
  const auto with = [&](const std::function<void(Inlet&, Outlet&)>& change) {
    talus::Setup setup = scene.setup;
    setup.inlets = {feed};
    setup.outlets = {drain};
    change(setup.inlets[0], setup.outlets[0]);
    return refusal_of(setup);
  };
  EXPECT_EQ(with([](Inlet&, Outlet&) {}), "none");
  EXPECT_THAT(with([](Inlet& i, Outlet&) { i.region.box.upper.x = 1.1; }),
              HasSubstr("feed: its region reaches out of the periodic domain along x"));
  EXPECT_THAT(with([](Inlet&, Outlet& o) { o.region.box.lower.x = -0.1; }),
              HasSubstr("drain: its region reaches out of the periodic domain along x"));
  EXPECT_THAT(with([](Inlet&, Outlet& o) {
                o.reinsert = Vec3<double>{-2, 0, 0};
              }),
              HasSubstr("drain: moves bodies along x by -2 m, more than the period of 1 m"));
  EXPECT_EQ(with([](Inlet&, Outlet& o) { o.reinsert = Vec3<double>{-0.5, 0, 3}; }), "none");
}

// A ball across the bound of the domain is inside a box that is as long as the period.
TEST(Outlet, TakesWholeBodiesAcrossAPeriod) {
  for (const double x : {0.5, 0.001, 0.999, 0.0}) {
    TestScene scene;
    scene.setup.domain = {{0, 0, 0}, {1, 1, 1}, {true, false, false}};
    scene.setup.gravity = {};
    scene.setup.time_step = 1e-4;
    scene.add(scene.shape(make_sphere(0.01)), {{x, 0.5, 0.1}, {1, 0, 0, 0}});
    Outlet outlet = drain_of({0, 0, 0}, {1, 1, 0.2});
    outlet.whole_body = true;
    scene.setup.outlets = {outlet};
    Simulation simulation(scene.setup);
    simulation.step(outlet_steps);
    EXPECT_EQ(simulation.flow("drain").count, 1) << x;
  }
}

}  // namespace
}  // namespace talus
