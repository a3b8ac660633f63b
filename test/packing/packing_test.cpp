// Random arrays: no overlap, by all images of all pairs and with proof by the oracles' own support
// functions; volume fractions and shares; the same array on every machine.
#include "talus/packing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "oracle/judge.h"
#include "oracle/wang.h"
#include "sim/bodies_for_tests.h"
#include "talus/narrow/contact.h"
#include "talus/packing.h"
#include "talus/packing/random.h"
#include "talus/shape.h"

namespace {

using namespace talus;
using namespace talus::test;

PackingSettings settings_for(std::vector<PackingPart> parts, double fraction, double box,
                             std::uint64_t seed = 1) {
  PackingSettings settings;
  settings.parts = std::move(parts);
  settings.volume_fraction = fraction;
  settings.box_length = box;
  settings.seed = seed;
  return settings;
}

oracle::Spec spec_of(const Shape& shape, const Pose<double>& pose) {
  oracle::Spec spec;
  const auto triple = [](const Vec3<double>& v) { return oracle::Triple{v.x, v.y, v.z}; };
  spec.position = triple(pose.position);
  const Quat<double>& q = pose.orientation;
  spec.orientation = {q.w, q.x, q.y, q.z};
  spec.type = static_cast<oracle::Type>(shape.index());
  if (const auto* s = std::get_if<Sphere<double>>(&shape)) {
    spec.semi_axes = {s->radius, s->radius, s->radius};
  } else if (const auto* e = std::get_if<Ellipsoid<double>>(&shape)) {
    spec.semi_axes = triple(e->semi_axes);
  } else if (const auto* p = std::get_if<Superquadric<double>>(&shape)) {
    spec.semi_axes = triple(p->semi_axes);
    spec.n1 = p->n1;
    spec.n2 = p->n2;
  } else {
    const auto& view = std::get<Polyhedron>(shape).view();
    for (int i = 0; i < view.vertex_count; ++i) spec.points.push_back(triple(view.vertex(i)));
  }
  return spec;
}

// The contact claims a normal, and the oracle's support functions prove with it that the bodies are
// apart: nothing else of the contact is believed.
// `at_least` pairs of bounding balls must meet, so that something was tested.
void expect_no_overlap(const Packing& packing, int range, int at_least) {
  const Bodies& bodies = packing.bodies;
  const std::vector<Ball> balls = balls_of(bodies);
  int near = 0;
  for_all_image_pairs(bodies.size(), range, [&](const NeighbourPair& pair) {
    if (gap_of(balls, packing.box_length, pair) > 1e-9) return;
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    const Pose<double> pose_b = pose_of_image(bodies.poses[b], packing.box_length, pair.image);
    const auto c = contact(bodies.shape(a), bodies.poses[a], bodies.shape(b), pose_b);
    ASSERT_GT(c.lower, 0.0) << "bodies " << a << " and " << b;
    ++near;
    const oracle::Judge<long double> judge(
        {spec_of(bodies.shape(a), bodies.poses[a]), spec_of(bodies.shape(b), pose_b)});
    ASSERT_GT(
        judge.sigma(oracle::Vec<long double>(oracle::Triple{c.normal.x, c.normal.y, c.normal.z})),
        0.0L)
        << "bodies " << a << " and " << b;
  });
  EXPECT_GE(near, at_least);
}

double fraction_of(const Packing& packing) {
  double volume = 0.0;
  for (std::size_t i = 0; i < packing.bodies.size(); ++i) {
    volume += mass_properties(packing.bodies.shape(i)).volume;
  }
  return volume / std::pow(packing.box_length, 3);
}

class PackingOfSpheroids : public testing::TestWithParam<double> {};

TEST_P(PackingOfSpheroids, HasNoOverlap) {
  const Packing packing = pack(settings_for({{make_spheroid(GetParam(), 1.0)}}, 0.2, 6.0));
  ASSERT_TRUE(packing.complete());
  EXPECT_NEAR(fraction_of(packing), packing.volume_fraction, 1e-13);
  EXPECT_GE(packing.volume_fraction, 0.2 - 1e-13);
  EXPECT_LT(packing.volume_fraction, 0.2 + 0.53 / 216.0);  // one body more
  expect_no_overlap(packing, 1, GetParam() == 1.0 ? 0 : 10);
  for (const Pose<double>& pose : packing.bodies.poses) {
    for (int k = 0; k < 3; ++k) {
      EXPECT_TRUE(pose.position[k] >= 0.0 && pose.position[k] < 6.0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AspectRatios, PackingOfSpheroids,
                         testing::Values(1.0 / 6.0, 1.0 / 3.0, 1.0, 2.0, 6.0));

// For ellipsoids Wang's criterion decides in whole numbers, without any rounding.
TEST(Packing, HasNoOverlapByExactArithmetic) {
  const Shape shape = make_ellipsoid({0.2, 0.5, 0.8});
  const auto& axes = std::get<Ellipsoid<double>>(shape).semi_axes;
  const Packing packing = pack(settings_for({{shape}}, 0.22, 4.0, 5));
  ASSERT_TRUE(packing.complete());
  const auto pairs = neighbour_pairs(packing.bodies, 4.0, 0.0);
  ASSERT_GT(pairs.size(), packing.bodies.size());
  for (const NeighbourPair& pair : pairs) {
    const Pose<double>& a = packing.bodies.poses[static_cast<std::size_t>(pair.a)];
    const Pose<double> b =
        pose_of_image(packing.bodies.poses[static_cast<std::size_t>(pair.b)], 4.0, pair.image);
    const RelativePose<double> r = relative_pose(a, b);
    const auto row = [](const Vec3<double>& v) { return std::array{v.x, v.y, v.z}; };
    oracle::EllipsoidPair exact{row(axes), row(axes), {}, row(r.translation)};
    exact.rotation = {row(r.rotation.row0), row(r.rotation.row1), row(r.rotation.row2)};
    EXPECT_EQ(oracle::wang_verdict(exact), oracle::WangVerdict::separated);
  }
}

class PackingOfKinds : public testing::TestWithParam<int> {};

TEST_P(PackingOfKinds, HasNoOverlap) {
  const Shape shape = one_of_each()[static_cast<std::size_t>(GetParam())];
  const double box = 5.0 * equivalent_diameter(shape);
  const Packing packing = pack(settings_for({{shape}}, 0.18, box));
  ASSERT_TRUE(packing.complete());
  expect_no_overlap(packing, 5,
                    GetParam() == 0 ? 0 : 10);  // a brick's origin is far from its middle
}

INSTANTIATE_TEST_SUITE_P(Kinds, PackingOfKinds, testing::Range(0, 5));

TEST(Packing, OfAMixKeepsItsShares) {
  std::vector<PackingPart> parts;
  for (const Shape& shape : one_of_each()) {
    parts.push_back({shape, static_cast<double>(parts.size() + 1)});
  }
  const SizeClass sizes[] = {{0.3, 2.0}, {0.6, 1.0}};
  for (PackingPart& part : with_sizes({make_sphere(1.0), 30.0}, sizes)) parts.push_back(part);
  const PackingSettings settings = settings_for(parts, 0.2, 5.0);
  const Packing packing = pack(settings);
  ASSERT_TRUE(packing.complete());
  EXPECT_GE(fraction_of(packing), 0.2 - 1e-13);
  std::vector<std::int64_t> counts(parts.size());
  for (const std::int32_t shape : packing.bodies.shape_of)
    ++counts[static_cast<std::size_t>(shape)];
  EXPECT_EQ(counts, body_counts(settings));
  const double total = static_cast<double>(packing.bodies.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(counts[i]), parts[i].share / 45.0 * total, 1.0);
  }
  expect_no_overlap(packing, 4, 10);
  // The largest come first.
  for (std::size_t i = 1; i < packing.bodies.size(); ++i) {
    EXPECT_GE(mass_properties(packing.bodies.shape(i - 1)).volume,
              mass_properties(packing.bodies.shape(i)).volume);
  }
}

// Sizes of 1:20: the small ones lie in cells of their own.
TEST(Packing, OfVeryDifferentSizesHasNoOverlap) {
  const Packing packing = pack(settings_for(
      {{make_spheroid(1.0 / 3.0, 2.0), 1.0}, {make_spheroid(4.0, 0.1), 300.0}}, 0.22, 4.0));
  ASSERT_TRUE(packing.complete());
  ASSERT_GT(packing.bodies.size(), 500u);
  for (const NeighbourPair& pair : neighbour_pairs(packing.bodies, 4.0, 0.0)) {
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    ASSERT_GT(contact(packing.bodies.shape(a), packing.bodies.poses[a], packing.bodies.shape(b),
                      pose_of_image(packing.bodies.poses[b], 4.0, pair.image))
                  .lower,
              0.0);
  }
}

// A box into which a needle fits only beside its own images, and where two bodies meet through
// several of them.
TEST(Packing, OfASmallBoxMindsOwnImages) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Packing packing = pack(settings_for({{make_spheroid(6.0, 1.0)}}, 0.12, 2.2, seed));
    ASSERT_TRUE(packing.complete());
    ASSERT_GE(packing.bodies.size(), 2u);
    expect_no_overlap(packing, 3, 10);
  }
}

// Positions and axes of 4400 discs over cells of equal measure, at a fixed seed: chi-square within
// five deviations. Bodies keep apart, so positions are more even than independent ones, never less.
TEST(Packing, IsUniformAndIsotropic) {
  const Packing packing = pack(settings_for({{make_spheroid(0.25, 1.0)}}, 0.15, 25.0, 3));
  ASSERT_TRUE(packing.complete());
  const double count = static_cast<double>(packing.bodies.size());
  ASSERT_GT(count, 4000.0);
  std::vector<double> cells(64), heights(20), azimuths(20);
  const auto bin = [](double x, std::size_t bins) {
    return std::min(static_cast<std::size_t>(x * static_cast<double>(bins)), bins - 1);
  };
  for (const Pose<double>& pose : packing.bodies.poses) {
    const Vec3<double> p = pose.position / 25.0;
    ++cells[(bin(p.x, 4) * 4 + bin(p.y, 4)) * 4 + bin(p.z, 4)];
    const Vec3<double> axis = rotation_of(pose.orientation) * Vec3<double>{1, 0, 0};
    ++heights[bin(0.5 * (axis.z + 1.0), 20)];
    ++azimuths[bin(0.5 + std::atan2(axis.y, axis.x) / 6.283185307179586, 20)];
  }
  for (const auto& counts : {cells, heights, azimuths}) {
    const double expected = count / static_cast<double>(counts.size());
    double chi_square = 0.0;
    for (const double n : counts) chi_square += (n - expected) * (n - expected) / expected;
    const double freedom = static_cast<double>(counts.size() - 1);
    EXPECT_LT(chi_square, freedom + 5.0 * std::sqrt(2.0 * freedom));
  }
}

// FNV-1a over the bits of all poses.
std::uint64_t hash_of(const Packing& packing) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  const auto add = [&hash](double x) {
    auto bits = std::bit_cast<std::uint64_t>(x);
    for (int i = 0; i < 8; ++i, bits >>= 8) hash = (hash ^ (bits & 255)) * 0x100000001b3ULL;
  };
  for (const Pose<double>& pose : packing.bodies.poses) {
    for (const double x : {pose.position.x, pose.position.y, pose.position.z, pose.orientation.w,
                           pose.orientation.x, pose.orientation.y, pose.orientation.z}) {
      add(x);
    }
  }
  return hash;
}

