// The contact manifold of two polyhedra: closed forms, an enumeration in 113 bits, and the laws of
// contacts.
#include "talus/narrow/manifold.h"

#include <gtest/gtest.h>

#include <cmath>

#include "narrow/laws/families.h"
#include "narrow/polyhedron_polyhedron/hulls.h"
#include "oracle/overlap.h"

namespace {

using namespace hulls;
using talus::ContactFeature;
using talus::Manifold;
using talus::norm;

struct Answer {
  talus::Contact<double> contact;
  Manifold manifold;
};

Answer evaluate(const PosedPair& s, const talus::ManifoldSettings<double>& settings = {}) {
  const talus::Contact<double> c = s.evaluate(nullptr);
  const auto m = talus::manifold(s.a, s.pose_a, s.b, s.pose_b, c, settings);
  EXPECT_TRUE(m.has_value());
  return {c, *m};
}

Answer evaluate(const Spec& a, const Spec& b) { return evaluate(PosedPair({a, b})); }

// Corners in a plane, convex, counter-clockwise about the normal, and what they say of area and
// centroid.
void check_polygon(const Manifold& m, double size) {
  ASSERT_GE(m.polygon.size(), 3u);
  const std::size_t count = m.polygon.size();
  double area = 0;
  Vec first{};
  for (std::size_t i = 0; i < count; ++i) {
    const Vec p = m.polygon[i].point - m.force_point;
    const Vec q = m.polygon[(i + 1) % count].point - m.force_point;
    const Vec r = m.polygon[(i + 2) % count].point - m.force_point;
    EXPECT_LE(std::abs(talus::dot(p, m.normal)), 1e-14 * size);
    EXPECT_GT(talus::dot(talus::cross(q - p, r - q), m.normal), 0);
    // The force point is inside: left of every side.
    EXPECT_GT(talus::dot(talus::cross(p, q), m.normal), 0);
    const double part = talus::dot(talus::cross(p, q), m.normal) / 2;
    area += part;
    first = first + part / 3 * (p + q);
  }
  EXPECT_NEAR(m.area, area, 1e-13 * size * size);
  const Vec centroid = m.force_point + first / area;
  EXPECT_LE(norm(m.centroid - centroid), 1e-9 * size);
}

TEST(Manifold, FaceOnFace) {
  const Answer r = evaluate(box({1, 1, 1}), box({1, 1, 0.5}, {1.25, 0.5, 1.375}));
  const Manifold& m = r.manifold;
  EXPECT_TRUE(m.found);
  EXPECT_EQ(m.feature_a, ContactFeature::face);
  EXPECT_EQ(m.feature_b, ContactFeature::face);
  ASSERT_EQ(m.polygon.size(), 4u);
  for (const auto& corner : m.polygon) EXPECT_NEAR(corner.depth, 0.125, 1e-15);
  EXPECT_NEAR(m.area, 0.75 * 1.5, 1e-15);
  EXPECT_NEAR(m.mean_depth, 0.125, 1e-15);
  EXPECT_LE(norm(m.centroid - Vec{0.625, 0.25, 0.9375}), 1e-15);
  EXPECT_LE(norm(m.force_point - m.centroid), 1e-15);
  check_polygon(m, 2);
}

// Touching and separated bodies: the patch they would have if pressed together, with the gap as a
// negative depth.
TEST(Manifold, FaceOverFace) {
  for (const double gap : {0.0, 1e-15, 1e-9, 1e-3, 0.5, 100.0}) {
    const Answer r = evaluate(box({1, 1, 1}), box({1, 1, 0.5}, {1.25, 0.5, 1.5 + gap}));
    const Manifold& m = r.manifold;
    const double size = 2 + gap;
    EXPECT_TRUE(m.found);
    EXPECT_EQ(m.feature_a, ContactFeature::face);
    EXPECT_EQ(m.feature_b, ContactFeature::face);
    ASSERT_EQ(m.polygon.size(), 4u);
    for (const auto& corner : m.polygon) EXPECT_NEAR(corner.depth, -gap, 4e-15 * size);
    EXPECT_NEAR(m.area, 0.75 * 1.5, 1e-14 * size);
    EXPECT_NEAR(m.mean_depth, -gap, 1e-9 * size);
    EXPECT_LE(norm(m.centroid - Vec{0.625, 0.25, 1 + gap / 2}), 1e-9 * size);
    EXPECT_LE(norm(m.force_point - m.centroid), 1e-9 * size);
  }
}

// A wedge of two slopes sinks into a plane: a triangle along the normal.
TEST(Manifold, EdgeOnFace) {
  const double angle = 0.3, depth = 0.01;
  const Vec corner = turned(turn_about({1, 0, 0}, angle), {0, -1, -1});
  const Spec b =
      box({0.5, 1, 1}, {0.25, -corner.y, 2 - depth - corner.z}, turn_about({1, 0, 0}, angle));
  const Answer r = evaluate(box({4, 4, 2}), b);
  const Manifold& m = r.manifold;
  EXPECT_NEAR(r.contact.distance, -depth, 1e-15);
  EXPECT_EQ(m.feature_a, ContactFeature::face);
  EXPECT_EQ(m.feature_b, ContactFeature::edge);
  const double right = depth / std::tan(angle), left = depth * std::tan(angle);
  ASSERT_EQ(m.polygon.size(), 4u);
  for (const auto& p : m.polygon) EXPECT_NEAR(p.depth, 0, 1e-15);
  EXPECT_NEAR(m.area, right + left, 1e-14);
  EXPECT_NEAR(m.mean_depth, depth / 2, 1e-15);
  EXPECT_LE(norm(m.centroid - Vec{0.25, (right - left) / 2, 2 - depth / 3}), 1e-14);
  EXPECT_LE(norm(m.force_point - Vec{0.25, (right - left) / 3, 2 - depth / 3}), 1e-14);
  check_polygon(m, 8);
}

TEST(Manifold, VertexOnFace) {
  const double d = 0.125;
  const Answer r = evaluate(box({1, 1, 1}), polyhedron(laws::regular_solid(2), {0.25, 0, 2 - d}));
  const Manifold& m = r.manifold;
  EXPECT_EQ(m.feature_a, ContactFeature::face);
  EXPECT_EQ(m.feature_b, ContactFeature::vertex);
  EXPECT_EQ(m.polygon.size(), 4u);
  EXPECT_NEAR(m.area, 2 * d * d, 1e-15);
  EXPECT_NEAR(m.mean_depth, d / 3, 1e-15);
  EXPECT_LE(norm(m.force_point - Vec{0.25, 0, 1 - d / 4}), 1e-15);
}

TEST(Manifold, EdgeOnEdge) {
  const double d = 0.125, half = std::sqrt(2.0), quarter_turn = std::acos(-1.0) / 4;
  const Spec a = box({1, 1, 1}, {0, 0, -half}, turn_about({0, 1, 0}, quarter_turn));
  const Spec b = box({1, 1, 1}, {0, 0, half - d}, turn_about({1, 0, 0}, quarter_turn));
  const Answer r = evaluate(a, b);
  const Manifold& m = r.manifold;
  EXPECT_EQ(m.feature_a, ContactFeature::edge);
  EXPECT_EQ(m.feature_b, ContactFeature::edge);
  EXPECT_EQ(m.polygon.size(), 4u);
  EXPECT_NEAR(m.area, 2 * d * d, 1e-14);
  EXPECT_NEAR(m.mean_depth, d / 3, 1e-14);
  EXPECT_LE(norm(m.force_point - Vec{0, 0, -d / 2}), 1e-14);
}

TEST(Manifold, ForcePointAreaAndDepthAgainstEnumeration) {
  Random random(31);
  double worst_point = 0, worst_area = 0, worst_depth = 0;
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    const int count_a = 4 + random.below(9), count_b = 4 + random.below(9);
    PairSpec pair{random_hull(random, count_a), random_hull(random, count_b)};
    const talus::Contact<double> apart = PosedPair(pair).evaluate(nullptr);
    const double depth = random.log_uniform(1e-4, 0.3);
    pair.b = shifted(pair.b, (-apart.distance - depth) * apart.normal);
    const Answer r = evaluate(PosedPair(pair));
    const oracle::Overlap exact = oracle::overlap_of(pair.a, pair.b);
    const Manifold& m = r.manifold;
    ASSERT_TRUE(m.found);
    ++hits;
    check_polygon(m, 2);
    const double area = exact.shadow({m.normal.x, m.normal.y, m.normal.z});
    const double thickness = exact.volume / exact.surface;
    const Vec centroid{exact.centroid.x, exact.centroid.y, exact.centroid.z};
    worst_point = std::max(worst_point, norm(m.force_point - centroid) * thickness);
    worst_area = std::max(worst_area, std::abs(m.area - area) * thickness);
    worst_depth = std::max(worst_depth, std::abs(m.mean_depth - exact.volume / area));
    EXPECT_LE(m.mean_depth, -r.contact.distance + 1e-14);
    for (const auto& p : m.polygon) EXPECT_LE(p.depth, -r.contact.distance + 1e-14);
  }
  std::printf("%d compared; worst force point %.2g area %.2g (times thickness) mean depth %.2g\n",
              hits, worst_point, worst_area, worst_depth);
  EXPECT_LT(worst_point, 1e-14);
  EXPECT_LT(worst_area, 1e-14);
  EXPECT_LT(worst_depth, 1e-13);
}

