// Batches of superquadrics give the bits of single queries, on every instruction set, whatever is
// in them and in whatever order.
#include "talus/narrow/batch.h"

#include <gtest/gtest.h>

#include <memory>

#include "narrow/batch_bits.h"
#include "narrow/superquadric_superquadric/exponent_families.h"
#include "talus/narrow/gap.h"

namespace {

using batch_bits::queries_of;
using batch_bits::same_bits;
using exponents::Random;
using laws::PosedPair;
using talus::Cache;
using talus::Contact;
using talus::PairQuery;

// Ellipsoids, exponents that the kernels do not take, and other kinds, among pairs of all families.
PosedPair any_pair(Random& random) {
  const double kind = random.uniform(0, 1);
  if (kind < 0.05) {
    return PosedPair(laws::random_pair(laws::Type::sphere, laws::Type::polyhedron, random));
  }
  if (kind < 0.1) {
    return PosedPair(laws::random_pair(laws::Type::ellipsoid, laws::Type::ellipsoid, random));
  }
  const exponents::Bin& bin = exponents::bins[random.below(6)];
  const int family = random.chance(0.5) ? 0 : random.below(std::size(exponents::families));
  exponents::PairSpec pair = exponents::families[family].draw(bin, random);
  if (kind < 0.2) pair.a.type = laws::Type::ellipsoid;
  if (kind > 0.95) pair.b.n1 = random.chance(0.5) ? 1 : 200;
  if (random.chance(0.5)) std::swap(pair.a, pair.b);
  return PosedPair(pair);
}

std::vector<PosedPair> any_pairs(Random& random, int count) {
  std::vector<PosedPair> subjects;
  for (int i = 0; i < count; ++i) subjects.push_back(any_pair(random));
  return subjects;
}

TEST(SuperquadricBatch, GivesTheBitsOfSingleQueriesOnEveryInstructionSet) {
  Random random(31);
  for (const int count : {1, 7, 8, 9, 2000}) {
    std::vector<PosedPair> subjects = any_pairs(random, count);
    batch_bits::expect_the_bits_of_single_queries(subjects, 3, random);
    if (HasFatalFailure()) return;
  }
}

TEST(SuperquadricBatch, DoesNotDependOnOrderAndSize) {
  Random random(32);
  const std::vector<PosedPair> subjects = any_pairs(random, 300);
  const std::vector<PairQuery> queries = queries_of(subjects);
  std::vector<Contact<double>> expected(queries.size());
  talus::contact_batch(queries, expected);
  for (int k = 0; k < 10; ++k) {
    std::vector<std::size_t> order(queries.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<int>(i))]);
    }
    for (std::size_t first = 0; first < order.size();) {
      const std::size_t count = std::min<std::size_t>(1 + random.below(40), order.size() - first);
      std::vector<PairQuery> some;
      for (std::size_t i = first; i < first + count; ++i) some.push_back(queries[order[i]]);
      std::vector<Contact<double>> contacts(count);
      talus::contact_batch(some, contacts);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(same_bits(contacts[i], expected[order[first + i]]));
      }
      first += count;
    }
  }
}

TEST(SuperquadricBatch, TakesAnythingFromACache) {
  Random random(33);
  const std::vector<PosedPair> subjects = any_pairs(random, 200);
  const std::vector<PairQuery> queries = queries_of(subjects);
  std::vector<Cache<double>> single = batch_bits::strange_caches(queries.size(), random);
  std::vector<std::vector<Cache<double>>> caches(talus::batch_kernels().size(), single);
  std::vector<Contact<double>> expected;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    expected.push_back(subjects[i].evaluate(nullptr, &single[i]));
    ASSERT_FALSE(is_failure(expected[i].status)) << laws::to_json("pair", subjects[i].spec);
  }
  for (std::size_t k = 0; k < caches.size(); ++k) {
    std::vector<Contact<double>> contacts(queries.size());
    talus::contact_batch_with(&talus::batch_kernels()[k], queries, contacts, {}, caches[k]);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      ASSERT_TRUE(same_bits(contacts[i], expected[i])) << laws::to_json("pair", subjects[i].spec);
    }
  }
}

TEST(SuperquadricGap, IsWhatTheDistanceSays) {
  Random random(34);
  int yes = 0, total = 0;
  for (int i = 0; i < 600; ++i) {
    const PosedPair s = any_pair(random);
    Cache<double> cache;
    const Contact<double> c = s.evaluate(nullptr, &cache);
    if (is_failure(c.status)) continue;
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

TEST(SuperquadricGap, TheBatchSaysTheSameOnEveryInstructionSet) {
  Random random(35);
  const std::vector<PosedPair> subjects = any_pairs(random, 600);
  const std::vector<PairQuery> queries = queries_of(subjects);
  for (const double g : {-0.01, 0.0, 0.1}) {
    for (const bool warm : {false, true}) {
      std::vector<Cache<double>> caches(subjects.size());
      if (warm) {
        std::vector<Contact<double>> contacts(subjects.size());
        talus::contact_batch(queries, contacts, {}, caches);
      }
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

// Far apart, the cached normal is not touched: nothing had to be worked out.
TEST(SuperquadricGap, IsProvenByOneDirection) {
  Random random(36);
  for (int i = 0; i < 200; ++i) {
    exponents::PairSpec pair = exponents::random_pair(exponents::bins[random.below(6)], random);
    exponents::lay(pair, random.direction(), 5);
    const PosedPair s(pair);
    Cache<double> cache;
    EXPECT_TRUE(talus::gap_exceeds(s.a, s.pose_a, s.b, s.pose_b, 0.1, &cache));
    EXPECT_EQ(cache.normal, (talus::Vec3<double>{}));
  }
}

}  // namespace
