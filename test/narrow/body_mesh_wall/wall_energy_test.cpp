// The forces of a wall come from an energy that has no jumps.
#include <gtest/gtest.h>

#include "narrow/body_mesh_wall/walls.h"
#include "narrow/mesh_overlap/closed_meshes.h"
#include "narrow/nudged.h"
#include "narrow/wall_wrench.h"
#include "shape/mesh/grains.h"
#include "talus/shape/mesh/triangle.h"

namespace talus::test {
namespace {

double energy_of(const TriangleWall& wall, const Grain& grain, const Pose<double>& pose) {
  return test::energy_of(touch(wall, grain, pose));
}

double deepest_of(const std::vector<WallContact>& found) {
  double deepest = 0.0;
  for (const WallContact& c : found) deepest = std::max(deepest, c.depth);
  return deepest;
}

// Two plates that meet along the y axis at `angle`: seen from above a valley below 180 degrees,
// else a ridge.
TriangleWall bent(double angle) {
  const double half = 0.5 * angle;
  const Vec3<double> left{-3.0 * std::sin(half), 0.0, 3.0 * std::cos(half)};
  const Vec3<double> right{-left.x, 0.0, left.z};
  const Vec3<double> y{0.0, 3.0, 0.0};
  return TriangleWall({-y, y, left - y, left + y, right - y, right + y},
                      {{0, 1, 2}, {1, 3, 2}, {0, 1, 4}, {1, 5, 4}});
}

// A square of n x n cells with random heights, each cut along a random diagonal.
TriangleWall terrain(std::mt19937& engine, int n, double roughness) {
  std::uniform_real_distribution<> height(-roughness, roughness);
  std::vector<Vec3<double>> vertex;
  WallTriangles triangle;
  for (int i = 0; i <= n; ++i) {
    for (int k = 0; k <= n; ++k) {
      vertex.push_back({2.0 * i / n - 1.0, 2.0 * k / n - 1.0, height(engine)});
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const int a = i * (n + 1) + k, b = a + n + 1, c = b + 1, d = a + 1;
      if (engine() % 2 == 0) {
        triangle.push_back({a, b, c});
        triangle.push_back({a, c, d});
      } else {
        triangle.push_back({a, b, d});
        triangle.push_back({b, c, d});
      }
    }
  }
  return TriangleWall(vertex, triangle);
}

constexpr std::size_t bent_walls = 9;

std::vector<TriangleWall> walls_of_all_kinds() {
  std::mt19937 engine(11);
  std::vector<TriangleWall> walls;
  for (const double degrees : {40.0, 90.0, 130.0, 170.0, 178.0, 185.0, 220.0, 270.0, 320.0}) {
    walls.push_back(bent(degrees * std::numbers::pi / 180.0));
  }
  walls.push_back(inside_of_box());
  for (int i = 0; i < 4; ++i) walls.push_back(terrain(engine, 4 + 2 * i, 0.05 + 0.1 * i));
  return walls;
}

double distance_to(const TriangleWall& wall, const Vec3<double>& p) {
  double least = INFINITY;
  for (std::int32_t t = 0; t < static_cast<std::int32_t>(wall.triangles().size()); ++t) {
    const Vec3<double> q =
        nearest_on_triangle(wall.corner_of(t, 0), wall.corner_of(t, 1), wall.corner_of(t, 2), p)
            .point;
    least = std::min(least, norm(p - q));
  }
  return least;
}

// A random pose at which the overlap is shallow and the centre well away from the wall: a sheet
// that cuts a body in half has no side. False if none was found.
bool find_shallow(const TriangleWall& wall, const Grain& grain, double shallow,
                  std::mt19937& engine, Pose<double>& pose) {
  std::uniform_real_distribution<> place(-1.0, 1.0);
  pose = {{place(engine), place(engine), place(engine)}, random_turn(engine)};
  // Out of the wall along the deepest contact.
  for (int k = 0; k < 12; ++k) {
    const std::vector<WallContact> found = touch(wall, grain, pose);
    const double deepest = deepest_of(found);
    if (found.empty()) return false;
    if (deepest <= shallow) return distance_to(wall, pose.position) > 0.15;
    for (const WallContact& c : found) {
      if (c.depth != deepest) continue;
      pose.position = pose.position + (deepest - 0.8 * shallow) * c.normal;
      break;
    }
  }
  return false;
}

void expect_derivative(const Grain& grain, double allowed, bool with_terrain = true) {
  std::mt19937 engine(8);
  const std::vector<TriangleWall> walls = walls_of_all_kinds();
  int compared = 0, several = 0;
  const std::size_t count = with_terrain ? walls.size() : bent_walls + 1;
  for (std::size_t w = 0; w < count; ++w) {
    const WrenchErrors c = compare_with_energy(walls[w], grain, 400, 0.03, engine, find_shallow);
    EXPECT_LT(std::max(c.worst, c.worst_several), allowed) << "wall " << w;
    compared += c.compared;
    several += c.several;
  }
  EXPECT_GT(compared, with_terrain ? 2000 : 800);
  EXPECT_GT(several, with_terrain ? 300 : 100);
}

// The errors are those of the differences and, of polyhedra, of the search for the rounded depth
// on ridges (rounded_depth.h).
TEST(WallContacts, ForcesOfSpheresAreTheDerivativeOfAnEnergy) {
  expect_derivative(Grain(make_sphere(0.5)), 1e-7);
}

TEST(WallContacts, ForcesOfEllipsoidsAreTheDerivativeOfAnEnergy) {
  expect_derivative(Grain(make_ellipsoid({0.6, 0.45, 0.4})), 2e-6);
}

TEST(WallContacts, ForcesOfSuperquadricsAreTheDerivativeOfAnEnergy) {
  expect_derivative(Grain(make_superquadric({0.5, 0.5, 0.4}, 2.5, 2.2)), 2e-6);
  expect_derivative(Grain(make_superquadric({0.5, 0.45, 0.4}, 4.0, 3.0)), 2e-6);
}

// Differences over 1e-7 are wide for sides that are level to less.
TEST(WallContacts, ForcesOfFlatSuperquadricsAreTheDerivativeOfAnEnergy) {
  expect_derivative(Grain(make_superquadric({0.5, 0.5, 0.4}, 20.0, 2.0)), 1e-5);
}

TEST(WallContacts, ForcesOfPolyhedraAreTheDerivativeOfAnEnergy) {
  std::mt19937 engine(9);
  expect_derivative(Grain(block({0.4, 0.35, 0.3})), 5e-4);
  expect_derivative(Grain(random_hull(engine, 26)), 5e-4);
}

struct WorkErrors {
  int compared{};
  double worst{};
};

// Work along a straight line against the forces, with the change of the energy: jumps of the energy
// would show. `worst` is relative to the largest energy on the lines.
WorkErrors compare_work(const TriangleWall& wall, const Grain& grain, int count, double shallow,
                        std::mt19937& engine) {
  constexpr int steps = 64;
  std::normal_distribution<> normal;
  WorkErrors sum;
  double largest = 0.0, worst = 0.0;
  for (int i = 0; i < count; ++i) {
    Pose<double> pose;
    if (!find_shallow(wall, grain, shallow, engine, pose)) continue;
    const Vec3<double> u = normalized(Vec3<double>{normal(engine), normal(engine), normal(engine)});
    const bool turns = i % 2 == 1;
    const double step = shallow / steps;
    double work = 0.0, before = 0.0;
    const double start = energy_of(wall, grain, pose);
    for (int k = 0; k <= steps; ++k) {
      const Pose<double> at = nudged(pose, u, k * step, turns);
      const Wrench wrench = wrench_of(touch(wall, grain, at), at);
      const double along = dot(turns ? wrench.torque : wrench.force, u);
      if (k > 0) work += 0.5 * step * (before + along);
      before = along;
    }
    const double end = energy_of(wall, grain, nudged(pose, u, steps * step, turns));
    largest = std::max({largest, start, end});
    worst = std::max(worst, std::abs(end - start + work));
    ++sum.compared;
  }
  sum.worst = largest > 0.0 ? worst / largest : 0.0;
  return sum;
}

// Not on terrain whose faces are as small as the parts of the meshes: the side of a vertex may
// change there.
TEST(WallContacts, ForcesOfMeshesAreTheDerivativeOfAnEnergy) {
  expect_derivative(Grain(make_mesh(torus(0.35, 0.15, 32, 16), {.cells = 24})), 1e-5, false);
  expect_derivative(Grain(table_mesh()), 1e-5, false);
  expect_derivative(Grain(jack_mesh(0.2)), 1e-5, false);
}

// Polyhedra: where the contact with a ridge passes to other features of the body, the rounded depth
// jumps by a hundredth (rounded_depth.h). On terrain whose faces are only ten times as large as the
// overlap, a vertex may pass the end of a crease behind several of them.
TEST(WallContacts, EnergiesOfConvexBodiesHaveNoJumps) {
  std::mt19937 engine(10);
  const std::vector<TriangleWall> walls = walls_of_all_kinds();
  int compared = 0;
  for (const Grain& grain : convex_grains()) {
    const bool is_round = kind_of(grain.shape) != Kind::polyhedron;
    for (std::size_t w = 0; w < walls.size(); ++w) {
      const bool is_terrain = w >= bent_walls + 1;
      const WorkErrors c = compare_work(walls[w], grain, 60, 0.02, engine);
      EXPECT_LT(c.worst, is_round     ? 1e-3
                         : is_terrain ? 0.25
                                      : 0.03)
          << name_of(kind_of(grain.shape)) << " on wall " << w;
      compared += c.compared;
    }
  }
  EXPECT_GT(compared, 2000);
}

}  // namespace
}  // namespace talus::test