// Boxes turned against each other by 1e-14: a hull in the order of one coordinate lost a corner of
// the patch here, which made it too small for its volume.
TEST(Manifold, SidesThatRoundingTurns) {
  const Quaternion barely{1, -4.1908607247229071e-14, -8.4171174202053313e-15,
                          5.9851666012349417e-14};
  const Answer r =
      evaluate(box({1.25, 0.25, 1.5}),
               box({1.75, 1.5, 1.5}, {-2.5, -0.13951633956213905, 0.2142871004393585}, barely));
  EXPECT_EQ(r.manifold.polygon.size(), 4u);
  EXPECT_NEAR(r.manifold.mean_depth, 0.5, 1e-12);
  EXPECT_NEAR(r.manifold.area, 0.5 * (3 - 0.2142871004393585), 1e-12);
}

// Side by side in a line, as seen along the normal: a strip, with the force point in its middle.
TEST(Manifold, BoxesThatFaceEachOtherInALine) {
  for (const double aside : {0.0, 1e-16, -1e-16, 1e-13, -1e-13, 1e-10, -1e-10}) {
    const Answer r = evaluate(box({1, 1, 1}), box({1, 1, 0.5}, {2 + aside, 0.5, 1.75}));
    EXPECT_TRUE(r.manifold.found);
    EXPECT_LT(r.manifold.area, 1e-5);
    EXPECT_LE(norm(r.manifold.force_point - Vec{1, 0.25, 1.125}), 4e-6);
  }
}

