// Cohesion in the time loop: pull-off of every kind of body, sticking, the ledger, threads,
// restarts, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <numbers>

#include "sim/setup_for_tests.h"
#include "talus/error.h"

namespace talus {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double young = 1e7, poisson = 0.25;
constexpr double modulus = 0.5 * young / (1.0 - poisson * poisson);  // E* of like bodies

TestScene scene_of(const char* law, double cohesion, double restitution = 1.0) {
  TestScene scene;
  scene.setup.law = law;
  scene.setup.gravity = {};
  scene.interaction().restitution = restitution;
  scene.interaction().friction = 0.0;
  scene.interaction()
      .law_parameters[scene.setup.law == "jkr" ? "work_of_adhesion" : "cohesion_energy_density"] =
      cohesion;
  return scene;
}

double jkr_range(double w, double radius) {
  return 0.75 * std::cbrt(pi * pi * w * w * radius / (modulus * modulus));
}
double jkr_hysteresis(double w, double radius) {
  return 7.0921959718639584 * std::cbrt(std::pow(w, 5) * std::pow(radius, 4) / modulus / modulus);
}

struct Pull {
  double largest{};  // N
  double gap{};      // m, of the last moment in contact
  double work{};     // J, of the forces since the overlap was 0, up to the sign
};

// A body of so large a mass that it keeps its velocity leaves the other one, from an overlap of
// `depth`; `gap`: the distance of the two in the setup, along z.
Pull pull_off(TestScene& scene, double gap, double depth, double path_of_step) {
  constexpr double speed = 1.0;
  scene.setup.materials.material[0].density = 1e18;
  const double touch = scene.setup.bodies.poses[0].position.z - gap;
  scene.setup.bodies.poses[0].position.z = touch - depth;
  scene.setup.velocity[0] = {0, 0, speed};
  scene.setup.time_step = path_of_step / speed;
  Simulation back(scene.setup);
  Pull pull;
  double last = 0.0;
  do {
    back.step();
    const double force = back.motion().force[0].z;
    const double height = back.bodies().poses[0].position.z - touch;
    pull.largest = std::max(pull.largest, -force);
    if (height > 0.0) pull.work -= 0.5 * (force + last) * path_of_step;
    if (back.contact_count() > 0) pull.gap = height;
    last = force;
  } while (back.contact_count() > 0);
  return pull;
}

TEST(JkrPullOff, OfTwoSpheresIsThatOfTheFormulaOverDecadesOfTheWork) {
  const double radius_a = 0.01, radius_b = 0.02, radius = radius_a * radius_b / 0.03;
  for (const double w : {1e-4, 1e-2, 1.0, 30.0}) {
    TestScene scene = scene_of("jkr", w);
    const double range = jkr_range(w, radius);
    scene.add(scene.shape(make_sphere(radius_a)), {{0, 0, radius_a + radius_b + range}, {}});
    scene.add(scene.shape(make_sphere(radius_b)), {}, {}, {}, Freedom::fixed);
    const Pull pull = pull_off(scene, range, 2.0 * range, range / 2000);
    EXPECT_NEAR(pull.largest / (1.5 * pi * w * radius), 1.0, 1e-5) << w;
    EXPECT_NEAR(pull.gap / range, 1.0, 2e-3) << w;
    EXPECT_NEAR(pull.work / jkr_hysteresis(w, radius), 1.0, 2e-3) << w;
  }
}

// R* of the pole (0, 0, c) of an ellipsoid (a, a, c) is a^2 / c; a superquadric with exponents of 2
// is that ellipsoid.
TEST(JkrPullOff, OfPolesOfEllipsoidsIsThatOfTheirCurvature) {
  const double a = 0.01, c = 0.013, tip = a * a / c, ball = 0.007, w = 0.3;
  const Shape bodies[] = {make_ellipsoid({a, a, c}), make_superquadric({a, a, c}, 2, 2)};
  for (const Shape& body : bodies) {
    for (const Shape& other :
         {bodies[0], bodies[1], Shape(make_sphere(ball)), Shape(make_half_space({0, 0, 1}, 0))}) {
      const Kind kind = kind_of(other);
      const bool plane = kind == Kind::half_space;
      const double size = plane ? 0.0 : kind == Kind::sphere ? ball : c;
      const double radius = plane                  ? tip
                            : kind == Kind::sphere ? tip * ball / (tip + ball)
                                                   : tip / 2;
      const double range = jkr_range(w, radius);
      TestScene scene = scene_of("jkr", w);
      scene.add(scene.shape(body), {{0, 0, size + c + range}, {}});
      scene.add(scene.shape(other), {}, {}, {}, Freedom::fixed);
      const Pull pull = pull_off(scene, range, 2.0 * range, range / 500);
      EXPECT_NEAR(pull.largest / (1.5 * pi * w * radius), 1.0, 1e-4);
      EXPECT_NEAR(pull.gap / range, 1.0, 5e-3);
      EXPECT_NEAR(pull.work / jkr_hysteresis(w, radius), 1.0, 5e-3);
    }
  }
}

// Without adhesion the time step is that of Hertz's law, with it a little shorter.
TEST(Jkr, TheTimeStepIsThatOfTheStiffnessOfTheSpot) {
  const auto step = [](const char* law, double w) {
    TestScene scene = scene_of(law, w);
    scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 0.02}, {}});
    scene.add_floor();
    return Simulation(scene.setup).time_step();
  };
  const double hertz = step("hertz-mindlin", 0.0);
  EXPECT_NEAR(step("jkr", 0.0) / hertz, 1.0, 1e-12);
  EXPECT_EQ(step("hertz-cohesion", 1e5), hertz);
  EXPECT_LT(step("jkr", 10.0), hertz);
  EXPECT_GT(step("jkr", 10.0), 0.8 * hertz);
}

