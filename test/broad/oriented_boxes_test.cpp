// Oriented boxes: a pair is removed only if its boxes are apart, by an oracle that looks at corners
// along many directions, and most that are apart are removed.
#include "talus/broad/oriented_boxes.h"

#include <gtest/gtest.h>

#include "broad/scenes.h"
#include "talus/broad/schemes.h"

namespace talus::broad {
namespace {

Quat<double> random_turn(RandomScenes& random) {
  for (;;) {
    const Quat<double> q{random.number(-1, 1), random.number(-1, 1), random.number(-1, 1),
                         random.number(-1, 1)};
    const double length = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (length < 0.01 || length > 1) continue;
    const double s = 1 / std::sqrt(length);
    return {s * q.w, s * q.x, s * q.y, s * q.z};
  }
}

OrientedBox random_box(RandomScenes& random, double spread) {
  OrientedBox box;
  box.centre = random.point(-spread, spread);
  box.half = random.point(0, 1);
  box.rotation = rotation_of(random_turn(random));
  return box;
}

// The point of a box nearest to x.
Vec3<double> nearest(const OrientedBox& box, const Vec3<double>& x) {
  Vec3<double> own = transpose_times(box.rotation, x - box.centre);
  for (int i = 0; i < 3; ++i) own[i] = std::clamp(own[i], -box.half[i], box.half[i]);
  return box.centre + box.rotation * own;
}

// The distance of two boxes by going back and forth between nearest points, which converges for
// convex sets, slowly where they overlap.
double distance(const OrientedBox& a, const OrientedBox& b) {
  Vec3<double> x = a.centre, y{};
  for (int i = 0; i < 3000; ++i) {
    y = nearest(b, x);
    x = nearest(a, y);
  }
  return norm(x - y);
}

TEST(OrientedBoxes, AreSeparatedExactlyWhenThereIsAGap) {
  RandomScenes random(1);
  int apart = 0;
  for (int i = 0; i < 3000; ++i) {
    const OrientedBox a = random_box(random, 1), b = random_box(random, 1);
    const bool separated = are_separated(a, b, {});
    EXPECT_EQ(separated, are_separated(b, a, {}));
    const double gap = distance(a, b);
    apart += separated;
    if (separated) {
      EXPECT_GT(gap, 0);
    } else {
      EXPECT_LT(gap, 1e-3);  // as far as going back and forth gets
    }
  }
  EXPECT_GT(apart, 900);
  EXPECT_LT(apart, 2700);
}

TEST(OrientedBoxes, ThatTouchAreNotSeparated) {
  RandomScenes random(2);
  for (int i = 0; i < 2000; ++i) {
    // B on a face of A, turned with it; far from the origin and of any size.
    const double scale = std::pow(10, random.number(-6, 6));
    OrientedBox a = random_box(random, 1);
    a.half = scale * (a.half + Vec3<double>{0.01, 0.01, 0.01});
    a.centre = 100 * scale * a.centre;
    OrientedBox b = a;
    Vec3<double> step{};
    step[i % 3] = 2 * a.half[i % 3];
    b.centre = a.centre + a.rotation * step;
    EXPECT_FALSE(are_separated(a, b, {}));
    b.centre = a.centre + a.rotation * (1.0001 * step);
    EXPECT_TRUE(are_separated(a, b, {}));
    EXPECT_FALSE(are_separated(a, b, -0.001 * (a.rotation * step)));
  }
}

TEST(OrientedBoxes, OfNoSizeAndOfHalfSpacesAreAllowed) {
  OrientedBox point;
  EXPECT_FALSE(are_separated(point, point, {}));
  EXPECT_TRUE(are_separated(point, point, {1, 0, 0}));
  const OrientedBox half_space = oriented_box(HalfSpace<double>{{0, 0, 1}, 0}, {});
  EXPECT_FALSE(are_separated(half_space, point, {0, 0, 100}));
}

TEST(OrientedBoxes, RemovePairsOfNeedlesButNoneThatOverlap) {
  RandomScenes random(3);
  const Domain domain{{0, 0, 0}, {6, 6, 6}, {true, true, false}};
  std::vector<OrientedBox> boxes;
  std::vector<BoundingBox<double>> around;
  for (int i = 0; i < 600; ++i) {
    OrientedBox box = random_box(random, 3);
    box.half = {1, 0.03, 0.03};
    box.centre = box.centre + Vec3<double>{3, 3, 3};
    boxes.push_back(box);
    around.push_back(box_around(box));
  }
  const Scene scene{around, {}, 600, domain};
  PairList pairs = find_pairs(scene);
  const PairList before = pairs;
  PairList three = pairs;
  remove_separated_boxes(boxes, domain, 1, pairs);
  remove_separated_boxes(boxes, domain, 3, three);
  EXPECT_EQ(three.pair, pairs.pair);
  EXPECT_EQ(three.image, pairs.image);
  EXPECT_LT(pairs.pair.size(), before.pair.size() / 5);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < before.pair.size(); ++i) {
    if (kept < pairs.pair.size() && pairs.pair[kept] == before.pair[i] &&
        pairs.image[kept] == before.image[i]) {
      ++kept;
      continue;
    }
    OrientedBox b = boxes[before.pair[i].b];
    b.centre = b.centre + shift_of(domain, before.image[i]);
    EXPECT_GT(distance(boxes[before.pair[i].a], b), 0);
  }
  EXPECT_EQ(kept, pairs.pair.size());
}

}  // namespace
}  // namespace talus::broad