// In all degenerate families, at any depth or distance: found, finite, convex.
TEST(Manifold, DegenerateFamilies) {
  Random random(32);
  int found = 0, all = 0;
  for (const laws::Family& family : laws::all_families()) {
    for (int i = 0; i < 200; ++i) {
      const PosedPair s(family.draw(Type::polyhedron, Type::polyhedron, random));
      const Answer r = evaluate(s);
      const Manifold& m = r.manifold;
      const double size = std::max(laws::size_of(s.spec.a), laws::size_of(s.spec.b));
      ++all;
      found += m.found;
      ASSERT_TRUE(std::isfinite(norm(m.force_point) + norm(m.centroid) + m.area + m.mean_depth));
      ASSERT_GE(m.polygon.size(), 1u);
      EXPECT_GE(m.area, 0);
      EXPECT_LE(m.mean_depth, -r.contact.distance + 4e-6 * size) << family.name;
    }
  }
  EXPECT_EQ(found, all);
}

TEST(Manifold, SwappingMirrorsAndScalingScalesBitForBit) {
  Random random(33);
  for (int i = 0; i < 300; ++i) {
    const PairSpec pair = laws::random_pair(Type::polyhedron, Type::polyhedron, random);
    const Manifold m = evaluate(PosedPair(pair)).manifold;
    const Manifold mirrored = evaluate(pair.b, pair.a).manifold;
    EXPECT_EQ(mirrored.feature_a, m.feature_b);
    EXPECT_EQ(mirrored.feature_b, m.feature_a);
    EXPECT_EQ(mirrored.normal, -m.normal);
    EXPECT_EQ(mirrored.force_point, m.force_point);
    EXPECT_EQ(mirrored.centroid, m.centroid);
    EXPECT_EQ(mirrored.area, m.area);
    EXPECT_EQ(mirrored.mean_depth, m.mean_depth);
    ASSERT_EQ(mirrored.polygon.size(), m.polygon.size());
    const std::size_t count = m.polygon.size();
    for (std::size_t k = 0; k < count; ++k) {
      EXPECT_EQ(mirrored.polygon[k].point, m.polygon[count - 1 - k].point);
      EXPECT_EQ(mirrored.polygon[k].depth, m.polygon[count - 1 - k].depth);
    }
    for (const double factor : {0x1p-20, 0x1p20}) {
      const Manifold scaled = evaluate(PosedPair(laws::scaled(pair, factor))).manifold;
      EXPECT_EQ(scaled.force_point, factor * m.force_point);
      EXPECT_EQ(scaled.area, factor * factor * m.area);
      EXPECT_EQ(scaled.mean_depth, factor * m.mean_depth);
      EXPECT_EQ(scaled.polygon.size(), m.polygon.size());
    }
  }
}

