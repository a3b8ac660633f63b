// Appendix E: the angle without roots against the arccos in 80 bits; Appendix F: the error that the
// thresholds allow, against the support values.
#include "talus/narrow/ellipsoid_ellipsoid/published/stopping_angle.h"

#include <gtest/gtest.h>

#include "narrow/laws/random_shape.h"

namespace {

using laws::Random;
using talus::ellipsoid_ellipsoid::angle_at_most;
using talus::ellipsoid_ellipsoid::constant_threshold_squared;
using talus::ellipsoid_ellipsoid::evolving_threshold_squared;
using talus::ellipsoid_ellipsoid::largest_radius_at;
using Real = long double;
using Vec = talus::Vec3<double>;
using Ellipsoid = talus::Ellipsoid<double>;

Vec vec(const oracle::Triple& v) { return {v[0], v[1], v[2]}; }

// 1 - cos of the angle, from the sine of its half.
Real one_minus_cosine(const Vec& u, const Vec& v) {
  const talus::Vec3<Real> p{u.x, u.y, u.z}, q{v.x, v.y, v.z};
  return norm_squared(normalized(p) - normalized(q)) / 2;
}

Vec at_angle(const Vec& u, double angle, Random& random) {
  Vec side = vec(random.direction());
  side = normalized(side - dot(side, u) * u);
  return std::cos(angle) * u + std::sin(angle) * side;
}

// Wrong only where the angle equals the threshold up to the rounding of 1 - eps_theta^2 / 2.
TEST(StoppingAngle, AgreesWithTheArccos) {
  Random random(1);
  int within = 0, count = 0;
  for (int i = 0; i < 100000; ++i) {
    const double eps = random.log_uniform(1e-7, 1.9);
    const double angle = i % 2 ? eps * random.uniform(0.999, 1.001) : random.uniform(0, M_PI);
    const Vec u = vec(random.direction());
    const Vec v = at_angle(u, angle, random);
    const double long_u = random.log_uniform(1e-6, 1e6), long_v = random.log_uniform(1e-6, 1e6);
    const bool got = angle_at_most(long_u * u, long_v * v, eps * eps);
    const Real above = one_minus_cosine(long_u * u, long_v * v) - (Real)eps * eps / 2;
    ++count;
    within += got;
    if (std::abs(above) > 2e-15L) {
      EXPECT_EQ(got, above < 0) << eps << " " << angle;
    }
  }
  EXPECT_GT(within, count / 5);
  EXPECT_LT(within, 4 * count / 5);
}

// Squared as printed, (E.2) accepts vectors that point away from each other.
TEST(StoppingAngle, OppositeVectorsAreNotWithin) {
  Random random(2);
  const double eps_squared = 1e-6;
  for (int i = 0; i < 1000; ++i) {
    const Vec u = vec(random.direction()), v = at_angle(u, M_PI - 1e-4, random);
    const double k = 1 - eps_squared / 2, uv = dot(u, v);
    EXPECT_TRUE(uv * uv >= k * k * norm_squared(u) * norm_squared(v));  // as printed
    EXPECT_FALSE(angle_at_most(u, v, eps_squared));
  }
}

TEST(StoppingAngle, DegenerateInput) {
  const Vec x{1, 0, 0}, y{0, 1, 0}, none{0, 0, 0};
  EXPECT_FALSE(angle_at_most(none, x, 1e-4));  // no direction, no verdict
  EXPECT_TRUE(angle_at_most(x, x, 1e-4));
  EXPECT_TRUE(angle_at_most(x, x, 0.0));
  EXPECT_FALSE(angle_at_most(x, Vec{1, 1e-3, 0}, 0.0));
  // Thresholds whose cosine is zero or negative.
  EXPECT_TRUE(angle_at_most(x, y, 2.0));
  EXPECT_FALSE(angle_at_most(x, Vec{-0.01, 1, 0}, 2.0));
  EXPECT_TRUE(angle_at_most(x, Vec{-0.4, std::sqrt(0.84), 0}, 3.0));
  EXPECT_FALSE(angle_at_most(x, Vec{-0.6, 0.8, 0}, 3.0));
}

TEST(StoppingAngle, LargestRadiusIsThatOfTheCurvature) {
  Random random(3);
  double worst = 0;
  for (int i = 0; i < 10000; ++i) {
    const Ellipsoid e{
        {random.log_uniform(0.1, 10), random.log_uniform(0.1, 10), random.log_uniform(0.1, 10)}};
    const Vec n = vec(random.direction()), x = support_point(e, n);
    const Vec& a = e.semi_axes;
    const Vec gradient{x.x / a.x / a.x, x.y / a.y / a.y, x.z / a.z / a.z};
    const double expected = curvature_radii(e, n).largest;
    worst = std::max(worst, std::abs(largest_radius_at(e, x, gradient) / expected - 1));
  }
  EXPECT_LT(worst, 1e-6);  // half of the digits at umbilics
}

// Off the surface, where the charges of Newton-Coulomb are after their first-order projection: the
// radii are those of the surface point with the same normal.
TEST(StoppingAngle, RadiiNearTheSurfaceAreThoseOfTheNormal) {
  Random random(5);
  double worst = 0;
  for (int i = 0; i < 10000; ++i) {
    const Ellipsoid e{
        {random.log_uniform(0.1, 10), random.log_uniform(0.1, 10), random.log_uniform(0.1, 10)}};
    const Vec n = vec(random.direction()), x = random.uniform(1, 1.1) * support_point(e, n);
    const Vec& a = e.semi_axes;
    const Vec gradient{x.x / a.x / a.x, x.y / a.y / a.y, x.z / a.z / a.z};
    const auto expected = curvature_radii(e, n);
    const auto radii = talus::ellipsoid_ellipsoid::principal_radii_near(e, x, gradient);
    worst = std::max({worst, std::abs(radii.smallest / expected.smallest - 1),
                      std::abs(radii.largest / expected.largest - 1)});
  }
  EXPECT_LT(worst, 1e-6);  // half of the digits at umbilics
}

// The error of the distance is the sum over both bodies of h(n) - n.x, n the direction between the
// points. The constant threshold bounds its sum by eps_d, whatever the points; the evolving one to
// leading order.
TEST(StoppingAngle, ThresholdsBoundTheErrorOfTheSupportValue) {
  Random random(4);
  double worst_constant = 0, worst_evolving = 0, worst_evolving_small = 0;
  for (int i = 0; i < 20000; ++i) {
    const double eps_d = random.log_uniform(1e-10, 1e-2);
    const auto spheroid = [&] {
      const double aspect = random.log_uniform(1.0 / 6, 6);
      return Ellipsoid{{aspect, 1, 1}};
    };
    const Ellipsoid e[2] = {spheroid(), spheroid()};
    const Vec n = vec(random.direction());
    const auto error = [&](double eps_squared, const Vec& normal, int m) {
      // The normal turned away by just the angle that is allowed.
      const Vec turned = at_angle(n, 2 * std::asin(std::sqrt(eps_squared) / 2), random);
      return support_value(e[m], n) - dot(n, support_point(e[m], normal == n ? turned : normal));
    };
    const double constant = constant_threshold_squared(e[0], e[1], eps_d);
    worst_constant =
        std::max(worst_constant, (error(constant, n, 0) + error(constant, n, 1)) / eps_d);
    Vec turned[2] = {n, n};
    double evolving = constant;
    for (int round = 0; round < 20; ++round) {  // radii at the turned points, which depend on them
      double radius[2];
      for (int m = 0; m < 2; ++m) radius[m] = curvature_radii(e[m], turned[m]).largest;
      evolving = evolving_threshold_squared(eps_d, radius[0], radius[1]);
      if (evolving > 1) break;
      const Vec side = any_orthogonal(n);
      for (int m = 0; m < 2; ++m) {
        const double angle = 2 * std::asin(std::sqrt(evolving) / 2);
        turned[m] = std::cos(angle) * n + std::sin(angle) * side;
      }
    }
    if (evolving > 1) continue;
    const double ratio = (error(0, turned[0], 0) + error(0, turned[1], 1)) / eps_d;
    worst_evolving = std::max(worst_evolving, ratio);
    if (eps_d < 1e-6) worst_evolving_small = std::max(worst_evolving_small, ratio);
  }
  std::printf("error / eps_d: constant %.4f, evolving %.4f, for eps_d < 1e-6 %.4f\n",
              worst_constant, worst_evolving, worst_evolving_small);
  EXPECT_LE(worst_constant, 1 + 1e-5);  // rounding of 1e-16 against eps_d = 1e-10
  EXPECT_GT(worst_constant, 0.9);
  EXPECT_LE(worst_evolving_small, 1.01);
}

}  // namespace
