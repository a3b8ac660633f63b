// Batches beside single queries, bit for bit.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <iterator>
#include <limits>

#include "narrow/laws/subject.h"
#include "talus/narrow/batch.h"

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

inline std::vector<talus::PairQuery> queries_of(const std::vector<laws::Subject>& subjects) {
  std::vector<talus::PairQuery> queries;
  for (const laws::Subject& s : subjects) queries.push_back({&s.a, &s.pose_a, &s.b, &s.pose_b});
  return queries;
}

// The subjects asked one by one and in batches of every instruction set, `steps` times, with the
// bodies moved and the caches kept in between.
inline void expect_the_bits_of_single_queries(std::vector<laws::Subject>& subjects, int steps,
                                              laws::Random& random, double move = 1e-3,
                                              const talus::Settings<double>& settings = {}) {
  ASSERT_FALSE(talus::batch_kernels().empty());
  const std::size_t count = subjects.size();
  const std::vector<talus::PairQuery> queries = queries_of(subjects);
  std::vector<talus::Cache<double>> single_caches(count);
  std::vector<std::vector<talus::Cache<double>>> caches(talus::batch_kernels().size(),
                                                        single_caches);
  for (int step = 0; step < steps; ++step) {
    std::vector<talus::Contact<double>> expected;
    for (std::size_t i = 0; i < count; ++i) {
      expected.push_back(subjects[i].ask(nullptr, &single_caches[i], settings));
    }
    for (std::size_t k = 0; k < caches.size(); ++k) {
      const talus::BatchKernel& kernel = talus::batch_kernels()[k];
      std::vector<talus::Contact<double>> contacts(count);
      talus::contact_batch_with(&kernel, queries, contacts, settings, caches[k]);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_TRUE(same_bits(contacts[i], expected[i]))
            << kernel.instruction_set << ", pair " << i << ", step " << step << "\n"
            << laws::to_json("pair", subjects[i].spec);
        ASSERT_TRUE(same_bits(caches[k][i], single_caches[i]));
      }
    }
    for (laws::Subject& s : subjects) s.move_b(move * laws::vec(random.direction()));
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

}  // namespace batch_bits
