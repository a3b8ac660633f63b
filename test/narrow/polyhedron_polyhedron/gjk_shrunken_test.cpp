// GJK on shrunken bodies: right for shallow contacts of regular bodies, near the truth for shallow
// contacts in general, and an honest failure for deep ones.
#include "talus/narrow/polyhedron_polyhedron/published/gjk_shrunken.h"

#include "narrow/polyhedron_polyhedron/gjk_family.h"

namespace gjk_family {
namespace {

using talus::polyhedron_polyhedron::trace_gjk_shrunken;

Contact follow(const Posed& pair, Recorder& recorder) {
  return trace_gjk_shrunken(pair.a, pair.b, pair.b_in_a, talus::Settings<double>{}, recorder);
}

Contact evaluate(const PosedPair& posed_pair) {
  Recorder recorder;
  return follow(Posed(posed_pair), recorder);
}

// Face to face the shrunken bodies have the normal of the whole ones.
TEST(GjkShrunken, CubesFaceToFace) {
  for (const double depth : {1e-6, 0.01, 0.1, 0.14}) {
    const PosedPair posed_pair = two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, {1.5 - depth, 0.125, 0});
    const Contact c = evaluate(posed_pair);
    EXPECT_EQ(c.status, Status::overlapping);
    EXPECT_NEAR(c.distance, -depth, 2e-15);
    EXPECT_NEAR(c.normal.x, 1, 1e-15);
    EXPECT_LT(norm(c.point_b - c.point_a - c.distance * c.normal), 1e-15);
  }
}

// The crusts of the two cubes are 0.1 and 0.05 thick: deeper than their sum the shrunken ones
// touch.
TEST(GjkShrunken, DeepOverlapIsAFailure) {
  for (const double depth : {0.1501, 0.3, 1.0, 1.5}) {
    const PosedPair posed_pair = two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, {1.5 - depth, 0.125, 0});
    const Contact c = evaluate(posed_pair);
    EXPECT_EQ(c.status, Status::not_supported);
    EXPECT_FALSE(c.proven);
    EXPECT_LE(c.lower, -depth + 1e-14);
    EXPECT_GE(c.upper, -depth - 1e-14);
  }
}

// Table 1: right, or an overestimate, or too deep; Figs. 4, 7 and 8 are too deep.
TEST(GjkShrunken, Table1) {
  for (const auto& figure : situations::all_situations()) {
    const Contact c = evaluate(figure.pair);
    std::printf("gjk-shrunken, %s: %s, %.6f for %.6f\n", figure.id.c_str(),
                std::string(talus::name_of(c.status)).c_str(), c.distance, figure.distance);
    if (is_failure(c.status)) continue;
    EXPECT_LE(c.distance, figure.distance + 1e-14) << figure.id;
    EXPECT_NEAR(norm(c.normal), 1, 2e-15);
  }
  EXPECT_EQ(evaluate(situations::situation("fig5f").pair).status, Status::overlapping);
  EXPECT_EQ(evaluate(situations::situation("fig7").pair).status, Status::not_supported);
  EXPECT_EQ(evaluate(situations::situation("fig8a").pair).status, Status::not_supported);
}

// Separated pairs need no shrinking. Overlapping ones: the depth along the normal of the shrunken
// bodies is never less than the true depth, and mostly a little more.
TEST(GjkShrunken, RandomPairs) {
  Random random(1);
  int separated = 0, failed = 0, right = 0, near = 0, answered = 0;
  double worst_separated = 0;
  for (int i = 0; i < 2000; ++i) {
    const PosedPair posed_pair(random_pair(Bodies::boxes, 8, random));
    const Posed pair(posed_pair);
    Recorder recorder;
    const Contact c = follow(pair, recorder);
    const double exact = exact_distance(posed_pair.spec), size = pair.size();
    EXPECT_LE(c.lower, exact + 1e-14 * size);
    EXPECT_GE(c.upper, exact - 1e-14 * size);
    if (exact > 0) {
      ++separated;
      EXPECT_EQ(c.status, Status::separated);
      worst_separated =
          std::max(worst_separated, std::abs(c.distance - exact) / std::max(size, exact));
    } else if (is_failure(c.status)) {
      ++failed;
      EXPECT_EQ(c.status, Status::not_supported);
    } else {
      ++answered;
      EXPECT_LE(c.distance, exact + 1e-14 * size);
      right += c.distance > exact - 1e-12 * size;
      near += c.distance > exact - 0.02 * size;
    }
  }
  std::printf("gjk-shrunken: %d separated, %d too deep, %d answered: %d right, %d within 2 %%\n",
              separated, failed, answered, right, near);
  EXPECT_GT(separated, 300);
  EXPECT_LT(worst_separated, 1e-14);
  EXPECT_GT(failed, 100);
  EXPECT_GT(answered, 50);
  EXPECT_GT(right, 0.3 * answered);
  EXPECT_LT(right, answered);
}

TEST(GjkShrunken, Touching) {
  const Contact c = evaluate(two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, {1.5, 0.25, 0.125}));
  EXPECT_EQ(c.status, Status::touching);
  EXPECT_NEAR(c.distance, 0, 1e-15);
  EXPECT_NEAR(c.normal.x, 1, 1e-15);
}

TEST(GjkShrunken, DegenerateInput) {
  for (const PosedPair& posed_pair : {two_boxes({1, 1, 1}, {1, 1, 1}, {0, 0, 0}),
                                      two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, {0, 0, 0}),
                                      two_boxes({1, 1, 1e-6}, {1, 1, 1e-6}, {0.5, 0.5, 0}),
                                      two_boxes({1, 2, 3}, {1e-6, 1e-6, 1e-6}, {0.5, 0, 0})}) {
    const Contact c = evaluate(posed_pair);
    EXPECT_EQ(c.status, Status::not_supported);
    EXPECT_TRUE(std::isfinite(c.distance));
    EXPECT_NEAR(norm(c.normal), 1, 2e-15);
    const double exact = exact_distance(posed_pair.spec);
    EXPECT_LE(c.lower, exact + 1e-14);
    EXPECT_GE(c.upper, exact - 1e-14);
  }
}

}  // namespace
}  // namespace gjk_family
