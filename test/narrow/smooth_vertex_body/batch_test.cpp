// Batches of superquadrics and ellipsoids with polyhedra and segments give the bits of single
// queries, on every instruction set; and a warm query, from the vertices of the last contact, gives
// the answer of a cold one.
#include "talus/narrow/batch.h"

#include <gtest/gtest.h>

#include "narrow/batch_bits.h"
#include "narrow/laws/law.h"
#include "narrow/superquadric_superquadric/exponent_families.h"
#include "talus/narrow/smooth_vertex_body/warm_contact.h"

namespace {

using batch_bits::queries_of;
using batch_bits::same_bits;
using exponents::Random;
using exponents::Spec;
using laws::Subject;
using laws::Type;
using talus::Cache;
using talus::Contact;
using talus::PairQuery;

Spec body_with_vertices(Random& random) {
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
Subject any_pair(Random& random, const exponents::Bin& bin) {
  exponents::PairSpec pair{exponents::body(bin, random), body_with_vertices(random)};
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
  return Subject(pair);
}

std::vector<Subject> any_pairs(Random& random, int count) {
  std::vector<Subject> subjects;
  for (int i = 0; i < count; ++i) {
    if (random.chance(0.1)) {
      subjects.emplace_back(laws::random_pair(Type::sphere, Type::superquadric, random));
    } else {
      subjects.push_back(any_pair(random, exponents::bins[random.below(7)]));
    }
  }
  return subjects;
}

TEST(CornersBatch, GivesTheBitsOfSingleQueriesOnEveryInstructionSet) {
  Random random(71);
  for (const int count : {1, 7, 8, 9, 2000}) {
    std::vector<Subject> subjects = any_pairs(random, count);
    batch_bits::expect_the_bits_of_single_queries(subjects, 4, random);
    if (HasFatalFailure()) return;
  }
}

TEST(CornersBatch, TakesAnythingFromACache) {
  Random random(72);
  const std::vector<Subject> subjects = any_pairs(random, 400);
  const std::vector<PairQuery> queries = queries_of(subjects);
  std::vector<Cache<double>> single = batch_bits::strange_caches(queries.size(), random);
  std::vector<std::vector<Cache<double>>> caches(talus::batch_kernels().size(), single);
  std::vector<Contact<double>> expected;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    expected.push_back(subjects[i].ask(nullptr, &single[i]));
    const Contact<double> cold = subjects[i].ask(nullptr);
    ASSERT_FALSE(is_failure(expected[i].status)) << laws::to_json("pair", subjects[i].spec);
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

// Warm beside cold, and how often the last contact tells enough, of separated and shallow pairs.
TEST(CornersWarm, AnswersWhatAColdQueryDoes) {
  for (const exponents::Bin& bin : exponents::bins) {
    Random random(73);
    int asked = 0, warm_answers = 0;
    double evaluations = 0;
    for (int i = 0; i < 600; ++i) {
      Subject s = any_pair(random, bin);
      Cache<double> cache;
      s.ask(nullptr, &cache);
      s.move_b(1e-4 * laws::vec(random.direction()));
      const Contact<double> cold = s.ask(nullptr);
      if (cold.distance < -0.01) continue;
      const Contact<double> warm = s.ask(nullptr, &cache);
      const double scale = laws::scale_of(s.spec, cold.distance);
      SCOPED_TRACE(laws::to_json("pair", s.spec));
      EXPECT_NEAR(warm.distance, cold.distance, bin.accuracy * scale);
      EXPECT_LE(warm.lower, cold.upper);
      EXPECT_LE(cold.lower, warm.upper);
      ++asked;
      if (warm.iterations <= 4 && warm.upper - warm.lower < 1e-13 * scale) {
        ++warm_answers;
        evaluations += warm.iterations;
      }
    }
    SCOPED_TRACE(bin.name);
    EXPECT_GT(asked, 300);
    EXPECT_GT(warm_answers, (bin.most > 1.5 ? 0.8 : 0.5) * asked);
    EXPECT_LT(evaluations, 3.2 * warm_answers);
  }
}

}  // namespace
