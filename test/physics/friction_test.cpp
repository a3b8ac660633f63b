// The friction spring is a state function of overlap and elongation: it never makes energy, returns
// what it stored, keeps within its limit surface and slides normal to it.
#include "talus/physics/friction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace talus {
namespace {

using Spring = FrictionSpringOf<double>;

// A Hertz-like contact: the stiffness is k0 sqrt(d), so that its gradient is k/(2 d).
FrictionOf<double> hertz_like(double depth, double ratio) {
  const double k = 1e6 * std::sqrt(depth);
  return {k, 0.5 * k / depth, ratio};
}

Vec3<double> random_vector(std::mt19937_64& random, double size) {
  std::normal_distribution<double> normal(0.0, size);
  return {normal(random), normal(random), normal(random)};
}

double load_of(const Spring& s, const FrictionOf<double>& f) {
  return f.stiffness * std::hypot(norm(s.elongation), f.ratio * s.torsion);
}

// Random closed paths of depth, displacement and rotation, repeated: the work of all three loads by
// the trapezoidal rule never falls below the energy stored, and equals it plus the heat.
TEST(Friction, NeverMakesEnergyInCyclesOfNormalAndTangentialMotion) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int path = 0; path < 60; ++path) {
    double amplitude[4], phase[4];
    for (int i = 0; i < 4; ++i) {
      amplitude[i] = unit(random);
      phase[i] = 2.0 * M_PI * unit(random);
    }
    const double ratio = 1.0 + 3.0 * unit(random), friction = path % 3 == 0 ? 1e9 : 0.5;
    const double arm = 1e-4;
    const int steps = 20'000, cycles = 3;
    Spring spring;
    double work = 0.0, heat = 0.0, largest = 0.0, deficit = 0.0;
    double depth = 0.0, energy = 0.0;
    Spring last;
    FrictionOf<double> f{};
    for (int i = 0; i <= cycles * steps; ++i) {
      const double angle = 2.0 * M_PI * i / steps, before = 2.0 * M_PI * (i - 1) / steps;
      const auto at = [&](int k, double x) {
        return amplitude[k] * std::sin(x * (1 + k % 2) + phase[k]);
      };
      const double new_depth = 1e-5 * (1.2 + at(0, angle));
      const Vec3<double> stretch{1e-5 * (at(1, angle) - at(1, before)),
                                 1e-5 * (at(2, angle) - at(2, before)), 0.0};
      const double rotation = 0.05 * (at(3, angle) - at(3, before));
      if (i == 0) {
        depth = new_depth;
        continue;
      }
      const FrictionOf<double> old = hertz_like(depth, ratio);
      f = hertz_like(new_depth, ratio);
      last = spring;
      const double pressing = 2e6 * new_depth * std::sqrt(new_depth);
      const Slip<double> slip =
          advance(spring, f, stretch, arm * rotation, new_depth - depth, friction, pressing);
      const double addition = old.gradient * half_square(last, ratio);
      work +=
          0.5 * dot(old.stiffness * last.elongation + f.stiffness * spring.elongation, stretch) +
          0.5 * arm * rotation * ratio *
              (old.stiffness * last.torsion + f.stiffness * spring.torsion) +
          0.5 * (addition + slip.addition) * (new_depth - depth);
      heat += slip.heat;
      energy = slip.energy;
      largest = std::max(largest, energy);
      const double normal_force = pressing + slip.addition;
      if (friction < 1.0) {
        EXPECT_LE(load_of(spring, f), friction * normal_force * (1.0 + 2e-3));
      }
      EXPECT_NEAR(slip.energy, f.stiffness * half_square(spring, ratio), 1e-12 * slip.energy);
      deficit = std::max(deficit, slip.energy - work);
      depth = new_depth;
    }
    EXPECT_LE(deficit, 1e-5 * largest);
    EXPECT_NEAR(work, energy + heat, 1e-5 * (largest + heat));
    if (friction > 1.0) {
      EXPECT_NEAR(heat, 0.0, 1e-5 * largest);
    }
  }
}

// A load below the limit, with a normal force that varies: what sticks returns to its place.
TEST(Friction, DoesNotCreepUnderAVaryingNormalForce) {
  Spring spring;
  const double load = 0.5, mean_depth = 1e-5;
  double position = 0.0, first = 0.0, depth = mean_depth;
  for (int i = 0; i <= 5000; ++i) {
    const double new_depth = mean_depth * (1.0 + 0.3 * std::sin(2.0 * M_PI * i / 100.0));
    const FrictionOf<double> f = hertz_like(new_depth, 3.0);
    // Moves until the spring bears the load.
    const double stretch = load / f.stiffness - spring.elongation.x;
    const double pressing = 1.5 * load / 0.5;
    const auto slip =
        advance(spring, f, {stretch, 0.0, 0.0}, 0.0, new_depth - depth, 0.5, pressing);
    EXPECT_FALSE(slip.sliding);
    position += stretch;
    depth = new_depth;
    if (i == 100) first = position;
  }
  EXPECT_NEAR(position, first, 1e-13);
}

