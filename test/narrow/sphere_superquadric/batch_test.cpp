// Batches of spheres with ellipsoids and superquadrics give the bits of single queries, on every
// instruction set, whatever is in them and in whatever order.
#include "talus/narrow/batch.h"

#include <gtest/gtest.h>

#include <memory>

#include "narrow/batch_bits.h"
#include "narrow/laws/law.h"
#include "narrow/superquadric_superquadric/exponent_families.h"
#include "talus/narrow/gap.h"

namespace {

using batch_bits::queries_of;
using batch_bits::same_bits;
using exponents::Random;
using exponents::Spec;
using laws::PosedPair;
using talus::Cache;
using talus::Contact;
using talus::PairQuery;

Spec sphere(double radius) {
  Spec s;
  s.type = laws::Type::sphere;
  s.semi_axes = {radius, radius, radius};
  return s;
}

// Centres outside, near the surface and deep inside, on axes, in the middle; in either order.
PosedPair any_pair(Random& random) {
  if (random.chance(0.05)) {
    return PosedPair(laws::random_pair(laws::Type::superquadric, laws::Type::superquadric, random));
  }
  Spec body = exponents::body(exponents::bins[random.below(7)], random);
  if (random.chance(0.4)) body.type = laws::Type::ellipsoid;
  if (random.chance(0.03)) body.n1 = random.chance(0.5) ? 1 : 200;
  if (random.chance(0.1)) body.semi_axes[1] = body.semi_axes[0];
  body.orientation = random.orientation();
  body.position = random.in_box(1);
  exponents::PairSpec pair{sphere(random.log_uniform(1e-3, 3)), body};
  const oracle::Triple along =
      random.chance(0.2) ? exponents::axis(random.below(3)) : random.direction();
  const double way = random.chance(0.1) ? 0 : random.log_uniform(1e-3, 5);
  const auto turned =
      oracle::rotation_from<double>(body.orientation).to_world(oracle::Vec<double>(along));
  pair.a.position = {body.position[0] + way * turned.x, body.position[1] + way * turned.y,
                     body.position[2] + way * turned.z};
  pair.a.orientation = random.orientation();
  if (random.chance(0.5)) std::swap(pair.a, pair.b);
  return PosedPair(pair);
}

std::vector<PosedPair> any_pairs(Random& random, int count) {
  std::vector<PosedPair> subjects;
  for (int i = 0; i < count; ++i) subjects.push_back(any_pair(random));
  return subjects;
}

TEST(SphereBatch, GivesTheBitsOfSingleQueriesOnEveryInstructionSet) {
  Random random(51);
  for (const int count : {1, 7, 8, 9, 3000}) {
    std::vector<PosedPair> subjects = any_pairs(random, count);
    batch_bits::expect_the_bits_of_single_queries(subjects, 3, random);
    if (HasFatalFailure()) return;
  }
}

TEST(SphereBatch, DoesNotDependOnOrderAndSize) {
  Random random(52);
  const std::vector<PosedPair> subjects = any_pairs(random, 300);
  const std::vector<PairQuery> queries = queries_of(subjects);
  std::vector<Contact<double>> expected(queries.size());
  talus::contact_batch(queries, expected);
  for (std::size_t first = queries.size(); first > 0;) {
    const std::size_t count = std::min<std::size_t>(1 + random.below(20), first);
    first -= count;
    const std::span<const PairQuery> some = std::span(queries).subspan(first, count);
    std::vector<Contact<double>> contacts(count);
    talus::contact_batch(some, contacts);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_TRUE(same_bits(contacts[i], expected[first + i]));
    }
  }
}

TEST(SphereBatch, TakesAnythingFromACache) {
  Random random(53);
  const std::vector<PosedPair> subjects = any_pairs(random, 300);
  const std::vector<PairQuery> queries = queries_of(subjects);
  std::vector<Cache<double>> single = batch_bits::strange_caches(queries.size(), random);
  std::vector<std::vector<Cache<double>>> caches(talus::batch_kernels().size(), single);
  std::vector<Contact<double>> expected;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    expected.push_back(subjects[i].evaluate(nullptr, &single[i]));
    ASSERT_FALSE(is_failure(expected[i].status)) << laws::to_json("pair", subjects[i].spec);
    const Contact<double> cold = subjects[i].evaluate(nullptr);
    EXPECT_NEAR(expected[i].distance, cold.distance,
                1e-11 * laws::scale_of(subjects[i].spec, cold.distance) +
                    (cold.proven ? 0 : cold.upper - cold.lower))
        << laws::to_json("pair", subjects[i].spec);
  }
  for (std::size_t k = 0; k < caches.size(); ++k) {
    std::vector<Contact<double>> contacts(queries.size());
    talus::contact_batch_with(&talus::batch_kernels()[k], queries, contacts, {}, caches[k]);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      ASSERT_TRUE(same_bits(contacts[i], expected[i])) << laws::to_json("pair", subjects[i].spec);
    }
  }
}

TEST(SphereGap, IsWhatTheDistanceSays) {
  Random random(54);
  int yes = 0, total = 0;
  for (int i = 0; i < 1000; ++i) {
    const PosedPair s = any_pair(random);
    Cache<double> cache;
    const Contact<double> c = s.evaluate(nullptr, &cache);
    ASSERT_FALSE(is_failure(c.status));
    const double near = 1e-11 * (1 + std::abs(c.distance));
    for (const double g : {c.distance - near, c.distance + near, random.uniform(-0.5, 0.5)}) {
      const bool expected = c.distance > g;
      Cache<double> kept = cache;
      EXPECT_EQ(talus::gap_exceeds(s.a, s.pose_a, s.b, s.pose_b, g), expected);
      EXPECT_EQ(talus::gap_exceeds(s.a, s.pose_a, s.b, s.pose_b, g, &kept), expected);
      EXPECT_EQ(talus::gap_exceeds(s.b, s.pose_b, s.a, s.pose_a, g), expected);
      yes += expected;
      ++total;
    }
  }
  EXPECT_GT(yes, total / 4);
  EXPECT_LT(yes, total * 3 / 4);
}

TEST(SphereGap, TheBatchSaysTheSameOnEveryInstructionSet) {
  Random random(55);
  const std::vector<PosedPair> subjects = any_pairs(random, 1000);
  const std::vector<PairQuery> queries = queries_of(subjects);
  for (const double g : {-0.01, 0.0, 0.1}) {
    for (const bool warm : {false, true}) {
      std::vector<Cache<double>> caches(subjects.size());
      std::vector<Contact<double>> contacts(subjects.size());
      if (warm) talus::contact_batch(queries, contacts, {}, caches);
      std::vector<bool> expected;
      std::vector<Cache<double>> single = caches;
      for (std::size_t i = 0; i < subjects.size(); ++i) {
        const PosedPair& s = subjects[i];
        expected.push_back(talus::gap_exceeds(s.a, s.pose_a, s.b, s.pose_b, g, &single[i]));
      }
      for (const talus::BatchKernel& kernel : talus::batch_kernels()) {
        const auto exceeds = std::make_unique<bool[]>(subjects.size());
        std::vector<Cache<double>> own = caches;
        talus::gap_exceeds_batch_with(&kernel, queries, g, {exceeds.get(), subjects.size()}, own);
        for (std::size_t i = 0; i < subjects.size(); ++i) {
          ASSERT_EQ(exceeds[i], expected[i]) << kernel.instruction_set << ", pair " << i;
          ASSERT_TRUE(same_bits(own[i], single[i])) << kernel.instruction_set << ", pair " << i;
        }
      }
    }
  }
}

}  // namespace
