// A wall made of 100,000 triangles through the production scheme: a drum with closed ends, whose
// caps are fans of triangles as long as the drum is wide, half filled with bodies.
#include <gtest/gtest.h>

#include <numbers>

#include "broad/scenes.h"
#include "talus/broad/pair_finder.h"

namespace talus::broad {
namespace {

constexpr double radius = 60, length = 70;
constexpr int around = 400, along = 124, triangles = 2 * around * along + 2 * around;
static_assert(triangles == 100'000);

void add_triangle(OwnedScene& scene, const Vec3<double>& a, const Vec3<double>& b,
                  const Vec3<double>& c) {
  BoundingBox<double> box{a, a};
  for (const Vec3<double>& corner : {b, c}) {
    for (int axis = 0; axis < 3; ++axis) {
      box.lower[axis] = std::min(box.lower[axis], corner[axis]);
      box.upper[axis] = std::max(box.upper[axis], corner[axis]);
    }
  }
  scene.box.push_back(box);
}

Vec3<double> on_drum(int i, int k) {
  const double angle = 2 * std::numbers::pi * i / around;
  return {radius * std::cos(angle), length * k / along, radius * std::sin(angle)};
}

void add_drum(OwnedScene& scene) {
  for (int i = 0; i < around; ++i) {
    for (int k = 0; k < along; ++k) {
      const Vec3<double> a = on_drum(i, k), c = on_drum(i + 1, k + 1);
      add_triangle(scene, a, on_drum(i + 1, k), c);
      add_triangle(scene, a, c, on_drum(i, k + 1));
    }
    for (const int k : {0, along}) {
      add_triangle(scene, {0, length * k / along, 0}, on_drum(i, k), on_drum(i + 1, k));
    }
  }
  scene.wall_count = triangles;
}

// Grains of 1:3 in the lower half, a few of them through the wall.
OwnedScene half_filled_drum(int bodies, unsigned seed) {
  RandomScenes random(seed);
  OwnedScene scene{.name = "drum"};
  while (static_cast<int>(scene.box.size()) < bodies) {
    const Vec3<double> centre{random.number(-radius, radius), random.number(0, length),
                              random.number(-radius, 0)};
    const double half = random.number(0.5, 1.5);
    if (std::hypot(centre.x, centre.z) > radius) continue;
    scene.add(centre, {half, half, half});
  }
  add_drum(scene);
  return scene;
}

// The pairs by sorting all boxes along the drum and going from each to the end of its own: nothing
// of the scheme under test, and every two boxes that overlap meet.
std::vector<BodyPair> swept_pairs(const Scene& scene) {
  std::vector<int> order(scene.count());
  for (int i = 0; i < scene.count(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return scene.box[i].lower.y < scene.box[j].lower.y; });
  std::vector<BodyPair> found;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& one = scene.box[order[i]];
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const auto& other = scene.box[order[j]];
      if (other.lower.y > one.upper.y) break;
      const auto [a, b] = std::minmax(order[i], order[j]);
      if (a >= scene.body_count) continue;
      if (one.lower.x <= other.upper.x && other.lower.x <= one.upper.x &&
          one.lower.z <= other.upper.z && other.lower.z <= one.upper.z) {
        found.push_back({a, b});
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(MeshWall, OfAHundredThousandTrianglesGivesExactlyItsPairs) {
  const OwnedScene owned = half_filled_drum(20'000, 1);
  const Scene scene = owned.view();
  ASSERT_EQ(scene.count(), 120'000);
  const std::vector<BodyPair> expected = swept_pairs(scene);
  const auto with_walls = std::count_if(expected.begin(), expected.end(),
                                        [](const BodyPair& pair) { return pair.b >= 20'000; });
  ASSERT_GT(with_walls, 20'000);
  ASSERT_GT(expected.size() - with_walls, 20'000u);

  PairFinder finder;
  PairList one, two;
  Work work;
  finder.find(scene, 1, one, work);
  EXPECT_LT(work.tests, 40 * scene.box.size());
  EXPECT_LT(work.bytes, 200 * scene.box.size());
  finder.find(scene, 2, two, work);
  EXPECT_EQ(one.pair, two.pair);
  std::sort(one.pair.begin(), one.pair.end());
  EXPECT_EQ(one.pair, expected);
}

}  // namespace
}  // namespace talus::broad