// Sliding at a constant normal force: the load is mu N with the addition counted, and the heat is
// load times path.
TEST(Friction, SlidesAtItsLimitAndHeatsByForceTimesPath) {
  for (const double friction : {0.1, 0.5, 0.9}) {
    Spring spring;
    const FrictionOf<double> f = hertz_like(1e-5, 3.0);
    const double pressing = 0.02, step = 1e-9;
    double heat = 0.0;
    Slip<double> slip{};
    const int steps = 40'000;
    for (int i = 0; i < steps; ++i) {
      slip = advance(spring, f, {0.0, step, 0.0}, 0.0, 0.0, friction, pressing);
      heat += slip.heat;
    }
    const double load = load_of(spring, f);
    EXPECT_TRUE(slip.sliding);
    EXPECT_NEAR(load, friction * (pressing + slip.addition), 1e-12 * load);
    // All of the path but the elongation, of which half the work is stored.
    const double path = steps * step;
    EXPECT_NEAR(heat, load * (path - load / f.stiffness), 1e-3 * heat);
  }
}

// Steady sliding with spin: the slip (v, arm * spin) is normal to the limit surface, so that the
// loads are mu N (v, arm * spin) / |(v, arm * spin)|, for any torsion ratio and any step.
TEST(Friction, SlidingWithSpinFollowsTheNormalOfTheLimitSurface) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int trial = 0; trial < 200; ++trial) {
    const double ratio = 0.5 + 3.5 * unit(random), angle = 0.5 * M_PI * unit(random);
    const FrictionOf<double> f{1e4, 0.0, ratio};
    const double limit = 0.3, size = std::pow(10.0, -7.0 + 4.0 * unit(random));
    Spring spring;
    for (int i = 0; i < 4000 && size * i < 100.0 * limit / f.stiffness; ++i) {
      advance(spring, f, {size * std::cos(angle), 0.0, 0.0}, size * std::sin(angle), 0.0, 1.0,
              limit);
    }
    for (int i = 0; i < 400; ++i) {
      advance(spring, f, {size * std::cos(angle), 0.0, 0.0}, size * std::sin(angle), 0.0, 1.0,
              limit);
    }
    if (size * 400 < 10.0 * limit / f.stiffness) continue;
    EXPECT_NEAR(load_of(spring, f), limit, 1e-12);
    EXPECT_NEAR(f.stiffness * spring.elongation.x, limit * std::cos(angle), 3e-3 * limit);
    EXPECT_NEAR(f.stiffness * ratio * spring.torsion, limit * std::sin(angle), 3e-3 * limit);
  }
}

TEST(Friction, AnUnpressedContactHasNoLoad) {
  Spring spring{{1e-6, 0.0, 0.0}, 1e-6};
  const auto slip = advance(spring, hertz_like(1e-9, 3.0), {1e-6, 0.0, 0.0}, 1e-7, 0.0, 0.5, 0.0);
  EXPECT_EQ(norm(spring.elongation), 0.0);
  EXPECT_EQ(spring.torsion, 0.0);
  EXPECT_EQ(slip.addition, 0.0);
  EXPECT_TRUE(std::isfinite(slip.heat));
  Spring none;
  const auto still = advance(none, FrictionOf<double>{0.0, 0.0, 3.0}, {}, 0.0, 0.0, 0.5, 0.0);
  EXPECT_EQ(still.heat, 0.0);
}

TEST(Friction, TurnsWithTheContactAndKeepsItsLength) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> normal = random_vector(random, 1.0);
    const Vec3<double> unit = normal / norm(normal);
    const Vec3<double> load = random_vector(random, 1.0);
    const Vec3<double> turned = turned_with_normal(load, unit, 1e-3 * random_vector(random, 1.0).x);
    EXPECT_NEAR(norm(turned), norm(load), 1e-14 * norm(load));
    EXPECT_NEAR(dot(turned, unit), 0.0, 1e-14 * norm(load));
  }
  const Vec3<double> up{0.0, 0.0, 1.0};
  EXPECT_EQ(norm(turned_with_normal(Vec3<double>{}, up, 0.1)), 0.0);
  EXPECT_EQ(norm(turned_with_normal(3.0 * up, up, 0.1)), 0.0);
}

}  // namespace
}  // namespace talus
