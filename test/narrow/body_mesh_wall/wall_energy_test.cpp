// The pushes of a wall come from an energy that has no jumps.
#include <gtest/gtest.h>

#include "narrow/body_mesh_wall/walls.h"
#include "narrow/nudged.h"

namespace talus::test {
namespace {

constexpr double hertz = hertz_energy_power;

// In units of the law's constant: depth^p / p.
double energy_of(const TriangleWall& wall, const Grain& grain, const Pose<double>& pose) {
  double sum = 0.0;
  for (const WallContact& c : touch(wall, grain, pose)) {
    const double of_point = c.area > 0.0 ? c.area : 1.0, p = c.area > 0.0 ? 2.0 : hertz;
    sum += of_point * c.share * std::pow(c.rounded, p) / p;
  }
  return sum;
}

struct Push {
  Vec3<double> force{}, torque{};
};

Push push_of(const std::vector<WallContact>& found, const Pose<double>& pose) {
  Push sum;
  for (const WallContact& c : found) {
    const double p = c.area > 0.0 ? 2.0 : hertz;
    const double size = (c.area > 0.0 ? c.area : 1.0) * c.share * c.slope;
    const Vec3<double> force = (size * std::pow(c.rounded, p - 1.0)) * c.normal;
    sum.force = sum.force + force;
    sum.torque = sum.torque + cross(c.point - pose.position, force) + c.twist * force;
  }
  return sum;
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

std::vector<TriangleWall> walls_of_all_kinds() {
  std::mt19937 engine(11);
  std::vector<TriangleWall> walls;
  for (const double degrees : {40.0, 90.0, 130.0, 170.0, 178.0, 185.0, 220.0, 270.0, 320.0}) {
    walls.push_back(bent(degrees * std::numbers::pi / 180.0));
  }
  walls.push_back(room());
  for (int i = 0; i < 4; ++i) walls.push_back(terrain(engine, 4 + 2 * i, 0.05 + 0.1 * i));
  return walls;
}

struct Comparison {
  int compared{}, several{}, off{};
  double worst{};  // relative error of the others
};

// Compares the push of random poses with differences of the energy.
Comparison compare(const TriangleWall& wall, const Grain& grain, int count, double shallow,
                   double allowed, std::mt19937& engine) {
  std::uniform_real_distribution<> place(-1.0, 1.0);
  std::normal_distribution<> normal;
  Comparison sum;
  for (int i = 0; i < count; ++i) {
    Pose<double> pose{{place(engine), place(engine), place(engine)}, random_turn(engine)};
    // Out of the wall until the overlap is shallow.
    std::vector<WallContact> found = touch(wall, grain, pose);
    for (int k = 0; k < 12 && deepest_of(found) > shallow; ++k) {
      Vec3<double> out{};
      for (const WallContact& c : found) {
        if (c.depth == deepest_of(found)) out = c.normal;
      }
      pose.position = pose.position + (deepest_of(found) - 0.8 * shallow) * out;
      found = touch(wall, grain, pose);
    }
    if (found.empty() || deepest_of(found) > shallow) continue;
    const Push push = push_of(found, pose);
    const double scale = std::pow(shallow, hertz - 1.0);
    const Vec3<double> u = normalized(Vec3<double>{normal(engine), normal(engine), normal(engine)});
    for (const bool turns : {false, true}) {
      const double step = 1e-7;
      const double slope = (energy_of(wall, grain, nudged(pose, u, step, turns)) -
                            energy_of(wall, grain, nudged(pose, u, -step, turns))) /
                           (2.0 * step);
      const double error = std::abs(slope + dot(turns ? push.torque : push.force, u)) / scale;
      if (error > allowed) {
        if (std::getenv("TALUS_SHOW") != nullptr && sum.off < 8) {
          std::printf("  %s error %.2e turns %d slope %.3e push %.3e at (%g,%g,%g)\n",
                      std::string(name_of(kind_of(grain.shape))).c_str(), error, turns, slope,
                      -dot(turns ? push.torque : push.force, u), pose.position.x, pose.position.y,
                      pose.position.z);
          std::vector<WallContact> all = found;
          for (const double by : {-step, step}) {
            WallContact mark;
            mark.key = -1;
            all.push_back(mark);
            for (const WallContact& c : touch(wall, grain, nudged(pose, u, by, turns)))
              all.push_back(c);
          }
          for (const WallContact& c : all) {
            std::printf("     key %ld depth %.4f share %.4f slope %.4f n (%.3f %.3f %.3f)\n",
                        long(c.key >> 32), c.depth, c.share, c.slope, c.normal.x, c.normal.y,
                        c.normal.z);
          }
        }
        ++sum.off;
      } else {
        sum.worst = std::max(sum.worst, error);
      }
    }
    ++sum.compared;
    sum.several += found.size() > 1;
  }
  return sum;
}

TEST(WallContacts, PushesAreTheDerivativeOfAnEnergy) {
  std::mt19937 engine(8);
  const std::vector<TriangleWall> walls = walls_of_all_kinds();
  for (const Grain& grain : {Grain(make_sphere(0.5)), Grain(make_ellipsoid({0.6, 0.45, 0.4})),
                             Grain(make_superquadric({0.5, 0.5, 0.4}, 2.5, 2.2)),
                             Grain(make_superquadric({0.5, 0.45, 0.4}, 4.0, 3.0)),
                             Grain(block({0.4, 0.35, 0.3})), Grain(random_hull(engine, 26))}) {
    for (std::size_t w = 0; w < walls.size(); ++w) {
      const Comparison c =
          compare(walls[w], grain, std::getenv("TALUS_SHOW") ? 3000 : 300, 0.03, 1e-3, engine);
      std::printf("%-12s wall %zu: compared %d several %d off %d worst %.1e\n",
                  std::string(name_of(kind_of(grain.shape))).c_str(), w, c.compared, c.several,
                  c.off, c.worst);
    }
  }
}

}  // namespace
}  // namespace talus::test
