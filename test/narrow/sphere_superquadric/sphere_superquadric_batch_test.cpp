// Batches of spheres with ellipsoids and superquadrics give the bits of single queries, on every
// instruction set, whatever is in them and in whatever order.
#include <gtest/gtest.h>

#include "narrow/batch_bits.h"
#include "narrow/superquadric_superquadric/exponent_families.h"

namespace {

using batch_bits::draw_pairs;
using exponents::Random;
using exponents::Spec;
using laws::PosedPair;

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
  const double distance = random.chance(0.1) ? 0 : random.log_uniform(1e-3, 5);
  const auto turned =
      oracle::rotation_from<double>(body.orientation).to_world(oracle::Vec<double>(along));
  pair.a.position = {body.position[0] + distance * turned.x, body.position[1] + distance * turned.y,
                     body.position[2] + distance * turned.z};
  pair.a.orientation = random.orientation();
  if (random.chance(0.5)) std::swap(pair.a, pair.b);
  return PosedPair(pair);
}

TEST(SphereBatch, GivesTheBitsOfSingleQueriesOnEveryInstructionSet) {
  Random random(51);
  for (const int count : {1, 7, 8, 9, 3000}) {
    std::vector<PosedPair> pairs = draw_pairs(count, random, any_pair);
    batch_bits::expect_the_bits_of_single_queries(pairs, 3, random);
    if (HasFatalFailure()) return;
  }
}

TEST(SphereBatch, DoesNotDependOnOrderAndSize) {
  Random random(52);
  batch_bits::expect_no_dependence_on_order_and_size(draw_pairs(300, random, any_pair), random);
}

TEST(SphereBatch, TakesAnythingFromACache) {
  Random random(53);
  batch_bits::expect_any_cache_is_safe(draw_pairs(300, random, any_pair), random);
}

TEST(SphereGap, AgreesWithTheDistance) {
  Random random(54);
  batch_bits::expect_gap_agrees_with_distance(1000, 1e-11, 0.5, random, any_pair);
}

TEST(SphereGap, TheBatchAgreesWithSingleQueriesOnEveryInstructionSet) {
  Random random(55);
  batch_bits::expect_gap_batch_agrees_with_single(draw_pairs(1000, random, any_pair));
}

}  // namespace
