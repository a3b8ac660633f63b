// The forces of a round wall come from an energy that has no jumps.
#include <gtest/gtest.h>

#include "narrow/body_round_wall/round_walls.h"
#include "narrow/wall_wrench.h"

namespace talus::test {
namespace {

Quat<double> unit_of(const Quat<double>& q) {
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

void expect_derivative(const Grain& grain, double allowed_for_several, double allowed = 1e-6) {
  std::mt19937 engine(8);
  int compared = 0, several = 0;
  for (const auto& [name, wall] : round_walls()) {
    const WrenchErrors c = compare_with_energy(wall, grain, 200, 0.03, engine, find_shallow);
    EXPECT_LT(c.worst, allowed) << name;  // 1e-6: the error of the differences
    EXPECT_LT(c.worst_several, allowed_for_several) << name;
    compared += c.compared;
    several += c.several;
  }
  EXPECT_GT(compared, 500);
  EXPECT_GT(several, 20);
}

TEST(RoundWall, ForcesOfSpheresAreTheDerivativeOfAnEnergy) {
  expect_derivative(Grain(make_sphere(0.5)), 1e-6);
}

TEST(RoundWall, ForcesOfEllipsoidsAreTheDerivativeOfAnEnergy) {
  expect_derivative(Grain(make_ellipsoid({0.6, 0.45, 0.4})), 1e-6);
}

// Two contacts with the rim of an opening that the body plugs: where edges of the body meet the
// rim, its normal jumps, and how the products of the normals change is not known.
TEST(RoundWall, ForcesOfBodiesWithEdgesAreTheDerivativeOfAnEnergy) {
  std::mt19937 engine(9);
  expect_derivative(Grain(make_superquadric({0.5, 0.45, 0.4}, 4.0, 3.0)), 0.03);
  expect_derivative(Grain(block({0.4, 0.35, 0.3})), 0.03);
  expect_derivative(Grain(random_hull(engine, 26)), 0.03);
}

// Sides that bulge with the depth: on discs, along generators and at rims. One pose in 5,600 misses
// a second contact with the rim of an opening that the body plugs.
TEST(RoundWall, ForcesOfFlatSuperquadricsAreTheDerivativeOfAnEnergy) {
  for (const auto& [n1, n2] : {std::pair{8.0, 8.0}, {20.0, 20.0}, {100.0, 100.0}, {20.0, 2.0}}) {
    SCOPED_TRACE(n1);
    expect_derivative(Grain(make_superquadric({0.5, 0.45, 0.4}, n1, n2)), 0.03, 2e-3);
  }
}

// Blocks that are nearly level on the closed end of a can, and on the inside of cylinders in which
// the sagitta is deeper than the overlap, as deep, and next to nothing: two contacts and one.
TEST(RoundWall, ForcesOfLevelFlatSuperquadricsAreTheDerivativeOfAnEnergy) {
  constexpr double depth = 2e-3;
  std::mt19937 engine(10);
  std::uniform_real_distribution<> unit(-1.0, 1.0);
  const auto draw = [&](const RoundWall& wall, const Grain& grain, double, std::mt19937&,
                        Pose<double>& pose) {
    const double half = std::get<Superquadric<double>>(grain.shape).semi_axes.z;
    const Vec3<double> lean{unit(engine), unit(engine), unit(engine)};
    const double tilt = 3e-3 * std::pow(10.0, -1.5 * (1.0 + unit(engine)));
    const double x = 0.2 * unit(engine), y = 0.2 * unit(engine);
    if (unit(engine) < 0.0) {
      pose = {{x, y, half - depth}, {}};
    } else {
      const double r = std::sqrt(0.5);  // its z axis along x
      pose = {{wall.radius(0) - half + depth, 0.0, 2.0 + x}, {r, 0.0, r, 0.0}};
    }
    pose = nudged(pose, lean, tilt, true);
    pose.orientation = unit_of(pose.orientation);
    return true;
  };
  int several = 0;
  for (const auto& [n1, n2] : {std::pair{8.0, 8.0}, {20.0, 20.0}, {100.0, 100.0}, {20.0, 2.0}}) {
    const Grain grain(make_superquadric({0.5, 0.45, 0.4}, n1, n2));
    for (const double radius : {2.0, 20.0, 60.0, 2000.0}) {
      const RoundWall wall({0, 0, 0}, {0, 0, 1}, radius, radius, 4.0, true, false);
      const WrenchErrors c = compare_with_energy(wall, grain, 200, depth, engine, draw);
      EXPECT_EQ(c.compared, 200);
      EXPECT_LT(c.worst, 1e-5) << n1 << " " << n2 << " " << radius;
      EXPECT_LT(c.worst_several, 1e-5) << n1 << " " << n2 << " " << radius;
      several += c.several;
    }
  }
  EXPECT_GT(several, 200);
}

}  // namespace
}  // namespace talus::test
