// Pairs of P3's generator as kernels see them.
#pragma once

#include "../study/superellipsoids/known_pairs.h"
#include "talus/math/pose.h"
#include "talus/shape/superquadric/superquadric.h"

namespace known {

using Superquadric = talus::Superquadric<double>;
using Vec = talus::Vec3<double>;

struct Pair {
  Superquadric a, b;
  talus::RelativePose<double> b_in_a;
  superellipsoids::KnownPair truth;
};

inline Vec vec(const superellipsoids::Triple& v) { return {v[0], v[1], v[2]}; }

inline Superquadric superquadric(const superellipsoids::Body& body) {
  return {vec(body.r), body.n1(), body.n2()};
}

inline Pair pair_of(const superellipsoids::KnownPair& truth) {
  const auto& q = truth.orientation;
  return {superquadric(truth.one),
          superquadric(truth.two),
          {talus::rotation_of(talus::Quat<double>{q[0], q[1], q[2], q[3]}), vec(truth.centre)},
          truth};
}

// Pair i of a series: 1, real distances, or 2, penetrations.
inline Pair draw(int interval, int series, int i) {
  superellipsoids::Random random(11, static_cast<std::uint64_t>(i) * 8 + interval * 2 + series);
  return pair_of(superellipsoids::known_pair(
      superellipsoids::intervals[interval],
      series == 1 ? superellipsoids::largest_distance : -superellipsoids::largest_penetration,
      random));
}

}  // namespace known