// A ball sticks if its energy is less than the work of making and breaking the contact; faster
// ones lose just that.
TEST(JkrSticking, SpeedIsThatOfTheWorkOfAdhesion) {
  const double radius = 0.01;
  for (const double w : {0.01, 1.0}) {
    const double mass = 2500 * 4.0 / 3.0 * pi * radius * radius * radius;
    for (const bool plane : {false, true}) {
      const double lost = jkr_hysteresis(w, plane ? radius : 0.5 * radius);
      const double sticking = std::sqrt(2.0 * lost / mass);
      for (const double relative : {0.9, 0.97, 1.03, 1.2, 3.0}) {
        TestScene scene = scene_of("jkr", w);
        scene.add(scene.shape(make_sphere(radius)), {{0, 0, radius}, {}},
                  {0, 0, -relative * sticking});
        if (plane) {
          scene.add_floor();
        } else {
          scene.add(0, {{0, 0, -radius}, {}}, {}, {}, Freedom::fixed);
        }
        scene.setup.time_step = Simulation(scene.setup).time_step() / 100;
        Simulation simulation(scene.setup);
        simulation.step();
        while (simulation.contact_count() > 0 && simulation.steps() < 40000) simulation.step();
        const bool sticks = simulation.contact_count() > 0;
        EXPECT_EQ(sticks, relative < 1.0) << w << " " << relative;
        const Ledger ledger = simulation.ledger();
        EXPECT_NEAR(ledger.residual(), 0.0, 0.01 * ledger.turnover());
        if (sticks) continue;
        EXPECT_NEAR(ledger.damping / lost, 1.0, 0.02);
        EXPECT_NEAR(simulation.motion().velocity[0].z / sticking,
                    std::sqrt(relative * relative - 1.0), 0.02 * relative);
      }
    }
  }
}

