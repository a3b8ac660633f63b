// Batches give the bits of single queries, on every instruction set, whatever is in them.
#include "talus/narrow/batch.h"

#include <memory>

#include "narrow/batch_bits.h"
#include "narrow/ellipsoid_ellipsoid/ellipsoid_pairs.h"
#include "talus/narrow/gap.h"

namespace {

using namespace ellipsoid_pairs;
using batch_bits::queries_of;
using batch_bits::same_bits;
using talus::Cache;
using talus::PairQuery;

// Separated, touching, shallow and deep ellipsoids of any shape, some equal, with a few pairs of
// other kinds among them.
std::vector<PosedPair> mixed_bag(Random& random, int count) {
  std::vector<PosedPair> subjects;
  for (int i = 0; i < count; ++i) {
    if (random.chance(0.05)) {
      subjects.emplace_back(laws::random_pair(laws::Type::sphere, laws::Type::polyhedron, random));
      continue;
    }
    const double ratio = random.chance(0.2) ? 1 : random.log_uniform(1, 300);
    const Spec a = random_ellipsoid(random, ratio);
    const Spec b = random.chance(0.1) ? a : random_ellipsoid(random, ratio);
    PairSpec pair = facing(a, b, random.log_uniform(1e-12, 10), random);
    if (random.chance(0.3)) pair = facing(a, b, -random.log_uniform(1e-12, 0.3), random);
    if (random.chance(0.05)) pair.b.position = pair.a.position;
    subjects.emplace_back(pair);
  }
  return subjects;
}

TEST(EllipsoidBatch, GivesTheBitsOfSingleQueriesOnEveryInstructionSet) {
  Random random(21);
  for (const int count : {1, 7, 8, 9, 3000}) {
    std::vector<PosedPair> subjects = mixed_bag(random, count);
    batch_bits::expect_the_bits_of_single_queries(subjects, 4, random);
    if (HasFatalFailure()) return;
  }
}

TEST(EllipsoidBatch, NeedsNoCaches) {
  Random random(22);
  const std::vector<PosedPair> subjects = mixed_bag(random, 50);
  std::vector<Contact<double>> contacts(subjects.size());
  talus::contact_batch(queries_of(subjects), contacts);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    EXPECT_TRUE(same_bits(contacts[i], subjects[i].evaluate(nullptr)));
  }
}

TEST(GapExceeds, IsWhatTheDistanceSays) {
  Random random(23);
  int yes = 0, total = 0;
  for (int i = 0; i < 2000; ++i) {
    const double ratio = random.log_uniform(1, 100);
    const PosedPair s(facing(random_ellipsoid(random, ratio), random_ellipsoid(random, ratio),
                             random.uniform(-0.1, 1), random));
    talus::Cache<double> cache;
    const Contact<double> c = s.evaluate(nullptr, &cache);
    if (is_failure(c.status)) continue;
    for (const double g : {0.0, c.distance - 1e-12, c.distance + 1e-12, random.uniform(-1, 1)}) {
      const bool expected = c.distance > g;
      talus::Cache<double> fresh, kept = cache;
      EXPECT_EQ(talus::gap_exceeds(s.a, s.pose_a, s.b, s.pose_b, g), expected);
      EXPECT_EQ(talus::gap_exceeds(s.a, s.pose_a, s.b, s.pose_b, g, &fresh), expected);
      EXPECT_EQ(talus::gap_exceeds(s.a, s.pose_a, s.b, s.pose_b, g, &kept), expected);
      EXPECT_EQ(talus::gap_exceeds(s.b, s.pose_b, s.a, s.pose_a, g), expected);
      yes += expected;
      ++total;
    }
  }
  EXPECT_GT(yes, total / 4);
  EXPECT_LT(yes, total * 3 / 4);
}

TEST(GapExceeds, AnswersForEveryPairOfKinds) {
  Random random(24);
  for (int i = 0; i < oracle::type_count; ++i) {
    for (int j = i; j < oracle::type_count; ++j) {
      const auto a = static_cast<laws::Type>(i), b = static_cast<laws::Type>(j);
      if (a == laws::Type::half_space && b == laws::Type::half_space) continue;
      for (int k = 0; k < 20; ++k) {
        const PosedPair s(laws::random_pair(a, b, random));
        const Contact<double> c = s.evaluate(nullptr);
        if (is_failure(c.status)) continue;
        const double g = random.uniform(-1, 1);
        EXPECT_EQ(talus::gap_exceeds(s.a, s.pose_a, s.b, s.pose_b, g), c.distance > g);
      }
    }
  }
}

TEST(GapExceeds, TheBatchSaysTheSameOnEveryInstructionSet) {
  Random random(25);
  const std::vector<PosedPair> subjects = mixed_bag(random, 2000);
  const std::vector<PairQuery> queries = queries_of(subjects);
  for (const double g : {-0.01, 0.0, 1e-6, 0.1}) {
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
        }
      }
    }
  }
}

}  // namespace
