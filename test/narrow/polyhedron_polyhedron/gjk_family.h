// What the tests of the GJK family share: recorders of their steps, the hull of A - B, and pairs
// with their exact answers.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "narrow/polyhedron_polyhedron/bodies.h"
#include "narrow/polyhedron_polyhedron/situations.h"
#include "oracle/judge.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_td.h"

namespace gjk_family {

using bodies::polyhedron;
using bodies::two_boxes;

using laws::PairSpec;
using laws::PosedPair;
using laws::Random;
using laws::Triple;
using situations::Posed;
using talus::Status;
using Contact = talus::Contact<double>;
using Vec = talus::Vec3<double>;
using Simplex = talus::engine::Simplex<double>;
using GjkStep = talus::polyhedron_polyhedron::gjk::GjkStep<double>;
using TdStep = talus::polyhedron_polyhedron::gjk::TdStep<double>;

struct Recorder {
  std::vector<GjkStep> gjk;
  std::vector<TdStep> td;
  void operator()(const GjkStep& step) { gjk.push_back(step); }
  void operator()(const TdStep& step) { td.push_back(step); }
};

// max over A - B of n.c, straight from all vertices.
inline double height(const Posed& pair, const Vec& n) {
  double of_a = -INFINITY, of_b = INFINITY;
  for (int i = 0; i < pair.a.vertex_count; ++i) of_a = std::max(of_a, dot(n, pair.a.vertex(i)));
  for (int i = 0; i < pair.b.vertex_count; ++i) {
    of_b = std::min(of_b, dot(n, pair.b_in_a.point_to_a(pair.b.vertex(i))));
  }
  return of_a - of_b;
}

struct Plane {
  Vec normal;  // unit, away from the fourth corner
  double offset;
};

inline std::vector<Plane> faces_of(const Simplex& tetrahedron) {
  std::vector<Plane> faces;
  for (int i = 0; i < 4; ++i) {
    const Vec &s = tetrahedron.point[i].c, &p = tetrahedron.point[(i + 1) % 4].c;
    const Vec n = normalized(
        cross(tetrahedron.point[(i + 2) % 4].c - p, tetrahedron.point[(i + 3) % 4].c - p));
    const Vec outward = dot(n, s - p) > 0 ? -n : n;
    faces.push_back({outward, dot(outward, p)});
  }
  return faces;
}

inline int faces_on_hull(const Posed& pair, const Simplex& tetrahedron) {
  int count = 0;
  for (const Plane& face : faces_of(tetrahedron)) {
    count += height(pair, face.normal) < face.offset + 1e-12;
  }
  return count;
}

// Boxes, the five regular solids, or hulls of `vertices` points of a sphere.
enum class Bodies { boxes, regular, hulls };

inline PairSpec random_pair(Bodies bodies, int vertices, Random& random) {
  PairSpec pair;
  for (laws::Spec* spec : {&pair.a, &pair.b}) {
    std::vector<Triple> points;
    if (bodies == Bodies::boxes) {
      points = laws::box_points(
          {random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1)});
    } else if (bodies == Bodies::regular) {
      points = laws::regular_solid(random.below(5));
    } else {
      for (int i = 0; i < vertices; ++i) points.push_back(random.direction());
    }
    *spec = polyhedron(std::move(points));
    spec->orientation = random.orientation();
  }
  laws::place_randomly(pair, random);
  return pair;
}

inline double exact_distance(const PairSpec& pair) {
  return static_cast<double>(*oracle::Judge<long double>(pair).exact_distance());
}

// The point of a simplex nearest to the origin is the only V in it with V.y >= V.V for all of its
// vertices y: how far V is from that, and from (1) and (2), relative to the simplex's size.
template <class Sub>
double worst_of_nearest(const Simplex& tau) {
  const auto face = Sub::nearest(tau);
  double size = 0, sum = 0, worst = 0;
  Vec combined{};
  for (int i = 0; i < tau.count; ++i) size = std::max(size, norm(tau.point[i].c));
  for (int i = 0; i < face.count; ++i) {
    EXPECT_GT(face.lambda[i], 0);
    sum += face.lambda[i];
    combined = combined + face.lambda[i] * tau.point[face.index[i]].c;
  }
  worst = std::max({std::abs(sum - 1), norm(combined - face.v) / size});
  for (int i = 0; i < face.count; ++i) {
    const Vec along = tau.point[face.index[i]].c - tau.point[face.index[0]].c;
    worst = std::max(worst, std::abs(dot(face.v, along)) / (size * size));
  }
  for (int i = 0; i < tau.count; ++i) {
    const double short_of = dot(face.v, face.v) - dot(face.v, tau.point[i].c);
    worst = std::max(worst, short_of / (size * size));
  }
  return worst;
}

inline Simplex random_simplex(int count, Random& random) {
  Simplex tau;
  tau.count = count;
  const Triple shift = random.in_box(1);
  for (int i = 0; i < count; ++i) {
    tau.point[i].c = laws::vec(random.in_box(1)) + laws::vec(shift);
    tau.point[i].index_a = tau.point[i].index_b = i;
  }
  return tau;
}

// The steps of GJK as in P0: each adds the outermost vertex along the direction from the
// last nearest point to the origin, and the simplices come nearer.
inline void expect_gjk_steps(const Posed& pair, const std::vector<GjkStep>& steps) {
  if (steps.empty()) return;
  Vec last = steps[0].tau.point[0].c;
  for (const GjkStep& step : steps) {
    const Vec& w = step.tau.point[step.tau.count - 1].c;
    EXPECT_NEAR(dot(-last, w), height(pair, -last), 1e-14 * norm(last) * pair.size());
    const Vec v = step.nearest.count == 4 ? Vec{} : step.nearest.v;
    EXPECT_LE(norm(v), norm(last) + 1e-15 * pair.size());
    last = v;
  }
}

// Answers of a method that ends on the nearest face of GJK's tetrahedron, over random pairs.
struct Tally {
  int separated = 0, overlapping = 0, failed = 0, wrong_depth = 0, blind = 0;
  double worst_separated = 0, worst_bracket = 0, worst_excess = 0;
};

template <class Evaluate>
Tally tally(Bodies bodies, int vertices, int pairs, std::uint64_t seed, const Evaluate& evaluate) {
  Tally t;
  Random random(seed);
  for (int i = 0; i < pairs; ++i) {
    const PosedPair posed_pair(random_pair(bodies, vertices, random));
    const Posed posed(posed_pair);
    Recorder recorder;
    const Contact c = evaluate(posed, recorder);
    expect_gjk_steps(posed, recorder.gjk);
    const double exact = exact_distance(posed_pair.spec);
    const double scale = std::max(posed.size(), std::abs(exact));
    ++(exact > 0 ? t.separated : t.overlapping);
    t.worst_bracket =
        std::max({t.worst_bracket, (c.lower - exact) / scale, (exact - c.upper) / scale});
    if (is_failure(c.status)) {
      ++t.failed;
    } else if (exact > 0) {
      EXPECT_EQ(c.status, Status::separated);
      t.worst_separated = std::max(t.worst_separated, std::abs(c.distance - exact) / scale);
    } else {
      t.blind += c.status == Status::touching;
      t.wrong_depth += std::abs(c.distance - exact) > 1e-12 * scale;
      t.worst_excess = std::max(t.worst_excess, (exact - c.distance) / scale);
    }
  }
  return t;
}

}  // namespace gjk_family
