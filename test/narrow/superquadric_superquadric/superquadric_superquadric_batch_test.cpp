// Batches of superquadrics give the bits of single queries, on every instruction set, whatever is
// in them and in whatever order.
#include <gtest/gtest.h>

#include "narrow/batch_bits.h"
#include "narrow/superquadric_superquadric/exponent_families.h"
#include "talus/narrow/gap.h"

namespace {

using batch_bits::draw_pairs;
using exponents::Random;
using laws::PosedPair;
using talus::Cache;

// Pairs of all families, among them ellipsoids, exponents that the kernels do not support, and
// other kinds.
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

TEST(SuperquadricBatch, GivesTheBitsOfSingleQueriesOnEveryInstructionSet) {
  Random random(31);
  for (const int count : {1, 7, 8, 9, 2000}) {
    std::vector<PosedPair> pairs = draw_pairs(count, random, any_pair);
    batch_bits::expect_the_bits_of_single_queries(pairs, 3, random);
    if (HasFatalFailure()) return;
  }
}

TEST(SuperquadricBatch, DoesNotDependOnOrderAndSize) {
  Random random(32);
  batch_bits::expect_no_dependence_on_order_and_size(draw_pairs(300, random, any_pair), random);
}

TEST(SuperquadricBatch, TakesAnythingFromACache) {
  Random random(33);
  batch_bits::expect_any_cache_is_safe(draw_pairs(200, random, any_pair), random);
}

TEST(SuperquadricGap, AgreesWithTheDistance) {
  Random random(34);
  batch_bits::expect_gap_agrees_with_distance(600, 1e-11, 0.5, random, any_pair);
}

TEST(SuperquadricGap, TheBatchAgreesWithSingleQueriesOnEveryInstructionSet) {
  Random random(35);
  batch_bits::expect_gap_batch_agrees_with_single(draw_pairs(600, random, any_pair));
}

// Far apart, the cached normal stays untouched: no contact was computed.
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