// The seed defines the array, on every machine and in every version: a change of these
// numbers is a change for every user of a seed.
TEST(Packing, TheSameBitsEverywhere) {
  const Packing discs = pack(settings_for({{make_spheroid(1.0 / 6.0, 1.0)}}, 0.2, 5.0, 42));
  EXPECT_EQ(discs.bodies.size(), 48u);
  EXPECT_EQ(discs.attempts, 7578);
  EXPECT_EQ(hash_of(discs), 0x5e9f3f29ac60147ULL);
  const Packing mix =
      pack(settings_for({{make_spheroid(3.0, 1.0), 2.0}, {make_sphere(0.4), 3.0}}, 0.2, 5.0, 42));
  EXPECT_EQ(hash_of(mix), 0xeaf50c18f5518ca1ULL);
}

TEST(Packing, DependsOnTheSeedAlone) {
  const auto once = [](std::uint64_t seed) {
    return hash_of(pack(settings_for({{make_sphere(0.5)}}, 0.2, 4.0, seed)));
  };
  EXPECT_EQ(once(1), once(1));
  EXPECT_NE(once(1), once(2));
  EXPECT_NE(once(1), once(0));
  EXPECT_EQ(once(std::numeric_limits<std::uint64_t>::max()),
            once(std::numeric_limits<std::uint64_t>::max()));
}

