// Batches beside single queries, bit for bit: what holds for the batch kernels of every family.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>

#include "narrow/laws/law.h"
#include "narrow/laws/posed_pair.h"
#include "talus/narrow/batch.h"
#include "talus/narrow/gap.h"

namespace batch_bits {

inline std::vector<double> numbers_of(const talus::Contact<double>& c) {
  return {c.distance,
          c.lower,
          c.upper,
          c.normal.x,
          c.normal.y,
          c.normal.z,
          c.point_a.x,
          c.point_a.y,
          c.point_a.z,
          c.point_b.x,
          c.point_b.y,
          c.point_b.z,
          double(c.status),
          double(c.proven),
          double(c.fallback),
          double(c.iterations),
          double(c.definition)};
}

inline std::vector<double> numbers_of(const talus::Cache<double>& k) {
  std::vector<double> numbers{k.normal.x,          k.normal.y,          k.normal.z,
                              k.surface_param_a.x, k.surface_param_a.y, k.surface_param_a.z,
                              k.surface_param_b.x, k.surface_param_b.y, k.surface_param_b.z,
                              double(k.feature)};
  numbers.insert(numbers.end(), std::begin(k.vertex_a), std::end(k.vertex_a));
  numbers.insert(numbers.end(), std::begin(k.vertex_b), std::end(k.vertex_b));
  return numbers;
}

template <class Answer>
bool same_bits(const Answer& p, const Answer& q) {
  const std::vector<double> u = numbers_of(p), v = numbers_of(q);
  return std::memcmp(u.data(), v.data(), u.size() * sizeof(double)) == 0;
}

inline std::vector<talus::PairQuery> queries_of(const std::vector<laws::PosedPair>& posed_pairs) {
  std::vector<talus::PairQuery> queries;
  for (const laws::PosedPair& s : posed_pairs)
    queries.push_back({&s.a, &s.pose_a, &s.b, &s.pose_b});
  return queries;
}

template <class Draw>
std::vector<laws::PosedPair> draw_pairs(int count, laws::Random& random, const Draw& draw) {
  std::vector<laws::PosedPair> pairs;
  for (int i = 0; i < count; ++i) pairs.push_back(draw(random));
  return pairs;
}

// Single queries beside batches on every instruction set, `steps` times, with the bodies moved and
// the caches kept in between.
inline void expect_the_bits_of_single_queries(std::vector<laws::PosedPair>& posed_pairs, int steps,
                                              laws::Random& random, double move = 1e-3,
                                              const talus::Settings<double>& settings = {}) {
  ASSERT_FALSE(talus::batch_kernels().empty());
  const std::size_t count = posed_pairs.size();
  const std::vector<talus::PairQuery> queries = queries_of(posed_pairs);
  std::vector<talus::Cache<double>> single_caches(count);
  std::vector<std::vector<talus::Cache<double>>> caches(talus::batch_kernels().size(),
                                                        single_caches);
  for (int step = 0; step < steps; ++step) {
    std::vector<talus::Contact<double>> expected;
    for (std::size_t i = 0; i < count; ++i) {
      expected.push_back(posed_pairs[i].evaluate(nullptr, &single_caches[i], settings));
    }
    for (std::size_t k = 0; k < caches.size(); ++k) {
      const talus::BatchKernels& kernel = talus::batch_kernels()[k];
      std::vector<talus::Contact<double>> contacts(count);
      talus::contact_batch_with(&kernel, queries, contacts, settings, caches[k]);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(same_bits(contacts[i], expected[i]))
            << kernel.instruction_set << ", pair " << i << ", step " << step << "\n"
            << laws::to_json("pair", posed_pairs[i].spec);
        ASSERT_TRUE(same_bits(caches[k][i], single_caches[i]));
      }
    }
    for (laws::PosedPair& s : posed_pairs) s.move_b(move * laws::vec(random.direction()));
  }
}

// Caches full of anything: zeros, huge and tiny numbers, NaN, features that do not exist.
inline std::vector<talus::Cache<double>> strange_caches(std::size_t count, laws::Random& random) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double strange[] = {0,      -0.0,   1,      -1e-3,   1e308,
                                -1e200, 1e-308, 5e-324, nothing, infinity};
  const auto any_vector = [&] {
    return talus::Vec3<double>{strange[random.below(10)], strange[random.below(10)],
                               strange[random.below(10)]};
  };
  std::vector<talus::Cache<double>> caches(count);
  for (talus::Cache<double>& cache : caches) {
    cache.normal = any_vector();
    cache.surface_param_a = any_vector();
    cache.surface_param_b = any_vector();
    cache.feature = random.below(6) - 1;
    for (int& k : cache.vertex_a) k = random.below(10) - 2;
    for (int& k : cache.vertex_b) k = random.below(10) - 2;
  }
  return caches;
}

