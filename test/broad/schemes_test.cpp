// Every listed scheme finds exactly the pairs that trying everything finds, on random and on
// degenerate scenes, each pair once and in an order that does not depend on the threads.
#include "talus/broad/schemes.h"

#include <gtest/gtest.h>

#include <limits>

#include "broad/scenes.h"

namespace talus::broad {
namespace {

// Every scheme, on boxes and on boxes with spheres, with one thread and with three.
void expect_all_agree(OwnedScene owned, std::size_t at_least) {
  for (const bool spheres : {false, true}) {
    if (spheres) owned.add_spheres();
    const Scene scene = owned.view();
    ASSERT_NO_THROW(check(scene)) << owned.name;
    const std::vector<Found> expected = all_overlaps(scene);
    if (!spheres) {
      EXPECT_GE(expected.size(), at_least) << owned.name;
    }
    for (const Scheme& scheme : schemes()) {
      SCOPED_TRACE(owned.name + (spheres ? ", spheres, by " : ", by ") + std::string(scheme.name));
      PairList pairs{{{7, 8}}, {{1, 2, 3}}};  // what was there before is replaced
      Work work;
      scheme.find(scene, 1, pairs, work);
      EXPECT_EQ(pairs.image.size(), scene.domain.is_open() ? 0 : pairs.pair.size());
      EXPECT_EQ(sorted(pairs), expected);
      PairList again;
      scheme.find(scene, 3, again, work);
      EXPECT_EQ(again.pair, pairs.pair);
      EXPECT_EQ(again.image, pairs.image);
    }
  }
}

// The scene as it is and periodic in every combination of directions.
void expect_all_agree_periodic_or_not(const OwnedScene& scene, std::size_t at_least) {
  for (int directions = 0; directions < 8; ++directions) {
    const bool x = directions & 1, y = directions & 2, z = directions & 4;
    expect_all_agree(made_periodic(scene, x, y, z), at_least);
  }
}

TEST(Schemes, EachHasANameOfItsOwn) {
  for (const Scheme& scheme : schemes()) {
    EXPECT_EQ(find_scheme(scheme.name), &scheme) << scheme.name;
    EXPECT_FALSE(scheme.source.empty()) << scheme.name;
  }
  EXPECT_EQ(find_scheme("auto"), schemes().data());
  EXPECT_EQ(find_scheme("quicksort"), nullptr);
}

TEST(Schemes, FindPairsChecksTheScene) {
  OwnedScene scene = RandomScenes(1).boxes("boxes", 50, 0.05, 0.2);
  EXPECT_EQ(sorted(find_pairs(scene.view())), all_overlaps(scene.view()));
  scene.box[3].lower.y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(find_pairs(scene.view()), SceneError);
}

TEST(Schemes, AgreeOnRandomBoxes) {
  RandomScenes random(2);
  expect_all_agree_periodic_or_not(random.boxes("equal", 250, 0.08, 0.08), 200);
  expect_all_agree_periodic_or_not(random.boxes("sparse", 250, 0.01, 0.05), 1);
  expect_all_agree_periodic_or_not(random.boxes("1:1000", 250, 0.0004, 0.4), 200);
}

TEST(Schemes, AgreeOnManySmallScenes) {
  RandomScenes random(3);
  for (int i = 0; i < 300; ++i) {
    const int directions = random.whole(0, 7);
    expect_all_agree(made_periodic(random.boxes("small", random.whole(2, 12), 0.01, 0.5),
                                   directions & 1, directions & 2, directions & 4),
                     0);
  }
}

TEST(Schemes, AgreeOnNeedlesAndClusters) {
  RandomScenes random(4);
  expect_all_agree_periodic_or_not(random.needles(400), 10);
  expect_all_agree_periodic_or_not(random.cluster(400), 50);
}

TEST(Schemes, AgreeOnBoxesThatOnlyTouch) {
  RandomScenes random(5);
  OwnedScene scene = random.touching(6);
  for (int directions = 0; directions < 8; ++directions) {
    expect_all_agree(made_periodic(scene, directions & 1, directions & 2, directions & 4, 6), 1000);
  }
}

TEST(Schemes, AgreeOnNoneOneAndTwo) {
  OwnedScene scene{.name = "few"};
  expect_all_agree_periodic_or_not(scene, 0);
  scene.add({0.5, 0.5, 0.5}, {0.1, 0.1, 0.1});
  expect_all_agree_periodic_or_not(scene, 0);
  scene.add({0.6, 0.5, 0.5}, {0, 0, 0});
  expect_all_agree_periodic_or_not(scene, 1);
}

TEST(Schemes, AgreeOnEverythingAtOnePoint) {
  OwnedScene points{.name = "points"}, boxes{.name = "boxes"};
  for (int i = 0; i < 200; ++i) {
    points.add({0.25, 0.5, 0.75}, {0, 0, 0});
    boxes.add({0.25, 0.5, 0.75}, {0.1, 0.2, 0.3});
  }
  expect_all_agree_periodic_or_not(points, 199 * 100);
  expect_all_agree_periodic_or_not(boxes, 199 * 100);
}

TEST(Schemes, AgreeOnPlanesAndLines) {
  RandomScenes random(6);
  OwnedScene plane{.name = "plane"}, line{.name = "line"};
  for (int i = 0; i < 300; ++i) {
    plane.add({random.number(0, 1), 0.5, random.number(0, 1)}, {0.02, 0, 0.02});
    line.add({0.5, random.number(0, 1), 0.5}, {0, 0.005, 0});
  }
  expect_all_agree_periodic_or_not(plane, 50);
  expect_all_agree_periodic_or_not(line, 50);
}

TEST(Schemes, AgreeOnBodiesOutsideOfThePeriodicDomain) {
  RandomScenes random(7);
  for (const int periods : {1, 3, 100, 9000}) {
    OwnedScene scene = random.boxes("outside", 20, 0.02, 0.4);
    for (auto& box : scene.box) {
      box = moved(box, {1.0 * random.whole(-periods, periods), random.number(-3, 3),
                        1.0 * random.whole(-3, periods)});
    }
    for (int directions = 0; directions < 8; ++directions) {
      expect_all_agree(made_periodic(scene, directions & 1, directions & 2, directions & 4), 0);
    }
  }
}

// A period that is no binary fraction, so that moving by it rounds, and boxes that touch through
// it.
TEST(Schemes, AgreeOnTouchingThroughARoundedPeriod) {
  RandomScenes random(8);
  OwnedScene scene{.name = "rounded"};
  for (int i = 0; i < 200; ++i) {
    const double at = 0.1 * random.whole(-30, 30);
    scene.box.push_back({{at, 0, 0}, {at + 0.1, 0.3, 0.1 * random.whole(0, 7)}});
  }
  for (const double period : {0.8, 0.9, 1.1}) {
    expect_all_agree(made_periodic(scene, true, false, false, period), 1000);
    expect_all_agree(made_periodic(scene, true, false, true, period), 1000);
    expect_all_agree(made_periodic(scene, true, true, true, period), 1000);
  }
}

TEST(Schemes, AgreeOnBoxesAsLongAsThePeriod) {
  RandomScenes random(9);
  OwnedScene scene = random.boxes("as long as the period", 30, 0.01, 0.1);
  for (int i = 0; i < 6; ++i) {
    const Vec3<double> lower{0.25 * random.whole(-4, 4), 0.25 * random.whole(-4, 4), 0};
    scene.box.push_back({lower, lower + Vec3<double>{1, i < 3 ? 1.0 : 0.25, i < 2 ? 1.0 : 0.5}});
  }
  expect_all_agree_periodic_or_not(scene, 15);
}

TEST(Schemes, AgreeWithWalls) {
  RandomScenes random(10);
  for (const int walls : {1, 100, 199, 200}) {
    OwnedScene scene = random.boxes("walls", 200, 0.03, 0.15);
    scene.wall_count = walls;
    expect_all_agree_periodic_or_not(scene, walls < 200 ? 1 : 0);
  }
}

TEST(Schemes, AgreeFarFromTheOriginAndAtAnySize) {
  RandomScenes random(11);
  for (const double scale : {1e-150, 1e-6, 1e6, 1e150}) {
    OwnedScene scene = random.boxes("scaled", 100, 0.02, 0.2);
    OwnedScene far = scene;
    for (auto& box : scene.box) box = {scale * box.lower, scale * box.upper};
    for (auto& box : far.box) box = moved(box, {1e6, -1e6, 1e6});
    for (int directions = 0; directions < 8; ++directions) {
      const bool x = directions & 1, y = directions & 2, z = directions & 4;
      expect_all_agree(made_periodic(scene, x, y, z, scale), 30);
    }
    expect_all_agree(far, 30);
  }
}

TEST(Schemes, AgreeOnTheLargestNumbers) {
  const double most = std::numeric_limits<double>::max();
  OwnedScene scene = RandomScenes(12).boxes("largest", 30, 0.02, 0.2);
  scene.box.push_back({{-most, -most, -most}, {most, most, most}});
  scene.box.push_back({{most, 0, 0}, {most, 1, 1}});
  expect_all_agree(scene, 31);
}

}  // namespace
}  // namespace talus::broad