// Four corners share the overlap of a face: slope 4^(1/16), with which the force counts. The pull
// is then that of the ball of equal volume times the slope; a ball has it as it is.
TEST(HertzCohesionPullOff, OfAnyShapeIsThatOfItsRadius) {
  const double half = 0.01, ball = half * std::cbrt(6.0 / pi), density = 3e5;
  const auto stated = [&](double radius) {
    return std::pow(pi * density, 3) * radius * radius / (12.0 * modulus * modulus);
  };
  struct Body {
    Shape shape;
    double height, radius, slope;
  };
  const double faces = std::pow(4.0, 1.0 / 16.0);
  const Body bodies[] = {{make_sphere(half), half, half, 1.0},
                         {make_ellipsoid({half, half, 1.3 * half}), 1.3 * half, half / 1.3, 1.0},
                         {cube_of(half), half, ball, faces}};
  for (const Body& body : bodies) {
    const double deepest = std::pow(0.5 * pi * density / modulus, 2) * body.radius;
    for (const bool mesh : {false, true}) {
      TestScene scene = scene_of("hertz-cohesion", density);
      scene.add(scene.shape(body.shape), {{0, 0, body.height}, {}});
      if (mesh) {
        scene.add_mesh_floor();
      } else {
        scene.add_floor();
      }
      const Pull pull = pull_off(scene, 0.0, 2.0005 * deepest, deepest / 1000);
      EXPECT_NEAR(pull.largest / (body.slope * stated(body.radius)), 1.0, 1e-3) << mesh;
    }
  }
}

// A body that strikes without loss comes back with its energy: no hysteresis.
TEST(HertzCohesion, ReboundsKeepTheEnergyOfEveryShape) {
  for (const Shape& shape : convex_kinds(0.01)) {
    for (const bool mesh : {false, true}) {
      TestScene scene = scene_of("hertz-cohesion", 2e5);
      Random random(3);
      scene.add(scene.shape(shape), {{0.001, 0.002, 0.03}, some_orientation(random)}, {0.3, 0, -1},
                {1, 2, 3});
      if (mesh) {
        scene.add_mesh_floor();
      } else {
        scene.add_floor();
      }
      scene.setup.time_step = Simulation(scene.setup).time_step() / 4;
      Simulation simulation(scene.setup);
      bool touched = false;
      for (int i = 0; i < 20000 && !(touched && simulation.contact_count() == 0); ++i) {
        simulation.step();
        touched = touched || simulation.contact_count() > 0;
      }
      EXPECT_TRUE(touched);
      const Ledger ledger = simulation.ledger();
      EXPECT_EQ(simulation.contact_count(), 0u);
      EXPECT_NEAR(ledger.kinetic / ledger.start, 1.0, 2e-3) << mesh;
    }
  }
}

// Sticky grains that fall into a corner: spheres, ellipsoids, superquadrics.
TestScene sticky_grains(int count, double w) {
  TestScene scene = scene_of("jkr", w, 0.6);
  scene.setup.gravity = {0, 0, -9.81};
  scene.interaction().friction = 0.4;
  scene.interaction().rolling_friction = 0.05;
  constexpr double r = 0.01, pitch = 2.6 * r;
  const std::int32_t shape[] = {scene.shape(make_sphere(r)),
                                scene.shape(make_ellipsoid({0.8 * r, 0.9 * r, 1.2 * r})),
                                scene.shape(make_superquadric({r, 0.8 * r, 0.9 * r}, 3, 3)),
                                scene.shape(make_sphere(0.8 * r))};
  Random random(7);
  for (int i = 0; i < count; ++i) {
    const Vec3<double> site{(i % 3 + 0.5) * pitch, (i / 3 % 3 + 0.5) * pitch,
                            (i / 9 + 0.6) * pitch};
    const Vec3<double> jitter{random.uniform(), random.uniform(), random.uniform()};
    scene.add(shape[i % 4], {site + 0.1 * r * jitter, some_orientation(random)});
  }
  scene.add_floor();
  scene.add_floor({1, 0, 0}, 0), scene.add_floor({-1, 0, 0}, -3 * pitch);
  scene.add_floor({0, 1, 0}, 0), scene.add_floor({0, -1, 0}, -3 * pitch);
  return scene;
}

bool same_bits(const Simulation& p, const Simulation& q) {
  const auto& a = p.bodies().poses;
  const auto& b = q.bodies().poses;
  const auto& v = p.motion().angular_momentum;
  const auto& w = q.motion().angular_momentum;
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0 &&
         std::memcmp(v.data(), w.data(), v.size() * sizeof(v[0])) == 0 &&
         p.ledger().residual() == q.ledger().residual();
}

