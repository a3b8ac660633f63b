// Batches beside single queries, bit for bit.
#pragma once

#include <cstring>

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

// What smooth bodies keep.
inline std::vector<double> numbers_of(const talus::Cache<double>& k) {
  return {k.normal.x,  k.normal.y,  k.normal.z,  k.place_a.x, k.place_a.y,
          k.place_a.z, k.place_b.x, k.place_b.y, k.place_b.z};
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

}  // namespace batch_bits
