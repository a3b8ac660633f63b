// The laws of cohesion against their closed forms: JKR parametrised by the radius of the contact
// spot, which the law itself never is, and Hertz's force minus the cohesion of its spot.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "talus/physics/apply_contact_force.h"
#include "talus/physics/broken_contact.h"
#include "talus/physics/law/laws.h"
#include "talus/physics/law/registry.h"

namespace talus {
namespace {

constexpr double pi = std::numbers::pi;

struct Case {
  ContactMaterial material;
  double radius{};
};

// Over decades of stiffness, adhesion and size.
Case random_case(std::mt19937_64& random, double smallest, double largest) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const auto between = [&](double low, double high) {
    return low * std::pow(high / low, unit(random));
  };
  Case c;
  c.material.modulus = between(1e5, 1e11);
  c.material.shear_modulus = c.material.modulus * (0.3 + 0.6 * unit(random));
  c.material.damping_ratio = unit(random);
  c.material.friction = unit(random);
  c.material.parameter[0] = between(smallest, largest);
  c.radius = between(1e-6, 1.0);
  return c;
}

CohesiveResponseOf<double> jkr(const Case& c, double overlap, double slope = 1.0) {
  return JkrLaw::respond(c.material, {overlap, c.radius, 1e-3, 0.0, 0.0, slope});
}

CohesiveResponseOf<double> cohesion(const Case& c, double overlap, double slope = 1.0) {
  return HertzCohesionLaw::respond(c.material, {overlap, c.radius, 1e-3, 0.0, 0.0, slope});
}

// The equations of Johnson, Kendall and Roberts in a.
struct Spot {
  long double overlap, force, energy;
};
Spot spot_of(const Case& c, long double a) {
  const long double e = c.material.modulus, w = c.material.parameter[0], r = c.radius;
  const long double p = std::numbers::pi_v<long double>;
  // Elastic energy and surface energy; the strain energy is that of Hertz and of a flat punch.
  const long double punch = std::sqrt(2 * p * w * a / e);
  const auto energy = 8 * e * std::pow(a, 5) / (15 * r * r) - 4 * e * punch * a * a * a / (3 * r) +
                      e * a * punch * punch - p * w * a * a;
  return {a * a / r - punch, 4 * e * a * a * a / (3 * r) - std::sqrt(8 * p * w * e * a * a * a),
          energy};
}
long double spot_at_touch(const Case& c) {
  const long double w = c.material.parameter[0], r = c.radius;
  return std::cbrt(2 * std::numbers::pi_v<long double> * w * r * r / c.material.modulus);
}
double pull_off(const Case& c) { return 1.5 * pi * c.material.parameter[0] * c.radius; }
double closed_range(const Case& c) {
  const double w = c.material.parameter[0], e = c.material.modulus;
  return 0.75 * std::cbrt(pi * pi * w * w * c.radius / (e * e));
}

TEST(Jkr, IsTheCurveOfJohnsonKendallAndRoberts) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  double worst_force = 0.0, worst_energy = 0.0;
  for (int i = 0; i < 20000; ++i) {
    const Case c = random_case(random, 1e-6, 1e2);
    const long double touch = spot_at_touch(c);
    // From a little before the end of the branch, 4^(-2/3), to far beyond the touch.
    const long double a = touch * (0.3969L + std::pow(10.0L, 6 * unit(random) - 4));
    const Spot stated = spot_of(c, a), at_touch = spot_of(c, touch);
    const auto r = jkr(c, static_cast<double>(stated.overlap));
    const long double scale = std::abs(stated.force) + pull_off(c);
    worst_force =
        std::max(worst_force, static_cast<double>(std::abs(r.force - stated.force) / scale));
    const long double energy = stated.energy - at_touch.energy;
    const long double energies = std::abs(energy) + std::abs(at_touch.energy);
    worst_energy =
        std::max(worst_energy, static_cast<double>(std::abs(r.energy - energy) / energies));
  }
  // Near the end of the branch the overlap itself, in doubles, states the spot to 1e-8 only.
  EXPECT_LT(worst_force, 1e-7);
  EXPECT_LT(worst_energy, 1e-12);
}

template <class Respond>
double worst_derivative_error(const Respond& respond, double from, double to, int seed) {
  std::mt19937_64 random(static_cast<unsigned>(seed));
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  double worst = 0.0;
  for (int i = 0; i < 5000; ++i) {
    const Case c = random_case(random, 1e-4, 1e1);
    const double range = closed_range(c);
    const double overlap = range * (from + (to - from) * unit(random));
    const double h = 1e-5 * range, slope = 1.0 + 0.2 * unit(random);
    const double derivative =
        slope * (respond(c, overlap + h, slope).energy - respond(c, overlap - h, slope).energy) /
        (2.0 * h);
    const double force = respond(c, overlap, slope).force;
    worst = std::max(worst, std::abs(derivative - force) / (std::abs(force) + pull_off(c)));
  }
  return worst;
}

