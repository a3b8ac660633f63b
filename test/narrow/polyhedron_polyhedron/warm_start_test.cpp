// Queries with a cache along random walks: the same answers as without, across changes of features,
// of the lowest face of C, and of contact itself; and a small move costs little.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "narrow/laws/posed_pair.h"

namespace {

using laws::PosedPair;
using laws::Random;
using talus::Cache;
using talus::Contact;
using talus::Vec3;

// B turned about its position by a small angle.
void turn_b(PosedPair& posed, const Vec3<double>& axis, double angle) {
  const talus::Quat<double> q = posed.pose_b.orientation;
  const double c = std::cos(angle / 2), s = std::sin(angle / 2);
  const Vec3<double> u = s * axis, v{q.x, q.y, q.z};
  const Vec3<double> turned = c * v + q.w * u + cross(u, v);
  posed.pose_b =
      talus::make_pose(posed.pose_b.position, {c * q.w - dot(u, v), turned.x, turned.y, turned.z});
}

PosedPair random_hulls(Random& random, int vertices) {
  laws::PairSpec pair;
  for (laws::Spec* s : {&pair.a, &pair.b}) {
    s->type = laws::Type::polyhedron;
    for (int i = 0; i < vertices; ++i) s->points.push_back(random.direction());
    s->orientation = random.orientation();
  }
  return PosedPair(pair);
}

struct Counts {
  int steps{}, features{}, jumps{}, contacts{};
  double worst{}, warm_iterations{}, cold_iterations{};
};

// B stays about `nearest` to `farthest` from A, both of radius 1.
Counts walk(int vertices, double step, double nearest, double farthest, int seed) {
  Random random(seed);
  Counts n;
  for (int start = 0; start < 20; ++start) {
    PosedPair posed = random_hulls(random, vertices);
    const double home = random.uniform(nearest, farthest);
    posed.move_b(home * laws::vec(random.direction()));
    const Vec3<double> at_home = posed.pose_b.position;
    Cache<double> cache;
    Contact<double> last;
    int last_feature = 0;
    for (int i = 0; i < 100; ++i) {
      const Vec3<double> back = at_home - posed.pose_b.position;
      posed.move_b(step * laws::vec(random.direction()) + 0.02 * back);
      turn_b(posed, laws::vec(random.direction()), step);
      const Contact<double> warm = posed.evaluate(nullptr, &cache), cold = posed.evaluate(nullptr);
      const double scale = std::max(1.0, std::abs(cold.distance));
      n.worst = std::max(n.worst, std::abs(warm.distance - cold.distance) / scale);
      EXPECT_TRUE(warm.proven);
      EXPECT_EQ(warm.status, cold.status);
      const int feature = cache.feature * 1000003 + cache.vertex_a[0] * 1009 + cache.vertex_b[0];
      if (i > 0) {
        n.steps += 1;
        n.features += feature != last_feature;
        n.jumps += norm(warm.normal - last.normal) > 0.5;
        n.contacts += (warm.distance > 0) != (last.distance > 0);
        n.warm_iterations += warm.iterations;
        n.cold_iterations += cold.iterations;
      }
      last = warm;
      last_feature = feature;
    }
  }
  return n;
}

class WarmStart : public testing::TestWithParam<int> {};

TEST_P(WarmStart, AnswersAsColdAcrossEveryKindOfChange) {
  const Counts n = walk(GetParam(), 0.05, 0.2, 2.2, 11);
  EXPECT_LE(n.worst, 2e-15);
  EXPECT_GT(n.features, n.steps / 20);
  EXPECT_GT(n.jumps, 5);
  EXPECT_GT(n.contacts, 5);
}

// All pairs of small bodies, and separated and shallow ones of large bodies, but for those on
// facets so small that they prove little. A deep overlap of large bodies is grown anew.
TEST_P(WarmStart, TakesFewStepsAfterASmallMove) {
  const bool small = GetParam() <= 64;
  const Counts n = walk(GetParam(), 1e-4, small ? 0.2 : 1.9, 2.2, 12);
  EXPECT_LE(n.worst, 2e-15);
  EXPECT_LT(n.warm_iterations, small ? 1.1 * n.steps : 0.3 * n.cold_iterations);
}

INSTANTIATE_TEST_SUITE_P(Polyhedra, WarmStart, testing::Values(6, 12, 40, 100, 500),
                         testing::PrintToStringParamName());

}  // namespace
