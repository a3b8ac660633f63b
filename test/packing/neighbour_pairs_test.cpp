// The neighbour pairs of a periodic cube against all images of all pairs.
#include <gtest/gtest.h>

#include <limits>

#include "sim/bodies_for_tests.h"
#include "talus/packing.h"
#include "talus/shape.h"

namespace {

using namespace talus;
using namespace talus::test;

std::vector<NeighbourPair> by_brute_force(const Bodies& bodies, double box, double reach,
                                          int range) {
  std::vector<NeighbourPair> pairs;
  const std::vector<Ball> balls = balls_of(bodies);
  for_all_image_pairs(bodies.size(), range, [&](const NeighbourPair& pair) {
    if (gap_of(balls, box, pair) <= reach) pairs.push_back(pair);
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

struct Case {
  double box, reach;
  int count, range;  // range: images that could possibly matter
};

class NeighbourPairs : public testing::TestWithParam<Case> {};

// Boxes much larger than the bodies, of their size, and so small that a body meets several images
// of another and of itself.
TEST_P(NeighbourPairs, AgreeWithBruteForce) {
  const Case& c = GetParam();
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const Bodies bodies = scattered(one_of_each(), c.count, c.box, seed);
    const auto expected = by_brute_force(bodies, c.box, c.reach, c.range);
    ASSERT_GT(expected.size(), 10u);
    EXPECT_EQ(neighbour_pairs(bodies, c.box, c.reach), expected) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Boxes, NeighbourPairs,
                         testing::Values(Case{12.0, 0.3, 100, 4}, Case{6.0, 0.0, 60, 4},
                                         Case{3.0, 0.2, 25, 6}, Case{1.13, 0.1, 6, 10},
                                         Case{0.7, 1.5, 4, 14}));

// Sizes from 1 to 50 lie in cells of their own.
TEST(NeighbourPairsOfMixedSizes, AgreeWithBruteForce) {
  std::vector<Shape> shapes;
  for (const double size : {0.02, 0.05, 0.1, 0.3, 1.0}) shapes.push_back(make_spheroid(3.0, size));
  const Bodies bodies = scattered(shapes, 200, 5.0, 4);
  const auto expected = by_brute_force(bodies, 5.0, 0.05, 4);
  ASSERT_GT(expected.size(), 50u);
  EXPECT_EQ(neighbour_pairs(bodies, 5.0, 0.05), expected);
}

// P1 (4.2) for two equal spheroids: |r1 - r2| <= 2 max(a, b) + reach.
TEST(NeighbourPairsOfTwo, TheLimitOfThePaper) {
  const Shape disc = make_spheroid(1.0 / 6.0, 1.0);
  const double reach = 0.1, limit = 2.0 * std::get<Ellipsoid<double>>(disc).semi_axes.y + reach;
  for (const double gap : {-1e-9, 1e-9}) {
    Bodies bodies{{disc}, {0, 0}, {}};
    bodies.poses = {make_pose({9.9, 5.0, 5.0}, {1, 0, 0, 0}),
                    make_pose({9.9 + limit + gap - 10.0, 5.0, 5.0}, {0, 0, 1, 0})};
    const auto pairs = neighbour_pairs(bodies, 10.0, reach);
    ASSERT_EQ(pairs.size(), gap < 0.0 ? 1u : 0u);
    if (!pairs.empty()) {
      EXPECT_EQ(pairs[0].image, (std::array<std::int32_t, 3>{1, 0, 0}));
    }
  }
}

TEST(NeighbourPairsOfNothing, AreNone) {
  EXPECT_TRUE(neighbour_pairs({{make_sphere(1.0)}, {}, {}}, 10.0, 1.0).empty());
}

TEST(NeighbourPairsRefuse, WhatMakesNoSense) {
  const Bodies one{{make_sphere(1.0)}, {0}, {make_pose({}, {1, 0, 0, 0})}};
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(neighbour_pairs(one, 0.0, 1.0), std::invalid_argument);
  EXPECT_THROW(neighbour_pairs(one, nan, 1.0), std::invalid_argument);
  EXPECT_THROW(neighbour_pairs(one, 10.0, -1.0), std::invalid_argument);
  const Bodies wall{{make_half_space({0, 0, 1}, 0)}, {0}, {make_pose({}, {1, 0, 0, 0})}};
  EXPECT_THROW(neighbour_pairs(wall, 10.0, 1.0), std::invalid_argument);
}

}  // namespace