TEST(Cohesion, HasTheSameBitsForAnyNumberOfThreadsAndAfterARestart) {
  const auto file = std::filesystem::temp_directory_path() / "talus_cohesion_test.h5";
  const TestScene scene = sticky_grains(60, 1.0);
  Simulation one(scene.setup, 1), two(scene.setup, 2), eight(scene.setup, 8);
  one.step(1700);
  one.save(file);
  one.step(1300), two.step(3000), eight.step(3000);
  Simulation restarted(scene.setup, 2);
  restarted.restore(file);
  restarted.step(1300);
  std::filesystem::remove(file);
  EXPECT_GT(one.contact_count(), 40u);
  int apart = 0;
  for (const double overlap : one.contacts().overlap) apart += overlap < 0.0;
  EXPECT_GT(apart, 0);  // contacts that hold bodies apart are among them
  EXPECT_TRUE(same_bits(one, two));
  EXPECT_TRUE(same_bits(one, eight));
  EXPECT_TRUE(same_bits(one, restarted));
}

// The table states the force that moved the bodies, also where they are apart.
TEST(Cohesion, TheTableHasTheForcesOfContactsThatHoldBodiesApart) {
  TestScene scene = sticky_grains(60, 1.0);
  Simulation simulation(scene.setup);
  for (int k = 0; k < 5; ++k) {
    simulation.step(400);
    std::vector<Vec3<double>> sum(scene.setup.name.size());
    for (std::size_t i = 0; i < 60; ++i) sum[i] = simulation.motion().mass[i] * scene.setup.gravity;
    const ContactTable& table = simulation.contacts();
    for (std::size_t i = 0; i < table.a.size(); ++i) {
      const auto a = static_cast<std::size_t>(table.a[i]), b = static_cast<std::size_t>(table.b[i]);
      sum[a] = sum[a] - table.force[i];
      sum[b] = sum[b] + table.force[i];
    }
    double largest = 0.0, worst = 0.0;
    for (std::size_t i = 0; i < 60; ++i) {
      largest = std::max(largest, norm(simulation.motion().force[i]));
      worst = std::max(worst, norm(sum[i] - simulation.motion().force[i]));
    }
    EXPECT_LT(worst, 1e-9 * largest);
  }
}

TEST(Cohesion, TheLedgerClosesToTheErrorOfTheStep) {
  for (const double w : {0.05, 1.0}) {
    double residual[2];
    for (const int k : {0, 1}) {
      TestScene scene = sticky_grains(60, w);
      const double step = Simulation(scene.setup).time_step();
      scene.setup.time_step = k == 0 ? step : step / 8;
      Simulation simulation(scene.setup);
      simulation.step(static_cast<std::int64_t>(0.25 / scene.setup.time_step));
      const Ledger ledger = simulation.ledger();
      residual[k] = std::abs(ledger.residual()) / ledger.turnover();
    }
    EXPECT_LT(residual[0], 0.02) << w;
    EXPECT_LT(residual[1], 0.002) << w;
  }
}

