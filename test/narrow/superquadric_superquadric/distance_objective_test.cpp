// P3's parametrisation and objective against a second implementation in 80 bits: equations (2) to
// (4) with arc tangents, and the derivatives (10), (11) by differences.
#include "talus/narrow/superquadric_superquadric/published/distance_objective.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "narrow/laws/random_shape.h"
#include "narrow/superquadric_superquadric/known_pair.h"

namespace {

using known::Pair;
using known::Superquadric;
using known::Vec;
using superellipsoids::Point;
using superellipsoids::Real;
using talus::superquadric_superquadric::Angles;
using talus::superquadric_superquadric::cosine_and_sine;
using talus::superquadric_superquadric::DirectionFrame;
using talus::superquadric_superquadric::DistanceObjective;
using talus::superquadric_superquadric::Superellipsoid;

constexpr double shift = 1e-8;

TEST(SurfaceParameters, PointsAndNormalsBelongTogether) {
  laws::Random random(1);
  double surface = 0, turned = 0, point = 0, normal = 0;
  for (int i = 0; i < 20000; ++i) {
    superellipsoids::Body body;
    for (double& r : body.r) r = random.uniform(0.5, 3);
    body.eps_1 = random.uniform(0.1, 1.9);
    body.eps_2 = random.uniform(0.1, 1.9);
    const Superquadric superquadric = known::superquadric(body);
    const Superellipsoid<double> p3(superquadric);
    Vec n = known::vec(random.direction());
    if (random.chance(0.2)) n[random.below(3)] = 0;
    n = normalized(n);
    const auto parameters = p3.parameters(n);
    const Vec x = p3.point(parameters);
    surface = std::max(surface, std::abs(inside_outside(superquadric, x)));
    // (3) at the parameters of n is along n.
    const Vec back = p3.normal(parameters);
    normal = std::max(normal, norm(cross(normalized(back), n)));
    // The support function's own gradient, and the second implementation.
    turned = std::max(turned, dot(n, support_point(superquadric, n) - x));
    const Point wide = body.point_of_normal({n.x, n.y, n.z});
    const Vec error{x.x - double(wide[0]), x.y - double(wide[1]), x.z - double(wide[2])};
    point = std::max(point, norm(error));
  }
  std::printf("surface %.1e, normal %.1e, support %.1e, point %.1e\n", surface, normal, turned,
              point);
  EXPECT_LT(surface, 2e-14);  // times the exponent of F, up to 20
  EXPECT_LT(normal, 1e-14);
  EXPECT_LT(turned, 5e-15);
  EXPECT_LT(point, 2e-14);
}

TEST(ContactDirection, CosineAndSineAreRightToTheLastDigits) {
  double worst = 0;
  for (int i = -4000; i <= 4000; ++i) {
    const double angle = 0.0031 * i;
    const auto r = cosine_and_sine(angle);
    worst = std::max<double>(worst, std::abs(r.cosine - std::cos((long double)angle)));
    worst = std::max<double>(worst, std::abs(r.sine - std::sin((long double)angle)));
  }
  EXPECT_LT(worst, 8e-16);  // up to two turns: the reduction costs two roundings of the angle
  const auto far = cosine_and_sine(1e30);
  EXPECT_LE(far.cosine * far.cosine + far.sine * far.sine, 1 + 1e-9);
}

TEST(ContactDirection, IsAFrameAtTheLineOfCentres) {
  laws::Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Vec along = 1e-200 * known::vec(random.in_box(1));
    const DirectionFrame<double> frame(along);
    const double quarter = std::acos(0.0);
    const Vec e_1 = frame.direction({0, 0}), e_2 = frame.direction({quarter, 0}),
              e_3 = frame.direction({0, quarter});
    EXPECT_LT(norm(cross(e_1, along * 1e200)), 1e-15);
    EXPECT_GT(dot(e_1, along * 1e200), 0);
    EXPECT_LT(norm(cross(e_1, e_2) - e_3), 1e-15);  // right-handed
  }
  EXPECT_EQ(norm(DirectionFrame<double>(Vec{}).direction({})), 1);
}

// The objective anew, in 80 bits.
struct Reference {
  const Pair& pair;
  Vec e_1, e_2, e_3;

  Reference(const Pair& p, const Vec& along) : pair(p) {
    const DirectionFrame<double> frame(along);
    const auto derivatives = frame.derivatives({});
    e_1 = derivatives.c;
    e_2 = derivatives.c_1;
    e_3 = derivatives.c_2;
  }

  Real f(Real one, Real two) const {
    Point c, opposite;
    for (int i = 0; i < 3; ++i) {
      c[i] = std::cos(two) * (std::cos(one) * e_1[i] + std::sin(one) * e_2[i]) +
             std::sin(two) * e_3[i];
      opposite[i] = -c[i];
    }
    const Point one_point = pair.truth.one.point_of_normal(c);
    const Point two_point = superellipsoids::posed_point(pair.truth, opposite);
    Real sum = 0;
    for (int i = 0; i < 3; ++i) {
      const Real d = pair.truth.centre[i] + two_point[i] - one_point[i];
      sum += d * d;
    }
    return sum;
  }
};

// Fourth-order differences of a function of one number, with its first and second derivative.
template <class F>
std::pair<Real, Real> differences(const F& f, Real h) {
  const Real m2 = f(-2 * h), m1 = f(-h), zero = f(0), p1 = f(h), p2 = f(2 * h);
  return {(8 * (p1 - m1) - (p2 - m2)) / (12 * h),
          (16 * (p1 + m1) - (p2 + m2) - 30 * zero) / (12 * h * h)};
}

