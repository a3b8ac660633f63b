// The inner tangent ball proves depths to be global, so the ball must really lie inside the body.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "talus/shape/ellipsoid.h"
#include "talus/shape/superquadric/superquadric.h"

namespace talus {
namespace {

using V = Vec3<double>;

class Random {
 public:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  V direction() {
    std::normal_distribution<double> normal;
    return normalized(V{normal(generator_), normal(generator_), normal(generator_)});
  }

 private:
  std::mt19937_64 generator_{7};
};

// The largest excess of n'.x over the body's support value, over directions n' and the ball:
// negative or zero if the ball lies inside. Relative to the body's size.
template <class Body>
double worst_excess(const Body& body, const V& n, Random& random) {
  const double radius = tangent_ball(body, n);
  const V centre = support_point(body, n) - radius * n;
  double worst = -1;
  for (int i = 0; i < 400; ++i) {
    // Half of the directions near n, where the ball comes closest to the surface.
    V m = random.direction();
    if (i % 2 == 0) m = normalized(n + std::pow(10.0, random.between(-6, 0)) * m);
    worst = std::max(worst, dot(m, centre) + radius - support_value(body, m));
  }
  return worst / bounding_sphere(body).radius;
}

TEST(tangent_ball, lies_inside_ellipsoids) {
  Random random;
  for (int i = 0; i < 2000; ++i) {
    const Ellipsoid<double> body{
        {1.0, random.between(0.01, 1), std::pow(10.0, random.between(-2, 2))}};
    const V n = random.direction();
    EXPECT_GT(tangent_ball(body, n), 0.0);
    EXPECT_LE(worst_excess(body, n, random), 1e-15) << body.semi_axes.y << " " << body.semi_axes.z;
  }
}

TEST(tangent_ball, lies_inside_superquadrics) {
  Random random;
  for (int i = 0; i < 4000; ++i) {
    const Superquadric<double> body{
        {random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)},
        i % 3 == 0 ? 2.0 : random.between(2, 30),
        i % 5 == 0 ? 2.0 : random.between(2, 30)};
    const V n = random.direction();
    EXPECT_GT(tangent_ball(body, n), 0.0);
    EXPECT_LE(worst_excess(body, n, random), 4e-15) << body.n1 << " " << body.n2;
  }
}

// The bound is sharp where it can be: the ball in a sphere is the sphere, and along the short axis
// of an oblate spheroid it is the largest ball inside.
TEST(tangent_ball, is_sharp_on_the_short_axis) {
  EXPECT_DOUBLE_EQ(tangent_ball(Ellipsoid<double>{{2, 2, 2}}, V{0.6, 0, 0.8}), 2.0);
  EXPECT_DOUBLE_EQ(tangent_ball(Ellipsoid<double>{{3, 3, 0.5}}, V{0, 0, 1}), 0.5);
}

TEST(tangent_ball, is_zero_for_bodies_with_sharp_tips) {
  EXPECT_EQ(tangent_ball(Superquadric<double>{{1, 1, 1}, 1.5, 4}, V{0, 0, 1}), 0.0);
}

}  // namespace
}  // namespace talus
