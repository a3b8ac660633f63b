// The contact laws: the force is the derivative of the energy, and a head-on impact ends with the
// restitution that was stated.
#include "talus/physics/law/laws.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <random>

#include "talus/physics/law/registry.h"

namespace talus {
namespace {

using Respond = std::function<Response(const ContactMaterial&, const ContactGeometry&)>;
const Respond linear_law = find_law("linear")->respond;
const Respond hertz_law = find_law("hertz-mindlin")->respond;

double damping_ratio(double restitution) {
  const double l = std::log(restitution);
  return -l / std::sqrt(std::numbers::pi * std::numbers::pi + l * l);
}

ContactMaterial random_materials(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  ContactMaterial m;
  m.modulus = std::pow(10.0, 5.0 + 6.0 * unit(random));
  m.shear_modulus = m.modulus * (0.3 + 0.6 * unit(random));
  m.damping_ratio = damping_ratio(0.1 + 0.9 * unit(random));
  m.friction = unit(random);
  m.tangential_ratio = 0.1 + 0.9 * unit(random);
  m.parameter[0] = unit(random) < 0.5 ? 0.0 : std::pow(10.0, 2.0 + 5.0 * unit(random));
  return m;
}

// Central difference of the energy by the overlap, against the force; the worst relative error.
double worst_derivative_error(const Respond& respond) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  double worst = 0.0;
  for (int i = 0; i < 2000; ++i) {
    const ContactMaterial m = random_materials(random);
    const double radius = std::pow(10.0, -4.0 + 4.0 * unit(random));
    const double overlap = radius * std::pow(10.0, -6.0 + 5.0 * unit(random));
    const double h = 1e-5 * overlap;
    const ContactGeometry at{overlap, radius, 1e-3, 0.0, 0.0, 1.0 + 0.2 * unit(random)};
    ContactGeometry less = at, more = at;
    less.overlap -= at.slope * h, more.overlap += at.slope * h;
    const double slope = (respond(m, more).energy - respond(m, less).energy) / (2.0 * h);
    worst = std::max(worst, std::abs(slope / respond(m, at).force - 1.0));
  }
  return worst;
}

TEST(Laws, TheForceIsTheDerivativeOfTheEnergy) {
  EXPECT_LT(worst_derivative_error(linear_law), 1e-9);
  EXPECT_LT(worst_derivative_error(hertz_law), 1e-9);
}

// A prism pushed into a plane: V grows by A with the overlap, whatever its section; and a pyramid,
// whose section grows with it.
TEST(Laws, TheForceOfTheVolumeLawIsTheDerivativeOfItsEnergy) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int i = 0; i < 2000; ++i) {
    const ContactMaterial m = random_materials(random);
    const double radius = 0.001 + unit(random), section = radius * radius * unit(random);
    const double steep = 0.1 + unit(random), overlap = 0.1 * radius * unit(random) + 1e-6;
    const auto prism = [&](double d) {
      return ContactGeometry{d, radius, 1.0, section * d, section};
    };
    const auto pyramid = [&](double d) {
      return ContactGeometry{d, radius, 1.0, steep * d * d * d / 3.0, steep * d * d};
    };
    const double h = 1e-5 * overlap;
    for (const auto& body : {std::function<ContactGeometry(double)>(prism), {pyramid}}) {
      const double slope = (VolumeLaw::respond(m, body(overlap + h)).energy -
                            VolumeLaw::respond(m, body(overlap - h)).energy) /
                           (2.0 * h);
      EXPECT_NEAR(slope / VolumeLaw::respond(m, body(overlap)).force, 1.0, 1e-8);
    }
  }
}

