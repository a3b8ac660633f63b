// The support points of bulged superquadrics: on the surface, in balance, and with the derivative
// that differences have.
#include "talus/shape/superquadric/bulged_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "talus/shape/superquadric/superquadric.h"

namespace talus::test {
namespace {

constexpr double exponents[] = {2.0, 2.5, 4.0, 5.0, 8.0, 20.0, 50.0, 100.0};

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

double least_axis(const Superquadric<double>& s) {
  return std::min({s.semi_axes.x, s.semi_axes.y, s.semi_axes.z});
}

// n . p - bulge/2 |u|^2 is concave: p is its maximum on the convex body if it is the sharp support
// point for the gradient of this.
TEST(BulgedSupport, IsTheMaximum) {
  RandomBulge random;
  for (int i = 0; i < 40000; ++i) {
    const Superquadric<double> s = random.body(3.0);
    const Vec3<double> n = random.direction(1e-16);
    const double bulge = 0.1 * random.bulge(1e-10) * least_axis(s);
    BulgedSupportSearch<double> search(s);
    const BulgedSupport<double> at = search.find(n, bulge);
    const Vec3<double> a = s.semi_axes, p = at.point;
    const Vec3<double> u{p.x / a.x, p.y / a.y, p.z / a.z};
    EXPECT_NEAR(at.excess, norm_squared(u) - 1.0, 1e-14);
    const Vec3<double> gradient = n - bulge * Vec3<double>{u.x / a.x, u.y / a.y, u.z / a.z};
    const double sharp = support_value(s, gradient);
    ASSERT_NEAR(dot(gradient, p), sharp, 1e-12 * sharp)
        << "exponents " << s.n1 << ' ' << s.n2 << " n " << n.x << ' ' << n.y << ' ' << n.z
        << " bulge " << bulge;
  }
}

TEST(BulgedSupport, HasTheCurvatureOfDifferences) {
  RandomBulge random;
  for (int i = 0; i < 4000; ++i) {
    Superquadric<double> s = random.body(0.5);
    // At 2.5 the curvature changes over the step where a component of n is 0.
    if (s.n1 == 2.5) s.n1 = 4.0;
    if (s.n2 == 2.5) s.n2 = 4.0;
    // Likewise near the pole of a ring that is flatter than the whole.
    const Vec3<double> n = random.direction(s.n1 < s.n2 ? 0.3 : 1e-5);
    if (s.n1 < s.n2 && n.x * n.x + n.y * n.y < 1e-2) continue;
    const double bulge = 1e-3, step = 1e-9;
    BulgedSupportSearch<double> search(s);
    const SymMat3<double> curvature = search.find(n, bulge).curvature;
    for (const Vec3<double> t : {Vec3<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
      // Warm starts, which are to lead to the same points.
      const Vec3<double> p = search.find(n + step * t, bulge).point;
      const Vec3<double> q = search.find(n - step * t, bulge).point;
      const Vec3<double> found = curvature * t;
      ASSERT_LT(norm((p - q) / (2.0 * step) - found), 1e-3 * norm(found) + 1e-4)
          << "exponents " << s.n1 << ' ' << s.n2 << " n " << n.x << ' ' << n.y << ' ' << n.z;
    }
  }
}

// An ellipsoid does not bulge.
TEST(BulgedSupport, OfAnEllipsoidIsTheSharpOne) {
  RandomBulge random;
  for (int i = 0; i < 1000; ++i) {
    Superquadric<double> s = random.body(2.0);
    s.n1 = s.n2 = 2.0;
    const Vec3<double> n = random.direction(1e-8);
    BulgedSupportSearch<double> search(s);
    const BulgedSupport<double> at = search.find(n, 0.05 * least_axis(s));
    EXPECT_LT(norm(at.point - support_point(s, n)), 1e-13 * norm(s.semi_axes));
    EXPECT_NEAR(at.excess, 0.0, 1e-14);
  }
}

}  // namespace
}  // namespace talus::test
