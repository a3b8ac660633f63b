// Pairs of superquadrics for the methods on potentials, with F of P2 (1) in 80 bits, written anew.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "narrow/laws/posed_pair.h"
#include "talus/narrow/contact.h"
#include "talus/narrow/trace.h"

namespace potential_pairs {

using Contact = talus::Contact<double>;
using Q = talus::Superquadric<double>;
using Settings = talus::Settings<double>;
using Vec = talus::Vec3<double>;
using laws::PosedPair;
using laws::Random;
using laws::Type;
using talus::Status;
using Long = oracle::Vec<long double>;

struct Pair {
  Q a, b;
  talus::RelativePose<double> b_in_a;
};

inline Pair pair_of(const PosedPair& s) {
  return {*std::get_if<Q>(&s.a), *std::get_if<Q>(&s.b), talus::relative_pose(s.pose_a, s.pose_b)};
}

// Exponents between the given ones, at random poses near contact.
inline PosedPair random_pair(double least, double most, Random& random) {
  laws::PairSpec pair = laws::random_pair(Type::superquadric, Type::superquadric, random);
  for (laws::Spec* s : {&pair.a, &pair.b}) {
    s->n1 = random.log_uniform(least, most);
    s->n2 = random.log_uniform(least, most);
  }
  return PosedPair(pair);
}

inline long double potential(const Q& s, const Long& x) {
  const long double ring = std::pow(std::abs(x.x / s.semi_axes.x), (long double)s.n2) +
                           std::pow(std::abs(x.y / s.semi_axes.y), (long double)s.n2);
  return std::pow(ring, (long double)s.n1 / s.n2) +
         std::pow(std::abs(x.z / s.semi_axes.z), (long double)s.n1) - 1;
}

inline Long to_b(const Pair& p, const Long& x) {
  const auto& r = p.b_in_a.rotation;
  const Long d = x - Long(laws::triple(p.b_in_a.translation));
  return {r.row0.x * d.x + r.row1.x * d.y + r.row2.x * d.z,
          r.row0.y * d.x + r.row1.y * d.y + r.row2.y * d.z,
          r.row0.z * d.x + r.row1.z * d.y + r.row2.z * d.z};
}

inline double size_of(const Pair& p) {
  return std::max(talus::bounding_sphere(p.a).radius, talus::bounding_sphere(p.b).radius);
}

}  // namespace potential_pairs
