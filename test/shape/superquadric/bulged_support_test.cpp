// The support function of bulged superquadrics: against its formula in long double and differences
// of that, convex, and the sharp one where nothing bulges.
#include "talus/shape/superquadric/bulged_support.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "talus/shape/superquadric/superquadric.h"

namespace talus::test {
namespace {

constexpr double exponents[] = {2.0, 2.5, 4.0, 4.2, 5.0, 8.0, 20.0, 100.0};

class RandomBulge {
 public:
  Superquadric<double> body(double stretch) {
    const auto axis = [&] { return std::exp(stretch * (unit_(engine_) - 0.5)); };
    return {{axis(), axis(), axis()}, exponents[engine_() % 8], exponents[engine_() % 8]};
  }
  // Often nearly or exactly along an axis or a plane of symmetry.
  Vec3<double> direction(double smallest) {
    Vec3<double> n{normal_(engine_), normal_(engine_), normal_(engine_)};
    for (double* c : {&n.x, &n.y, &n.z}) {
      const double chance = unit_(engine_);
      if (chance < 0.4) *c *= std::pow(smallest, unit_(engine_));
      if (chance > 0.95) *c = 0.0;
    }
    const double length = norm(n);
    return length > 0.0 ? n / length : Vec3<double>{0.0, 0.0, 1.0};
  }
  double bulge(double least) { return std::pow(least, unit_(engine_)); }

