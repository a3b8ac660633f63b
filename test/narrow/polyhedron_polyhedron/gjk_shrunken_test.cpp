// GJK on shrunken bodies: every overlap is reduced until the bodies are apart, and answered; right
// where one face decides, an overestimate elsewhere, which grows with the depth.
#include "talus/narrow/polyhedron_polyhedron/published/gjk_shrunken.h"

#include "narrow/polyhedron_polyhedron/gjk_family.h"

namespace gjk_family {
namespace {

using Reduction = talus::polyhedron_polyhedron::gjk::Reduction<double>;

struct Reductions {
  std::vector<Reduction> all;
  void operator()(const GjkStep&) {}
  void operator()(const Reduction& reduction) { all.push_back(reduction); }
};

Contact follow(const PosedPair& posed_pair, Reductions& reductions) {
  const Posed pair(posed_pair);
  return talus::polyhedron_polyhedron::trace_gjk_shrunken(pair.a, pair.b, pair.b_in_a,
                                                          talus::Settings<double>{}, reductions);
}

Contact evaluate(const PosedPair& posed_pair) {
  Reductions reductions;
  return follow(posed_pair, reductions);
}

// Reduced by a tenth each time, apart after the last one only.
void expect_reductions(const std::vector<Reduction>& all) {
  double ratio = 1;
  for (const Reduction& reduction : all) {
    ratio *= 0.9;
    EXPECT_DOUBLE_EQ(reduction.ratio, ratio);
    EXPECT_EQ(reduction.apart, &reduction == &all.back());
  }
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

// The half widths of the two cubes sum up to 1.5, so that they are apart once 1.5 s is less than
// the distance of the centres along the axis that separates them first.
TEST(GjkShrunken, CubesAreReducedUntilApart) {
  for (const double depth : {0.1, 0.1501, 0.3, 1.0, 1.5}) {
    const double offset = 1.5 - depth;
    const PosedPair posed_pair = two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, {offset, 0.125, 0});
    Reductions reductions;
    const Contact c = follow(posed_pair, reductions);
    expect_reductions(reductions.all);
    const double farthest = std::max(offset, 0.125);
    const int expected = static_cast<int>(std::ceil(std::log(farthest / 1.5) / std::log(0.9)));
    EXPECT_EQ(static_cast<int>(reductions.all.size()), expected);
    EXPECT_EQ(c.status, Status::overlapping);
    EXPECT_NEAR(c.distance, farthest - 1.5, 1e-14);
    EXPECT_NEAR(c.distance, exact_distance(posed_pair.spec), 1e-14);
  }
}

// Table 1: answered in all nine situations, right or an overestimate.
TEST(GjkShrunken, Table1) {
  int right = 0;
  for (const auto& figure : situations::all_situations()) {
    Reductions reductions;
    const Contact c = follow(figure.pair, reductions);
    expect_reductions(reductions.all);
    std::printf("gjk-shrunken, %s: %zu reductions, %.6f for %.6f\n", figure.id.c_str(),
                reductions.all.size(), c.distance, figure.distance);
    EXPECT_EQ(c.status, Status::overlapping) << figure.id;
    EXPECT_LE(c.distance, figure.distance + 1e-14) << figure.id;
    EXPECT_NEAR(norm(c.normal), 1, 2e-15);
    right += c.distance > figure.distance - 1e-12;
  }
  EXPECT_GT(right, 0);
  EXPECT_LT(right, 9);
}

// Separated pairs need no reduction. Overlapping ones: the depth along the normal of the reduced
// bodies is never less than the true depth, and mostly a little more.
TEST(GjkShrunken, RandomPairs) {
  Random random(1);
  int separated = 0, right = 0, near = 0, overlapping = 0;
  double worst_separated = 0;
  for (int i = 0; i < 2000; ++i) {
    const PosedPair posed_pair(random_pair(Bodies::boxes, 8, random));
    Reductions reductions;
    const Contact c = follow(posed_pair, reductions);
    const double exact = exact_distance(posed_pair.spec), size = Posed(posed_pair).size();
    EXPECT_LE(c.lower, exact + 1e-14 * size);
    EXPECT_GE(c.upper, exact - 1e-14 * size);
    EXPECT_FALSE(is_failure(c.status));
    if (exact > 0) {
      ++separated;
      EXPECT_EQ(c.status, Status::separated);
      EXPECT_TRUE(reductions.all.empty());
      worst_separated =
          std::max(worst_separated, std::abs(c.distance - exact) / std::max(size, exact));
    } else {
      ++overlapping;
      expect_reductions(reductions.all);
      EXPECT_LE(c.distance, exact + 1e-14 * size);
      right += c.distance > exact - 1e-12 * size;
      near += c.distance > exact - 0.02 * size;
    }
  }
  std::printf("gjk-shrunken: %d separated, %d overlapping: %d right, %d within 2 %%\n", separated,
              overlapping, right, near);
  EXPECT_GT(separated, 300);
  EXPECT_LT(worst_separated, 1e-14);
  EXPECT_GT(overlapping, 300);
  EXPECT_GT(right, 0.1 * overlapping);
  EXPECT_LT(right, overlapping);
}

TEST(GjkShrunken, Touching) {
  const Contact c = evaluate(two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, {1.5, 0.25, 0.125}));
  EXPECT_EQ(c.status, Status::touching);
  EXPECT_NEAR(c.distance, 0, 1e-15);
  EXPECT_NEAR(c.normal.x, 1, 1e-15);
}

// At any ratio bodies with one centre are in contact.
TEST(GjkShrunken, CoincidentCentresAreNotSupported) {
  for (const PosedPair& posed_pair : {two_boxes({1, 1, 1}, {1, 1, 1}, {0, 0, 0}),
                                      two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, {0, 0, 0})}) {
    const Contact c = evaluate(posed_pair);
    EXPECT_EQ(c.status, Status::not_supported);
    EXPECT_TRUE(std::isfinite(c.distance));
    EXPECT_NEAR(norm(c.normal), 1, 2e-15);
    const double exact = exact_distance(posed_pair.spec);
    EXPECT_LE(c.lower, exact + 1e-14);
    EXPECT_GE(c.upper, exact - 1e-14);
  }
}

// Two plates in one plane shrink in the plane: the normal lies in it, a million depths away from
// the shortest translation. A small box in a large one leaves by the nearest face.
TEST(GjkShrunken, PlatesSeparateInTheirPlane) {
  const Contact plates = evaluate(two_boxes({1, 1, 1e-6}, {1, 1, 1e-6}, {0.5, 0.5, 0}));
  EXPECT_EQ(plates.status, Status::overlapping);
  EXPECT_LT(plates.distance, -1.4);
  const Contact inside = evaluate(two_boxes({1, 2, 3}, {1e-6, 1e-6, 1e-6}, {0.5, 0, 0}));
  EXPECT_EQ(inside.status, Status::overlapping);
  EXPECT_NEAR(inside.distance, -0.5 - 1e-6, 1e-14);
}

}  // namespace
}  // namespace gjk_family
