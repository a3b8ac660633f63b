// Bounding volumes: nothing sticks out, and something touches.
#include <gtest/gtest.h>

#include "shape/numbers.h"
#include "talus/shape.h"

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

// Rotation and position in fifty digits, so that nothing here rounds.
std::vector<Vec3<test::Real>> in_the_world(const std::vector<Vec3<double>>& points,
                                           const Pose<double>& pose) {
  const auto& q = pose.orientation;
  const auto rotation = rotation_of(
      Quat<test::Real>{test::Real(q.w), test::Real(q.x), test::Real(q.y), test::Real(q.z)});
  std::vector<Vec3<test::Real>> moved;
  for (const auto& p : points)
    moved.push_back(rotation * test::wide(p) + test::wide(pose.position));
  return moved;
}

Pose<double> random_pose(test::Random& random) {
  const double reach = random.scale(1e-3, 1e6);
  const double w = random.normal(), x = random.normal(), y = random.normal(), z = random.normal();
  const double length = std::sqrt(w * w + x * x + y * y + z * z);
  return make_pose(random.in_box(reach), {w / length, x / length, y / length, z / length});
}

// No point lies outside of the world's box and sphere by more than rounding, and the box is reached
// up to `slack` at all of its six sides.
void expect_tight_in_the_world(const Shape& shape, const Pose<double>& pose,
                               const std::vector<Vec3<double>>& surface, double slack) {
  const BoundingBox<double> box = *world_box(shape, pose);
  const BoundingSphere<double> sphere = *world_sphere(shape, pose);
  const BoundingSphere<double> own = *bounding_sphere(shape);
  const double size = own.radius + norm(own.centre);
  const double rounding = 4e-16 * (max_norm(pose.position) + 4 * size);
  Vec3<test::Real> lower = test::wide(box.upper), upper = test::wide(box.lower);
  for (const auto& p : in_the_world(surface, pose)) {
    const auto from_centre = p - test::wide(sphere.centre);
    EXPECT_LE(static_cast<double>(sqrt(norm_squared(from_centre))), sphere.radius + 2 * rounding);
    for (int i = 0; i < 3; ++i) {
      if (p[i] < lower[i]) lower[i] = p[i];
      if (p[i] > upper[i]) upper[i] = p[i];
    }
  }
  for (int i = 0; i < 3; ++i) {
    const double below = static_cast<double>(lower[i] - test::Real(box.lower[i]));
    const double above = static_cast<double>(test::Real(box.upper[i]) - upper[i]);
    EXPECT_GE(std::min(below, above), -rounding) << "axis " << i;
    EXPECT_LE(std::max(below, above), rounding + slack) << "axis " << i;
  }
}

TEST(WorldBounds, BodiesWithCornersToRounding) {
  test::Random random(2);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<Vec3<double>> points;
    for (int i = random.integer(4, 30); i > 0; --i) points.push_back(random.in_box(1));
    const Vec3<double> origin = random.in_box(3);
    for (auto& p : points) p = p + origin;
    const Pose<double> pose = random_pose(random);
    expect_tight_in_the_world(make_polyhedron(points), pose, points, 0);
    points.resize(2);
    expect_tight_in_the_world(make_segment(points[0], points[1]), pose, points, 0);
  }
}

// The farthest points of a smooth body are where its normal is an axis of the world, by their own
// formula: of the ellipsoid (a_j^2 n_j) / |(a_j n_j)|.
TEST(WorldBounds, EllipsoidsAndSpheresToRounding) {
  test::Random random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const Vec3<double> axes{random.scale(1e-3, 1), random.scale(1e-3, 1), random.scale(1e-3, 1)};
    const Pose<double> pose = random_pose(random);
    const Mat3<double> rotation = rotation_of(pose.orientation);
    std::vector<Vec3<double>> far;
    for (const Vec3<double>& n : {rotation.row0, rotation.row1, rotation.row2}) {
      const Vec3<double> an{axes.x * n.x, axes.y * n.y, axes.z * n.z};
      const double h = std::hypot(an.x, an.y, an.z);
      far.push_back({axes.x * an.x / h, axes.y * an.y / h, axes.z * an.z / h});
      far.push_back(-far.back());
    }
    expect_tight_in_the_world(make_ellipsoid(axes), pose, far, 0);
    const BoundingBox<double> ball = *world_box(Shape(make_sphere(axes.x)), pose);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(ball.lower[i], pose.position[i] - axes.x);
      EXPECT_EQ(ball.upper[i], pose.position[i] + axes.x);
    }
  }
}

// 0.05: what so few points of the surface leave out of a body with edges.
TEST(WorldBounds, SuperquadricsHoldTheirSurface) {
  test::Random random(4);
  for (int trial = 0; trial < 20; ++trial) {
    const Vec3<double> axes{random.scale(0.2, 1), random.scale(0.2, 1), random.scale(0.2, 1)};
    const auto s = make_superquadric(axes, random.scale(1, 12), random.scale(1, 12));
    expect_tight_in_the_world(s, random_pose(random), surface_points(s, 60), 0.05);
  }
}

TEST(WorldBounds, UnturnedBodiesHaveTheirOwnBox) {
  const Pose<double> pose = make_pose({10, 20, 30}, {1, 0, 0, 0});
  for (const Shape& shape : {Shape(make_sphere(0.5)), Shape(make_ellipsoid({1, 2, 3})),
                             Shape(make_superquadric({1, 2, 3}, 4, 3)),
                             Shape(make_polyhedron(test::box_corners({1, 2, 3}))),
                             Shape(make_segment({1, 2, 3}, {-1, 5, 2}))}) {
    const BoundingBox<double> own = *bounding_box(shape), box = *world_box(shape, pose);
    EXPECT_EQ(box.lower, own.lower + pose.position);
    EXPECT_EQ(box.upper, own.upper + pose.position);
  }
  const Shape half_space = make_half_space({0, 0, 1}, 0);
  EXPECT_FALSE(world_box(half_space, pose).has_value());
  EXPECT_FALSE(world_sphere(half_space, pose).has_value());
}

}  // namespace
}  // namespace talus
