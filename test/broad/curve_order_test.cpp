// The order along the curve: every body once, neighbours in it neighbours in space.
#include "talus/broad/curve_order.h"

#include <gtest/gtest.h>

#include <numeric>

#include "broad/scenes.h"

namespace talus::broad {
namespace {

void expect_permutation(const std::vector<std::int32_t>& order, std::size_t count) {
  std::vector<std::int32_t> sorted = order, all(count);
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(sorted, all);
}

TEST(CurveOrder, GoesFromCellToNeighbouringCell) {
  OwnedScene scene;
  const int side = 16;
  for (int i = 0; i < side * side * side; ++i) {
    const int k = (i * 1117) % (side * side * side);  // not in any order of space
    scene.add({1.0 * (k % side), 1.0 * (k / side % side), 1.0 * (k / side / side)}, {0, 0, 0});
  }
  const std::vector<std::int32_t> order = curve_order(scene.box);
  expect_permutation(order, scene.box.size());
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Vec3<double> step = scene.box[order[i]].lower - scene.box[order[i - 1]].lower;
    EXPECT_EQ(std::abs(step.x) + std::abs(step.y) + std::abs(step.z), 1) << i;
  }
}

TEST(CurveOrder, IsTheSameForAnyNumberOfThreads) {
  const OwnedScene scene = RandomScenes(1).boxes("boxes", 300'000, 0.001, 0.01);
  const std::vector<std::int32_t> order = curve_order(scene.box);
  expect_permutation(order, scene.box.size());
  EXPECT_EQ(curve_order(scene.box, 3), order);
}

TEST(CurveOrder, TakesAnything) {
  OwnedScene scene;
  EXPECT_TRUE(curve_order(scene.box).empty());
  for (int i = 0; i < 10; ++i) scene.add({1, 2, 3}, {0, 0, 0});
  std::vector<std::int32_t> all(10);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(curve_order(scene.box), all);  // at one point they keep their order
  scene.add({1e308, -1e308, 1e308}, {1e307, 1e307, 1e307});
  expect_permutation(curve_order(scene.box), 11);
}

}  // namespace
}  // namespace talus::broad
