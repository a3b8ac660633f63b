// The forces of a round wall come from an energy that has no jumps.
#include <gtest/gtest.h>

#include "narrow/body_round_wall/round_walls.h"
#include "narrow/wall_wrench.h"

namespace talus::test {
namespace {

void expect_derivative(const Grain& grain, double allowed_for_several) {
  std::mt19937 engine(8);
  int compared = 0, several = 0;
  for (const auto& [name, wall] : round_walls()) {
    const WrenchErrors c = compare_with_energy(wall, grain, 200, 0.03, engine, find_shallow);
    EXPECT_LT(c.worst, 1e-6) << name;  // the error of the differences
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

}  // namespace
}  // namespace talus::test
