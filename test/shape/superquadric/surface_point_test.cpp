// Surface points of superquadrics: they lie on the surface, have its normal, and their tangents are
// the derivatives, for flat and sharp bodies.
#include <gtest/gtest.h>

#include <random>

#include "talus/shape/superquadric/gauge.h"
#include "talus/shape/superquadric/surface_step.h"

namespace {

using talus::Superquadric;
using talus::SuperquadricForm;
using talus::SurfacePoint;
using Vec = talus::Vec3<double>;

constexpr double exponents[] = {1.1, 1.3, 1.7, 2, 2.5, 4, 8, 20, 50};

class SurfacePoints : public testing::Test {
 protected:
  std::mt19937_64 random{1};
  std::uniform_real_distribution<double> axis{0.05, 1};
  std::uniform_int_distribution<int> pick{0, 8};
  std::normal_distribution<double> normal;

  Superquadric<double> body() {
    return {{axis(random), axis(random), axis(random)},
            exponents[pick(random)],
            exponents[pick(random)]};
  }
  // Random directions, some of them on coordinate axes and planes.
  Vec direction() {
    Vec v{normal(random), normal(random), normal(random)};
    for (int i = 0; i < 3; ++i) {
      if (pick(random) == 0) v[i] = 0;
    }
    return norm(v) > 0 ? normalized(v) : Vec{0, 0, 1};
  }
};

SuperquadricForm<double> form_of(const Superquadric<double>& s) {
  return superquadric_form(s.semi_axes, s.n1, s.n2);
}

TEST_F(SurfacePoints, LieOnTheSurfaceAndSupportTheirNormal) {
  double worst_gauge = 0, worst_support = 0, worst_product = 0;
  for (int i = 0; i < 20000; ++i) {
    const Superquadric<double> s = body();
    const SurfacePoint<double> p = surface_point_at(form_of(s), direction());
    const Vec n = normalized(p.normal);
    worst_gauge = std::max(worst_gauge, std::abs(gauge_of(s, p.point) - 1));
    worst_product = std::max(worst_product, std::abs(dot(p.normal, p.point) - 1));
    worst_support = std::max(worst_support, std::abs(support_value(s, n) - dot(n, p.point)));
  }
  EXPECT_LT(worst_gauge, 2e-15);
  EXPECT_LT(worst_product, 4e-15);
  EXPECT_LT(worst_support, 4e-15);
}

TEST_F(SurfacePoints, AreFoundFromTheirNormal) {
  double worst_along = 0, worst_point = 0;
  for (int i = 0; i < 20000; ++i) {
    const Superquadric<double> s = body();
    const SuperquadricForm<double> f = form_of(s);
    const Vec n = direction();
    const SurfacePoint<double> p = surface_point_at(f, param_along(f, n));
    worst_along = std::max(worst_along, norm(normalized(p.normal) - n));
    const Vec x = support_point_along(f, n);
    worst_point = std::max(worst_point, std::abs(dot(n, x) - support_value(s, n)));
    EXPECT_LT(gauge_of(s, x), 1 + 4e-15);
  }
  EXPECT_LT(worst_along, 1e-13);
  EXPECT_LT(worst_point, 4e-15);
}

// A step of the coordinates changes point and normal along their tangents, to second order.
TEST_F(SurfacePoints, ChangeAlongTheirTangents) {
  std::uniform_real_distribution<double> angle(0.1, 1);
  for (int i = 0; i < 5000; ++i) {
    const Superquadric<double> s = body();
    const SuperquadricForm<double> f = form_of(s);
    Vec k{angle(random), angle(random), angle(random)};
    const SurfacePoint<double> here = surface_point_at(f, k);
    k = param_of(here);
    const double step = 1e-6, turn = step * normal(random), shift = step * normal(random);
    const SurfacePoint<double> there =
        surface_point_at(f, k + limit_step(f, k, tangent_change(here, turn, shift)));
    const Vec point = there.point - here.point - turn * here.point_turn - shift * here.point_shift;
    EXPECT_LT(norm(point), 1e-4 * step) << s.n1 << ' ' << s.n2;
    const Vec change =
        there.normal - here.normal - turn * here.normal_turn - shift * here.normal_shift;
    EXPECT_LT(norm(change), 0.02 * step * norm(here.normal)) << s.n1 << ' ' << s.n2;
    EXPECT_LT(std::abs(dot(here.normal, here.point_turn)), 1e-13);
    EXPECT_LT(std::abs(dot(here.normal, here.point_shift)), 1e-13);
  }
}

// Every point of the ball is inside the body.
TEST_F(SurfacePoints, HoldTangentBalls) {
  double least = 1;
  for (int i = 0; i < 20000; ++i) {
    const Superquadric<double> s = body();
    const SuperquadricForm<double> f = form_of(s);
    const SurfacePoint<double> p = surface_point_at(f, direction());
    const double radius = tangent_ball(f, p, norm(p.normal));
    const Vec centre = p.point - radius * normalized(p.normal);
    for (int k = 0; k < 8; ++k) {
      EXPECT_LT(gauge_of(s, centre + radius * direction()), 1 + 1e-14);
    }
    least = std::min(least, radius);
  }
  EXPECT_GE(least, 0);
}

}  // namespace
