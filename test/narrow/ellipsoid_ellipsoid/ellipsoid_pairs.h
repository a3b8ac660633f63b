// Random pairs of ellipsoids with a chosen gap, and the judgement of their contacts by the oracle
// in extended precision.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "narrow/laws/law.h"

namespace ellipsoid_pairs {

using laws::PairSpec;
using laws::PosedPair;
using laws::Random;
using laws::Spec;
using laws::Triple;
using talus::Contact;
using talus::Status;

// Semi-axes up to 1:ratio, the longest about one.
inline Spec random_ellipsoid(Random& random, double ratio) {
  Spec spec;
  spec.type = laws::Type::ellipsoid;
  const double size = random.uniform(0.5, 1.5);
  for (double& axis : spec.semi_axes) axis = size * random.log_uniform(1 / ratio, 1);
  spec.semi_axes[random.below(3)] = size;
  if (random.chance(0.3)) spec.semi_axes[random.below(3)] = spec.semi_axes[random.below(3)];
  spec.orientation = random.orientation();
  return spec;
}

// B where its support point faces A's across the gap along a random normal: separated by the gap,
// or locally as deep as that.
inline PairSpec facing(const Spec& a, const Spec& b, double gap, Random& random) {
  PairSpec pair{a, b};
  pair.a.position = random.in_box(3);
  pair.b.position = pair.a.position;
  const oracle::Vec<long double> n(random.direction());
  const oracle::Body<long double> body_a(pair.a, pair.a.position), body_b(pair.b, pair.a.position);
  const auto offset =
      body_a.support_point(n) - body_b.support_point(-n) + static_cast<long double>(gap) * n;
  pair.b.position[0] += static_cast<double>(offset.x);
  pair.b.position[1] += static_cast<double>(offset.y);
  pair.b.position[2] += static_cast<double>(offset.z);
  return pair;
}

// What an answer is off by at worst, relative to max(larger bounding radius, |distance|), less what
// the rounding of world coordinates explains.
struct Errors {
  double distance = 0, sigma = 0, surface = 0, link = 0, unit = 0, bracket = 0, outside = 0;

  void take(const PairSpec& pair, const Contact<double>& c) {
    const oracle::Judgement j = oracle::Judge<long double>(pair).judge(laws::claim_of(c), 1e-14);
    const double world = laws::rounding_of_world(pair);
    const auto worst = [&](double& error, double value) {
      error = std::max(error, (value - world) / j.scale);
    };
    worst(distance, j.distance_error);
    worst(sigma, j.support_error);
    worst(surface, j.surface_error);
    worst(link, j.link_error);
    unit = std::max(unit, j.unit_error);
    worst(bracket, c.upper - c.lower);
    worst(outside, c.lower - j.upper);
    if (j.closed) worst(outside, j.lower - c.upper);
  }
};

inline void expect_below(const Errors& e, double accuracy, double bracket) {
  EXPECT_LE(e.distance, accuracy);
  EXPECT_LE(e.sigma, accuracy);
  EXPECT_LE(e.surface, accuracy);
  EXPECT_LE(e.link, accuracy);
  EXPECT_LE(e.unit, 2e-15);
  EXPECT_LE(e.bracket, bracket);
  EXPECT_LE(e.outside, 1e-15);
}

}  // namespace ellipsoid_pairs
