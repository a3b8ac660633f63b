// Obstacles in cells against all pairs, with few and with many obstacles of many sizes.
#include "talus/packing/obstacle_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "talus/math/vec3.h"
#include "talus/packing/random.h"

namespace talus {
namespace {

TEST(ObstacleCells, FindAllOverlapsInAsManyCellsAsThereIsUseFor) {
  const BoundingBox<double> bounds{{-1, 0, 2}, {1, 2, 2.5}};
  const Vec3<double> lengths = bounds.upper - bounds.lower;
  Random random(3);
  const auto sphere = [&] {
    const Vec3<double> at = multiply_componentwise(lengths, random.point_in_cube(1.0));
    return BoundingSphere<double>{bounds.lower + at, 0.001 * std::pow(100.0, random.uniform())};
  };
  ObstacleCells cells(bounds);
  std::vector<BoundingSphere<double>> all;
  std::size_t overlaps = 0;
  for (std::int32_t i = 0; i < 3000; ++i) {
    all.push_back(sphere());
    cells.insert(i, all.back());
    ASSERT_LE(cells.cell_count(), 16 * all.size());
    if (i % 2 != 0) continue;
    const BoundingSphere<double> searched = sphere();
    const double gap = 0.01 * random.uniform();
    std::vector<std::int32_t> found;
    cells.find(searched, gap, found);
    std::sort(found.begin(), found.end());
    std::vector<std::int32_t> expected;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const double reach = all[k].radius + searched.radius + gap;
      if (norm(all[k].centre - searched.centre) > reach) continue;
      expected.push_back(static_cast<std::int32_t>(k));
    }
    ASSERT_EQ(found, expected) << i;
    overlaps += expected.size();
  }
  EXPECT_GT(overlaps, 1000u);
}

}  // namespace
}  // namespace talus