// m* x'' = force + dashpot x', from first touch until the bodies part, by Runge-Kutta of order 4.
// The force is cut at zero nowhere: the laws promise the restitution of the whole swing.
// The geometry is a function of the overlap; the step is made for the stiffness at `deep`.
template <class Law, class Geometry>
double restitution_of(const Law& respond, const ContactMaterial& m, const Geometry& geometry,
                      double deep, double speed) {
  const double mass = geometry(deep).mass, radius = geometry(deep).radius;
  const auto acceleration = [&](double x, double v) {
    if (x <= 0.0) return 0.0;
    const Response r = respond(m, geometry(x));
    return -(r.force + r.dashpot * v) / mass;
  };
  const double stiffness = respond(m, geometry(deep)).force / deep;
  const double h = 1e-4 * std::sqrt(mass / stiffness);
  double x = 1e-9 * radius, v = speed;
  while (x > 0.0) {
    const double a1 = acceleration(x, v), a2 = acceleration(x + 0.5 * h * v, v + 0.5 * h * a1);
    const double a3 = acceleration(x + 0.5 * h * (v + 0.5 * h * a1), v + 0.5 * h * a2);
    const double a4 = acceleration(x + h * (v + 0.5 * h * a2), v + h * a3);
    x += h * (v + h / 6.0 * (a1 + a2 + a3));
    v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return -v / speed;
}

TEST(Laws, AHeadOnImpactEndsWithTheRestitution) {
  for (const double stated : {0.2, 0.5, 0.8, 0.95, 1.0}) {
    for (const double speed : {0.05, 1.0}) {
      ContactMaterial m;
      m.modulus = 1e7, m.shear_modulus = 7e6, m.tangential_ratio = 0.8;
      m.damping_ratio = stated < 1.0 ? damping_ratio(stated) : 0.0;
      const auto ball = [](double x) { return ContactGeometry{x, 0.01, 0.01, 0.0, 0.0}; };
      EXPECT_NEAR(restitution_of(linear_law, m, ball, 1e-4, speed), stated, 2e-3) << stated;
      EXPECT_NEAR(restitution_of(hertz_law, m, ball, 1e-4, speed), stated, 2e-3) << stated;
    }
  }
}

// Faces, edges and corners: V ~ x, x^2, x^3. In between small and large volumes the power of the
// energy changes along the way, which costs some thousandths.
TEST(Laws, FacesEdgesAndCornersHaveTheRestitutionUnderTheVolumeLaw) {
  constexpr double radius = 0.01, mass = 0.01;
  for (const double stated : {0.2, 0.5, 0.9}) {
    ContactMaterial m;
    m.modulus = 1e7, m.shear_modulus = 7e6, m.tangential_ratio = 0.8;
    m.damping_ratio = damping_ratio(stated);
    for (const int power : {1, 2, 3}) {
      for (const double speed : {0.001, 0.03, 1.0}) {
        const auto wedge = [&](double x) {
          const double volume = std::pow(radius, 3 - power) * std::pow(x, power);
          return ContactGeometry{x, radius, mass, volume, power * volume / x};
        };
        // The overlap where all energy would be elastic.
        double deep = radius;
        while (VolumeLaw::respond(m, wedge(deep)).energy > 0.5 * mass * speed * speed) deep *= 0.9;
        EXPECT_NEAR(
            restitution_of([](const ContactMaterial& of,
                              const ContactGeometry& g) { return VolumeLaw::respond(of, g); },
                           m, wedge, deep, speed) /
                stated,
            1.0, 0.01)
            << stated << " " << power << " " << speed;
      }
    }
  }
}

// Two equal cubes, face on face: the stiffest contact of two polyhedra of their size.
TEST(Laws, TheStiffnessOfTheVolumeLawIsThatOfFaces) {
  ContactMaterial m;
  m.modulus = 1e7;
  const double side = 0.02, ball = side * std::cbrt(3.0 / (4.0 * std::numbers::pi));
  const auto force = [&](double x) {
    return VolumeLaw::respond(m, {x, 0.5 * ball, 1.0, side * side * x, side * side}).force;
  };
  const double stated =
      VolumeLaw::stiffness(m, 0.5 * ball) * VolumeLaw::face_factor(side * side, ball);
  EXPECT_NEAR(force(1e-9 * side) / (1e-9 * side) / stated, 1.0, 1e-5);
  for (const double x : {1e-5, 1e-4, 1e-3, 1e-2}) {
    EXPECT_LT((force(1.01 * x * side) - force(x * side)) / (0.01 * x * side), stated);
  }
}

// Every law has a name of its own, and the stiffness it states for the time step is at least that
// of its force at the overlap where it is stated.
TEST(Laws, AreKnownByNameWithTheirStiffness) {
  std::mt19937_64 random(9);
  for (const Law* law : known_laws()) {
    EXPECT_EQ(find_law(law->name), law);
    EXPECT_FALSE(law->description.empty());
    for (int i = 0; i < 100 && !law->uses_overlap_volume; ++i) {
      const ContactMaterial m = random_materials(random);
      const double radius = 0.01, overlap = stiffness_overlap * radius, h = 1e-4 * overlap;
      EXPECT_GE(law->stiffness(m, std::numeric_limits<double>::infinity()),
                law->stiffness(m, 1e6 * radius))
          << law->name;
      const auto force = [&](double d) {
        return law->respond(m, {d, radius, 1e-3, 0.0, 0.0}).force;
      };
      const double slope = (force(overlap + h) - force(overlap - h)) / (2 * h);
      if (law->adhesion != nullptr) {  // softer than stated
        EXPECT_GT(law->stiffness(m, radius), (1.0 - 1e-6) * slope) << law->name;
      } else {
        EXPECT_NEAR(law->stiffness(m, radius) / slope, 1.0, 1e-6) << law->name;
      }
    }
  }
  EXPECT_EQ(find_law("hooke"), nullptr);
  EXPECT_EQ(law_names(),
            "\"hertz-mindlin\", \"linear\", \"volume\", \"hertz-cohesion\" or \"jkr\"");
  EXPECT_THROW(register_law(*find_law("linear")), std::invalid_argument);
}

TEST(Laws, AStiffnessOfTheSceneCountsMoreThanTheModulus) {
  ContactMaterial m;
  m.modulus = 1e7, m.tangential_ratio = 0.5;
  const ContactGeometry s{1e-4, 0.01, 1.0, 0.0, 0.0};
  // Without one: as stiff as Hertz at a hundredth of the radius.
  EXPECT_NEAR(LinearLaw::respond(m, s).force, HertzMindlinLaw::respond(m, s).force, 1e-9);
  m.parameter[0] = 5e4;
  EXPECT_DOUBLE_EQ(LinearLaw::respond(m, s).force, 5.0);
  EXPECT_DOUBLE_EQ(LinearLaw::respond(m, s).tangential_stiffness, 2.5e4);
}

}  // namespace
}  // namespace talus