 private:
  std::mt19937_64 engine_{3};
  std::normal_distribution<> normal_;
  std::uniform_real_distribution<> unit_{0.0, 1.0};
};

// Widths as for contacts: of an exponent above 4.
double width(double exponent) { return exponent > 4.0 ? 0.1 * (1.0 - 4.0 / exponent) : 0.0; }

BulgeWidths<double> widths_of(const Superquadric<double>& s) { return {width(s.n1), width(s.n2)}; }

BulgedSupportFunction<double> function_of(const Superquadric<double>& s) {
  return {s, widths_of(s)};
}

long double smooth(long double m, long double w) {
  m = std::fabs(m);
  if (m >= w) return m;
  const long double x = m / w;
  return w * (5 + 15 * x * x - 5 * std::pow(x, 4.0L) + std::pow(x, 6.0L)) / 16;
}
long double norm_of(long double a, long double b, long double exponent) {
  const long double q = exponent / (exponent - 1);
  return std::pow(std::pow(a, q) + std::pow(b, q), 1 / q);
}
using Direction = std::array<long double, 3>;
long double value_of(const Superquadric<double>& s, const Direction& n, long double bulge) {
  const long double ring = width(s.n2) * bulge, z = width(s.n1) * bulge;
  const long double r =
      norm_of(smooth(s.semi_axes.x * n[0], ring), smooth(s.semi_axes.y * n[1], ring), s.n2);
  const long double w = ring < z ? std::sqrt(z * z - ring * ring) : 0;
  return norm_of(smooth(r, w), smooth(s.semi_axes.z * n[2], z), s.n1);
}

TEST(BulgedSupport, HasValueAndDerivativesOfTheFormula) {
  RandomBulge random;
  for (int i = 0; i < 20000; ++i) {
    const Superquadric<double> s = random.body(2.0);
    const Vec3<double> direction = random.direction(1e-5);
    const double bulge = 0.1 * random.bulge(1e-4);
    const BulgedSupport<double> at = function_of(s).evaluate(direction, bulge);
    const Direction n{direction.x, direction.y, direction.z};
    SCOPED_TRACE(testing::Message()
                 << "exponents " << s.n1 << ' ' << s.n2 << " n " << direction.x << ' '
                 << direction.y << ' ' << direction.z << " bulge " << bulge);
    const double value = static_cast<double>(value_of(s, n, bulge));
    ASSERT_NEAR(at.value, value, 1e-14 * value);
    ASSERT_NEAR(at.sag, value - dot(direction, at.point), 1e-14 * value);
    const auto difference = [&](const Direction& by, long double by_bulge, long double step) {
      Direction up = n, down = n;
      for (std::size_t k = 0; k < 3; ++k) up[k] += step * by[k], down[k] -= step * by[k];
      return static_cast<double>(
          (value_of(s, up, bulge + step * by_bulge) - value_of(s, down, bulge - step * by_bulge)) /
          (2 * step));
    };
    const Vec3<double> p = at.point;
    const long double fine = 1e-9L;
    const double size = norm(s.semi_axes);
    // A difference across a ridge that is sharp (exponents up to 4) is off by its square root.
    ASSERT_NEAR(p.x, difference({1, 0, 0}, 0, fine), 2e-3 * size);
    ASSERT_NEAR(p.y, difference({0, 1, 0}, 0, fine), 2e-3 * size);
    ASSERT_NEAR(p.z, difference({0, 0, 1}, 0, fine), 2e-3 * size);
    ASSERT_NEAR(at.by_bulge, difference({0, 0, 0}, 1, fine), 1e-5);
  }
}

TEST(BulgedSupport, HasTheCurvatureOfDifferences) {
  RandomBulge random;
  for (int i = 0; i < 4000; ++i) {
    Superquadric<double> s = random.body(0.5);
    // Between 2 and 4 the curvature changes over the step where a component of n is 0.
    for (double* n : {&s.n1, &s.n2}) {
      if (*n == 2.5 || *n == 4.0) *n = 8.0;
    }
    const Vec3<double> n = random.direction(1e-5);
    const double bulge = 0.01, step = 1e-8;
    const BulgedSupportFunction<double> h = function_of(s);
    const BulgedSupport<double> at = h.evaluate(n, bulge);
    const auto expect_change = [&](const Vec3<double>& t, double grows, const Vec3<double>& found) {
      const Vec3<double> p = h.evaluate(n + step * t, bulge + step * grows).point;
      const Vec3<double> q = h.evaluate(n - step * t, bulge - step * grows).point;
      ASSERT_LT(norm((p - q) / (2.0 * step) - found), 1e-3 * norm(found) + 1e-3)
          << "exponents " << s.n1 << ' ' << s.n2 << " n " << n.x << ' ' << n.y << ' ' << n.z;
    };
    expect_change({1, 0, 0}, 0.0, at.curvature * Vec3<double>{1, 0, 0});
    expect_change({0, 1, 0}, 0.0, at.curvature * Vec3<double>{0, 1, 0});
    expect_change({0, 0, 1}, 0.0, at.curvature * Vec3<double>{0, 0, 1});
    expect_change({0, 0, 0}, 1.0, at.point_by_bulge);
  }
}

TEST(BulgedSupport, IsConvex) {
  RandomBulge random;
  for (int i = 0; i < 20000; ++i) {
    const Superquadric<double> s = random.body(2.0);
    const Vec3<double> n = random.direction(1e-6);
    const SymMat3<double> c = function_of(s).evaluate(n, 0.1 * random.bulge(1e-6)).curvature;
    for (int k = 0; k < 4; ++k) {
      const Vec3<double> t = random.direction(1e-3);
      EXPECT_GE(dot(t, c * t), -1e-12 * (c.xx + c.yy + c.zz));
    }
  }
}

// Also on a ring of a small exponent, and everywhere on an ellipsoid.
TEST(BulgedSupport, IsTheSharpOneWhereNothingBulges) {
  RandomBulge random;
  int sharp = 0, bulged = 0;
  for (int i = 0; i < 20000; ++i) {
    const Superquadric<double> s = random.body(2.0);
    const Vec3<double> n = random.direction(1e-4);
    const double bulge = 0.1 * random.bulge(1e-4);
    const BulgedSupportFunction<double> h = function_of(s);
    const BulgedSupport<double> at = h.evaluate(n, bulge);
    if (widths_of(s).bulges(s.semi_axes, n, bulge)) {
      bulged += at.by_bulge > 0.0;
      continue;
    }
    ++sharp;
    const double size = norm(s.semi_axes);
    EXPECT_NEAR(at.value, support_value(s, n), 1e-14 * size);
    EXPECT_LT(norm(at.point - support_point(s, n)), 1e-12 * size);
    EXPECT_NEAR(at.sag, 0.0, 1e-14 * size);
    EXPECT_EQ(at.by_bulge, 0.0);
    EXPECT_EQ(at.level, 0.0);
  }
  EXPECT_GT(sharp, 5000);
  EXPECT_GT(bulged, 2000);
}

// The flat ends of a body whose ring is round, flat or anything between turn alike.
TEST(BulgedSupport, TurnsFlatEndsAlikeForAllExponentsOfTheRing) {
  for (const double n1 : {8.0, 20.0, 100.0}) {
    const auto turning = [&](double n2, const Vec3<double>& t) {
      const Superquadric<double> s{{1, 1, 1}, n1, n2};
      return dot(t, function_of(s).evaluate({0, 0, 1}, 0.01).curvature * t);
    };
    const double usual = turning(2.0, {1, 0, 0});
    for (double n2 = 2.0; n2 < 1.5 * n1; n2 += n2 < 6.0 ? 0.05 : 0.5) {
      for (const Vec3<double>& t :
           {Vec3<double>{1, 0, 0}, Vec3<double>{std::sqrt(0.5), std::sqrt(0.5), 0}}) {
        EXPECT_GT(turning(n2, t), 0.6 * usual) << n1 << ' ' << n2;
        EXPECT_LT(turning(n2, t), 1.5 * usual) << n1 << ' ' << n2;
      }
    }
  }
}

// A flat body with one of exponent 1, whose support function is a maximum.
TEST(BulgedSupport, IsFiniteForAnExponentOf1) {
  RandomBulge random;
  for (int i = 0; i < 2000; ++i) {
    const Superquadric<double> s{random.body(2.0).semi_axes, i % 2 == 0 ? 1.0 : 8.0, 1.0};
    const Vec3<double> n = random.direction(1e-4);
    const BulgedSupport<double> at = BulgedSupportFunction<double>(s, {0.0, 0.0}).evaluate(n, 0.01);
    const SymMat3<double>& c = at.curvature;
    EXPECT_TRUE(std::isfinite(at.value + norm(at.point) + c.xx + c.yy + c.zz + c.xy + c.xz + c.yz));
    EXPECT_NEAR(at.value, support_value(s, n), 1e-12 * norm(s.semi_axes));
  }
}

}  // namespace
}  // namespace talus::test
