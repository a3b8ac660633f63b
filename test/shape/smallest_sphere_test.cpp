// The smallest sphere: known ones, containment in exact arithmetic, and no smaller one by brute
// force.
#include "talus/shape/smallest_sphere.h"

#include <gtest/gtest.h>

#include "shape/numbers.h"

namespace talus {
namespace {

using Points = std::vector<Vec3<double>>;
using test::Real;

void expect_contains(const Points& points, const BoundingSphere<double>& sphere) {
  for (const auto& p : points) {
    ASSERT_LE(norm_squared(test::wide(p) - test::wide(sphere.centre)),
              Real(sphere.radius) * Real(sphere.radius));
  }
}

// A sphere is the smallest around its points if every half-space through its centre holds a point
// of its surface: no move of the centre brings all of them nearer.
void expect_smallest(test::Random& random, const Points& points,
                     const BoundingSphere<double>& sphere) {
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3<double> move = random.scale(1e-6, 1) * sphere.radius * random.direction();
    double farthest = 0;
    for (const auto& p : points) {
      farthest = std::max(farthest, norm(p - (sphere.centre + move)));
    }
    ASSERT_GE(farthest, sphere.radius * (1 - 1e-12));
  }
}

TEST(SmallestSphere, KnownSpheres) {
  const auto cube = smallest_sphere(test::box_corners({1, 1, 1}));
  EXPECT_NEAR(cube.radius, std::sqrt(3.0), 4e-15);
  const auto pair = smallest_sphere(Points{{0, 0, 0}, {2, 0, 0}, {1, 0.1, 0}, {1, 0, 0.2}});
  EXPECT_NEAR(pair.radius, 1, 4e-15);
  EXPECT_NEAR(pair.centre.x, 1, 4e-15);
  const auto triangle = smallest_sphere(
      Points{{1, 0, 0}, {-0.5, std::sqrt(0.75), 0}, {-0.5, -std::sqrt(0.75), 0}, {0, 0, 0.1}});
  EXPECT_NEAR(triangle.radius, 1, 4e-15);
  EXPECT_EQ(smallest_sphere(Points{{1, 2, 3}}).radius, 0);
}

TEST(SmallestSphere, ContainsAllAndIsTight) {
  test::Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    Points points;
    const Vec3<double> scale{random.scale(1e-3, 1), random.scale(1e-3, 1), 1};
    const Vec3<double> offset = random.in_box(3);
    for (int i = random.integer(4, 60); i > 0; --i) {
      const Vec3<double> p = trial % 2 == 0 ? random.direction() : random.in_box(1);
      points.push_back(offset + multiply_componentwise(scale, p));
    }
    const auto sphere = smallest_sphere(points);
    expect_contains(points, sphere);
    expect_smallest(random, points, sphere);
  }
}

TEST(SmallestSphere, CosphericalAndGriddedPoints) {
  test::Random random(2);
  Points sphere_points, grid;
  for (int i = 0; i < 20000; ++i) sphere_points.push_back(random.direction());
  const auto round = smallest_sphere(sphere_points);
  expect_contains(sphere_points, round);
  EXPECT_NEAR(round.radius, 1, 1e-13);
  for (int i = 0; i < 1000; ++i) grid.push_back({i % 10 * 0.1, i / 10 % 10 * 0.1, i / 100 * 0.1});
  const auto box = smallest_sphere(grid);
  expect_contains(grid, box);
  EXPECT_NEAR(box.radius, 0.45 * std::sqrt(3.0), 1e-14);
}

}  // namespace
}  // namespace talus
