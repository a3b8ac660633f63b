// GJK and the expansion on a body whose answers are known: a ball and a box as Minkowski
// difference.
#include "talus/narrow/engine/gjk.h"

#include <gtest/gtest.h>

#include "talus/narrow/engine/convex.h"

namespace talus::engine {
namespace {

using V = Vec3<double>;

// C is the box [centre - half, centre + half]; no bodies behind it. Vertices are numbered by signs.
class BoxDifference {
 public:
  static constexpr bool smooth = false;
  BoxDifference(const V& centre, const V& half) : centre_(centre), half_(half) {}

  SupportPair<double> support(const V& n) {
    ++calls;
    SupportPair<double> pair;
    pair.index_a = (n.x > 0 ? 1 : 0) | (n.y > 0 ? 2 : 0) | (n.z > 0 ? 4 : 0);
    pair.index_b = 0;
    pair.c = pair.a = vertex(pair.index_a);
    pair.b = {};
    return pair;
  }
  V edge_a(int i, int j) const { return vertex(j) - vertex(i); }
  V edge_b(int, int) const { return {}; }
  double radius() const { return norm(half_); }
  double rounding() const { return 1e-15 * (norm(half_) + norm(centre_)); }
  const V& between_centres() const { return centre_; }
  double share_of_a(const V&, const V&) const { return 0.5; }
  // Moving B moves C the other way.
  BoxDifference moved(const V& shift) const { return {centre_ - shift, half_}; }
  int calls = 0;

 private:
  V vertex(int i) const {
    return centre_ + V{(i & 1) ? half_.x : -half_.x, (i & 2) ? half_.y : -half_.y,
                       (i & 4) ? half_.z : -half_.z};
  }
  V centre_, half_;
};

TEST(gjk, brackets_the_distance_to_a_box) {
  BoxDifference box(V{5, 0.3, -0.2}, V{1, 2, 3});
  const GjkResult<double> r = gjk(box, V{0, 0, 1}, box.radius(), 1e-15, box.rounding(), 50);
  EXPECT_NE(r.end, GjkEnd::enclosed);
  EXPECT_NEAR(r.upper, 4.0, 1e-14);
  EXPECT_NEAR(r.lower, 4.0, 1e-14);
  EXPECT_NEAR(r.normal.x, -1.0, 1e-14);
}

TEST(gjk, reports_an_enclosed_origin_and_not_a_distance) {
  BoxDifference box(V{0.13, 0.25, -0.31}, V{1, 2, 3});
  const GjkResult<double> r = gjk(box, V{0, 0, 1}, box.radius(), 1e-15, box.rounding(), 50);
  EXPECT_EQ(r.end, GjkEnd::enclosed);
  EXPECT_GT(r.upper, 1e300);
}

TEST(gjk, stops_at_its_iteration_cap) {
  BoxDifference box(V{5, 0.3, -0.2}, V{1, 2, 3});
  const GjkResult<double> r = gjk(box, V{0, 0, 1}, box.radius(), 1e-15, box.rounding(), 1);
  EXPECT_EQ(r.end, GjkEnd::limit);
  EXPECT_LE(box.calls, 2);
  EXPECT_LE(r.lower, 4.0);
  EXPECT_GE(r.upper, 4.0);
}

// Every depth and both signs through zero; the exact answer is a subtraction.
TEST(convex, follows_a_box_through_zero) {
  for (const double gap : {1.0, 1e-3, 1e-9, 1e-13, 0.0, -1e-13, -1e-9, -1e-3, -0.5}) {
    BoxDifference box(V{1 + gap, 0.1, 0.2}, V{1, 2, 3});
    Cache<double> cache;
    const Contact<double> r = solve_convex(box, Settings<double>{}, cache);
    EXPECT_NEAR(r.distance, gap, 2e-15) << gap;
    EXPECT_LE(r.lower, gap);
    EXPECT_GE(r.upper, gap);
    EXPECT_TRUE(r.proven);
    EXPECT_NEAR(r.normal.x, -1.0, 1e-12) << gap;
  }
}

}  // namespace
}  // namespace talus::engine