// Any order of the queries and any sizes of the batches give the same answers.
inline void expect_no_dependence_on_order_and_size(const std::vector<laws::PosedPair>& pairs,
                                                   laws::Random& random) {
  const std::vector<talus::PairQuery> queries = queries_of(pairs);
  std::vector<talus::Contact<double>> expected(queries.size());
  talus::contact_batch(queries, expected);
  for (int k = 0; k < 10; ++k) {
    std::vector<std::size_t> order(queries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<int>(i))]);
    }
    for (std::size_t first = 0; first < order.size();) {
      const std::size_t count = std::min<std::size_t>(1 + random.below(40), order.size() - first);
      std::vector<talus::PairQuery> some;
      for (std::size_t i = first; i < first + count; ++i) some.push_back(queries[order[i]]);
      std::vector<talus::Contact<double>> contacts(count);
      talus::contact_batch(some, contacts);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(same_bits(contacts[i], expected[order[first + i]]));
      }
      first += count;
    }
  }
}

// Strange caches change neither the answer, beyond its accuracy, nor the equality of bits.
inline void expect_any_cache_is_safe(const std::vector<laws::PosedPair>& pairs,
                                     laws::Random& random) {
  const std::vector<talus::PairQuery> queries = queries_of(pairs);
  std::vector<talus::Cache<double>> single = strange_caches(queries.size(), random);
  std::vector<std::vector<talus::Cache<double>>> caches(talus::batch_kernels().size(), single);
  std::vector<talus::Contact<double>> expected;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    SCOPED_TRACE(laws::to_json("pair", pairs[i].spec));
    expected.push_back(pairs[i].evaluate(nullptr, &single[i]));
    ASSERT_FALSE(is_failure(expected[i].status));
    const talus::Contact<double> cold = pairs[i].evaluate(nullptr);
    EXPECT_NEAR(expected[i].distance, cold.distance,
                1e-11 * laws::scale_of(pairs[i].spec, cold.distance) +
                    (cold.proven ? 0 : cold.upper - cold.lower));
  }
  for (std::size_t k = 0; k < caches.size(); ++k) {
    std::vector<talus::Contact<double>> contacts(queries.size());
    talus::contact_batch_with(&talus::batch_kernels()[k], queries, contacts, {}, caches[k]);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      ASSERT_TRUE(same_bits(contacts[i], expected[i])) << laws::to_json("pair", pairs[i].spec);
    }
  }
}

// gap_exceeds agrees with the distance of the contact: at zero, at `near` (1 + |distance|) below
// and above the distance, and at random gaps up to `spread`.
template <class Draw>
void expect_gap_agrees_with_distance(int count, double near, double spread, laws::Random& random,
                                     const Draw& draw) {
  int yes = 0, total = 0;
  for (int i = 0; i < count; ++i) {
    const laws::PosedPair s = draw(random);
    SCOPED_TRACE(laws::to_json("pair", s.spec));
    talus::Cache<double> cache;
    const talus::Contact<double> c = s.evaluate(nullptr, &cache);
    ASSERT_FALSE(is_failure(c.status));
    const double off = near * (1 + std::abs(c.distance));
    for (const double g :
         {0.0, c.distance - off, c.distance + off, random.uniform(-spread, spread)}) {
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

// gap_exceeds_batch answers as gap_exceeds does and leaves the same caches, on every instruction
// set, cold and warm.
inline void expect_gap_batch_agrees_with_single(const std::vector<laws::PosedPair>& pairs) {
  const std::vector<talus::PairQuery> queries = queries_of(pairs);
  for (const double g : {-0.01, 0.0, 1e-6, 0.1}) {
    for (const bool warm : {false, true}) {
      std::vector<talus::Cache<double>> caches(pairs.size());
      std::vector<talus::Contact<double>> contacts(pairs.size());
      if (warm) talus::contact_batch(queries, contacts, {}, caches);
      std::vector<bool> expected;
      std::vector<talus::Cache<double>> single = caches;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const laws::PosedPair& s = pairs[i];
        expected.push_back(talus::gap_exceeds(s.a, s.pose_a, s.b, s.pose_b, g, &single[i]));
      }
      for (const talus::BatchKernels& kernel : talus::batch_kernels()) {
        const auto exceeds = std::make_unique<bool[]>(pairs.size());
        std::vector<talus::Cache<double>> own = caches;
        talus::gap_exceeds_batch_with(&kernel, queries, g, {exceeds.get(), pairs.size()}, own);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
          ASSERT_EQ(exceeds[i], expected[i]) << kernel.instruction_set << ", pair " << i;
          ASSERT_TRUE(same_bits(own[i], single[i])) << kernel.instruction_set << ", pair " << i;
        }
      }
    }
  }
}

}  // namespace batch_bits
