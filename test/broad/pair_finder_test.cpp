// What the production scheme promises beyond finding the right pairs, which schemes_test.cpp shows:
// it stays linear where the mix of sizes, clusters, needles or one escaped body tempt a search to
// compare everything with everything, and reports when there is nothing but pairs.
#include "talus/broad/pair_finder.h"

#include <gtest/gtest.h>

#include "broad/scenes.h"

namespace talus::broad {
namespace {

Work expect_exact(const OwnedScene& owned, PairFinder& finder, std::size_t& pair_count) {
  const Scene scene = owned.view();
  check(scene);
  PairList pairs;
  Work work;
  finder.find(scene, 1, pairs, work);
  EXPECT_EQ(sorted(pairs), all_overlaps(scene)) << owned.name;
  pair_count = pairs.pair.size();
  return work;
}

// Boxes in a cube of such a side that they fill 0.6 of it.
OwnedScene packed(RandomScenes& random, int count, double ratio) {
  OwnedScene scene{.name = "packed"};
  std::vector<double> half;
  double volume = 0;
  for (int i = 0; i < count; ++i) {
    half.push_back(0.5 * std::pow(ratio, random.number(0, 1)));
    volume += std::pow(2 * half.back(), 3);
  }
  const double side = std::cbrt(volume / 1.15);
  for (const double h : half) scene.add(random.point(0, side), {h, h, h});
  return scene;
}

TEST(PairFinder, ComparesFewBoxesWhateverTheirSizes) {
  RandomScenes random(1);
  PairFinder finder;
  std::size_t pairs = 0;
  for (const double ratio : {1.0, 3.0, 100.0, 1000.0}) {
    const OwnedScene scene = packed(random, 4000, ratio);
    const Work work = expect_exact(scene, finder, pairs);
    EXPECT_LT(work.tests, 60 * scene.box.size()) << ratio;
    EXPECT_LT(work.visits, 10 * scene.box.size()) << ratio;
    EXPECT_GT(pairs, scene.box.size()) << ratio;
  }
}

TEST(PairFinder, ComparesFewBoxesInAClusterHoweverLargeTheVoid) {
  RandomScenes random(2);
  PairFinder finder;
  std::size_t pairs = 0;
  for (const double far : {10.0, 1e3, 1e6, 1e9, 1e12, 1e300}) {
    OwnedScene scene = packed(random, 3000, 3);
    scene.add({far, -far, far}, {1, 1, 1});  // one that has escaped
    const Work work = expect_exact(scene, finder, pairs);
    EXPECT_LT(work.tests, 100 * scene.box.size()) << far;
    EXPECT_GT(pairs, scene.box.size());
  }
}

TEST(PairFinder, ComparesFewBoxesOfCrossedFibres) {
  RandomScenes random(3);
  PairFinder finder;
  std::size_t pairs = 0;
  OwnedScene scene{.name = "fibres"};
  for (int i = 0; i < 6000; ++i) {
    Vec3<double> half{0.5, 0.5, 0.5};
    half[i % 3] = 50;
    scene.add(random.point(0, 130), half);
  }
  const Work work = expect_exact(scene, finder, pairs);
  EXPECT_LT(work.tests, 120 * pairs);  // all with all are 18 million
}

TEST(PairFinder, TakesAMeshOfWallsAsItTakesBodies) {
  RandomScenes random(4);
  PairFinder finder;
  OwnedScene scene{.name = "floor"};
  for (int i = 0; i < 500; ++i) {
    const double half = random.number(0.2, 2);
    scene.add({random.number(0, 100), random.number(0, 100), half * random.number(0.8, 3)},
              {half, half, half});
  }
  for (int i = 0; i < 5000; ++i) {
    scene.box.push_back(
        {{1.0 * (i % 100), 2.0 * (i / 100), 0}, {1.0 * (i % 100) + 1, 2.0 * (i / 100) + 2, 0}});
  }
  scene.wall_count = 5000;
  std::size_t pairs = 0;
  const Work work = expect_exact(scene, finder, pairs);
  EXPECT_LT(work.tests, 60 * scene.box.size());  // sixteen at a time
  EXPECT_GT(pairs, 500u);
}

// The same object for scenes of all sizes, one after the other and again.
TEST(PairFinder, ForgetsTheLastScene) {
  RandomScenes random(5);
  PairFinder finder;
  std::size_t pairs = 0;
  for (int round = 0; round < 2; ++round) {
    for (const int count : {300, 1, 0, 50, 500}) {
      expect_exact(random.boxes("boxes", count, 0.001, 0.3), finder, pairs);
      expect_exact(made_periodic(random.boxes("boxes", count, 0.05, 0.1), true, false, true),
                   finder, pairs);
    }
  }
}

TEST(PairFinder, RefusesMorePairsThanItsLimit) {
  OwnedScene scene{.name = "one point"};
  for (int i = 0; i < 20'000; ++i) scene.add({1, 2, 3}, {0.5, 0.5, 0.5});
  PairFinder finder;
  EXPECT_LT(finder.pair_limit(20'000), 20'000u * 10'000u);
  PairList pairs;
  Work work;
  finder.set_pair_limit(1000);
  for (const int threads : {1, 2}) {
    try {
      finder.find(scene.view(), threads, pairs, work);
      FAIL();
    } catch (const SceneError& error) {
      EXPECT_STREQ(error.what(),
                   "scene: more than 1000 pairs among 20000 volumes: too many lie on top of each "
                   "other");
    }
  }
}

TEST(PairFinder, KeepsMemoryWithinItsPromise) {
  RandomScenes random(6);
  PairFinder finder;
  for (const double ratio : {3.0, 1000.0}) {
    const OwnedScene scene = packed(random, 200'000, ratio);
    PairList pairs;
    Work work;
    finder.find(scene.view(), 1, pairs, work);
    EXPECT_LT(work.bytes + pairs.pair.capacity() * sizeof(BodyPair), 200 * scene.box.size());
  }
}

TEST(PairFinder, GivesTheSameOrderForAnyNumberOfThreads) {
  RandomScenes random(7);
  for (const double ratio : {3.0, 1000.0}) {
    OwnedScene scene = packed(random, 30'000, ratio);
    if (ratio > 3) scene = made_periodic(scene, true, false, true, 3000);
    PairFinder finder;
    PairList one, more;
    Work work_one, work_more;
    finder.find(scene.view(), 1, one, work_one);
    for (const int threads : {2, 5, 1'000'000}) {
      finder.find(scene.view(), threads, more, work_more);
      EXPECT_EQ(more.pair, one.pair);
      EXPECT_EQ(more.image, one.image);
      EXPECT_EQ(work_more.tests, work_one.tests);
    }
  }
}

}  // namespace
}  // namespace talus::broad
