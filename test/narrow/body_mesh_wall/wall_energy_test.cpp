// The pushes of a wall come from an energy.
#include <gtest/gtest.h>

#include "narrow/body_mesh_wall/walls.h"
#include "narrow/nudged.h"

namespace talus::test {
namespace {

// The sum of rounded^2 / 2 is an energy, whose derivative is the sum of rounded * slope * normal at
// the points: everywhere around a wall with ridges, valleys, rims and corners, for bodies that
// turn.
TEST(WallContacts, PushesAreTheDerivativeOfAnEnergy) {
  // An open box with a lid that stands ajar: three sides of a room and a slanted plate.
  const TriangleWall wall(
      {{0, 0, 0},
       {2, 0, 0},
       {0, 2, 0},
       {2, 2, 0},
       {0, 0, 2},
       {2, 0, 2},
       {0, 2, 2},
       {2, 1, 3},
       {0, 1, 3}},
      {{0, 1, 2}, {1, 3, 2}, {0, 5, 1}, {0, 4, 5}, {0, 2, 6}, {0, 6, 4}, {4, 5, 7}, {4, 7, 8}});
  std::mt19937 engine(8);
  std::uniform_real_distribution<> place(-0.5, 2.5);
  std::normal_distribution<> normal;
  int compared = 0, several = 0, jumps = 0;
  double worst = 0.0, worst_rounded = 0.0;
  for (const Grain& grain : {Grain(make_sphere(0.5)), Grain(make_ellipsoid({0.6, 0.45, 0.4})),
                             Grain(make_superquadric({0.5, 0.5, 0.4}, 2.5, 2.2)),
                             Grain(block({0.4, 0.35, 0.3})), Grain(random_hull(engine, 26))}) {
    // Rounded depths are right to the tolerance of their search.
    double& own = kind_of(grain.shape) == Kind::polyhedron ? worst_rounded : worst;
    for (int i = 0; i < 3000; ++i) {
      const Pose<double> pose{{place(engine), place(engine), place(engine)}, random_turn(engine)};
      const std::vector<WallContact> found = touch(wall, grain, pose);
      double deepest = 0.0;
      for (const WallContact& c : found) deepest = std::max(deepest, c.depth);
      if (found.empty() || deepest > 0.15) continue;
      Vec3<double> force{}, torque{};
      for (const WallContact& c : found) {
        const Vec3<double> push = (c.rounded * c.slope) * c.normal;
        force = force + push;
        torque = torque + cross(c.point - pose.position, push);
      }
      const Vec3<double> u =
          normalized(Vec3<double>{normal(engine), normal(engine), normal(engine)});
      const auto energy = [&](double by, bool turns) {
        double sum = 0.0;
        for (const WallContact& c : touch(wall, grain, nudged(pose, u, by, turns))) {
          sum += 0.5 * square(c.rounded);
        }
        return sum;
      };
      for (const bool turns : {false, true}) {
        const double step = 1e-6;
        const double slope = (energy(step, turns) - energy(-step, turns)) / (2.0 * step);
        const double error = std::abs(slope + dot(turns ? torque : force, u));
        jumps += error > 1e-3;
        if (error <= 1e-3) own = std::max(own, error);
      }
      ++compared;
      several += found.size() > 1;
    }
  }
  EXPECT_LT(worst, 1e-5);
  EXPECT_LT(worst_rounded, 1e-4);
  EXPECT_EQ(jumps, 0);
  EXPECT_GT(compared, 500);
  EXPECT_GT(several, 50);
}

}  // namespace
}  // namespace talus::test