// What a plain adsorption would do: every attempt in turn, by the contact with every image of every
// body placed. The shortcuts must not change a bit of it.
TEST(Packing, IsPlainRandomSequentialAdsorption) {
  for (const Shape& shape : {make_spheroid(1.0 / 6.0, 1.0), one_of_each()[2], one_of_each()[4]}) {
    const double box = 4.0 * equivalent_diameter(shape);
    const PackingSettings settings = settings_for({{shape}}, 0.15, box, 9);
    const Packing packing = pack(settings);
    ASSERT_TRUE(packing.complete());
    std::vector<Pose<double>> placed;
    const auto ball = *bounding_sphere(shape);
    const auto centre_of = [&](const Pose<double>& pose) {
      return pose.position + rotation_of(pose.orientation) * ball.centre;
    };
    const auto fits = [&](const Pose<double>& pose) {
      for (int x = -4; x <= 4; ++x) {
        for (int y = -4; y <= 4; ++y) {
          for (int z = -4; z <= 4; ++z) {
            const Pose<double> image = pose_of_image(pose, box, {x, y, z});
            const Vec3<double> centre = centre_of(image);
            for (const Pose<double>& other : placed) {
              if (norm(centre - centre_of(other)) > 2.0 * ball.radius + 1e-9) continue;
              if (!(contact(shape, other, shape, image).lower > 0.0)) return false;
            }
          }
        }
      }
      return true;
    };
    for (std::uint64_t k = 0; placed.size() < packing.bodies.size(); ++k) {
      ASSERT_LT(k, static_cast<std::uint64_t>(packing.attempts));
      Random random(9, k);
      Pose<double> pose;
      pose.position = random.point_in_cube(box);
      pose.orientation = random.rotation();
      if (!fits(pose)) continue;
      const Pose<double>& other = packing.bodies.poses[placed.size()];
      ASSERT_EQ(pose.position, other.position);
      ASSERT_EQ(pose.orientation.w, other.orientation.w);
      placed.push_back(pose);
    }
  }
}

