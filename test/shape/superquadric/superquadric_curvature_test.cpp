// Radii of curvature of superquadrics against those of the level set F = 0, from its first and
// second derivatives in 80-bit arithmetic, against ellipsoids, and on flat and sharp spots.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "talus/shape/ellipsoid_curvature.h"
#include "talus/shape/superquadric/curvature.h"

namespace talus {
namespace {

using Real = long double;
using Wide = Vec3<Real>;

constexpr double infinite = std::numeric_limits<double>::infinity();

Wide widened(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Vec3<double> narrowed(const Wide& v) { return {double(v.x), double(v.y), double(v.z)}; }

// A point of the surface by its angles, and the normal there, both from powers of their cosines.
struct SurfacePoint {
  Wide x, normal;
};

SurfacePoint surface_point(const Superquadric<double>& s, Real theta, Real phi) {
  const auto part = [](Real value, Real exponent) {
    return std::copysign(std::pow(std::abs(value), exponent), value);
  };
  const Real cu = std::cos(theta), cv = std::sin(theta), cr = std::cos(phi), cw = std::sin(phi);
  const Real n1 = s.n1, n2 = s.n2;
  const Wide a = widened(s.semi_axes);
  const Real rho = part(cr, 2 / n1);
  const Wide x{a.x * rho * part(cu, 2 / n2), a.y * rho * part(cv, 2 / n2), a.z * part(cw, 2 / n1)};
  const Real r = part(cr, 2 - 2 / n1);
  const Wide m{r * part(cu, 2 - 2 / n2) / a.x, r * part(cv, 2 - 2 / n2) / a.y,
               part(cw, 2 - 2 / n1) / a.z};
  return {x, m / norm(m)};
}

// The radii from F's derivatives: eigenvalues of the Hessian on the tangent plane over |grad F|.
CurvatureRadii<Real> of_level_set(const Superquadric<double>& s, const Wide& x) {
  const Wide a = widened(s.semi_axes);
  const Real n1 = s.n1, n2 = s.n2;
  const Real u = std::abs(x.x / a.x), v = std::abs(x.y / a.y), w = std::abs(x.z / a.z);
  const Real ring = std::pow(u, n2) + std::pow(v, n2), e = n1 / n2;
  const Real du = n2 * std::pow(u, n2 - 1), dv = n2 * std::pow(v, n2 - 1);
  const Real outer = e * std::pow(ring, e - 1), outer2 = e * (e - 1) * std::pow(ring, e - 2);
  const Real sx = std::copysign(1 / a.x, x.x), sy = std::copysign(1 / a.y, x.y);
  const Real sz = std::copysign(1 / a.z, x.z);
  const Wide gradient{sx * outer * du, sy * outer * dv, sz * n1 * std::pow(w, n1 - 1)};
  const SymMat3<Real> hessian{
      sx * sx * (outer2 * du * du + outer * n2 * (n2 - 1) * std::pow(u, n2 - 2)),
      sy * sy * (outer2 * dv * dv + outer * n2 * (n2 - 1) * std::pow(v, n2 - 2)),
      sz * sz * n1 * (n1 - 1) * std::pow(w, n1 - 2),
      sx * sy * outer2 * du * dv,
      0,
      0};
  const Wide n = gradient / norm(gradient), t = any_orthogonal(n), b = cross(n, t);
  const Real tt = quadratic_form(t, hessian, t), tb = quadratic_form(t, hessian, b);
  const Real bb = quadratic_form(b, hessian, b), mean = (tt + bb) / 2;
  const Real spread = std::sqrt((tt - bb) * (tt - bb) / 4 + tb * tb);
  const Real steep = mean + spread, det = tt * bb - tb * tb, size = norm(gradient);
  return {size / steep, size * steep / det, size / std::sqrt(det), {}};
}

TEST(SuperquadricCurvature, EqualsThatOfTheLevelSet) {
  std::mt19937_64 random(21);
  std::uniform_real_distribution<double> axis(-2, 2), part(0, 1), angle(-3.1, 3.1);
  double worst = 0, worst_tilt = 0;
  for (int i = 0; i < 20000; ++i) {
    const double top = i % 2 == 0 ? 20 : 3;
    const Superquadric<double> s{
        {std::exp2(axis(random)), std::exp2(axis(random)), std::exp2(axis(random))},
        std::pow(top / 1.1, part(random)) * 1.1,
        std::pow(top / 1.1, part(random)) * 1.1};
    const SurfacePoint at = surface_point(s, angle(random), angle(random) / 2);
    const Vec3<double> n = narrowed(at.normal);
    const CurvatureRadii<double> r = curvature_radii(s, narrowed(at.x), n);
    const CurvatureRadii<Real> expected = of_level_set(s, at.x);
    const auto error = [](double value, Real exact) {
      return std::abs(double((value - exact) / exact));
    };
    // The reference itself loses digits where one radius dwarfs the other.
    const double lost = 1e-18 * double(expected.largest / expected.smallest);
    worst = std::max(worst, error(r.smallest, expected.smallest));
    worst = std::max(worst, error(r.largest, expected.largest) - lost);
    worst = std::max(worst, error(r.gaussian, expected.gaussian) - lost);
    worst_tilt = std::max(worst_tilt, std::abs(dot(r.direction_of_largest, n)));
    EXPECT_LE(r.smallest, r.largest * (1 + 1e-14));
  }
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(worst_tilt, 1e-14);
}

// Turning the normal by a small angle along a principal tangent moves the point by radius * angle.
TEST(SuperquadricCurvature, TellsHowFarThePointMoves) {
  std::mt19937_64 random(22);
  std::uniform_real_distribution<double> exponent(1.5, 6), angle(0.2, 1.3);
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    const Superquadric<double> s{{1, 1.5, 0.7}, exponent(random), exponent(random)};
    const Superquadric<Real> wide{{1, 1.5, 0.7L}, s.n1, s.n2};
    const SurfacePoint at = surface_point(s, angle(random), angle(random));
    const CurvatureRadii<double> r = curvature_radii(s, narrowed(at.x), narrowed(at.normal));
    const Real turn = 1e-6L;
    const auto moved = [&](const Wide& t) {
      const Wide ahead = support_point(wide, at.normal + turn * t);
      return (ahead - support_point(wide, at.normal - turn * t)) / (2 * turn);
    };
    const Wide t = widened(r.direction_of_largest), u = cross(at.normal, t);
    worst = std::max(worst, double(norm(moved(t) - Real(r.largest) * t)) / r.largest);
    worst = std::max(worst, double(norm(moved(u) - Real(r.smallest) * u)) / r.largest);
  }
  EXPECT_LT(worst, 1e-8);
}

TEST(SuperquadricCurvature, OfExponentTwoIsThatOfAnEllipsoid) {
  std::mt19937_64 random(23);
  std::normal_distribution<double> normal;
  const Ellipsoid<double> e{{3, 0.5, 1.25}};
  const Superquadric<double> s{e.semi_axes, 2, 2};
  for (int i = 0; i < 2000; ++i) {
    Vec3<double> n{normal(random), normal(random), normal(random)};
    if (i < 3) n = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
    n = normalized(n);
    const CurvatureRadii<double> r = curvature_radii(s, support_point(s, n), n);
    const CurvatureRadii<double> expected = curvature_radii(e, n);
    EXPECT_NEAR(r.smallest, expected.smallest, 1e-13 * expected.smallest);
    EXPECT_NEAR(r.largest, expected.largest, 1e-13 * expected.largest);
    EXPECT_NEAR(r.gaussian, expected.gaussian, 1e-13 * expected.gaussian);
    EXPECT_NEAR(std::abs(dot(r.direction_of_largest, expected.direction_of_largest)), 1, 1e-12);
  }
}

TEST(SuperquadricCurvature, IsInfiniteOnFlatSidesAndZeroOnSharpRidges) {
  const auto at = [](const Superquadric<double>& s, const Vec3<double>& n) {
    return curvature_radii(s, support_point(s, n), n);
  };
  for (const double n : {2.5, 4.0, 8.0, 20.0, 50.0, 200.0}) {
    const Superquadric<double> block{{1, 2, 3}, n, n};
    for (int axis = 0; axis < 3; ++axis) {
      Vec3<double> normal{};
      normal[axis] = 1;
      const CurvatureRadii<double> face = at(block, normal);
      EXPECT_EQ(face.smallest, infinite) << n << " " << axis;
      EXPECT_EQ(face.largest, infinite);
      EXPECT_EQ(face.gaussian, infinite);
      EXPECT_NEAR(norm(face.direction_of_largest), 1, 1e-15);
      EXPECT_NEAR(dot(face.direction_of_largest, normal), 0, 1e-15);
    }
    // On the crease between two faces: round across it, flat along it.
    const CurvatureRadii<double> crease = at(block, normalized(Vec3<double>{1, 1, 0}));
    EXPECT_EQ(crease.largest, infinite);
    EXPECT_GT(crease.smallest, 0);
    EXPECT_LT(crease.smallest, 3);
    EXPECT_NEAR(std::abs(crease.direction_of_largest.z), 1, 1e-12);
  }
  const CurvatureRadii<double> tip = at({{1, 2, 3}, 1.5, 1.5}, {0, 0, 1});
  EXPECT_EQ(tip.largest, 0);
  EXPECT_EQ(tip.gaussian, 0);
  // A cylinder-like body, n1 = 20, with n2 = 2: at the waist the radius of the circle, flat along
  // z.
  const CurvatureRadii<double> waist = at({{2, 2, 3}, 20, 2}, {1, 0, 0});
  EXPECT_NEAR(waist.smallest, 2, 4e-14);
  EXPECT_EQ(waist.largest, infinite);
  EXPECT_NEAR(std::abs(waist.direction_of_largest.z), 1, 1e-14);
}

}  // namespace
}  // namespace talus
