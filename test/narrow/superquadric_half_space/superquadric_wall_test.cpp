// A superquadric and a wall: the closed form against the oracle's own support function, and the
// condition that it is derived from.
#include "talus/narrow/superquadric_half_space/published/superquadric_wall.h"

#include <gtest/gtest.h>

#include "narrow/laws/law.h"

namespace laws {
namespace {

using talus::superquadric_potential::wall_point;
using Q = talus::Superquadric<double>;

TEST(SuperquadricWall, AgreesWithTheOracle) {
  const Method* method =
      talus::find_method(talus::Kind::superquadric, talus::Kind::half_space, "superquadric-wall");
  ASSERT_NE(method, nullptr);
  Random random(1);
  double worst = 0, worst_surface = 0;
  for (int i = 0; i < 20000; ++i) {
    const PosedPair pair(random_pair(Type::superquadric, Type::half_space, random));
    const Contact<double> c = pair.evaluate(method);
    const auto truth = oracle::Judge<long double>(pair.spec).judge(claim_of(c));
    worst = std::max(worst, truth.distance_error / truth.scale);
    worst_surface = std::max(worst_surface, truth.surface_error / truth.scale);
    EXPECT_TRUE(c.proven);
  }
  std::printf("superquadric-wall: error %.1e, surface %.1e\n", worst, worst_surface);
  EXPECT_LT(worst, 1e-14);
  EXPECT_LT(worst_surface, 1e-12);
}

// grad F parallel to n, where the exponents leave it digits.
TEST(SuperquadricWall, GradientIsAlongTheWallsNormal) {
  Random random(2);
  for (int i = 0; i < 5000; ++i) {
    const Q s{{random.uniform(0.3, 2), random.uniform(0.3, 2), random.uniform(0.3, 2)},
              random.uniform(1.5, 6),
              random.uniform(1.5, 6)};
    const Vec3<double> n = vec(random.direction());
    const Vec3<double> g = normalized(inside_outside_gradient(s, wall_point(s, n)));
    EXPECT_LT(norm(g - n), 1e-12);
  }
}

// Normals along the axes and the ridges of exponent 1, where the quotients are 0/0 or have no
// exponent.
TEST(SuperquadricWall, AxesAndRidges) {
  for (const double n1 : {1.0, 1.5, 2.0, 20.0, 50.0}) {
    for (const double n2 : {1.0, 1.5, 2.0, 20.0, 50.0}) {
      const Q s{{1, 2, 3}, n1, n2};
      EXPECT_EQ(wall_point(s, {-1, 0, 0}), (Vec3<double>{-1, 0, 0}));
      EXPECT_EQ(wall_point(s, {0, 1, 0}), (Vec3<double>{0, 2, 0}));
      EXPECT_EQ(wall_point(s, {0, 0, -1}), (Vec3<double>{0, 0, -3}));
    }
  }
  // The octahedron |x| + |y| + |z| = 1: on a tie the middle of the edge.
  const Q octahedron{{1, 1, 1}, 1, 1};
  EXPECT_EQ(wall_point(octahedron, {0.9, 0.1, 0.2}), (Vec3<double>{1, 0, 0}));
  EXPECT_EQ(wall_point(octahedron, {0.5, 0.5, 0.2}), (Vec3<double>{0.5, 0.5, 0}));
}

}  // namespace
}  // namespace laws