TEST(Packing, SaysWhenItJams) {
  PackingSettings settings = settings_for({{make_sphere(0.5)}}, 0.6, 5.0);
  settings.max_attempts = 20'000;
  std::int64_t last_placed = 0;
  const Packing packing = pack(settings, [&](const PackingProgress& progress) {
    EXPECT_GE(progress.placed, last_placed);
    EXPECT_EQ(progress.total, body_counts(settings)[0]);
    last_placed = progress.placed;
  });
  EXPECT_FALSE(packing.complete());
  EXPECT_EQ(last_placed, static_cast<std::int64_t>(packing.bodies.size()));
  // Spheres jam at 0.382 (Feder 1980); twenty thousand attempts come near.
  EXPECT_GT(packing.volume_fraction, 0.3);
  EXPECT_LT(packing.volume_fraction, 0.42);
  expect_no_overlap(packing, 1, 0);
}

TEST(Packing, EndsWithWhatItsListenerThrows) {
  const auto settings = settings_for({{make_sphere(0.5)}}, 0.36, 8.0);
  EXPECT_THROW(pack(settings, [](const PackingProgress&) { throw std::string("enough"); }),
               std::string);
}

// "About 30,000 particles" of P1's largest arrays: L / D = 40 at 0.25.
TEST(PackingCounts, AreTheFewestThatReachTheFraction) {
  for (const double aspect : {1.0 / 6.0, 1.0, 6.0}) {
    const auto settings = settings_for({{make_spheroid(aspect, 1.0)}}, 0.25, 40.0);
    EXPECT_EQ(body_counts(settings), std::vector<std::int64_t>{30558});
  }
  // A fraction computed from a number of bodies gives that number.
  const double volume = mass_properties(make_sphere(0.5)).volume;
  for (int n = 1; n < 200; ++n) {
    const auto settings = settings_for({{make_sphere(0.5)}}, n * volume / 1000.0, 10.0);
    EXPECT_EQ(body_counts(settings)[0], n);
  }
}

TEST(PackingSettingsCheck, NamesTheValueAndWhatIsAllowed) {
  const auto message = [](const PackingSettings& settings) -> std::string {
    try {
      pack(settings);
    } catch (const PackingError& error) {
      return error.what();
    }
    return "none";
  };
  const std::vector<PackingPart> ball{{make_sphere(0.5)}};
  EXPECT_EQ(message(settings_for({}, 0.2, 5.0)), "parts: at least one shape is needed, got none");
  EXPECT_EQ(message(settings_for(ball, 0.0, 5.0)), "volume_fraction: must be > 0 and < 1, got 0");
  EXPECT_EQ(message(settings_for(ball, 1.5, 5.0)), "volume_fraction: must be > 0 and < 1, got 1.5");
  EXPECT_EQ(message(settings_for(ball, 0.2, -1.0)), "box_length: must be finite and > 0, got -1");
  EXPECT_EQ(message(settings_for({{make_sphere(0.5), 0.0}}, 0.2, 5.0)),
            "parts[0].share: must be finite and > 0, got 0");
  EXPECT_THAT(message(settings_for(ball, 0.2, 0.9)), testing::StartsWith("box_length: 0.9 is too"));
  EXPECT_THAT(message(settings_for({{make_segment({0, 0, 0}, {1, 0, 0})}}, 0.2, 5.0)),
              testing::StartsWith("parts[0].shape: a segment has no volume to pack"));
  EXPECT_THAT(message(settings_for(ball, 0.2, 1e5)), testing::HasSubstr("at most 100000000"));
  PackingSettings settings = settings_for(ball, 0.2, 5.0);
  settings.max_attempts = 0;
  EXPECT_EQ(message(settings), "max_attempts: must be at least 1, got 0");
}

}  // namespace
