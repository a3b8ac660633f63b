// The separating-axis filter on bodies whose distance is known: it removes a pair only where there
// is a gap along the normal, and gives the gap.
#include "talus/broad/separating_normals.h"

#include <gtest/gtest.h>

#include "broad/scenes.h"
#include "talus/shape/polyhedron.h"

namespace talus::broad {
namespace {

Pose<double> at(const Vec3<double>& position) { return {position, {}}; }

TEST(SeparatingNormals, GiveTheGapBetweenSpheres) {
  const Shape small = Sphere<double>{1}, large = Sphere<double>{2};
  EXPECT_NEAR(gap_along(small, at({0, 0, 0}), large, at({4, 0, 0}), {}, {1, 0, 0}), 1, 1e-12);
  EXPECT_NEAR(gap_along(small, at({0, 0, 0}), large, at({4, 0, 0}), {}, {5, 0, 0}), 1, 1e-12);
  EXPECT_NEAR(gap_along(small, at({0, 0, 0}), large, at({4, 0, 0}), {-2, 0, 0}, {1, 0, 0}), -1,
              1e-12);
  EXPECT_LT(gap_along(small, at({0, 0, 0}), large, at({4, 0, 0}), {}, {-1, 0, 0}), 0);
  EXPECT_LT(gap_along(small, at({0, 0, 0}), large, at({4, 0, 0}), {}, {0, 0, 0}), 0);
  // Touching is no gap, wherever it is.
  EXPECT_LE(gap_along(small, at({1e6, 0, 0}), large, at({1e6 + 3, 0, 0}), {}, {1, 0, 0}), 0);
}

TEST(SeparatingNormals, KnowEveryKindOfBody) {
  const std::vector<Vec3<double>> corners{{1, 1, 1},  {1, 1, -1},  {1, -1, 1},  {1, -1, -1},
                                          {-1, 1, 1}, {-1, 1, -1}, {-1, -1, 1}, {-1, -1, -1}};
  const std::vector<Shape> shapes{Sphere<double>{1}, make_ellipsoid({1, 1, 1}),
                                  make_superquadric({1, 1, 1}, 4, 4), make_polyhedron(corners),
                                  make_segment({-1, 0, 0}, {1, 0, 0})};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      EXPECT_NEAR(gap_along(a, at({0, 0, 0}), b, at({2.5, 0, 0}), {}, {1, 0, 0}), 0.5, 1e-12);
    }
    // The half-space x >= 3, along its normal and beside it.
    const Shape wall = make_half_space({-1, 0, 0}, -3);
    EXPECT_NEAR(gap_along(a, at({0, 0, 0}), wall, at({0, 0, 0}), {}, {1, 0, 0}), 2, 1e-12);
    EXPECT_LT(gap_along(a, at({0, 0, 0}), wall, at({0, 0, 0}), {}, {1, 0.1, 0}), 0);
  }
}

TEST(SeparatingNormals, RemoveWhatTheySeparateAndSayWhatIsLeft) {
  RandomScenes random(1);
  Bodies bodies;
  bodies.shapes = {Sphere<double>{0.1}};
  for (int i = 0; i < 200; ++i) {
    bodies.shape_of.push_back(0);
    bodies.poses.push_back(at(random.point(0, 1)));
  }
  const Domain domain{{0, 0, 0}, {1, 1, 1}, {true, false, false}};
  PairList pairs;
  std::vector<Vec3<double>> normal;
  for (int i = 0; i < 20'000; ++i) {
    const int a = random.whole(0, 198), b = random.whole(a + 1, 199);
    pairs.pair.push_back({a, b});
    pairs.image.push_back({static_cast<std::int16_t>(random.whole(-1, 1)), 0, 0});
    const Vec3<double> apart =
        bodies.poses[b].position - bodies.poses[a].position + shift_of(domain, pairs.image.back());
    normal.push_back(i % 4 == 0 ? Vec3<double>{} : apart);
  }
  const PairList before = pairs;
  PairList three = pairs;
  std::vector<std::uint32_t> kept, kept_three;
  remove_separated_bodies(bodies, domain, normal, 1, pairs, kept);
  remove_separated_bodies(bodies, domain, normal, 3, three, kept_three);
  EXPECT_EQ(three.pair, pairs.pair);
  EXPECT_EQ(kept_three, kept);
  ASSERT_EQ(kept.size(), pairs.pair.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < before.pair.size(); ++i) {
    const auto [a, b] = before.pair[i];
    const Vec3<double> apart =
        bodies.poses[b].position - bodies.poses[a].position + shift_of(domain, before.image[i]);
    const bool separated = i % 4 != 0 && norm(apart) > 0.2 + 1e-12;
    if (separated) continue;
    ASSERT_LT(next, kept.size());
    EXPECT_EQ(kept[next], i);
    EXPECT_EQ(pairs.pair[next], before.pair[i]);
    EXPECT_EQ(pairs.image[next], before.image[i]);
    ++next;
  }
  EXPECT_EQ(next, kept.size());
  EXPECT_LT(kept.size(), before.pair.size() / 2);
}

}  // namespace
}  // namespace talus::broad
