// Wang's criterion against pairs of ellipsoids whose answer is known by hand.
#include "oracle/wang.h"

#include <gtest/gtest.h>

namespace oracle {
namespace {

constexpr std::array<std::array<double, 3>, 3> upright{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

WangVerdict spheres(double radius_a, double radius_b, double distance) {
  return wang_verdict(
      {{radius_a, radius_a, radius_a}, {radius_b, radius_b, radius_b}, upright, {distance, 0, 0}});
}

TEST(Wang, SpheresToTheLastBit) {
  EXPECT_EQ(spheres(1, 2, 3), WangVerdict::touching);
  EXPECT_EQ(spheres(1, 2, std::nextafter(3, 4)), WangVerdict::separated);
  EXPECT_EQ(spheres(1, 2, std::nextafter(3, 2)), WangVerdict::overlapping);
  EXPECT_EQ(spheres(0.1, 0.7, 1e9), WangVerdict::separated);
  EXPECT_EQ(spheres(1, 2, 0), WangVerdict::overlapping);  // one inside the other
  EXPECT_EQ(spheres(1, 2, 1), WangVerdict::overlapping);  // and touching it from inside
}

// Along a common axis the semi-axes add up; beside it the tips pass each other.
TEST(Wang, AlignedEllipsoids) {
  const auto at = [](double x, double y) {
    return wang_verdict({{4, 1, 1}, {2, 0.5, 8}, upright, {x, y, 0}});
  };
  EXPECT_EQ(at(6, 0), WangVerdict::touching);
  EXPECT_EQ(at(0, 1.5), WangVerdict::touching);
  EXPECT_EQ(at(std::nextafter(6, 7), 0), WangVerdict::separated);
  EXPECT_EQ(at(std::nextafter(6, 5), 0), WangVerdict::overlapping);
  EXPECT_EQ(at(5.5, 1), WangVerdict::separated);
}

// A 3-4-5 rotation is exact in doubles only up to a common factor, which is part of the body.
TEST(Wang, TurnedByWholeNumbers) {
  EllipsoidPair pair{{1, 1, 1}, {1, 1, 1}, {{{3, -4, 0}, {4, 3, 0}, {0, 0, 5}}}, {0, 0, 0}};
  // The turn stretches by five, so B has the radius 1/5.
  pair.translation = {0, 0, 1.25};
  EXPECT_EQ(wang_verdict(pair), WangVerdict::separated);
  pair.semi_axes_b = {5, 5, 5};
  pair.translation = {0, 0, 2};
  EXPECT_EQ(wang_verdict(pair), WangVerdict::touching);
}

TEST(Wang, CountsPositiveRoots) {
  using wang_detail::positive_roots;
  EXPECT_EQ(positive_roots({6, -5, 1}), 2);         // 2 and 3
  EXPECT_EQ(positive_roots({4, -4, 1}), 1);         // 2 twice
  EXPECT_EQ(positive_roots({1, 0, 1}), 0);          // none
  EXPECT_EQ(positive_roots({-6, 11, -6, 1}), 3);    // 1, 2 and 3
  EXPECT_EQ(positive_roots({4, 4, -3, -2, 1}), 1);  // 2 twice, -1 twice
}

}  // namespace
}  // namespace oracle