TEST(Manifold, AnyMemoryGivesTheSameBits) {
  Random random(34);
  talus::OverlapScratch scratch;
  for (int i = 0; i < 50; ++i) {
    PairSpec pair{random_hull(random, 200), random_hull(random, 10)};
    pair.b.position = random.in_box(1);
    const PosedPair s(pair);
    const talus::Contact<double> c = s.evaluate(nullptr);
    const auto own = talus::manifold(s.a, s.pose_a, s.b, s.pose_b, c);
    const auto kept = talus::manifold(s.a, s.pose_a, s.b, s.pose_b, c, {}, &scratch);
    EXPECT_EQ(own->force_point, kept->force_point);
    EXPECT_EQ(own->area, kept->area);
    EXPECT_EQ(own->polygon.size(), kept->polygon.size());
  }
}

TEST(Manifold, KernelInFloat) {
  using namespace talus::polyhedron_polyhedron;
  const PosedPair s({box({1, 1, 1}), box({1, 1, 0.5}, {1.25, 0.5, 1.375})});
  const ViewIn<float> a(view(s.a)), b(view(s.b));
  FixedClipStorage<float, 12> storage;
  talus::PatchCorner<float> corner[12];
  const auto pose = pose_in<float>(talus::relative_pose(s.pose_a, s.pose_b));
  const talus::Vec3<float> n{0, 0, 1};
  const auto patch = patch_of(a.view, b.view, pose, n, -0.125f, {}, storage.view(), corner, 12);
  EXPECT_TRUE(patch.found);
  EXPECT_EQ(patch.corner_count, 4);
  EXPECT_NEAR(patch.area, 0.75f * 1.5f, 1e-6);
  EXPECT_NEAR(patch.mean_depth, 0.125f, 1e-6);
  EXPECT_TRUE(patch_of(a.view, b.view, pose, n, -0.125f, {}, storage.view(), corner, 3).exceeded);
}

TEST(Manifold, WithoutAPatchThePointIsMidway) {
  const PosedPair s({box({1, 1, 1}), box({1, 1, 1}, {3, 0, 0})});
  talus::Contact<double> c = s.evaluate(nullptr);
  c.normal = {0, 1, 0};  // not from A to B
  const auto m = talus::manifold(s.a, s.pose_a, s.b, s.pose_b, c);
  ASSERT_TRUE(m.has_value());
  EXPECT_FALSE(m->found);
  EXPECT_EQ(m->force_point, 0.5 * (c.point_a + c.point_b));
  EXPECT_EQ(m->mean_depth, -1);
  ASSERT_EQ(m->polygon.size(), 1u);
  EXPECT_EQ(m->area, 0);
}

TEST(Manifold, NotOfSegmentsAndOnlyWithAnAnswer) {
  const talus::Shape needle = talus::make_segment({-1, 0, 0}, {1, 0, 0});
  const talus::Shape cube = laws::make_shape(box({1, 1, 1}));
  const talus::Pose<double> here, there = talus::make_pose({1.5, 0, 0}, {1, 0, 0, 0});
  const talus::Contact<double> c = talus::contact(needle, here, cube, there);
  EXPECT_FALSE(talus::manifold(needle, here, cube, there, c).has_value());
  EXPECT_FALSE(talus::manifold(cube, here, cube, there, {}).has_value());
}

}  // namespace
