// What every scheme of the paper costs, by its own counts: the advantages and weaknesses that P4
// sections 2.2 to 2.4 give it, and memory that stays linear in the worst scenes.
#include <gtest/gtest.h>

#include <cmath>

#include "broad/scenes.h"
#include "talus/broad/schemes.h"

namespace talus::broad {
namespace {

Work work_of(std::string_view scheme, const OwnedScene& scene) {
  PairList pairs;
  Work work;
  find_scheme(scheme)->find(scene.view(), 1, pairs, work);
  return work;
}

// Boxes that fill six tenths of the unit cube, however many.
OwnedScene dense(int count, unsigned seed = 1) {
  const double half = 0.5 * std::cbrt(0.6 / count);
  return RandomScenes(seed).boxes("dense", count, half, half);
}

// The same in a corner of a void that is a hundred times as long, with one body far away.
OwnedScene cluster(int count) {
  OwnedScene scene = dense(count);
  scene.add({100, 100, 100}, {0.01, 0.01, 0.01});
  return scene;
}

// Small boxes and one as large as the scene.
OwnedScene one_large(int count) {
  OwnedScene scene = dense(count);
  scene.add({0.5, 0.5, 0.5}, {0.5, 0.5, 0.5});
  return scene;
}

// By which power of the number of bodies the tests and visits grow.
double growth(std::string_view scheme, OwnedScene (*scene)(int)) {
  const Work few = work_of(scheme, scene(1000)), many = work_of(scheme, scene(8000));
  return std::log(double(many.tests + many.visits) / double(few.tests + few.visits)) /
         std::log(8.0);
}

OwnedScene dense_scene(int count) { return dense(count); }

TEST(Work, OfHeapsortGrowsFasterThanItsSortButNotWithClusters) {
  EXPECT_NEAR(growth("heapsort", dense_scene), 5.0 / 3, 0.05);
  EXPECT_NEAR(growth("heapsort", cluster), 5.0 / 3, 0.05);
  EXPECT_NEAR(growth("heapsort", one_large), 5.0 / 3, 0.05);
}

TEST(Work, OfHeapsortIsLinearAlongALine) {
  OwnedScene line{.name = "line"};
  for (int i = 0; i < 10000; ++i) line.add({0, 0, 1.0 * i}, {0.5, 0.5, 0.6});
  EXPECT_LT(work_of("heapsort", line).tests, 10000u);
}

TEST(Work, OfTheGridIsLinearUntilBodiesCluster) {
  EXPECT_LT(growth("grid", dense_scene), 1.1);
  EXPECT_GT(growth("grid", cluster), 1.95);
}

TEST(Work, OfTheAdaptiveGridDoesNotDependOnClusters) {
  EXPECT_LT(growth("adaptive-grid", dense_scene), 1.15);
  EXPECT_LT(growth("adaptive-grid", cluster), 1.15);
}

TEST(Work, OfTheOctreeGrowsAlmostLinearly) {
  EXPECT_LT(growth("octree", dense_scene), 1.3);
  EXPECT_LT(growth("octree", cluster), 1.3);
}

TEST(Work, OfBodyCellsIsLinearUntilOneBodyIsLarge) {
  EXPECT_LT(growth("body-cells", dense_scene), 1.1);
  EXPECT_GT(growth("body-cells", one_large), 1.9);
}

TEST(Work, OfBruteForceIsQuadratic) {
  EXPECT_EQ(work_of("brute-force", dense(1000)).tests, 1000u * 999 / 2);
}

// Random order in, random order out: a tree of sorted bodies would be a list.
TEST(Work, OfTheOctreeDoesNotDependOnTheOrderOfTheBodies) {
  OwnedScene sorted = dense(8000);
  const double unsorted = static_cast<double>(work_of("octree", sorted).visits);
  std::sort(sorted.box.begin(), sorted.box.end(),
            [](const auto& a, const auto& b) { return a.lower.x < b.lower.x; });
  EXPECT_NEAR(work_of("octree", sorted).visits / unsorted, 1, 0.2);
}

TEST(Work, MemoryOfTheSortedListsIsAFewWordsAndThatOfTheOctreeSeveralTimesAsMuch) {
  const OwnedScene scene = dense(5000);
  const double heapsort = static_cast<double>(work_of("heapsort", scene).bytes) / 5000;
  const double octree = static_cast<double>(work_of("octree", scene).bytes) / 5000;
  EXPECT_LE(heapsort, 28);
  EXPECT_GE(octree, 5 * heapsort);
}

TEST(Work, MemoryIsLinearInTheWorstScenes) {
  RandomScenes random(2);
  const int count = 3000;
  OwnedScene point{.name = "point"}, long_boxes{.name = "long"};
  for (int i = 0; i < count; ++i) {
    point.add({0, 0, 0}, {0.1, 0.1, 0.1});
    Vec3<double> half{1e-6, 1e-6, 1e-6};
    half[i % 3] = 1;
    half[(i + 1) % 3] = i % 2;
    long_boxes.add(random.point(0, 1), half);
  }
  const OwnedScene scenes[] = {point,
                               long_boxes,
                               random.boxes("1:1e4", count, 1e-5, 0.1),
                               random.needles(count),
                               one_large(count),
                               cluster(count)};
  for (const OwnedScene& scene : scenes) {
    for (const char* scheme :
         {"heapsort", "grid", "adaptive-grid", "octree", "body-cells", "brute-force"}) {
      EXPECT_LT(static_cast<double>(work_of(scheme, scene).bytes) / count, 600)
          << scheme << " " << scene.name;
    }
  }
}

}  // namespace
}  // namespace talus::broad