TEST(Jkr, TheForceIsTheDerivativeOfTheEnergy) {
  EXPECT_LT(worst_derivative_error(jkr, -0.99, 30.0, 2), 1e-6);
}

TEST(Jkr, PullsOffAtThreeHalvesPiWorkTimesRadius) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 200; ++i) {
    const Case c = random_case(random, 1e-6, 1e2);
    const double range = JkrLaw::range(c.material, c.radius), largest = pull_off(c);
    EXPECT_NEAR(range / closed_range(c), 1.0, 1e-13);
    double least = 0.0;
    for (int k = 0; k <= 2000; ++k) {
      least = std::min(least, jkr(c, range * (0.001 * k - 1.0)).force);
    }
    EXPECT_NEAR(least / largest, -1.0, 1e-6);
    EXPECT_NEAR(jkr(c, 0.0).force / largest, -8.0 / 9.0, 1e-13);
    EXPECT_NEAR(jkr(c, -range).force / largest, -5.0 / 9.0, 1e-6);
    EXPECT_EQ(jkr(c, -2.0 * range).force, jkr(c, -3.0 * range).force);
    // At no load the spot is that of JKR, a^3 = 9 pi w R^2 / (2 E*), the overlap a^2/(3 R*).
    const double w = c.material.parameter[0];
    const double a = std::cbrt(4.5 * pi * w * c.radius * c.radius / c.material.modulus);
    EXPECT_NEAR(jkr(c, a * a / (3.0 * c.radius)).force / largest, 0.0, 1e-12);
    EXPECT_EQ(jkr(c, 0.0).adhesion, 2.0 * largest);
  }
}

// C. Thornton and Z. Ning, Powder Technol. 99, 1998: 154: 7.09 (w^5 R^4 / E^2)^(1/3).
TEST(Jkr, BreaksWithTheEnergyOfThorntonAndNing) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 200; ++i) {
    const Case c = random_case(random, 1e-6, 1e2);
    const double w = c.material.parameter[0], e = c.material.modulus;
    const double stated =
        7.0921959718639584 * std::cbrt(std::pow(w, 5) * std::pow(c.radius, 4) / e / e);
    const double range = JkrLaw::range(c.material, c.radius);
    EXPECT_NEAR(jkr(c, -range).energy / stated, 1.0, 1e-12);
    EXPECT_NEAR(jkr(c, 0.0).energy / stated, 0.0, 1e-14);
    // Bodies that left slowly: what the contact holds, and the springs.
    const Law law = law_of<JkrLaw>();
    ContactHistory history;
    history.radius = c.radius;
    const Vec3<double> normal{0, 0, 1};
    EXPECT_NEAR(broken_contact_heat(law, c.material, -range, normal, {}, history, nullptr) / stated,
                1.0, 1e-12);
    history.elongation = {range, 0, 0};
    const double spring = 0.5 * jkr(c, -range).tangential_stiffness * range * range;
    EXPECT_NEAR(broken_contact_heat(law, c.material, -range, normal, {}, history, nullptr) /
                    (stated + spring),
                1.0, 1e-12);
  }
}

TEST(Jkr, WithoutAdhesionItIsHertzMindlin) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int i = 0; i < 2000; ++i) {
    Case c = random_case(random, 1.0, 1.0);
    c.material.parameter[0] = 0.0;
    const double overlap = c.radius * std::pow(10.0, -9.0 + 8.0 * unit(random));
    const ContactGeometry at{overlap, c.radius, 1e-3, 0.0, 0.0, 1.1};
    const auto r = JkrLaw::respond(c.material, at);
    const Response hertz = HertzMindlinLaw::respond(c.material, at);
    for (double Response::*value :
         {&Response::force, &Response::energy, &Response::dashpot, &Response::tangential_stiffness,
          &Response::tangential_gradient, &Response::rolling_stiffness}) {
      EXPECT_NEAR(r.*value / (hertz.*value), 1.0, 1e-12);
    }
    EXPECT_NEAR(
        JkrLaw::stiffness(c.material, c.radius) / HertzMindlinLaw::stiffness(c.material, c.radius),
        1.0, 1e-12);
    EXPECT_LT(JkrLaw::range(c.material, c.radius), 1e-100);
    EXPECT_EQ(r.adhesion, 0.0);
  }
}

