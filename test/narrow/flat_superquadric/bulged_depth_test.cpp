// The force of flat superquadrics: the derivative of an energy, with the closed form of a level
// side, and that of a contact without bulge for round bodies.
#include "talus/narrow/flat_superquadric/bulged_depth.h"

#include <gtest/gtest.h>

#include <cmath>

#include "narrow/body_mesh_wall/walls.h"
#include "narrow/nudged.h"
#include "talus/narrow/force_point.h"

namespace talus::test {
namespace {

ForcePoint point_of(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                    const Pose<double>& pose_b) {
  return force_point(a, pose_a, b, pose_b, contact(a, pose_a, b, pose_b));
}

const Shape& ground() {
  static const Shape floor = make_half_space({0, 0, 1}, 0.0);
  return floor;
}

// Moves b along the normal until the overlap is `depth`.
void set_depth(const Shape& a, const Shape& b, Pose<double>& pose_b, double depth) {
  for (int i = 0; i < 4; ++i) {
    const Contact<double> c = contact(a, {}, b, pose_b);
    pose_b.position = pose_b.position - (c.distance + depth) * c.normal;
  }
}

// Of a side of half-width a that is tilted by `angle` the force is at a times the derivative of the
// smooth |m| (bulged_support.h) at m = a angle, but for the powers of an exponent of 100: 0.9 to 1.
TEST(BulgedDepth, OfALevelSideHasTheClosedForm) {
  const Superquadric<double> body = make_superquadric({0.5, 0.4, 0.3}, 100.0, 100.0);
  const double depth = 1e-3;
  for (const double x : {-0.6, -0.2, 0.0, 0.1, 0.5}) {
    const double angle = x * relative_width(100.0) * depth / 0.5;
    const Pose<double> pose{{0.0, 0.0, 0.3 - depth}, turn_about({0, 1, 0}, angle)};
    const ForcePoint at = point_of(ground(), {}, body, pose);
    // The middle of a side stands out by 5/16 of the width in both directions.
    const double standing_out = 0.625 * relative_width(100.0);
    EXPECT_NEAR(at.depth, depth / (1.0 - standing_out), 0.05 * depth);
    const double wide = x * depth / at.depth;
    const double exact = 0.5 * wide * (15.0 + wide * wide * (3.0 * wide * wide - 10.0)) / 8.0;
    EXPECT_NEAR(at.point.x, exact, 0.1 * std::abs(exact) + 1e-12) << x;
    EXPECT_NEAR(at.point.y, 0.0, 1e-12);
    // In the middle it rocks as a polyhedron's face whose vertices have 16/15 of its moment, about
    // its longer side.
    if (x == 0.0) {
      EXPECT_NEAR(at.spread_squared, spread_squared(0.4 * 0.4 * 16.0 / 15.0), 0.03);
    }
  }
  // On its edge, and on the barrel of a cylinder, it rolls freely.
  const auto rolls = [](const Shape& shape, const Pose<double>& pose) {
    return point_of(ground(), {}, shape, pose).spread_squared;
  };
  EXPECT_LT(rolls(body, {{0.0, 0.0, 0.55}, turn_about({0, 1, 0}, 0.7)}), 1e-9);
  const Shape cylinder = make_superquadric({0.5, 0.5, 0.5}, 20.0, 2.0);
  EXPECT_LT(rolls(cylinder, {{0.0, 0.0, 0.499}, turn_about({0, 1, 0}, std::acos(0.0))}), 1e-7);
}

// Random pairs, from level sides to corners: differences of the depth are slope times the motion
// along the normal at the point.
void expect_derivative(const Shape& a, const Shape& b, double tilt, std::mt19937& engine) {
  std::normal_distribution<> normal;
  std::uniform_real_distribution<> unit(-1.0, 1.0);
  const double depth = 2e-3;
  Pose<double> pose{{0.2 * unit(engine), 0.2 * unit(engine), 1.0},
                    turn_about({normal(engine), normal(engine), normal(engine)}, tilt)};
  set_depth(a, b, pose, depth);
  const Contact<double> c = contact(a, {}, b, pose);
  const ForcePoint at = point_of(a, {}, b, pose);
  EXPECT_NEAR(at.depth, depth, 0.2 * depth);
  EXPECT_LT(std::acos(std::min(1.0, dot(at.normal, c.normal))), 0.02);
  const Vec3<double> u = normalized(Vec3<double>{normal(engine), normal(engine), normal(engine)});
  for (const bool turns : {false, true}) {
    const double step = 1e-4 * depth * std::max(1e-3, std::min(1.0, tilt));
    const double change = (point_of(a, {}, b, nudged(pose, u, step, turns)).depth -
                           point_of(a, {}, b, nudged(pose, u, -step, turns)).depth) /
                          (2.0 * step);
    const Vec3<double> motion = turns ? cross(u, at.point - pose.position) : u;
    EXPECT_NEAR(change, -at.slope * dot(at.normal, motion), 2e-4)
        << (turns ? "turn" : "shift") << " tilt " << tilt;
  }
}

TEST(BulgedDepth, HasTheForceAsItsDerivative) {
  std::mt19937 engine(5);
  for (const double n1 : {5.0, 8.0, 20.0, 100.0}) {
    for (const double n2 : {2.0, 8.0, 20.0}) {
      const Shape flat = make_superquadric({0.5, 0.45, 0.4}, n1, n2);
      const Shape round = make_superquadric({0.6, 0.5, 0.4}, 4.0, 3.0);
      const Shape cube = block({0.6, 0.5, 0.4});
      for (const double tilt : {0.0, 1e-6, 1e-4, 1e-2, 0.1, 0.4}) {
        SCOPED_TRACE(testing::Message() << n1 << ' ' << n2);
        expect_derivative(ground(), flat, tilt, engine);
        expect_derivative(cube, flat, tilt, engine);
        expect_derivative(flat, cube, tilt, engine);
        expect_derivative(flat, flat, tilt, engine);
        expect_derivative(round, flat, tilt, engine);
      }
    }
  }
}

// As rounded_depth.h states for polyhedra: the point crosses a side without a jump as it tilts.
TEST(BulgedDepth, MovesItsPointContinuously) {
  const Shape cube = make_superquadric({0.5, 0.5, 0.5}, 20.0, 20.0);
  for (const Shape& other : {Shape(block({2.0, 2.0, 0.5})), cube}) {
    Vec3<double> before{};
    double largest = 0.0, travelled = 0.0;
    for (int i = -1000; i <= 1000; ++i) {
      const Pose<double> pose{{0.0, 0.0, 1.0 - 1e-3}, turn_about({0, 1, 0}, i * 1e-6)};
      const Vec3<double> point = point_of(other, {}, cube, pose).point;
      if (i > -1000) largest = std::max(largest, norm(point - before));
      if (i > -1000) travelled += norm(point - before);
      before = point;
    }
    EXPECT_LT(largest, 0.01);
    EXPECT_GT(travelled, 0.5);
  }
}

TEST(BulgedDepth, LeavesRoundBodiesAlone) {
  for (const Shape& body : {Shape(make_superquadric({0.5, 0.4, 0.3}, 4.0, 4.0)),
                            Shape(make_superquadric({0.5, 0.4, 0.3}, 2.0, 3.0)),
                            Shape(make_superquadric({0.5, 0.4, 0.3}, 1.5, 20.0))}) {
    EXPECT_FALSE(has_flat_superquadric(body, ground()));
    const Pose<double> pose{{0.0, 0.0, 0.299}, turn_about({1, 2, 0}, 0.01)};
    const Contact<double> c = contact(ground(), {}, body, pose);
    const ForcePoint at = force_point(ground(), {}, body, pose, c);
    EXPECT_EQ(at.depth, -c.distance);
    EXPECT_EQ(at.slope, 1.0);
    EXPECT_EQ(norm(at.point - 0.5 * (c.point_a + c.point_b)), 0.0);
  }
  EXPECT_TRUE(has_flat_superquadric(make_superquadric({0.5, 0.4, 0.3}, 2.0, 20.0), ground()));
}

}  // namespace
}  // namespace talus::test
