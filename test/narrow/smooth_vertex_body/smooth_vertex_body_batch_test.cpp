// Batches of superquadrics and ellipsoids with polyhedra and segments give the bits of single
// queries, on every instruction set, and warm queries, which start from the vertices of the last
// contact, agree with cold ones.
#include <gtest/gtest.h>

#include "narrow/batch_bits.h"
#include "narrow/superquadric_superquadric/exponent_families.h"

namespace {

using batch_bits::draw_pairs;
using exponents::Random;
using exponents::Spec;
using laws::PosedPair;
using laws::Type;
using talus::Cache;
using talus::Contact;

Spec vertex_body(Random& random) {
  if (random.chance(0.3)) return laws::random_shape(Type::segment, random);
  Spec s;
  s.type = Type::polyhedron;
  const double half = random.log_uniform(0.1, 2);
  if (random.chance(0.4)) {
    s.points = laws::box_points({half, 0.7 * half, half});
  } else {
    const int count = 4 + random.below(random.chance(0.05) ? 400 : 30);
    for (int i = 0; i < count; ++i) {
      const oracle::Triple d = random.direction();
      s.points.push_back({half * d[0], half * d[1], half * d[2]});
    }
  }
  return s;
}

// Around a contact, mostly separated or shallow as in a simulation; flat on flat at times.
PosedPair any_pair(Random& random, const exponents::Bin& bin) {
  exponents::PairSpec pair{exponents::body(bin, random), vertex_body(random)};
  if (random.chance(0.3)) pair.a.type = Type::ellipsoid;
  if (random.chance(0.03)) pair.a.n1 = random.chance(0.5) ? 1 : 200;
  const bool flat = random.chance(0.3);
  const oracle::Triple n = flat ? exponents::axis(random.below(3)) : random.direction();
  if (!flat) pair.b.orientation = random.orientation();
  const oracle::Vec<double> along(n);
  const auto a = oracle::Body<double>(pair.a, {}).support_point(along);
  const auto b = oracle::Body<double>(pair.b, {}).support_point(-along);
  const double gap = random.chance(0.1)   ? -random.uniform(0, 1)
                     : random.chance(0.5) ? random.log_uniform(1e-6, 1)
                                          : -random.log_uniform(1e-6, 1e-2);
  pair.b.position = {a.x - b.x + gap * n[0], a.y - b.y + gap * n[1], a.z - b.z + gap * n[2]};
  if (random.chance(0.5)) std::swap(pair.a, pair.b);
  return PosedPair(pair);
}

PosedPair mixed_pair(Random& random) {
  if (random.chance(0.1)) {
    return PosedPair(laws::random_pair(Type::sphere, Type::superquadric, random));
  }
  return any_pair(random, exponents::bins[random.below(7)]);
}

TEST(VertexBodyBatch, GivesTheBitsOfSingleQueriesOnEveryInstructionSet) {
  Random random(71);
  for (const int count : {1, 7, 8, 9, 2000}) {
    std::vector<PosedPair> pairs = draw_pairs(count, random, mixed_pair);
    batch_bits::expect_the_bits_of_single_queries(pairs, 4, random);
    if (HasFatalFailure()) return;
  }
}

TEST(VertexBodyBatch, TakesAnythingFromACache) {
  Random random(72);
  batch_bits::expect_any_cache_is_safe(draw_pairs(400, random, mixed_pair), random);
}

// Separated and shallow pairs: warm queries agree with cold ones, and the warm search mostly
// suffices.
TEST(VertexBodyWarm, AnswersWhatAColdQueryDoes) {
  for (const exponents::Bin& bin : exponents::bins) {
    Random random(73);
    int queries = 0, warm_answers = 0;
    double evaluations = 0;
    for (int i = 0; i < 600; ++i) {
      PosedPair s = any_pair(random, bin);
      Cache<double> cache;
      s.evaluate(nullptr, &cache);
      s.move_b(1e-4 * laws::vec(random.direction()));
      const Contact<double> cold = s.evaluate(nullptr);
      if (cold.distance < -0.01) continue;
      const Contact<double> warm = s.evaluate(nullptr, &cache);
      const double scale = laws::scale_of(s.spec, cold.distance);
      SCOPED_TRACE(laws::to_json("pair", s.spec));
      EXPECT_NEAR(warm.distance, cold.distance, bin.accuracy * scale);
      EXPECT_LE(warm.lower, cold.upper);
      EXPECT_LE(cold.lower, warm.upper);
      ++queries;
      if (warm.iterations <= 4 && warm.upper - warm.lower < 1e-13 * scale) {
        ++warm_answers;
        evaluations += warm.iterations;
      }
    }
    SCOPED_TRACE(bin.name);
    EXPECT_GT(queries, 300);
    EXPECT_GT(warm_answers, (bin.most > 1.5 ? 0.8 : 0.5) * queries);
    EXPECT_LT(evaluations, 3.2 * warm_answers);
  }
}

}  // namespace
