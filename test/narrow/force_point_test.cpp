// Where the force of an overlap acts: at the deepest point of an impact, in the middle of a patch
// at rest, and continuously in between.
#include "talus/narrow/force_point.h"

#include <gtest/gtest.h>

#include <cmath>

#include "narrow/wall_any/walls.h"
#include "talus/narrow/contact.h"

namespace talus::test {
namespace {

const Shape& ground() {
  static const Shape floor = make_half_space({0, 0, 1}, 0.0);
  return floor;
}

// A block of half-sides (0.5, 0.4, 0.5) turned about y, its lowest corner `depth` below the ground.
Pose<double> tilted(const Shape& block, double angle, double depth) {
  Pose<double> pose{{}, turn_about({0, 1, 0}, angle)};
  pose.position.z = -contact(ground(), {}, block, pose).distance - depth;
  return pose;
}

ForcePoint on_ground(const Shape& block, const Pose<double>& pose) {
  OverlapScratch scratch;
  const Contact<double> c = contact(ground(), {}, block, pose);
  const ForcePoint at = force_point(ground(), {}, block, pose, c, scratch);
  const ForcePoint swapped =
      force_point(block, pose, ground(), {}, contact(block, pose, ground(), {}), scratch);
  EXPECT_LT(norm(at.point - swapped.point), 1e-14);
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
    EXPECT_NEAR(point.y, 0.0, 1e-3);
  }
  EXPECT_LT(largest, 0.01);  // of a path from one edge to the other
  EXPECT_GT(travelled, 0.9);
  const Pose<double> flat = tilted(cube, 0.0, depth);
  EXPECT_LT(std::abs(on_ground(cube, flat).point.x), 1e-6);
}

TEST(ForcePoint, IsTheDeepestPointOfAnImpact) {
  const Shape cube = block({0.5, 0.4, 0.5});
  for (const double angle : {0.0, 1e-3, 0.05, 0.5}) {
    const Pose<double> pose = tilted(cube, angle, 0.05);
    const Contact<double> c = contact(ground(), {}, cube, pose);
    const ForcePoint at = on_ground(cube, pose);
    EXPECT_LT(norm(at.point - 0.5 * (c.point_a + c.point_b)), 1e-3) << angle;
    EXPECT_LT(at.spread_squared, 1e-4) << angle;
  }
}

// A face of half-sides a and b has the second moments a^2 and b^2 of its corners; an edge has none.
TEST(ForcePoint, SpreadsOverFacesAndNotOverEdges) {
  const Shape cube = block({0.5, 0.4, 0.5});
  const Pose<double> flat = tilted(cube, 0.0, 1e-4);
  EXPECT_NEAR(on_ground(cube, flat).spread_squared, 0.4 * 0.4 / 3.0, 1e-9);
  const Pose<double> on_edge = tilted(cube, 0.3, 1e-4);
  EXPECT_NEAR(on_ground(cube, on_edge).spread_squared, 0.0, 1e-15);
}

// Two blocks face to face push in the middle of the rectangle that they share.
TEST(ForcePoint, OfTwoBlocksIsTheMiddleOfWhatTheyShare) {
  const Shape lower = block({0.5, 0.5, 0.5}), upper = block({0.2, 0.3, 0.2});
  const Pose<double> pose{{0.4, 0.1, 0.7 - 1e-4}, {}};  // x from 0.2 to 0.5, y from -0.2 to 0.4
  const Contact<double> c = contact(lower, {}, upper, pose);
  OverlapScratch scratch;
  const ForcePoint at = force_point(lower, {}, upper, pose, c, scratch);
  EXPECT_LT(norm(at.point - Vec3<double>{0.35, 0.1, 0.5 - 0.5e-4}), 1e-6);
  EXPECT_GT(at.spread_squared, 0.0);
}

// A corner on a face is a point, however shallow.
TEST(ForcePoint, OfACornerOnAFaceIsTheContactPoint) {
  const Shape lower = block({0.5, 0.5, 0.5}), upper = block({0.2, 0.2, 0.2});
  Pose<double> pose{{0.1, 0.05, 2.0}, turn_about({1, 0.5, 0}, 0.7)};
  pose.position.z -= contact(lower, {}, upper, pose).distance + 1e-4;
  const Contact<double> c = contact(lower, {}, upper, pose);
  ASSERT_LT(c.distance, 0.0);
  OverlapScratch scratch;
  const ForcePoint at = force_point(lower, {}, upper, pose, c, scratch);
  EXPECT_EQ(at.point, 0.5 * (c.point_a + c.point_b));
  EXPECT_EQ(at.spread_squared, 0.0);
}

}  // namespace
}  // namespace talus::test
