// Inside-outside functions against their formulas in fifty digits, with numerical gradients.
#include <gtest/gtest.h>

#include "shape/numbers.h"
#include "talus/shape/shape.h"

namespace talus {
namespace {

using test::Real;
using test::wide;

Real reference_value(const Superquadric<double>& s, const Vec3<Real>& x) {
  const Real ring = pow(abs(x.x / Real(s.semi_axes.x)), Real(s.n2)) +
                    pow(abs(x.y / Real(s.semi_axes.y)), Real(s.n2));
  return pow(ring, Real(s.n1) / Real(s.n2)) + pow(abs(x.z / Real(s.semi_axes.z)), Real(s.n1)) - 1;
}

template <class Function>
Vec3<Real> numerical_gradient(Function f, const Vec3<Real>& x) {
  const Real step(1e-16);
  Vec3<Real> gradient;
  for (int i = 0; i < 3; ++i) {
    Vec3<Real> forward = x, back = x;
    forward[i] += step;
    back[i] -= step;
    gradient[i] = (f(forward) - f(back)) / (2 * step);
  }
  return gradient;
}

template <class S>
void expect_close(const S& shape, const Superquadric<double>& same, const Vec3<double>& x) {
  const Real value = reference_value(same, wide(x));
  EXPECT_LT(abs(Real(inside_outside(shape, x)) - value), Real(1e-14) * (abs(value) + 1));
  const Vec3<Real> gradient =
      numerical_gradient([&](const Vec3<Real>& y) { return reference_value(same, y); }, wide(x));
  EXPECT_LT(max_norm(wide(inside_outside_gradient(shape, x)) - gradient),
            Real(2e-14) * max_norm(gradient));
}

TEST(InsideOutside, SmoothShapes) {
  test::Random random(1);
  for (int trial = 0; trial < 500; ++trial) {
    const double r = random.scale(0.1, 10);
    expect_close(make_sphere(r), {{r, r, r}, 2, 2}, random.in_box(1.3 * r));
    const Vec3<double> axes{random.scale(0.2, 1), random.scale(0.2, 1), 1};
    const Vec3<double> x = multiply_componentwise(axes, random.in_box(1.3));
    expect_close(make_ellipsoid(axes), {axes, 2, 2}, x);
    const auto s = make_superquadric(axes, random.scale(1, 20), random.scale(1, 20));
    expect_close(s, s, x);
  }
}

TEST(InsideOutside, SignsOfSmoothShapes) {
  const auto s = make_superquadric({1, 2, 3}, 4, 1);
  EXPECT_EQ(inside_outside(s, {0, 0, 0}), -1);
  EXPECT_EQ(inside_outside(s, {0, 0, 3}), 0);
  EXPECT_EQ(inside_outside(s, {0.5, 1, 0}), 0);
  EXPECT_GT(inside_outside(s, {0.6, 1, 0}), 0);
  EXPECT_LT(inside_outside(make_ellipsoid({1, 2, 3}), {0, 1.999, 0}), 0);
  EXPECT_EQ(inside_outside(make_sphere(2), {0, -2, 0}), 0);
}

// On the z axis ring^(n1/n2 - 1) is a power of zero.
TEST(InsideOutside, SuperquadricGradientIsFiniteEverywhere) {
  for (const double n1 : {1.0, 1.5, 2.0, 8.0}) {
    for (const double n2 : {1.0, 1.5, 2.0, 8.0}) {
      const auto s = make_superquadric({1, 2, 3}, n1, n2);
      for (const Vec3<double>& x : {Vec3<double>{}, Vec3<double>{0, 0, 3}, Vec3<double>{0, 0, -1},
                                    Vec3<double>{1, 0, 0}, Vec3<double>{0, 1e-200, 2}}) {
        const Vec3<double> g = inside_outside_gradient(s, x);
        EXPECT_TRUE(std::isfinite(g.x) && std::isfinite(g.y) && std::isfinite(g.z));
      }
    }
  }
}

TEST(InsideOutside, HalfSpace) {
  const auto s = make_half_space({3, 0, 4}, 10);
  EXPECT_NEAR(inside_outside(s, {1, 7, 1}), (3 + 4 - 10) / 5.0, 1e-15);
  EXPECT_EQ(inside_outside_gradient(s, {1, 2, 3}), s.normal);
}

TEST(InsideOutside, SegmentIsADistance) {
  test::Random random(2);
  const auto s = make_segment({-1, 0, 0.5}, {1, 0.5, 0});
  for (int trial = 0; trial < 500; ++trial) {
    const Vec3<double> x = random.in_box(2);
    // The nearest of many points of the segment.
    double nearest = 1e300;
    for (int i = 0; i <= 2000; ++i) {
      nearest = std::min(nearest, norm(x - (s.from + (i / 2000.0) * (s.to - s.from))));
    }
    const double value = inside_outside(s, x);
    EXPECT_LE(value, nearest * (1 + 1e-15));
    EXPECT_GE(value, nearest - 2e-3);
    const Vec3<double> g = inside_outside_gradient(s, x);
    EXPECT_NEAR(norm(g), 1, 1e-15);
    EXPECT_NEAR(norm(x - value * g - nearest_point(s, x)), 0, 1e-15);
    const Vec3<Real> numerical = numerical_gradient(
        [&](const Vec3<Real>& y) {
          return inside_outside(Segment<Real>{wide(s.from), wide(s.to)}, y);
        },
        wide(x));
    EXPECT_LT(max_norm(wide(g) - numerical), Real(1e-14));
  }
  EXPECT_EQ(inside_outside(s, s.from), 0);
  EXPECT_NEAR(dot(inside_outside_gradient(s, {0, 0.25, 0.25}), s.to - s.from), 0, 1e-15);
}

}  // namespace
}  // namespace talus
