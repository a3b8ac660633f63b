// The pushes of a round wall come from an energy that has no jumps.
#include <gtest/gtest.h>

#include "narrow/body_round_wall/round_walls.h"
#include "narrow/nudged.h"
#include "narrow/wall_push.h"

namespace talus::test {
namespace {

double energy_of(const RoundWall& wall, const Grain& grain, const Pose<double>& pose) {
  return test::energy_of(touch(wall, grain, pose));
}

struct Comparison {
  int compared{}, several{};
  double worst{}, worst_several{};  // relative errors, with one contact and with several
};

// Compares the push of random poses with differences of the energy.
Comparison compare(const RoundWall& wall, const Grain& grain, int count, double shallow,
                   std::mt19937& engine) {
  std::normal_distribution<> normal;
  Comparison sum;
  for (int i = 0; i < count; ++i) {
    Pose<double> pose;
    if (!find_shallow(wall, grain, shallow, engine, pose)) continue;
    const std::vector<WallContact> found = touch(wall, grain, pose);
    const Push push = push_of(found, pose);
    const Vec3<double> u = normalized(Vec3<double>{normal(engine), normal(engine), normal(engine)});
    for (const bool turns : {false, true}) {
      const double step = 1e-7;
      const double slope = (energy_of(wall, grain, nudged(pose, u, step, turns)) -
                            energy_of(wall, grain, nudged(pose, u, -step, turns))) /
                           (2.0 * step);
      const double error = std::abs(slope + dot(turns ? push.torque : push.force, u));
      double& worst = found.size() > 1 ? sum.worst_several : sum.worst;
      worst = std::max(worst, error / std::pow(shallow, hertz - 1.0));
    }
    ++sum.compared;
    sum.several += found.size() > 1;
  }
  return sum;
}

void expect_derivative(const Grain& grain, double allowed_for_several) {
  std::mt19937 engine(8);
  int compared = 0, several = 0;
  for (const auto& [name, wall] : round_walls()) {
    const Comparison c = compare(wall, grain, 200, 0.03, engine);
    EXPECT_LT(c.worst, 1e-6) << name;  // the error of the differences
    EXPECT_LT(c.worst_several, allowed_for_several) << name;
    compared += c.compared;
    several += c.several;
  }
  EXPECT_GT(compared, 500);
  EXPECT_GT(several, 20);
}

TEST(RoundWall, PushesOfSpheresAreTheDerivativeOfAnEnergy) {
  expect_derivative(Grain(make_sphere(0.5)), 1e-6);
}

TEST(RoundWall, PushesOfEllipsoidsAreTheDerivativeOfAnEnergy) {
  expect_derivative(Grain(make_ellipsoid({0.6, 0.45, 0.4})), 1e-6);
}

// Two contacts with the rim of an opening that the body plugs: where edges of the body meet the
// rim, its normal jumps, and how the products of the normals change is not known.
TEST(RoundWall, PushesOfBodiesWithEdgesAreTheDerivativeOfAnEnergy) {
  std::mt19937 engine(9);
  expect_derivative(Grain(make_superquadric({0.5, 0.45, 0.4}, 4.0, 3.0)), 0.03);
  expect_derivative(Grain(block({0.4, 0.35, 0.3})), 0.03);
  expect_derivative(Grain(random_hull(engine, 26)), 0.03);
}

}  // namespace
}  // namespace talus::test
