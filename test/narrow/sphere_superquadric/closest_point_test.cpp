// The closest point of a superquadric to y = x + d n, which is x for any surface point x with
// normal n and any d > 0.
#include <gtest/gtest.h>

#include "narrow/laws/posed_pair.h"
#include "narrow/superquadric_superquadric/exponent_families.h"
#include "talus/narrow/sphere_superquadric/sphere_superquadric_closest_point.h"

namespace {

using exponents::Random;
using talus::Vec3;
namespace method = talus::sphere_superquadric;
using ClosestPoint = talus::closest_point::ClosestPoint<double>;

struct Case {
  talus::Superquadric<double> body;
  Vec3<double> y;
  double distance;
};

Case any_case(const exponents::Bin& bin, double least, double most, Random& random) {
  const exponents::Spec spec = exponents::body(bin, random);
  const talus::Superquadric<double> body{laws::vec(spec.semi_axes), spec.n1, spec.n2};
  const Vec3<double> n =
      laws::vec(random.chance(0.2) ? exponents::axis(random.below(3)) : random.direction());
  const double distance = max_norm(body.semi_axes) * random.log_uniform(least, most);
  return {body, support_point(body, n) + distance * n, distance};
}

ClosestPoint find(const Case& c, const Vec3<double>& last) {
  return method::closest_point_of_centre(
      method::centre_and_body(c.body.semi_axes, c.body.n1, c.body.n2, c.y), last);
}

TEST(ClosestPointToCentre, IsFoundFromOutside) {
  for (const exponents::Bin& bin : exponents::bins) {
    Random random(61);
    int open = 0;
    double worst = 0, worst_sigma = 0, evaluations = 0;
    constexpr int count = 4000;
    for (int i = 0; i < count; ++i) {
      const Case c = any_case(bin, 0.05, 2, random);
      const ClosestPoint f = find(c, {});
      evaluations += f.evaluations;
      open += !f.closed;
      if (!f.closed) continue;
      const double size = std::max(max_norm(c.body.semi_axes), c.distance);
      worst = std::max(worst, std::abs(f.distance - c.distance) / size);
      worst_sigma = std::max(
          worst_sigma,
          std::abs(dot(f.normal, c.y) - support_value(c.body, f.normal) - f.distance) / size);
    }
    SCOPED_TRACE(bin.name);
    EXPECT_LE(worst, 4e-15);
    EXPECT_LE(worst_sigma, 4e-15);
    EXPECT_LE(open, bin.least < 1.25 ? count / 200 : count / 1000);
    EXPECT_LE(evaluations, 6 * count);
  }
}

// A small move from the last surface point takes few evaluations.
TEST(ClosestPointToCentre, IsFoundAgain) {
  Random random(62);
  double evaluations = 0;
  constexpr int count = 2000;
  for (int i = 0; i < count; ++i) {
    Case c = any_case(exponents::bins[3 + random.below(3)], 0.05, 1, random);
    const ClosestPoint first = find(c, {});
    c.y = c.y + 1e-3 * max_norm(c.body.semi_axes) * laws::vec(random.direction());
    const ClosestPoint cold = find(c, {}), warm = find(c, first.k);
    ASSERT_TRUE(cold.closed && warm.closed);
    EXPECT_NEAR(warm.distance, cold.distance, 4e-15);
    EXPECT_LE(norm(warm.normal - cold.normal), 1e-11);
    evaluations += warm.evaluations;
  }
  EXPECT_LE(evaluations, 3.2 * count);
}

// A centre inside the body is proven by the tangent ball if it is less deep than its radius.
TEST(ClosestPointToCentre, IsProvenInsideNearTheSurface) {
  Random random(63);
  int closed = 0;
  constexpr int count = 2000;
  for (int i = 0; i < count; ++i) {
    Case c = any_case(exponents::bins[3], 1e-6, 1e-3, random);
    const Vec3<double> x = c.y;  // a surface point moved out by c.distance
    c.y = (1 - 1e-3) * x;
    const ClosestPoint f = find(c, {});
    if (!f.closed) continue;
    ++closed;
    EXPECT_LE(f.upper - f.distance, 1e-12);
    // No other direction separates sooner.
    for (int k = 0; k < 20; ++k) {
      const Vec3<double> n = laws::vec(random.direction());
      EXPECT_LE(dot(n, c.y) - support_value(c.body, n), f.upper + 1e-14);
    }
  }
  EXPECT_GT(closed, count / 2);
}

}  // namespace
