// A spring that slides never makes energy, keeps below its limit, and accounts for all work.
#include "talus/physics/slider.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace talus {
namespace {

double stored(const Slider& s) {
  return s.stiffness > 0.0 ? 0.5 * norm_squared(s.load) / s.stiffness : 0.0;
}

Vec3<double> random_vector(std::mt19937_64& random, double size) {
  std::normal_distribution<double> normal(0.0, size);
  return {normal(random), normal(random), normal(random)};
}

// The work of the mean force over the stretch, which is what a body that is moved by it pays, goes
// into the spring or into heat, whatever the stiffness and the limit do. Only where a load turns
// round and slides or softens within one step is the heat negative, by at most a quarter of k
// stretch^2, k being the larger stiffness: an error of second order in the step.
TEST(Slider, NeverMakesEnergy) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  int slid_steps = 0, softer = 0;
  for (int path = 0; path < 300; ++path) {
    Slider spring;
    double stiffness = 1e4, heat = 0.0, work = 0.0, turnover = 0.0;
    for (int i = 0; i < 400; ++i) {
      if (unit(random) < 0.3) stiffness = unit(random) < 0.05 ? 0.0 : 1e4 * unit(random);
      softer += stiffness < spring.stiffness;
      const double limit = unit(random);
      const Vec3<double> before = spring.load, stretch = random_vector(random, 1e-4);
      const double energy_before = stored(spring);
      const double stiffest = std::max(stiffness, spring.stiffness);
      const auto slid = advance(spring, stiffness, stretch, limit);
      EXPECT_GE(slid.heat, -0.25 * stiffest * norm_squared(stretch) - 1e-16);
      EXPECT_LE(norm(spring.load), limit * (1.0 + 1e-14) + (stiffness == 0.0 ? 1e-300 : 0.0));
      EXPECT_DOUBLE_EQ(slid.energy, stored(spring));
      const double paid = 0.5 * dot(before + spring.load, stretch);
      EXPECT_NEAR(slid.energy + slid.heat - energy_before, paid, 1e-15);
      heat += slid.heat, work += paid, turnover += std::abs(paid);
      slid_steps += slid.sliding;
    }
    EXPECT_NEAR(stored(spring) + heat, work, 1e-12 * turnover);
    EXPECT_GT(heat, 0.0);
  }
  EXPECT_GT(slid_steps, 10'000);
  EXPECT_GT(softer, 5'000);
}

// A closed path gives nothing back that was not put in, even with a stiffness that comes and goes
// as that of a Hertz contact does: loading it with a large stiffness and unloading it with a small
// one would make energy if the length were kept.
TEST(Slider, AStiffnessThatComesAndGoesMakesNoEnergy) {
  Slider spring;
  double work = 0.0;
  const Vec3<double> along{1e-4, 0.0, 0.0};
  for (int i = 0; i < 100; ++i) {
    const double stiff = i % 2 == 0 ? 1e4 : 2e3;
    const Vec3<double> before = spring.load;
    advance(spring, stiff, (i % 2 == 0 ? 1.0 : -1.0) * along, 1e9);
    work += 0.5 * dot(before + spring.load, (i % 2 == 0 ? 1.0 : -1.0) * along);
    EXPECT_GE(work, stored(spring) - 1e-15);
  }
}

TEST(Slider, SlidesAtItsLimitAndHeatsByForceTimesWay) {
  Slider spring;
  const Vec3<double> stretch{0.0, 1e-6, 0.0};
  double heat = 0.0;
  for (int i = 0; i < 10'000; ++i) heat += advance(spring, 1e4, stretch, 2.0).heat;
  EXPECT_DOUBLE_EQ(norm(spring.load), 2.0);
  // All of the path but the length of the spring.
  EXPECT_NEAR(heat, 2.0 * (0.01 - 2e-4), 1e-8);
}

TEST(Slider, TurnsWithTheContactAndKeepsItsLength) {
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
