// Batches give the bits of single queries, on every instruction set, whatever is in them.
#include "narrow/batch_bits.h"
#include "narrow/ellipsoid_ellipsoid/ellipsoid_pairs.h"

namespace {

using namespace ellipsoid_pairs;
using batch_bits::draw_pairs;
using batch_bits::queries_of;
using batch_bits::same_bits;

// Separated, touching, shallow and deep ellipsoids of any shape, some equal, and a few pairs of
// other kinds.
PosedPair any_pair(Random& random) {
  if (random.chance(0.05)) {
    return PosedPair(laws::random_pair(laws::Type::sphere, laws::Type::polyhedron, random));
  }
  const double ratio = random.chance(0.2) ? 1 : random.log_uniform(1, 300);
  const Spec a = random_ellipsoid(random, ratio);
  const Spec b = random.chance(0.1) ? a : random_ellipsoid(random, ratio);
  PairSpec pair = facing(a, b, random.log_uniform(1e-12, 10), random);
  if (random.chance(0.3)) pair = facing(a, b, -random.log_uniform(1e-12, 0.3), random);
  if (random.chance(0.05)) pair.b.position = pair.a.position;
  return PosedPair(pair);
}

TEST(EllipsoidBatch, GivesTheBitsOfSingleQueriesOnEveryInstructionSet) {
  Random random(21);
  for (const int count : {1, 7, 8, 9, 3000}) {
    std::vector<PosedPair> pairs = draw_pairs(count, random, any_pair);
    batch_bits::expect_the_bits_of_single_queries(pairs, 4, random);
    if (HasFatalFailure()) return;
  }
}

TEST(EllipsoidBatch, NeedsNoCaches) {
  Random random(22);
  const std::vector<PosedPair> posed_pairs = draw_pairs(50, random, any_pair);
  std::vector<Contact<double>> contacts(posed_pairs.size());
  talus::contact_batch(queries_of(posed_pairs), contacts);
  for (std::size_t i = 0; i < posed_pairs.size(); ++i) {
    EXPECT_TRUE(same_bits(contacts[i], posed_pairs[i].evaluate(nullptr)));
  }
}

TEST(EllipsoidBatch, DoesNotDependOnOrderAndSize) {
  Random random(26);
  batch_bits::expect_no_dependence_on_order_and_size(draw_pairs(300, random, any_pair), random);
}

TEST(GapExceeds, AgreesWithTheDistance) {
  Random random(23);
  batch_bits::expect_gap_agrees_with_distance(2000, 0.5e-12, 1, random, [](Random& r) {
    const double ratio = r.log_uniform(1, 100);
    return PosedPair(
        facing(random_ellipsoid(r, ratio), random_ellipsoid(r, ratio), r.uniform(-0.1, 1), r));
  });
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

TEST(GapExceeds, TheBatchAgreesWithSingleQueriesOnEveryInstructionSet) {
  Random random(25);
  batch_bits::expect_gap_batch_agrees_with_single(draw_pairs(2000, random, any_pair));
}

}  // namespace
