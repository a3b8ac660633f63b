// The volume two polyhedra have in common, its centroid, area vector and moment: against an
// enumeration in 113 bits, closed forms and the mass properties.
#include <gtest/gtest.h>

#include <cmath>

#include "narrow/laws/families.h"
#include "narrow/polyhedron_polyhedron/overlap_of.h"
#include "oracle/overlap.h"
#include "talus/narrow/manifold.h"

namespace {

using namespace hulls;
using talus::norm;
using talus::OverlapVolume;

Vec vec(const oracle::Vec<double>& v) { return {v.x, v.y, v.z}; }

// Worst errors in units of what the rounding of a corner can do to each: relative to the size of
// the scene times the surface of the overlap, and so on.
struct Worst {
  double volume{}, centroid{}, area{}, moment{};
  int hits{};

  void take(const PosedPair& s) {
    const oracle::Overlap exact = oracle::overlap_of(s.spec.a, s.spec.b);
    const OverlapVolume<double> found = overlap(s);
    const double size = std::max(laws::size_of(s.spec.a), laws::size_of(s.spec.b)) +
                        norm(s.pose_b.position - s.pose_a.position);
    const double error = std::abs(found.volume - exact.volume);
    volume = std::max(volume, error / (size * std::max(exact.surface, 1e-13 * size * size)));
    const double thickness = exact.surface > 0 ? exact.volume / exact.surface : 0;
    if (!(thickness > 1e-4 * size)) return;
    ++hits;
    const double extent = std::sqrt(exact.surface);
    const double unit = size * extent;
    const double centroid_error = norm(found.centroid - vec(exact.centroid));
    centroid = std::max(centroid, centroid_error * thickness / unit);
    area = std::max(area, norm(found.area * found.normal - vec(exact.area)) / unit);
    const double moment_error = norm(found.moment - vec(exact.moment));
    moment = std::max(moment, moment_error * thickness / (unit * extent * extent));
  }
  void expect_below(double bound) const {
    std::printf("%d compared; worst volume %.2g centroid %.2g area %.2g moment %.2g\n", hits,
                volume, centroid, area, moment);
    EXPECT_LT(volume, bound);
    EXPECT_LT(centroid, bound);
    EXPECT_LT(area, 4 * bound);
    EXPECT_LT(moment, bound);
  }
};

TEST(OverlapVolume, RandomPairsAgainstEnumeration) {
  Random random(11);
  Worst worst;
  constexpr int pairs = 200;
  for (int i = 0; i < pairs; ++i) {
    const int count_a = 4 + random.below(9), count_b = 4 + random.below(9);
    PairSpec pair{random_hull(random, count_a), random_hull(random, count_b)};
    pair.b.position = random.in_box(1.0);
    worst.take(PosedPair(pair));
  }
  EXPECT_GT(worst.hits, pairs * 3 / 10);
  worst.expect_below(1e-15);
}

TEST(OverlapVolume, ShallowAndThinPairsAgainstEnumeration) {
  Random random(12);
  Worst worst;
  for (int i = 0; i < 100; ++i) {
    const int count_a = 4 + random.below(7), count_b = 4 + random.below(7);
    PairSpec pair{random_hull(random, count_a), random_hull(random, count_b)};
    if (random.chance(0.3)) {
      for (Triple& p : pair.b.points) p[2] *= 1e-3;
    }
    const PosedPair apart(pair);
    const talus::Contact<double> c = apart.evaluate(nullptr);
    // Moved along the normal until they overlap by this much.
    const double depth = random.log_uniform(1e-9, 0.1);
    pair.b = shifted(pair.b, (-c.distance - depth) * c.normal);
    worst.take(PosedPair(pair));
  }
  EXPECT_GT(worst.hits, 10);
  worst.expect_below(1e-15);
}

TEST(OverlapVolume, LargerHullsAgainstEnumeration) {
  Random random(13);
  Worst worst;
  PairSpec pair{random_hull(random, 40), random_hull(random, 40)};
  pair.b.position = {0.5, 0.3, -0.4};
  worst.take(PosedPair(pair));
  EXPECT_EQ(worst.hits, 1);
  worst.expect_below(1e-15);
}

TEST(OverlapVolume, ClosedForms) {
  // Two cubes of side 2, one turned by 45 degrees: an octagon of inradius 1, and height 2.
  const Spec cube = box({1, 1, 1});
  const Spec diagonal = box({1, 1, 1}, {0, 0, 0.5}, turn_about({0, 0, 1}, std::acos(-1.0) / 4));
  const double octagon = 8 * std::tan(std::acos(-1.0) / 8);
  const OverlapVolume<double> prism = overlap(cube, diagonal);
  EXPECT_NEAR(prism.volume, octagon * 1.5, 1e-14);
  EXPECT_NEAR(norm(prism.centroid - Vec{0, 0, 0.25}), 0, 1e-15);
  EXPECT_NEAR(norm(prism.normal - Vec{0, 0, 1}), 0, 1e-15);
  EXPECT_NEAR(prism.area, octagon, 1e-14);
  // A corner of a cube in a corner of another: the corner of the overlap is a cube too.
  const OverlapVolume<double> corner = overlap(cube, box({1, 1, 1}, {1.75, 1.75, 1.75}));
  EXPECT_NEAR(corner.volume, 0.25 * 0.25 * 0.25, 1e-16);
  EXPECT_NEAR(norm(corner.normal - Vec{1, 1, 1} / std::sqrt(3.0)), 0, 1e-14);
  EXPECT_NEAR(corner.area, 0.0625 * std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(norm(corner.centroid - Vec{0.875, 0.875, 0.875}), 0, 1e-15);
  // An octahedron's tip, a pyramid of square base 2 d^2 and height d, in the top of a cube.
  const double d = 0.125;
  const Spec tip = polyhedron(laws::regular_solid(2), {0, 0, 2 - d});
  const OverlapVolume<double> pyramid = overlap(cube, tip);
  EXPECT_NEAR(pyramid.volume, 2 * d * d * d / 3, 1e-16);
  EXPECT_NEAR(pyramid.area, 2 * d * d, 1e-15);
  EXPECT_NEAR(norm(pyramid.centroid - Vec{0, 0, 1 - d / 4}), 0, 1e-14);
}

TEST(OverlapVolume, BoxesWithFacesInCommonPlanes) {
  Random random(14);
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto length = [&] { return 0.25 * (1 + random.below(8)); };
    const Triple half_a{length(), length(), length()}, half_b{length(), length(), length()};
    const auto coordinate = [&] { return 0.25 * (random.below(17) - 8); };
    const Triple at{coordinate(), coordinate(), coordinate()};
    double expected = 1;
    for (int k = 0; k < 3; ++k) {
      expected *= std::max(
          0.0, std::min(half_a[k], at[k] + half_b[k]) - std::max(-half_a[k], at[k] - half_b[k]));
    }
    Spec a = box(half_a), b = box(half_b, at);
    if (i % 2 == 1) {  // turned together, so that common planes are common up to rounding only
      const Quaternion q = random.orientation();
      a = turned_about(a, {0, 0, 0}, q);
      b = turned_about(b, {0, 0, 0}, q);
    }
    worst = std::max(worst, std::abs(overlap(a, b).volume - expected));
  }
  EXPECT_LT(worst, 1e-13);  // of volumes up to 64
}

TEST(OverlapVolume, ABodyWithItselfAndInsideAnother) {
  Random random(15);
  for (const int count : {4, 8, 50, 1000}) {
    const Spec body = random_hull(random, count);
    const talus::MassProperties mass = talus::mass_properties(laws::make_shape(body));
    const OverlapVolume<double> itself = overlap(body, body);
    EXPECT_NEAR(itself.volume, mass.volume, 1e-14);
    EXPECT_NEAR(norm(itself.centroid - turned(body.orientation, mass.centroid)), 0, 1e-14);
    EXPECT_EQ(itself.area, 0);
    EXPECT_EQ(norm(itself.normal), 0);
    // Nearly itself: less by at most the shift times the surface.
    for (const double e : {1e-16, 1e-14, 1e-12, 1e-9, 1e-6}) {
      const double less =
          mass.volume - overlap(body, shifted(body, e * laws::vec(random.direction()))).volume;
      EXPECT_GT(less, -1e-13);
      EXPECT_LT(less, 26 * e + 1e-13);
    }
    const OverlapVolume<double> inside = overlap(box({3, 3, 3}, {0.5, 0, 0}), body);
    EXPECT_NEAR(inside.volume, mass.volume, 2e-13);  // a few eps of the box's size times surface
    EXPECT_EQ(inside.area, 0);
  }
}

// The part of a body on one side of a plane and the part on the other, also where the plane is that
// of a face.
TEST(OverlapVolume, PartsAddUp) {
  Random random(16);
  for (const int count : {4, 20, 50, 300, 1000}) {
    const Spec body = random_hull(random, count);
    const talus::Shape shape = laws::make_shape(body);
    const talus::MassProperties mass = talus::mass_properties(shape);
    for (int i = 0; i < 10; ++i) {
      const int f = random.below(view(shape).face_count);
      const Vec n = i < 5 ? laws::vec(random.direction())
                          : turned(body.orientation, view(shape).face_normal[f]);
      const double offset = i < 5 ? random.uniform(-0.3, 0.3) : view(shape).face_offset[f];
      const Quaternion q = turn_between({0, 0, 1}, n);
      const OverlapVolume<double> below =
          overlap(body, box({4, 4, 4}, laws::triple((offset - 4) * n), q));
      const OverlapVolume<double> above =
          overlap(body, box({4, 4, 4}, laws::triple((offset + 4) * n), q));
      EXPECT_NEAR(below.volume + above.volume, mass.volume, 4e-14);
      const Vec first = below.volume * below.centroid + above.volume * above.centroid;
      EXPECT_NEAR(norm(first - mass.volume * turned(body.orientation, mass.centroid)), 0, 4e-14);
      if (below.volume > 0.01 && above.volume > 0.01) {
        EXPECT_NEAR(below.area, above.area, 2e-14);
        EXPECT_NEAR(norm(below.normal + n), 0, 1e-13);  // towards the box below
        EXPECT_NEAR(norm(above.normal - n), 0, 1e-13);
      }
    }
  }
}

// In the degenerate families: the surface of the overlap is closed, and the volume is one that it
// can have.
TEST(OverlapVolume, DegenerateFamilies) {
  using namespace talus::polyhedron_polyhedron;
  Random random(22);
  talus::OverlapScratch::Impl scratch;
  double worst = 0;
  int overlapping = 0, all = 0;
  for (const laws::Family& family : laws::all_families()) {
    for (int i = 0; i < 200; ++i) {
      const PosedPair s(family.draw(Type::polyhedron, Type::polyhedron, random));
      const double size = std::max(laws::size_of(s.spec.a), laws::size_of(s.spec.b));
      const int faces = view(s.a).face_count + view(s.b).face_count;
      ClippedBody<double> body(scratch.reserve(24 * faces + 64, 2 * faces + 64));
      const Vec n = laws::vec(random.direction());
      cut_out_overlap(view(s.a), view(s.b), talus::relative_pose(s.pose_a, s.pose_b), n, 0.0, body);
      ASSERT_FALSE(body.exceeded());
      Vec open{};
      double surface = 0;
      for (int f = 0; f < body.face_count(); ++f) {
        for (int k = 2; k < body.face(f).count; ++k) {
          const Vec p = body.corner(body.face(f), 0), q = body.corner(body.face(f), k - 1);
          const Vec area = talus::cross(q - p, body.corner(body.face(f), k) - p);
          open = open + area;
          surface += norm(area);
        }
      }
      if (surface > 0) worst = std::max(worst, norm(open) / (size * std::sqrt(surface)));
      const double most =
          std::min(talus::mass_properties(s.a).volume, talus::mass_properties(s.b).volume);
      const talus::Contact<double> c = s.evaluate(nullptr);
      const double v = overlap(s).volume;
      EXPECT_LE(v, most + 1e-13 * size * size * size) << family.name;
      if (c.distance < -1e-6 * size) {
        EXPECT_GT(v, 0) << family.name;
      }
      if (c.distance > 1e-12 * size) {
        EXPECT_EQ(v, 0) << family.name;
      }
      overlapping += v > 0;
      ++all;
    }
  }
  EXPECT_LT(worst, 1e-14);
  EXPECT_GT(overlapping, all * 3 / 10);
}

TEST(OverlapVolume, IsThereExactlyWhereTheBodiesOverlap) {
  Random random(17);
  int overlapping = 0;
  constexpr int pairs = 3000;
  for (int i = 0; i < pairs; ++i) {
    const PosedPair s(laws::random_pair(Type::polyhedron, Type::polyhedron, random));
    const talus::Contact<double> c = s.evaluate(nullptr);
    if (std::abs(c.distance) < 1e-4) continue;
    const OverlapVolume<double> v = overlap(s);
    EXPECT_EQ(v.volume > 0, c.status == talus::Status::overlapping) << laws::size_of(s.spec.a);
    if (v.area > 0) {
      EXPECT_NEAR(norm(v.normal), 1, 2e-15);
    }
    overlapping += v.volume > 0;
  }
  EXPECT_GT(overlapping, pairs * 3 / 10);
  EXPECT_LT(overlapping, pairs * 7 / 10);
}

TEST(OverlapVolume, SwappingMirrorsAndScalingScalesBitForBit) {
  Random random(18);
  for (int i = 0; i < 300; ++i) {
    const PairSpec pair = laws::random_pair(Type::polyhedron, Type::polyhedron, random);
    const OverlapVolume<double> v = overlap(PosedPair(pair));
    const OverlapVolume<double> mirrored = overlap(pair.b, pair.a);
    EXPECT_EQ(mirrored.volume, v.volume);
    EXPECT_EQ(mirrored.area, v.area);
    EXPECT_EQ(mirrored.centroid, v.centroid);
    EXPECT_EQ(mirrored.normal, -v.normal);
    EXPECT_EQ(mirrored.moment, -v.moment);
    for (const double factor : {0x1p-20, 0x1p20}) {
      const OverlapVolume<double> scaled = overlap(PosedPair(laws::scaled(pair, factor)));
      EXPECT_EQ(scaled.volume, v.volume * factor * factor * factor);
      EXPECT_EQ(scaled.centroid, factor * v.centroid);
      EXPECT_EQ(scaled.normal, v.normal);
      EXPECT_EQ(scaled.moment, factor * factor * factor * v.moment);
    }
  }
}

template <class T>
T kernel_volume(const PosedPair& s) {
  using namespace talus::polyhedron_polyhedron;
  FixedClipStorage<T, 12> storage;
  const ViewIn<T> a(view(s.a)), b(view(s.b));
  const auto pose = pose_in<T>(talus::relative_pose(s.pose_a, s.pose_b));
  const auto v = overlap_volume(a.view, b.view, pose, storage.view());
  EXPECT_FALSE(v.exceeded);
  return v.volume;
}

TEST(OverlapVolume, KernelsInOtherScalarsWithFixedStorage) {
  using namespace talus::polyhedron_polyhedron;
  const PosedPair s(
      {box({1, 1, 1}), box({1, 1, 1}, {1.25, 0.5, 0.25}, turn_about({1, 2, 3}, 0.4))});
  const double expected = overlap(s).volume;
  EXPECT_EQ(kernel_volume<double>(s), expected);
  EXPECT_NEAR(kernel_volume<float>(s), expected, 1e-6);
  EXPECT_NEAR(static_cast<double>(kernel_volume<long double>(s)), expected, 4e-15);
  // Too little memory says so.
  FixedClipStorage<double, 12> storage;
  const auto pose = talus::relative_pose(s.pose_a, s.pose_b);
  const auto exceeds = [&](const ClipStorage<double>& memory) {
    return overlap_volume(view(s.a), view(s.b), pose, memory).exceeded;
  };
  EXPECT_FALSE(exceeds(storage.view()));
  ClipStorage<double> small = storage.view();
  small.corner_capacity = 40;
  EXPECT_TRUE(exceeds(small));
  small = storage.view();
  small.face_capacity = 5;
  EXPECT_TRUE(exceeds(small));
  small = storage.view();
  small.cut_capacity = 3;
  EXPECT_TRUE(exceeds(small));
}

TEST(OverlapVolume, TenThousandVertices) {
  Random random(21);
  std::vector<Triple> points;
  for (int i = 0; i < 10000; ++i) points.push_back(random.direction());
  const Spec body = polyhedron(points);
  const PosedPair s({body, shifted(body, {1.99, 0, 0})});
  const auto shallow = overlap(s);
  // Two unit spheres at distance d have pi (2 - d)^2 (4 + d) / 12 in common.
  const double expected = std::acos(-1.0) * 0.01 * 0.01 * 5.99 / 12;
  EXPECT_NEAR(shallow.volume, expected, 0.15 * expected);
  const PosedPair deep({body, shifted(body, {1, 0, 0})});
  EXPECT_NEAR(overlap(deep).volume, std::acos(-1.0) * 5 / 12, 5e-3);
}

// Where a clipping starts decides what it costs, not what it finds.
TEST(OverlapVolume, IsTheSameAlongAnyNormal) {
  laws::Random random(31);
  talus::OverlapScratch scratch;
  int overlapping = 0;
  for (int i = 0; i < 1000; ++i) {
    const PosedPair s(laws::random_pair(laws::Type::polyhedron, laws::Type::polyhedron, random));
    const auto c = talus::contact(s.a, s.pose_a, s.b, s.pose_b);
    if (!(c.distance < 0.0)) continue;
    const auto v = overlap(s);
    for (const auto& n : {c.normal, laws::vec(random.direction())}) {
      const auto along = talus::overlap_volume(s.a, s.pose_a, s.b, s.pose_b, n, scratch);
      ASSERT_TRUE(along.has_value());
      const double size = std::max(view(s.a).bounds.radius, view(s.b).bounds.radius);
      EXPECT_NEAR(along->volume, v.volume, 1e-13 * size * size * size) << i;
      EXPECT_LT(norm(along->area * along->normal - v.area * v.normal), 1e-12 * size * size) << i;
    }
    ++overlapping;
  }
  EXPECT_GT(overlapping, 200);
}

TEST(OverlapVolume, OnlyOfPolyhedra) {
  const talus::Shape sphere = talus::make_sphere(1), cube = laws::make_shape(box({1, 1, 1}));
  EXPECT_FALSE(talus::overlap_volume(sphere, {}, cube, {}).has_value());
  EXPECT_FALSE(talus::overlap_volume(cube, {}, sphere, {}).has_value());
}

}  // namespace
