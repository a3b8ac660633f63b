// Radii of curvature of ellipsoids against P1's (B.1) to (B.4) over the surface point, in 80-bit
// arithmetic, and against closed forms at the ends of the axes.
#include "talus/shape/ellipsoid_curvature.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace talus {
namespace {

struct Reference {
  long double smallest, largest, gaussian;
};

Reference paper(const Ellipsoid<double>& e, const Vec3<double>& n) {
  const long double a = e.semi_axes.x, b = e.semi_axes.y, c = e.semi_axes.z;
  const long double h = std::sqrt(a * a * n.x * n.x + b * b * n.y * n.y + c * c * n.z * n.z);
  const long double x = a * a * n.x / h, y = b * b * n.y / h, z = c * c * n.z / h;
  const long double s = x * x / (a * a * a * a) + y * y / (b * b * b * b) + z * z / (c * c * c * c);
  const long double gaussian = 1 / std::pow(a * b * c * s, 2);
  const long double mean = (a * a + b * b + c * c - x * x - y * y - z * z) /
                           (2 * std::pow(a * b * c, 2) * std::pow(s, 1.5L));
  const long double root = std::sqrt(std::max(0.0L, mean * mean - gaussian));
  return {(mean - root) / gaussian, (mean + root) / gaussian, 1 / std::sqrt(gaussian)};
}

TEST(EllipsoidCurvature, EqualsThePapersFormulas) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> axis(-2, 2);
  std::normal_distribution<double> normal;
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const Ellipsoid<double> e{
        {std::exp2(axis(random)), std::exp2(axis(random)), std::exp2(axis(random))}};
    const Vec3<double> n = normalized(Vec3<double>{normal(random), normal(random), normal(random)});
    const CurvatureRadii<double> r = curvature_radii(e, n);
    const Reference expected = paper(e, n);
    worst = std::max(worst, std::abs(double(r.gaussian / expected.gaussian - 1)));
    // The paper's difference of roots loses digits; 80 bits leave 1e-9 of the largest radius.
    EXPECT_NEAR(r.largest, double(expected.largest), 1e-8 * r.largest);
    EXPECT_NEAR(r.smallest, double(expected.smallest), 1e-8 * r.largest);
    EXPECT_LE(r.smallest, r.largest * (1 + 1e-15));
    EXPECT_NEAR(dot(r.direction_of_largest, n), 0, 1e-15);
    const Vec3<double> t = r.direction_of_largest;
    const SymMat2<double> c = support_curvature(e, n, t, cross(n, t));
    EXPECT_NEAR(c.tt, r.largest, 1e-13 * r.largest);
    EXPECT_NEAR(c.uu, r.smallest, 1e-13 * r.largest);
  }
  EXPECT_LT(worst, 8e-15);
}

TEST(EllipsoidCurvature, ClosedFormsAtTheEndsOfTheAxes) {
  const Ellipsoid<double> e{{4, 2, 1}};
  const CurvatureRadii<double> end = curvature_radii(e, {1, 0, 0});
  EXPECT_DOUBLE_EQ(end.largest, 2 * 2 / 4.0);
  EXPECT_DOUBLE_EQ(end.smallest, 1 / 4.0);
  EXPECT_DOUBLE_EQ(end.gaussian, 0.5);
  EXPECT_NEAR(std::abs(end.direction_of_largest.y), 1, 1e-15);
  EXPECT_DOUBLE_EQ(smallest_gaussian_radius(e), 0.5);
  EXPECT_DOUBLE_EQ(curvature_radii(e, {0, 0, 1}).largest, 16);
  EXPECT_DOUBLE_EQ(largest_curvature_radius(e), 16);
}

TEST(EllipsoidCurvature, ExtremesBoundEverySurfacePoint) {
  std::mt19937_64 random(12);
  std::normal_distribution<double> normal;
  const Ellipsoid<double> e{{3, 0.5, 1.25}};
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> n = normalized(Vec3<double>{normal(random), normal(random), normal(random)});
    const CurvatureRadii<double> r = curvature_radii(e, n);
    EXPECT_LE(r.largest, largest_curvature_radius(e) * (1 + 1e-14));
    EXPECT_GE(r.gaussian, smallest_gaussian_radius(e) * (1 - 1e-14));
  }
}

}  // namespace
}  // namespace talus
