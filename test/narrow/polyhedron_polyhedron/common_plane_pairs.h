// Random pairs and checks for the tests of the common-plane methods.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "narrow/laws/subject.h"
#include "narrow/polyhedron_polyhedron/bodies.h"

namespace common_plane_pairs {

using bodies::polyhedron;
using bodies::two_boxes;

using laws::PairSpec;
using laws::Random;
using laws::Subject;
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

// The same pair as A sees it, so that a kernel's vectors mean the same to the oracle.
inline Subject in_frame_of_a(const Subject& subject) {
  PairSpec pair = subject.spec;
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
  return Subject(pair);
}

inline double exact_distance(const Subject& subject) {
  return double(*oracle::Judge<long double>(subject.spec).exact_distance());
}

// What every answer keeps, right or wrong.
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

// A contact with the steps that led to it.
template <class Step>
struct Followed {
  Contact contact;
  std::vector<Step> steps;
};

template <class Step>
struct Recorder {
  std::vector<Step>& steps;
  void operator()(const Step& step) { steps.push_back(step); }
};

}  // namespace common_plane_pairs