// Two balls, or ellipsoids, that fly together through a periodic domain, pulled apart by a force
// that grows to 0.96 of the pull-off: the searches of neighbours on the way do not lose the pair.
TEST(Cohesion, APairThatIsHeldApartIsNotLostOnItsWay) {
  const double r = 0.001, w = 1.0, largest = 1.5 * pi * w * r / 2;
  for (const Shape& shape : {Shape(make_sphere(r)), Shape(make_ellipsoid({r, r, r}))}) {
    TestScene scene = scene_of("jkr", w, 0.3);
    const double touch = 2.0 * r - 1e-6;
    const std::int32_t body = scene.shape(shape);
    scene.add(body, {{0, 0, 0.5 * touch}, {}}, {7, 3, 5});
    scene.add(body, {{0, 0, -0.5 * touch}, {}}, {7, 3, 5});
    scene.setup.domain.lower = {-0.01, -0.01, -0.01};
    scene.setup.domain.upper = {0.01, 0.01, 0.01};
    for (bool& periodic : scene.setup.domain.periodic) periodic = true;
    Simulation simulation(scene.setup);
    const std::vector<Vec3<double>> none(2);
    for (int k = 1; k <= 96; ++k) {
      const double pull = 0.01 * k * largest;
      simulation.apply(std::vector<Vec3<double>>{{0, 0, pull}, {0, 0, -pull}}, none);
      simulation.step(300);
    }
    ASSERT_EQ(simulation.contact_count(), 1u);
    // 4/3 u^6 - 2 u^3 = -0.96 3/4 at u^3 = 0.9, where u^4 - u is a fifth of the range.
    const double u = std::cbrt(0.9), apart = (u - std::pow(u, 4)) / (0.75 * std::cbrt(0.25));
    EXPECT_NEAR(-simulation.contacts().overlap[0] / jkr_range(w, r / 2), apart, 1e-3);
    EXPECT_NEAR(norm(simulation.contacts().force[0]) / largest, 0.96, 1e-3);
    const double pull = 1.05 * largest;
    simulation.apply(std::vector<Vec3<double>>{{0, 0, pull}, {0, 0, -pull}}, none);
    simulation.step(300);
    EXPECT_EQ(simulation.contact_count(), 0u);
  }
}

TEST(Cohesion, ABallHangsOnAnotherOne) {
  const double r = 0.001, w = 1.0;
  TestScene scene = scene_of("jkr", w, 0.3);
  scene.interaction().friction = 0.5;
  const double weight = 2500 * 4.0 / 3.0 * pi * r * r * r * 9.81;
  ASSERT_LT(20.0 * weight, 1.5 * pi * w * r / 2);
  scene.setup.gravity = {0, 0, -20.0 * 9.81};
  scene.add(scene.shape(make_sphere(r)), {{0, 0, -1.999 * r}, {}}, {0.01, 0, 0});
  scene.add(0, {}, {}, {}, Freedom::fixed);
  Simulation simulation(scene.setup);
  simulation.step(20000);
  EXPECT_EQ(simulation.contact_count(), 1u);
  scene.setup.gravity = {0, 0, -9.81 * 1.05 * (1.5 * pi * w * r / 2) / weight};
  Simulation falls(scene.setup);
  falls.step(20000);
  EXPECT_EQ(falls.contact_count(), 0u);
}

TEST(Cohesion, RefusesWhatTheLawIsNotFor) {
  const auto message = [](const TestScene& scene) -> std::string {
    try {
      Simulation simulation(scene.setup);
    } catch (const SimulationError& error) {
      return error.what();
    }
    return "";
  };
  for (const Shape& shape : {Shape(cube_of(0.01)), Shape(make_superquadric({1, 1, 1}, 2, 8)),
                             Shape(make_superquadric({1, 1, 1}, 1.5, 2))}) {
    TestScene scene = scene_of("jkr", 1.0);
    scene.add(scene.shape(make_sphere(0.01)), {});
    scene.add(scene.shape(shape), {{5, 0, 0}, {}});
    EXPECT_THAT(message(scene), testing::StartsWith("body 1: the law \"jkr\" is for spheres, "));
    scene.setup.law = "hertz-cohesion";
    EXPECT_EQ(message(scene), "");
  }
  TestScene wall = scene_of("jkr", 1.0);
  wall.add(wall.shape(make_sphere(0.01)), {{0, 0, 1}, {}});
  wall.add_mesh_floor();
  EXPECT_THAT(message(wall), testing::StartsWith("mesh floor: the law \"jkr\" is for spheres, "));
  for (const char* law : {"jkr", "hertz-cohesion"}) {
    TestScene scene = scene_of(law, 1.0);
    scene.add(scene.shape(make_sphere(0.01)), {});
    scene.setup.no_tension = true;
    EXPECT_THAT(message(scene), testing::StartsWith("no_tension: the law "));
    scene.setup.no_tension = false;
    scene.interaction().law_parameters.begin()->second = -1.0;
    EXPECT_THAT(message(scene), testing::HasSubstr("must be finite and >= 0, got -1"));
  }
}

}  // namespace
}  // namespace talus
