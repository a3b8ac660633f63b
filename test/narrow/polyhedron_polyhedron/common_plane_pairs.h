// Random pairs and checks for the tests of the common-plane methods.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "narrow/laws/posed_pair.h"
#include "narrow/polyhedron_polyhedron/bodies.h"
#include "narrow/polyhedron_polyhedron/situations.h"

namespace common_plane_pairs {

using bodies::polyhedron;
using bodies::two_boxes;

using laws::PairSpec;
using laws::PosedPair;
using laws::Random;
using laws::Triple;
using talus::Status;
using Contact = talus::Contact<double>;
using Vec = talus::Vec3<double>;

// Boxes of sides 1 to 3 or hulls of 20 points of the unit sphere; about two thirds overlap.
inline PairSpec random_pair(bool boxes, Random& random) {
  PairSpec pair;
  for (laws::Spec* spec : {&pair.a, &pair.b}) {
    std::vector<Triple> points;
    if (boxes) {
      const double x = random.uniform(0.5, 1.5), y = random.uniform(0.5, 1.5);
      points = laws::box_points({x, y, random.uniform(0.5, 1.5)});
    }
    while (points.size() < 20 && !boxes) points.push_back(random.direction());
    *spec = polyhedron(points);
    spec->orientation = random.orientation();
  }
  const Triple d = random.direction();
  const double r = random.uniform(0, boxes ? 3.5 : 2);
  pair.b.position = {r * d[0], r * d[1], r * d[2]};
  return pair;
}

// The same pair in the frame of A, so that a kernel's vectors are those of the oracle.
inline PosedPair in_frame_of_a(const PosedPair& posed) {
  PairSpec pair = posed.spec;
  const auto turn = oracle::rotation_from<double>(pair.a.orientation);
  Triple offset;
  for (int i = 0; i < 3; ++i) offset[i] = pair.b.position[i] - pair.a.position[i];
  const auto seen = turn.to_body(oracle::Vec<double>(offset));
  const auto &p = pair.a.orientation, &q = pair.b.orientation;  // conj(p) q
  pair.b.orientation = {p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3],
                        p[0] * q[1] - p[1] * q[0] - p[2] * q[3] + p[3] * q[2],
                        p[0] * q[2] + p[1] * q[3] - p[2] * q[0] - p[3] * q[1],
                        p[0] * q[3] - p[1] * q[2] + p[2] * q[1] - p[3] * q[0]};
  pair.b.position = {seen.x, seen.y, seen.z};
  pair.a.orientation = {1, 0, 0, 0};
  pair.a.position = {0, 0, 0};
  return PosedPair(pair);
}

inline double exact_distance(const PosedPair& posed) {
  return double(*oracle::Judge<long double>(posed.spec).exact_distance());
}

// What holds for every contact, whether it is the global one or not.
inline void expect_sound(const Contact& c, double truth, double size) {
  const double rounding = 1e-14 * (size + std::abs(truth));
  EXPECT_NEAR(talus::norm(c.normal), 1, 2e-15);
  EXPECT_LE(c.lower, c.distance);
  EXPECT_LE(c.distance, c.upper);
  EXPECT_LE(c.lower, truth + rounding);
  EXPECT_GE(c.upper, truth - rounding);
  EXPECT_NEAR(talus::norm(c.point_b - c.point_a - c.distance * c.normal), 0, rounding);
  EXPECT_TRUE(c.status != Status::separated || truth > 0);
}

// A contact with the steps of the published algorithm.
template <class Step>
struct TracedContact {
  Contact contact;
  std::vector<Step> steps;
};

// Runs a kernel (trace_cundall, ...) with a recorder of its steps.
template <class Step, class Kernel>
TracedContact<Step> trace_steps(const Kernel& kernel, const situations::Posed& p,
                                const talus::Settings<double>& settings) {
  TracedContact<Step> traced;
  const auto recorder = [&](const Step& step) { traced.steps.push_back(step); };
  traced.contact = kernel(p.a, p.b, p.b_in_a, settings, recorder);
  return traced;
}

// How often each of two methods misses the least overlap of 300 random overlapping pairs by more
// than `tolerance` times their size.
struct MissedPairs {
  int pairs = 0, classical = 0, revised = 0;
};

template <class Method>
MissedPairs count_missed(bool boxes, std::uint64_t seed, double tolerance, const Method& classical,
                         const Method& revised) {
  Random random(seed);
  MissedPairs missed;
  while (missed.pairs < 300) {
    const PosedPair pair(random_pair(boxes, random));
    const double truth = exact_distance(pair);
    if (truth > 0) continue;
    ++missed.pairs;
    const situations::Posed posed(pair);
    const double limit = truth - tolerance * posed.size();
    missed.classical += classical(posed, {}).contact.distance < limit;
    missed.revised += revised(posed, {}).contact.distance < limit;
  }
  std::printf("%s: of %d pairs the classical misses %d, the revised %d\n",
              boxes ? "boxes" : "hulls of 20", missed.pairs, missed.classical, missed.revised);
  return missed;
}

// Checks the brackets of both methods on 400 random pairs; returns the contacts.
template <class Method>
std::vector<Contact> expect_brackets(std::uint64_t seed, const Method& classical,
                                     const Method& revised) {
  Random random(seed);
  std::vector<Contact> contacts;
  for (int i = 0; i < 400; ++i) {
    const PosedPair pair(random_pair(i % 2 == 0, random));
    const double truth = exact_distance(pair);
    const situations::Posed posed(pair);
    for (const Contact& c : {classical(posed, {}).contact, revised(posed, {}).contact}) {
      expect_sound(c, truth, posed.size());
      contacts.push_back(c);
    }
  }
  const auto is_separated = [](const Contact& c) { return c.status == Status::separated; };
  EXPECT_GT(std::count_if(contacts.begin(), contacts.end(), is_separated), 100);
  return contacts;
}

}  // namespace common_plane_pairs
