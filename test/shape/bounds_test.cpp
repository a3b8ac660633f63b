// Bounding volumes: nothing sticks out, and something touches.
#include <gtest/gtest.h>

#include "shape/numbers.h"
#include "talus/shape/bounds_of.h"

namespace talus {
namespace {

// Points of the surface from all directions, by the parametric form of P2: sines and cosines to the
// power 2/n.
std::vector<Vec3<double>> surface_points(const Superquadric<double>& s, int count) {
  const auto bend = [](double x, double n) {
    return std::copysign(std::pow(std::abs(x), 2 / n), x);
  };
  std::vector<Vec3<double>> points;
  for (int i = 0; i <= count; ++i) {
    for (int j = 0; j < 2 * count; ++j) {
      const double latitude = std::numbers::pi * (static_cast<double>(i) / count - 0.5);
      const double longitude = std::numbers::pi * j / count;
      const double ring = bend(std::cos(latitude), s.n1);
      points.push_back({s.semi_axes.x * ring * bend(std::cos(longitude), s.n2),
                        s.semi_axes.y * ring * bend(std::sin(longitude), s.n2),
                        s.semi_axes.z * bend(std::sin(latitude), s.n1)});
    }
  }
  return points;
}

void expect_tight(const Shape& shape, const std::vector<Vec3<double>>& surface) {
  const BoundingSphere<double> sphere = *bounding_sphere(shape);
  const BoundingBox<double> box = *bounding_box(shape);
  double farthest = 0;
  Vec3<double> lower = surface[0], upper = surface[0];
  for (const auto& p : surface) {
    farthest = std::max(farthest, norm(p - sphere.centre));
    for (int i = 0; i < 3; ++i) {
      lower[i] = std::min(lower[i], p[i]);
      upper[i] = std::max(upper[i], p[i]);
    }
  }
  EXPECT_LE(farthest, sphere.radius * (1 + 1e-14));
  EXPECT_GE(farthest, sphere.radius * (1 - 1e-3));
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(lower[i], box.lower[i], 1e-14 * sphere.radius);
    EXPECT_NEAR(upper[i], box.upper[i], 1e-14 * sphere.radius);
  }
}

TEST(Bounds, SmoothShapes) {
  test::Random random(1);
  for (int trial = 0; trial < 60; ++trial) {
    const Vec3<double> axes{random.scale(0.2, 1), random.scale(0.2, 1), random.scale(0.2, 1)};
    const auto s = make_superquadric(axes, random.scale(1, 12), random.scale(1, 12));
    expect_tight(s, surface_points(s, 200));
    expect_tight(make_ellipsoid(axes), surface_points({axes, 2, 2}, 100));
    expect_tight(make_sphere(axes.x), surface_points({{axes.x, axes.x, axes.x}, 2, 2}, 100));
  }
}

TEST(Bounds, PolyhedronSegmentAndHalfSpace) {
  const auto corners = test::box_corners({1, 2, 3});
  expect_tight(make_polyhedron(corners), corners);
  expect_tight(make_segment({1, 2, 3}, {-1, 5, 2}), {{1, 2, 3}, {-1, 5, 2}});
  EXPECT_FALSE(bounding_sphere(Shape(make_half_space({0, 0, 1}, 0))).has_value());
  EXPECT_FALSE(bounding_box(Shape(make_half_space({0, 0, 1}, 0))).has_value());
}

}  // namespace
}  // namespace talus
