// The production method on flat and sharp superquadrics: closed forms where there are some, and how
// often, and how soon, the fast path ends.
#include <gtest/gtest.h>

#include <random>

#include "talus/narrow/superquadric_superquadric/superquadric_superquadric_certified.h"

namespace {

using talus::Cache;
using talus::Contact;
using talus::Settings;
using talus::Superquadric;
using talus::superquadric_superquadric::certified;
using Body = Superquadric<double>;
using Pose = talus::RelativePose<double>;
using Vec = talus::Vec3<double>;

constexpr double blunt[] = {2, 2.5, 4, 8, 20, 50}, all[] = {1.1, 1.25, 1.5, 2, 3, 4, 8, 12, 20, 50};

const talus::Mat3<double> aligned{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

Contact<double> answer(const Body& a, const Body& b, const Pose& pose) {
  Cache<double> cache;
  return certified(a, b, pose, Settings<double>{}, cache);
}

TEST(SuperquadricsCertified, ApartAlongAnAxisTheyAreExact) {
  for (const double n1 : all) {
    for (const double n2 : all) {
      for (const double gap : {1.0, 1e-3, 1e-9, 0.0}) {
        const Body a{{1, 0.7, 0.4}, n1, n2}, b{{0.8, 0.5, 0.3}, n2, n1};
        for (int axis = 0; axis < 3; ++axis) {
          Pose pose{aligned, {}};
          pose.translation[axis] = a.semi_axes[axis] + b.semi_axes[axis] + gap;
          const Contact<double> c = answer(a, b, pose);
          EXPECT_NEAR(c.distance, gap, 1e-15) << n1 << ' ' << n2 << ' ' << axis;
          EXPECT_LE(c.lower, gap + 1e-15);
          EXPECT_GE(c.upper, gap - 1e-15);
          EXPECT_TRUE(c.proven) << n1 << ' ' << n2 << ' ' << axis << ' ' << gap;
        }
      }
    }
  }
}

// |A n| + |B n| >= |(A + B) n|, and exponents from 2 make the support values larger still.
TEST(SuperquadricsCertified, ConcentricBluntBodiesSeparateAlongTheShortestAxes) {
  for (const double n1 : blunt) {
    for (const double n2 : blunt) {
      const Body a{{1, 0.7, 0.4}, n1, n2}, b{{0.8, 0.5, 0.3}, n2, n1};
      const Contact<double> c = answer(a, b, Pose{aligned, {}});
      EXPECT_NEAR(c.distance, -0.7, 1e-13) << n1 << ' ' << n2;
      EXPECT_TRUE(c.proven) << n1 << ' ' << n2;
    }
  }
}

// A block on a block, shifted sideways and tilted by nothing, a little and very little: the depth
// of the faces, to what the tilt changes.
TEST(SuperquadricsCertified, BlocksLieFlatOnEachOther) {
  for (const double n : {4.0, 8.0, 20.0, 50.0}) {
    for (const double tilt : {0.0, 1e-12, 1e-9, 1e-6, 1e-4}) {
      for (const double aside : {0.0, 1e-6, 0.1, 0.3}) {
        const Body block{{1, 1, 0.5}, n, n};
        talus::Pose<double> turned;
        turned.orientation = {1, tilt, 0.3 * tilt, 0};
        Pose pose = relative_pose(talus::Pose<double>{}, turned);
        pose.translation = {aside, -0.5 * aside, 0.999};
        const Contact<double> c = answer(block, block, pose);
        EXPECT_TRUE(c.proven) << n << ' ' << tilt << ' ' << aside;
        EXPECT_NEAR(c.distance, -1e-3, 1e-3 * aside + 4 * tilt + 1e-13);
        EXPECT_LT(norm(c.point_b - c.point_a - c.distance * c.normal), 1e-14);
      }
    }
  }
}

struct Tally {
  int unproven{}, fallbacks{}, most{};
  double mean{};
};

// Random pairs within `reach` of touching.
Tally random_pairs(double least, double most, double aspect, double reach, int count) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(std::log(least), std::log(most));
  std::uniform_real_distribution<double> ratio(-std::log(aspect), 0), target(-reach, reach);
  std::normal_distribution<double> normal;
  const auto body = [&] {
    return Body{{1, std::exp(ratio(random)), std::exp(ratio(random))},
                std::exp(exponent(random)),
                std::exp(exponent(random))};
  };
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const Body a = body(), b = body();
    talus::Pose<double> turned;
    turned.orientation = {normal(random), normal(random), normal(random), normal(random)};
    Pose pose = relative_pose(talus::Pose<double>{}, turned);
    pose.translation = 4.0 * normalized(Vec{normal(random), normal(random), normal(random)});
    const Contact<double> apart = answer(a, b, pose);
    pose.translation = pose.translation - (apart.distance - target(random)) * apart.normal;
    const Contact<double> c = answer(a, b, pose);
    EXPECT_FALSE(is_failure(c.status));
    tally.unproven += !c.proven;
    tally.fallbacks += c.fallback;
    tally.most = std::max(tally.most, c.iterations);
    tally.mean += c.iterations / double(count);
  }
  return tally;
}

TEST(SuperquadricsCertified, RandomPairsEndOnTheFastPath) {
  const Tally compact = random_pairs(1.1, 20, 2, 0.02, 20000);
  EXPECT_EQ(compact.unproven, 0);
  EXPECT_LE(compact.fallbacks, 20);  // one in a thousand
  EXPECT_LT(compact.mean, 9);
  const Tally slender = random_pairs(1.1, 50, 20, 0.02, 20000);
  EXPECT_EQ(slender.unproven, 0);
  EXPECT_LE(slender.fallbacks, 100);  // one in two hundred
  EXPECT_LT(slender.mean, 16);
}

TEST(SuperquadricsCertified, DeepPairsAreProvenToo) {
  const Tally deep = random_pairs(1.1, 20, 2, 0.8, 4000);
  EXPECT_EQ(deep.unproven, 0);
  EXPECT_LE(deep.fallbacks, 8);
}

TEST(SuperquadricsCertified, ALastingContactTakesOneLook) {
  const Body a{{1, 0.8, 0.6}, 8, 4}, b{{0.7, 0.7, 0.9}, 3, 6};
  talus::Pose<double> turned;
  turned.orientation = {0.9, 0.1, 0.3, 0.2};
  Pose pose = relative_pose(talus::Pose<double>{}, turned);
  pose.translation = {0.3, 1.45, 0.2};
  Cache<double> cache;
  const Contact<double> cold = certified(a, b, pose, Settings<double>{}, cache);
  const Contact<double> warm = certified(a, b, pose, Settings<double>{}, cache);
  EXPECT_GT(cold.iterations, 3);
  EXPECT_EQ(warm.iterations, 1);
  EXPECT_NEAR(warm.distance, cold.distance, 1e-15);
}

}  // namespace
