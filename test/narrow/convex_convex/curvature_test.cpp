// The radii of curvature at the contacts of superquadrics, half-spaces and polyhedra, against how
// far the support point moves as the normal turns; infinite, zero and none where they should be.
#include "talus/curvature.h"

#include <limits>

#include "narrow/convex_convex/patches.h"

namespace {

using namespace patches;
using talus::norm;

constexpr double infinite = std::numeric_limits<double>::infinity();

talus::ContactCurvature curvature(const Spec& a, const Spec& b) {
  const PosedPair s({a, b});
  const auto both = talus::curvature_at(s.evaluate(nullptr), s.a, s.pose_a, s.b, s.pose_b);
  EXPECT_TRUE(both.has_value());
  return both.value_or(talus::ContactCurvature{});
}

TEST(CurvatureOfAnyPair, OfSuperquadricsIsThatOfTheSurface) {
  Random random(91);
  double worst = 0;
  int queries = 0;
  for (int i = 0; i < 400; ++i) {
    PairSpec pair = laws::random_pair(Type::superquadric, Type::superquadric, random);
    for (Spec* spec : {&pair.a, &pair.b}) {
      spec->n1 = random.uniform(1.5, 6);
      spec->n2 = random.uniform(1.5, 6);
    }
    const PosedPair s(pair);
    const auto c = s.evaluate(nullptr);
    if (c.distance < -0.05) continue;
    const auto both = talus::curvature_at(c, s.a, s.pose_a, s.b, s.pose_b);
    ASSERT_TRUE(both.has_value());
    ++queries;
    for (const bool of_b : {false, true}) {
      const Spec& spec = of_b ? s.spec.b : s.spec.a;
      const auto& radii = of_b ? both->b : both->a;
      const Vec outward = of_b ? -c.normal : c.normal;
      const oracle::Body<long double> body(spec, spec.position);
      const oracle::Vec<long double> n(laws::triple(outward));
      const oracle::Vec<long double> t(laws::triple(radii.direction_of_largest));
      // Small beside the smallest component of the normal, on which high powers depend.
      const Vec in_body = transpose_times(rotation_of(laws::make_pose(spec).orientation), outward);
      const double least =
          std::min({std::abs(in_body.x), std::abs(in_body.y), std::abs(in_body.z)});
      if (least < 1e-3) continue;
      const long double turn = 1e-4L * least;
      const auto radius = [&](const oracle::Vec<long double>& along) {
        const auto moved =
            body.support_point(n + turn * along) - body.support_point(n - turn * along);
        return static_cast<double>(dot(moved, along) / (2 * turn));
      };
      worst = std::max(worst, std::abs(radius(t) / radii.largest - 1));
      worst = std::max(worst, std::abs(radius(cross(n, t)) - radii.smallest) / radii.largest);
    }
  }
  EXPECT_GT(queries, 100);
  EXPECT_LT(worst, 1e-6);
}

TEST(CurvatureOfAnyPair, OfABlockOnTheGroundIsInfiniteAndItsEquivalentRadiusIsNot) {
  const Spec block = superquadric({1, 1.5, 0.5}, 8, 8, {0, 0, 0.499});
  const auto both = curvature(block, ground());
  EXPECT_EQ(both.a.smallest, infinite);
  EXPECT_EQ(both.b.smallest, infinite);
  const Manifold m = evaluate(block, ground()).manifold;
  EXPECT_NEAR(m.equivalent_radius, m.area / (2 * pi * 1e-3), 1e-9 * m.equivalent_radius);
}

TEST(CurvatureOfAnyPair, OfPolyhedraIsThatOfTheFeature) {
  const Spec ball = ellipsoid({1, 1, 1}, {0, 0, 3});
  const auto face = curvature(box({1, 1, 1}), ball);
  EXPECT_EQ(face.a.smallest, infinite);
  EXPECT_DOUBLE_EQ(face.b.smallest, 1);
  const auto edge = curvature(box({1, 1, 1}, {0, 0, 0}, turn_about({1, 0, 0}, pi / 4)), ball);
  EXPECT_EQ(edge.a.smallest, 0);
  EXPECT_EQ(edge.a.largest, infinite);
  EXPECT_EQ(edge.a.gaussian, 0);
  EXPECT_NEAR(std::abs(edge.a.direction_of_largest.x), 1, 1e-12);
  const Spec on_its_tip =
      box({1, 1, 1}, {0, 0, 0}, turn_about({1, -1, 0}, std::acos(std::sqrt(1 / 3.0))));
  const auto vertex = curvature(on_its_tip, ball);
  EXPECT_EQ(vertex.a.largest, 0);
}

TEST(CurvatureOfAnyPair, SegmentsHaveNone) {
  Random random(92);
  const PosedPair s(laws::random_pair(Type::superquadric, Type::segment, random));
  EXPECT_FALSE(talus::curvature_at(s.evaluate(nullptr), s.a, s.pose_a, s.b, s.pose_b));
}

}  // namespace
