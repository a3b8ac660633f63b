// How the force of an overlap acts: as the derivative of an energy, continuously, in the deepest
// corner of an impact and spread over the patch of a block at rest.
#include "talus/narrow/force_point.h"

#include <gtest/gtest.h>

#include <cmath>

#include "narrow/body_mesh_wall/walls.h"
#include "narrow/nudged.h"

namespace talus::test {
namespace {

const Shape& ground() {
  static const Shape floor = make_half_space({0, 0, 1}, 0.0);
  return floor;
}

ForcePoint force_point_of(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                          const Pose<double>& pose_b) {
  return force_point(a, pose_a, b, pose_b, contact(a, pose_a, b, pose_b));
}

// A block of half-sides (0.5, 0.4, 0.5) turned about y, its lowest corner `depth` below the ground.
Pose<double> tilted(const Shape& block, double angle, double depth) {
  Pose<double> pose{{}, turn_about({0, 1, 0}, angle)};
  pose.position.z = -contact(ground(), {}, block, pose).distance - depth;
  return pose;
}

ForcePoint on_ground(const Shape& block, const Pose<double>& pose) {
  const ForcePoint at = force_point_of(ground(), {}, block, pose);
  const ForcePoint swapped = force_point_of(block, pose, ground(), {});
  EXPECT_LT(norm(at.point - swapped.point), 1e-14);
  EXPECT_LT(norm(at.normal + swapped.normal), 1e-15);
  EXPECT_NEAR(at.depth, swapped.depth, 1e-15);
  EXPECT_NEAR(at.spread_squared, swapped.spread_squared, 1e-14);
  return at;
}

TEST(ForcePoint, MovesContinuouslyWhenABlockAtRestTilts) {
  const Shape cube = block({0.5, 0.4, 0.5});
  const double depth = 1e-3;
  Vec3<double> before{};
  double largest = 0.0, travelled = 0.0;
  for (int i = -4000; i <= 4000; ++i) {
    const Pose<double> pose = tilted(cube, i * 1e-6, depth);
    const Vec3<double> point = on_ground(cube, pose).point - pose.position;
    if (i > -4000) {
      largest = std::max(largest, norm(point - before));
      travelled += norm(point - before);
    }
    before = point;
    EXPECT_NEAR(point.y, 0.0, 1e-9);
  }
  EXPECT_LT(largest, 0.01);  // of a path from one edge to the other
  EXPECT_GT(travelled, 0.9);
  const Pose<double> flat = tilted(cube, 0.0, depth);
  EXPECT_LT(std::abs(on_ground(cube, flat).point.x), 1e-6);
}

TEST(ForcePoint, IsTheDeepestCornerOfAnImpact) {
  const Shape cube = block({0.5, 0.4, 0.5});
  for (const double angle : {0.2, 0.5, 0.7}) {
    Pose<double> pose{{}, turn_about({1, 0.7, 0}, angle)};
    pose.position.z = -contact(ground(), {}, cube, pose).distance - 0.05;
    const Contact<double> c = contact(ground(), {}, cube, pose);
    const ForcePoint at = on_ground(cube, pose);
    EXPECT_LT(norm(at.point - 0.5 * (c.point_a + c.point_b)), 1e-8) << angle;
    EXPECT_NEAR(at.depth, 0.05, 1e-9);
    EXPECT_NEAR(at.slope, 1.0, 1e-8);
    EXPECT_LT(at.spread_squared, 1e-12) << angle;
  }
}

// A face of half-sides a and b has the second moments a^2 and b^2 of its corners; an edge has none.
TEST(ForcePoint, SpreadsOverFacesAndNotOverEdges) {
  const Shape cube = block({0.5, 0.4, 0.5});
  const Pose<double> flat = tilted(cube, 0.0, 1e-4);
  EXPECT_NEAR(on_ground(cube, flat).spread_squared, spread_squared(0.4 * 0.4), 1e-8);
  const Pose<double> on_edge = tilted(cube, 0.3, 1e-4);
  EXPECT_NEAR(on_ground(cube, on_edge).spread_squared, 0.0, 1e-15);
}

// The force of two blocks face to face acts within their common area, and the rounded depth exceeds
// theirs by no more than that of 16 pairs of corners.
TEST(ForcePoint, OfTwoBlocksIsInWhatTheyShare) {
  const Shape lower = block({0.5, 0.5, 0.5}), upper = block({0.2, 0.3, 0.2});
  const double depth = 1e-4, most = std::pow(16.0, 1.0 / 16.0);
  const Pose<double> aside{{0.4, 0.1, 0.7 - depth}, {}};  // x from 0.2 to 0.5, y from -0.2 to 0.4
  const ForcePoint at = force_point_of(lower, {}, upper, aside);
  EXPECT_GT(at.point.x, 0.25);
  EXPECT_LT(at.point.x, 0.45);
  EXPECT_NEAR(at.point.y, 0.08, 0.06);
  EXPECT_GT(at.spread_squared, 0.0);
  EXPECT_GT(at.depth, depth);
  EXPECT_LT(at.depth, most * depth);
  const ForcePoint above = force_point_of(lower, {}, upper, {{0.0, 0.0, 0.7 - depth}, {}});
  EXPECT_LT(norm(above.point - Vec3<double>{0.0, 0.0, 0.5 - 0.5 * depth}), 1e-9);
  EXPECT_NEAR(above.depth, most * depth, 1e-12);
  EXPECT_NEAR(above.slope, most, 1e-9);
  EXPECT_NEAR(above.spread_squared, spread_squared(0.2 * 0.2), 1e-8);
}

// A stack of coins with more corners than are taken: still in the middle.
TEST(ForcePoint, OfFacesWithManyCornersIsInTheirMiddle) {
  for (const int corners : {24, 33, 48, 96, 200}) {
    std::vector<Vec3<double>> rim;
    for (int i = 0; i < 2 * corners; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / corners;
      rim.push_back({std::cos(angle), std::sin(angle), i < corners ? 0.1 : -0.1});
    }
    const Shape coin = make_polyhedron(rim);
    const ForcePoint at =
        force_point_of(coin, {}, coin, {{0.0, 0.0, 0.2 - 1e-3}, turn_about({0, 0, 1}, 0.2)});
    EXPECT_LT(std::hypot(at.point.x, at.point.y), 0.1) << corners;
    EXPECT_LT(at.depth, 1e-3 * std::pow(1024.0, 1.0 / 16.0));
    EXPECT_GT(at.spread_squared, 0.1);
  }
}

// (sum over all corners of the Minkowski difference of (n.c)_+^16)^(1/16).
double rounded_along(const Vec3<double>& n, const Shape& a, const Pose<double>& pose_a,
                     const Shape& b, const Pose<double>& pose_b) {
  const auto heights = [&](const Shape& shape, const Pose<double>& pose) {
    const PolyhedronView<double>& body = std::get<Polyhedron>(shape).view();
    const Mat3<double> rotation = rotation_of(pose.orientation);
    std::vector<double> all;
    for (int i = 0; i < body.vertex_count; ++i) {
      all.push_back(dot(n, rotation * body.vertex(i) + pose.position));
    }
    return all;
  };
  double sum = 0.0;
  for (const double u : heights(a, pose_a)) {
    for (const double v : heights(b, pose_b)) sum += std::pow(std::max(0.0, u - v), 16.0);
  }
  return std::pow(sum, 1.0 / 16.0);
}

struct Pair {
  Shape a, b;
  Pose<double> pose_a, pose_b;
  Contact<double> exact;
};

// Hulls, blocks and needles with an overlap between a ten-thousandth and a tenth.
Pair random_pair(std::mt19937& engine) {
  std::uniform_real_distribution<> unit(0.0, 1.0);
  std::normal_distribution<> n;
  const auto shape = [&]() -> Shape {
    const double which = unit(engine);
    if (which < 0.5) return random_hull(engine, 26);
    if (which < 0.8) return block({0.5, 0.4, 0.3});
    return block({1.0, 0.1, 0.1});
  };
  Pair p{shape(), shape(), {{1.0, 2.0, 3.0}, random_turn(engine)}, {{}, random_turn(engine)}, {}};
  const Vec3<double> u = normalized(Vec3<double>{n(engine), n(engine), n(engine)});
  p.pose_b.position = p.pose_a.position + 3.0 * u;
  for (int i = 0; i < 30; ++i) {  // to a touch
    const double gap = contact(p.a, p.pose_a, p.b, p.pose_b).distance;
    p.pose_b.position = p.pose_b.position - gap * u;
  }
  p.pose_b.position = p.pose_b.position - std::pow(10.0, -1.0 - 3.0 * unit(engine)) * u;
  p.exact = contact(p.a, p.pose_a, p.b, p.pose_b);
  return p;
}

// Of polyhedra: the rounded depth is what its definition states, at a minimum over directions.
// Where several minima are blended, which gives a couple, the depth is at most 7 % below them.
TEST(ForcePoint, OfPolyhedraGoesByTheRoundedDepth) {
  std::mt19937 engine(17);
  double worst = 0.0, below = 0.0;
  int compared = 0, found = 0, blended = 0;
  for (int i = 0; i < 4000; ++i) {
    const Pair p = random_pair(engine);
    const double depth = -p.exact.distance;
    if (!(depth > 1e-6) || depth > 0.08) continue;
    ++compared;
    const ForcePoint at = force_point(p.a, p.pose_a, p.b, p.pose_b, p.exact);
    ASSERT_NEAR(norm(at.normal), 1.0, 1e-14);
    const auto along = [&](const Vec3<double>& n) {
      return rounded_along(n, p.a, p.pose_a, p.b, p.pose_b);
    };
    if (at.depth == depth && at.normal == p.exact.normal) continue;
    ++found;
    if (at.twist != 0.0) {
      ++blended;
      EXPECT_GT(at.depth, 0.93 * depth);
      EXPECT_LT(at.depth, (1.0 + 1e-6) * along(p.exact.normal));
      continue;
    }
    worst = std::max(worst, std::abs(along(at.normal) / at.depth - 1.0));
    const Vec3<double> t = any_orthogonal(at.normal), u = cross(at.normal, t);
    for (int k = 0; k < 8; ++k) {
      const double c = std::cos(0.25 * k * std::numbers::pi);
      const double s = std::sin(0.25 * k * std::numbers::pi);
      const Vec3<double> near = normalized(at.normal + (1e-3 * depth) * (c * t + s * u));
      below = std::max(below, 1.0 - along(near) / at.depth);
    }
  }
  EXPECT_GT(compared, 2000);
  EXPECT_GT(found, compared * 99 / 100);
  EXPECT_GT(blended, 20);
  EXPECT_LT(blended, compared / 5);
  EXPECT_LT(worst, 1e-6);
  EXPECT_LT(below, 1e-6);
}

// depth^2 / 2 as an energy: force and torque on B are its derivative, and those on A their
// opposites, also where another minimum of the depth takes over.
TEST(ForcePoint, IsTheDerivativeOfAnEnergy) {
  std::mt19937 engine(18);
  std::normal_distribution<> n;
  double worst = 0.0;
  int compared = 0, jumps = 0;
  for (int i = 0; i < 3000; ++i) {
    Pair p = random_pair(engine);
    if (i % 3 == 0) {  // on the ground
      const double below = std::max(1e-4, -p.exact.distance);
      p.a = ground();
      p.pose_a = {};
      p.pose_b.position.z -= contact(p.a, {}, p.b, p.pose_b).distance + below;
    }
    const double depth = -contact(p.a, p.pose_a, p.b, p.pose_b).distance;
    if (!(depth > 1e-4) || depth > 0.08) continue;
    const ForcePoint at = force_point_of(p.a, p.pose_a, p.b, p.pose_b);
    const Vec3<double> force = (at.slope * at.depth) * at.normal;
    const Vec3<double> torque = cross(at.point - p.pose_b.position, force) + at.twist * force;
    const Vec3<double> u = normalized(Vec3<double>{n(engine), n(engine), n(engine)});
    const auto energy = [&](double by, bool turns) {
      const Pose<double> moved = nudged(p.pose_b, u, by, turns);
      const double d = force_point_of(p.a, p.pose_a, p.b, moved).depth;
      return 0.5 * d * d;
    };
    ++compared;
    for (const bool turns : {false, true}) {
      const double step = 1e-4 * depth;
      const double slope = (energy(step, turns) - energy(-step, turns)) / (2.0 * step);
      const double error = std::abs(slope + dot(turns ? torque : force, u)) / depth;
      jumps += error > 0.01;
      if (error <= 0.01) worst = std::max(worst, error);
    }
  }
  EXPECT_GT(compared, 1500);
  EXPECT_LT(worst, 2e-3);
  EXPECT_LE(jumps, 1);
}

// Touching, one in the other, alike and at the same pose: always finite.
TEST(ForcePoint, OfDegenerateOverlapsIsFinite) {
  const Shape cube = block({0.5, 0.5, 0.5}), small = block({0.1, 0.1, 0.1});
  for (const double z : {1.0, 1.0 - 1e-16, 1.0 - 1e-13, 1.0 - 1e-9, 0.5, 1e-9, 0.0}) {
    for (const Shape& other : {cube, small}) {
      for (const double x : {0.0, 0.5, 0.6, 0.25}) {
        const ForcePoint at = force_point_of(cube, {}, other, {{x, 0.0, z}, {}});
        EXPECT_TRUE(std::isfinite(norm(at.point) + at.depth + at.slope + at.spread_squared));
        EXPECT_NEAR(norm(at.normal), 1.0, 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace talus::test
