// The exact predicates against integers, on points where floating point cannot decide.
#include "talus/shape/orientation.h"

#include <gtest/gtest.h>

#include "shape/exact_hull.h"
#include "shape/numbers.h"

namespace talus {
namespace {

using test::exact;

// Moves each coordinate by up to `steps` times 2^-54, about its rounding.
Vec3<double> jolted(test::Random& random, const Vec3<double>& p, int steps) {
  const auto jolt = [&] { return 0x1p-54 * random.integer(-steps, steps); };
  return {p.x + jolt(), p.y + jolt(), p.z + jolt()};
}

TEST(Orientation, SidesOfAlmostCoplanarPointsAreExact) {
  test::Random random(7);
  const Vec3<double> reach{4, 4, 4};
  int on_plane = 0, hard = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const double size = random.scale(1e-6, 1);
    Vec3<double> a = random.in_box(1), u = random.in_box(size), v = random.in_box(size);
    if (trial % 2 ==
        0) {  // coarse numbers, so that sums are exact and many points lie on the plane
      const auto coarse = [&] {
        return Vec3<double>{random.integer(-8, 8) / 8.0, random.integer(-8, 8) / 8.0,
                            random.integer(-8, 8) / 8.0};
      };
      a = coarse(), u = coarse(), v = coarse();
    }
    const Vec3<double> b = a + 0.25 * u, c = a + 0.25 * v;
    const Vec3<double> p =
        jolted(random, a + random.integer(-4, 4) * 0.125 * u + random.integer(-4, 4) * 0.125 * v,
               trial % 3);
    const ExactPlane plane(a, b, c, reach);
    const int expected = test::exact_side(exact(a), exact(b), exact(c), exact(p));
    ASSERT_EQ(plane.side(p), expected) << trial;
    on_plane += expected == 0;
    hard += std::abs(plane.approximate_height(p)) < 1e-15 * norm(plane.normal());
  }
  EXPECT_GT(on_plane, 2000);
  EXPECT_GT(hard, 10000);
}

TEST(Orientation, SidesOfTinyTrianglesAreExact) {
  // Coordinates down to 2^-50 of each other: products of three reach 2^-150.
  test::Random random(8);
  for (int trial = 0; trial < 5000; ++trial) {
    const auto point = [&] {
      return Vec3<double>{std::ldexp(random.integer(-3, 3), -random.integer(2, 50)),
                          std::ldexp(random.integer(-3, 3), -random.integer(2, 50)),
                          std::ldexp(random.integer(-3, 3), -random.integer(2, 50))};
    };
    const Vec3<double> a = point(), b = point(), c = point(), p = point();
    ASSERT_EQ(ExactPlane(a, b, c, {2, 2, 2}).side(p),
              test::exact_side(exact(a), exact(b), exact(c), exact(p)));
    ASSERT_EQ(are_collinear(a, b, c), test::exactly_collinear(exact(a), exact(b), exact(c)));
  }
}

TEST(Orientation, CollinearPointsAreToldFromAlmostCollinearOnes) {
  test::Random random(9);
  int collinear = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    const Vec3<double> a = random.in_box(1), u = random.in_box(1);
    const Vec3<double> b = a + 0.5 * u;
    const Vec3<double> c = jolted(random, a + 0.25 * u, trial % 2);
    const bool expected = test::exactly_collinear(exact(a), exact(b), exact(c));
    ASSERT_EQ(are_collinear(a, b, c), expected);
    collinear += expected;
  }
  EXPECT_GT(collinear, 100);
}

}  // namespace
}  // namespace talus