// Smallest local component of c, which the derivatives' own differences need to be clear of.
double clearance(const Pair& pair, const Vec& c) {
  const Vec b = pair.b_in_a.direction_to_b(c);
  double least = 1;
  for (int i = 0; i < 3; ++i) least = std::min({least, std::abs(c[i]), std::abs(b[i])});
  return least;
}

TEST(DistanceObjective, GradientAndHessianAreThoseOfDifferences) {
  laws::Random random(3);
  double worst_value = 0, worst_gradient = 0, worst_hessian = 0;
  int checked = 0;
  for (int i = 0; checked < 2000; ++i) {
    const Pair pair = known::draw(i % 3, 1 + i % 2, i);
    const Vec along = pair.b_in_a.translation;
    const DistanceObjective<double> objective(pair.a, pair.b, pair.b_in_a, along, shift);
    const Reference reference(pair, along);
    const Angles<double> alpha{random.uniform(-3, 3), random.uniform(-1.4, 1.4)};
    const auto at = objective.at(alpha);
    if (clearance(pair, at.c) < 0.05) continue;
    ++checked;
    const auto slopes = objective.derivatives(alpha, at.d);
    const Real h = 2e-5L, one = alpha.one, two = alpha.two;
    const auto [f_1, f_11] = differences([&](Real x) { return reference.f(one + x, two); }, h);
    const auto [f_2, f_22] = differences([&](Real x) { return reference.f(one, two + x); }, h);
    const auto [f_s, f_ss] = differences([&](Real x) { return reference.f(one + x, two + x); }, h);
    const Real f_12 = (f_ss - f_11 - f_22) / 2;
    const double value = reference.f(one, two), gradient = std::hypot(double(f_1), double(f_2));
    const double hessian = std::abs(double(f_11)) + std::abs(double(f_22));
    worst_value = std::max(worst_value, std::abs(at.f - value) / (1 + value));
    worst_gradient =
        std::max({worst_gradient, std::abs(slopes.gradient.one - double(f_1)) / (gradient + at.f),
                  std::abs(slopes.gradient.two - double(f_2)) / (gradient + at.f)});
    for (const double error : {slopes.hessian.tt - double(f_11), slopes.hessian.tu - double(f_12),
                               slopes.hessian.uu - double(f_22)}) {
      worst_hessian = std::max(worst_hessian, std::abs(error) / (hessian + at.f));
    }
  }
  std::printf("f %.1e, gradient %.1e, Hessian %.1e\n", worst_value, worst_gradient, worst_hessian);
  EXPECT_LT(worst_value, 1e-14);
  EXPECT_LT(worst_gradient, 1e-12);
  EXPECT_LT(worst_hessian, 1e-7);
}

// |d| >= |c.d| = |sigma(c)|: no direction has a smaller f than the distance or the depth, and at
// the known contact (10) is 2 H (H + sigma), here tried by its trace for spheres: 2 R (R + sigma).
TEST(DistanceObjective, SpheresHaveTheHessianOfTheText) {
  for (const double gap : {-0.5, -0.01, 0.2}) {
    const Superquadric a{{1, 1, 1}, 2, 2}, b{{0.5, 0.5, 0.5}, 2, 2};
    const Vec centre = (1.5 + gap) * normalized(Vec{0.6, -0.5, 0.4});
    const DistanceObjective<double> objective(
        a, b, {talus::rotation_of(talus::Quat<double>{0.9, 0.1, 0.3, -0.2}), centre}, centre,
        shift);
    const auto at = objective.at({});
    EXPECT_NEAR(at.f, gap * gap, 1e-14);
    const auto slopes = objective.derivatives({}, at.d);
    EXPECT_NEAR(slopes.gradient.one, 0, 1e-14);
    EXPECT_NEAR(slopes.gradient.two, 0, 1e-14);
    EXPECT_NEAR(slopes.hessian.tt, 2 * 1.5 * (1.5 + gap), 1e-13);
    EXPECT_NEAR(slopes.hessian.uu, 2 * 1.5 * (1.5 + gap), 1e-13);
    EXPECT_NEAR(slopes.hessian.tu, 0, 1e-13);
  }
}

// Directions with zero components in one frame or both: shifted, and finite; the closest of all
// directions without a zero has about the same derivatives where the surface is smooth.
TEST(DistanceObjective, IndeterminatePointsAreShifted) {
  for (const double n : {1.02, 1.2, 2.0, 3.0, 20.0, 1000.0}) {
    const Superquadric a{{1, 2, 0.5}, n, n};
    for (const Vec centre : {Vec{2.5, 0, 0}, Vec{0, 4.5, 0}, Vec{0, 0, 1.5}, Vec{2.5, 1, 0}}) {
      const DistanceObjective<double> objective(a, a, {talus::identity_matrix<double>(), centre},
                                                centre, shift);
      const auto at = objective.at({});
      const auto slopes = objective.derivatives({}, at.d);
      for (const double x : {slopes.gradient.one, slopes.gradient.two, slopes.hessian.tt,
                             slopes.hessian.tu, slopes.hessian.uu}) {
        EXPECT_TRUE(std::isfinite(x)) << n;
      }
      if (n == 2) {
        const auto near = objective.derivatives({1e-6, 1e-6}, objective.at({1e-6, 1e-6}).d);
        EXPECT_NEAR(slopes.hessian.tt, near.hessian.tt, 1e-3);
        EXPECT_NEAR(slopes.hessian.uu, near.hessian.uu, 1e-3);
      }
    }
  }
}

}  // namespace