// The tangential spring's stiffness belongs to its gradient, and it is never above that of the
// spot.
TEST(Jkr, TheTangentialStiffnessIsContinuousWithItsGradient) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 500; ++i) {
    const Case c = random_case(random, 1e-4, 1e1);
    const double range = closed_range(c), g = c.material.shear_modulus;
    for (double x = -0.95; x < 20.0; x += 0.37) {
      const double h = 1e-5 * range, overlap = x * range;
      const double slope =
          (jkr(c, overlap + h).tangential_stiffness - jkr(c, overlap - h).tangential_stiffness) /
          (2.0 * h);
      const auto r = jkr(c, overlap);
      EXPECT_NEAR(slope, r.tangential_gradient, 1e-6 * r.tangential_stiffness / range);
      const double touch = static_cast<double>(spot_at_touch(c));
      EXPECT_GE(r.tangential_stiffness, 8.0 * g * touch * (1.0 - 1e-12));
    }
    EXPECT_GT(JkrLaw::stiffness(c.material, 1.01 * c.radius),
              JkrLaw::stiffness(c.material, c.radius));
    EXPECT_GT(JkrLaw::range(c.material, 1.01 * c.radius), JkrLaw::range(c.material, c.radius));
  }
}

TEST(HertzCohesion, IsHertzMinusTheCohesionOfTheSpot) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int i = 0; i < 2000; ++i) {
    const Case c = random_case(random, 1e2, 1e8);
    const double k = c.material.parameter[0], e = c.material.modulus;
    const double overlap = c.radius * std::pow(10.0, -6.0 + 5.0 * unit(random));
    const double slope = 1.0 + 0.2 * unit(random), area = pi * c.radius * overlap;
    const auto r = cohesion(c, overlap, slope);
    const double hertz = 4.0 / 3.0 * e * std::sqrt(c.radius) * std::pow(overlap, 1.5);
    EXPECT_NEAR(r.force, slope * (hertz - k * area), 1e-12 * slope * (hertz + k * area));
    EXPECT_NEAR(r.adhesion / (slope * k * area), 1.0, 1e-14);
    const double h = 1e-5 * overlap;
    const double derivative =
        (cohesion(c, overlap + h).energy - cohesion(c, overlap - h).energy) / (2.0 * h);
    EXPECT_NEAR(slope * derivative, r.force, 1e-8 * (hertz + k * area));
    // The largest pull.
    const double deepest = std::pow(pi * k / (2.0 * e), 2) * c.radius;
    const double stated = std::pow(pi * k, 3) * c.radius * c.radius / (12.0 * e * e);
    EXPECT_NEAR(cohesion(c, deepest).force / stated, -1.0, 1e-12);
    EXPECT_GT(cohesion(c, 0.99 * deepest).force, cohesion(c, deepest).force);
    EXPECT_GT(cohesion(c, 1.01 * deepest).force, cohesion(c, deepest).force);
  }
}

TEST(HertzCohesion, WithoutCohesionItHasTheBitsOfHertzMindlin) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 1000; ++i) {
    Case c = random_case(random, 1.0, 1.0);
    c.material.parameter[0] = 0.0;
    const ContactGeometry at{0.01 * c.radius, c.radius, 1e-3, 0.0, 0.0, 1.1};
    const Response r = HertzCohesionLaw::respond(c.material, at);
    const Response hertz = HertzMindlinLaw::respond(c.material, at);
    EXPECT_EQ(r.force, hertz.force);
    EXPECT_EQ(r.energy, hertz.energy);
    EXPECT_EQ(r.dashpot, hertz.dashpot);
    EXPECT_EQ(r.tangential_stiffness, hertz.tangential_stiffness);
  }
}

// A contact that is dragged along slides at mu (F + adhesion).
TEST(Cohesion, FrictionIsLimitedByTheForceAndTheAdhesion) {
  const auto largest_drag = [](const auto& respond, const Case& c, double overlap) {
    ContactHistory history;
    history.radius = c.radius;
    RelativeMotion motion;
    motion.normal = {0, 0, 1};
    motion.mid_velocity = motion.velocity = {1e3 * c.radius, 0, 0};
    ContactGeometry at{overlap, c.radius, 1e-3, 0.0, 0.0};
    Vec3<double>* const no_rolling = nullptr;
    const ContactForce f =
        contact_force(c.material, at, respond(c, overlap, 1.0), motion, 1.0, history, no_rolling);
    return std::pair(-f.force.x, f.force.z);
  };
  std::mt19937_64 random(9);
  for (int i = 0; i < 100; ++i) {
    Case c = random_case(random, 1e-4, 1e1);
    c.material.torsion_ratio = 2.0;
    const double range = closed_range(c);
    for (const double x : {-0.9, -0.5}) {  // without the spring's part of the normal force
      const auto [drag, normal] = largest_drag(jkr, c, x * range);
      EXPECT_LT(normal, 0.0);
      EXPECT_NEAR(drag / (c.material.friction * (normal + 2.0 * pull_off(c))), 1.0, 1e-9);
    }
    const auto [drag, normal] = largest_drag(cohesion, c, 0.01 * c.radius);
    const double hertz = normal + pi * c.material.parameter[0] * c.radius * 0.01 * c.radius;
    EXPECT_NEAR(drag / (c.material.friction * hertz), 1.0, 1e-9);
  }
}

}  // namespace
}  // namespace talus
