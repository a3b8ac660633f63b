// The fast common plane of Nezami, classical and revised: the published results and failures, and
// the candidates of each round against Algorithm 2 of Descantes et al. 2019.
#include "talus/narrow/polyhedron_polyhedron/published/nezami.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "narrow/polyhedron_polyhedron/common_plane_pairs.h"
#include "narrow/polyhedron_polyhedron/situations.h"
#include "talus/narrow/polyhedron_polyhedron/published/nezami_revised.h"

namespace {

using namespace common_plane_pairs;
using situations::Posed;
using situations::situation;
using Kind = talus::polyhedron_polyhedron::PlaneKind;
using Step = talus::polyhedron_polyhedron::CandidateStep<double>;
using Steps = std::vector<Step>;
using OracleVec = oracle::Vec<long double>;
using OracleBody = oracle::Polytope<long double>;

using Traced = TracedContact<Step>;

Traced classical(const Posed& p, const talus::Settings<double>& settings = {}) {
  return trace_steps<Step>(
      [](const auto&... query) { return talus::polyhedron_polyhedron::trace_nezami(query...); }, p,
      settings);
}

Traced revised(const Posed& p, const talus::Settings<double>& settings = {}) {
  return trace_steps<Step>(
      [](const auto&... query) {
        return talus::polyhedron_polyhedron::trace_nezami_revised(query...);
      },
      p, settings);
}

// The paper's accuracy statement: machine precision.
TEST(Nezami, RevisedFindsThePublishedAnswersToMachinePrecision) {
  double worst_distance = 0, worst_normal = 0;
  for (const auto& s : situations::all_situations()) {
    const Posed posed(s.pair);
    const Contact c = revised(posed).contact;
    EXPECT_EQ(c.status, Status::overlapping) << s.id;
    EXPECT_EQ(c.definition, talus::Definition::common_plane);
    worst_distance = std::max(worst_distance, std::abs(s.distance - c.distance) / posed.size());
    worst_normal = std::max(worst_normal, norm(c.normal - s.normal));
  }
  std::printf("worst: distance %.2g of the size, normal %.2g\n", worst_distance, worst_normal);
  EXPECT_LT(worst_distance, 5e-16);
  EXPECT_LT(worst_normal, 5e-16);
}

const Step& last_retained(const Steps& steps) {
  const Step* last = &steps.front();
  for (const Step& step : steps) {
    if (step.retained) last = &step;
  }
  return *last;
}

// Fig. 4: moved apart along the line of the centroids, particle 2 faces particle 1 with V2, while
// V2' is the deepest along the direction of least overlap.
TEST(Nezami, ClassicalEndsWithTheWrongVertexOfFigure4) {
  const auto s = situation("fig4");
  const Posed posed(s.pair);
  const Traced wrong = classical(posed), right = revised(posed);
  const Vec v2{-3, -6, 0}, v2_prime{-4.25, -1.541247753964719, 0};
  EXPECT_EQ(posed.b.vertex(last_retained(wrong.steps).plane.closest.index_b), v2);
  EXPECT_EQ(posed.b.vertex(last_retained(right.steps).plane.closest.index_b), v2_prime);
  const auto v1 = [&](const Traced& f) {
    return posed.a.vertex(last_retained(f.steps).plane.closest.index_a);
  };
  EXPECT_EQ(v1(right).x, 0);
  EXPECT_EQ(v1(right).y, 0);
  EXPECT_NEAR(wrong.contact.distance, -6, 1e-14);
  EXPECT_NEAR(norm(wrong.contact.normal - Vec{0, 1, 0}), 0, 1e-15);
  EXPECT_EQ(wrong.contact.status, Status::overlapping);
}

// The bodies of the oracle, in the frame of A.
struct Bodies {
  explicit Bodies(const PosedPair& s)
      : judge(s.spec),
        a(oracle::make_polytope(judge.a().points())),
        b(oracle::make_polytope(judge.b().points())) {}
  oracle::Judge<long double> judge;
  OracleBody a, b;
};

OracleVec exact(const Vec& v) { return {v.x, v.y, v.z}; }
bool at(const OracleVec& p, const OracleVec& q) { return length(p - q) < 1e-13L; }

// Directions of the edges of a body at one of its vertices.
std::vector<OracleVec> edges_at(const OracleBody& body, const OracleVec& vertex) {
  std::vector<OracleVec> edges;
  for (const auto& e : body.edges) {
    const OracleVec &p = body.points[e[0]], &q = body.points[e[1]];
    if (at(p, vertex)) edges.push_back(unit(q - p));
    if (at(q, vertex)) edges.push_back(unit(p - q));
  }
  return edges;
}

std::vector<OracleVec> faces_at(const OracleBody& body, const OracleVec& vertex) {
  std::vector<OracleVec> normals;
  for (const OracleVec& n : body.facet_normal) {
    long double top = -INFINITY;
    for (const OracleVec& p : body.points) top = std::max(top, dot(n, p));
    if (top - dot(n, vertex) < 1e-13L) normals.push_back(n);
  }
  return normals;
}

using Candidates = std::map<Kind, std::vector<OracleVec>>;

// Lines 7-21 from the paper, on the oracle's bodies; normals of either sign but for faces.
Candidates expected_candidates(const Bodies& bodies, const Step& plane) {
  const OracleVec v1 = exact(plane.plane.closest.a), v2 = exact(plane.plane.closest.b);
  const OracleVec between = v2 - v1;
  Candidates c;
  c[Kind::bisector] = {unit(between)};
  c[Kind::face_a] = faces_at(bodies.a, v1);
  for (const OracleVec& n : faces_at(bodies.b, v2)) c[Kind::face_b].push_back(-n);
  const auto e1 = edges_at(bodies.a, v1), e2 = edges_at(bodies.b, v2);
  for (const OracleVec& p : e1) {
    for (const OracleVec& q : e2) {
      if (length(cross(p, q)) > 1e-14L) c[Kind::edge_edge].push_back(unit(cross(p, q)));
    }
  }
  const auto beside = [&](const OracleVec& e) { return cross(e, cross(e, unit(between))); };
  for (const OracleVec& e : e1) {
    if (length(beside(e)) > 1e-14L) c[Kind::edge_a].push_back(unit(beside(e)));
  }
  for (const OracleVec& e : e2) {
    if (length(beside(e)) > 1e-14L) c[Kind::edge_b].push_back(unit(beside(e)));
  }
  return c;
}

bool contains(const std::vector<OracleVec>& normals, const OracleVec& n, bool signed_normal) {
  return std::any_of(normals.begin(), normals.end(), [&](const OracleVec& m) {
    return length(m - n) < 1e-11L || (!signed_normal && length(m + n) < 1e-11L);
  });
}

// One round: the candidates of the plane at hand, in the order of line 22, each with its true gap.
void expect_round(const Bodies& bodies, const Steps& round, const Step& plane) {
  Candidates expected = expected_candidates(bodies, plane);
  std::map<Kind, int> found;
  Kind last = Kind::bisector;
  for (const Step& step : round) {
    const OracleVec n = exact(step.plane.normal);
    ASSERT_GE(int(step.kind), int(last));
    last = step.kind;
    ++found[step.kind];
    const bool face = step.kind == Kind::face_a || step.kind == Kind::face_b;
    ASSERT_TRUE(contains(expected[step.kind], n, face)) << int(step.kind);
    ASSERT_NEAR(double(length(n)), 1, 1e-15);
    if (!face) {
      ASSERT_GE(double(dot(n, exact(plane.plane.normal))), -1e-15);
    }
    ASSERT_NEAR(double(bodies.judge.sigma(n)), step.plane.gap, 1e-14);
  }
  for (const auto& [kind, normals] : expected) {
    ASSERT_EQ(found[kind], int(normals.size())) << int(kind);
  }
}

Steps round_of(const Steps& all, int round) {
  Steps steps;
  for (const Step& step : all) {
    if (step.round == round) steps.push_back(step);
  }
  return steps;
}

// Retained planes have strictly larger gaps, all others none larger.
void expect_increasing(const Steps& steps) {
  double gap = -INFINITY;
  for (const Step& step : steps) {
    ASSERT_EQ(step.retained, step.plane.gap > gap);
    gap = std::max(gap, step.plane.gap);
  }
}

TEST(Nezami, RevisedStepsFollowAlgorithm2) {
  Random random(12);
  std::vector<PosedPair> posed_pairs;
  for (const auto& s : situations::all_situations()) posed_pairs.push_back(s.pair);
  for (int i = 0; i < 100; ++i) posed_pairs.push_back(PosedPair(random_pair(i % 2 == 0, random)));
  for (const PosedPair& posed_pair : posed_pairs) {
    const Traced f = revised(Posed(posed_pair));
    const Bodies bodies(in_frame_of_a(posed_pair));
    expect_increasing(f.steps);
    ASSERT_EQ(round_of(f.steps, 0).size(), 1u);
    Step plane = f.steps.front();
    for (int round = 1; round <= f.contact.iterations; ++round) {
      const Steps steps = round_of(f.steps, round);
      expect_round(bodies, steps, plane);
      const bool better =
          std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.retained; });
      // The plane repeats in the last round and only there.
      ASSERT_EQ(better, round < f.contact.iterations);
      if (better) plane = last_retained(steps);
    }
    EXPECT_EQ(f.contact.normal, talus::normalized(plane.plane.normal));
  }
}

// Steps 1 to 4: a small positive gap to start from, also where the particles overlap; the end when
// the closest vertices repeat; and the gap without the translation as the answer.
TEST(Nezami, ClassicalMovesOverlappingParticlesApart) {
  Random random(13);
  int moved = 0;
  for (int i = 0; i < 200; ++i) {
    const PosedPair posed_pair = in_frame_of_a(PosedPair(random_pair(i % 2 == 0, random)));
    const Posed posed(posed_pair);
    const Traced f = classical(posed);
    const oracle::Judge<long double> judge(posed_pair.spec);
    expect_increasing(f.steps);
    const auto& start = f.steps.front().plane;
    const double gap = double(judge.sigma(exact(start.normal)));
    EXPECT_NEAR(start.gap, gap > 0 ? gap : posed.size() / 1024, 1e-13);
    moved += gap <= 0;
    const double shift = start.gap - gap;
    for (const Step& step : f.steps) {
      // Moved apart by s along n1, the gap along n is larger by s n.n1.
      const double unmoved = double(judge.sigma(exact(step.plane.normal)));
      ASSERT_NEAR(step.plane.gap, unmoved + shift * dot(step.plane.normal, start.normal), 1e-13);
    }
    const Step last = last_retained(f.steps);
    EXPECT_EQ(f.contact.normal, talus::normalized(last.plane.normal));
    EXPECT_NEAR(f.contact.distance, double(judge.sigma(exact(last.plane.normal))), 1e-14);
    Step before = f.steps.front();
    for (int round = 1; round <= f.contact.iterations; ++round) {
      Step after = before;
      for (const Step& step : round_of(f.steps, round)) {
        if (step.retained) after = step;
      }
      const bool same = after.plane.closest.index_a == before.plane.closest.index_a &&
                        after.plane.closest.index_b == before.plane.closest.index_b;
      ASSERT_EQ(same, round == f.contact.iterations);
      before = after;
    }
  }
  EXPECT_GT(moved, 80);
}

// What is left to miss: boxes never, hulls of 20 now and then, far less than the classical method.
TEST(Nezami, LocalMaximaRemainOnRandomPairs) {
  for (const bool boxes : {true, false}) {
    const MissedPairs missed = count_missed(boxes, 22, 1e-10, classical, revised);
    EXPECT_GT(missed.classical, 0.3 * missed.pairs);
    EXPECT_EQ(missed.revised == 0, boxes);
    EXPECT_LT(missed.revised, missed.classical / 4);
  }
}

TEST(Nezami, BracketsTheDistance) {
  for (const Contact& c : expect_brackets(32, classical, revised)) {
    EXPECT_FALSE(is_failure(c.status));
  }
}

// V1 = V2: no bisector, the single-edge planes on the normal at hand, and no division by zero.
TEST(Nezami, TouchingTips) {
  const std::vector<Triple> tip{{0, 0, 0}, {-2, 1, 0}, {-2, -1, 1}, {-2, -1, -1}};
  std::vector<Triple> mirrored = tip;
  for (Triple& p : mirrored) p[0] = -p[0];
  const PosedPair posed_pair({polyhedron(tip), polyhedron(mirrored)});
  const Traced f = revised(Posed(posed_pair));
  EXPECT_EQ(f.contact.distance, 0);
  EXPECT_EQ(f.contact.status, Status::touching);
  std::map<Kind, int> found;
  for (const Step& step : round_of(f.steps, 1)) ++found[step.kind];
  EXPECT_EQ(found[Kind::bisector], 0);
  EXPECT_EQ(found[Kind::edge_a], 3);
  EXPECT_EQ(found[Kind::edge_b], 3);
  EXPECT_EQ(classical(Posed(posed_pair)).contact.status, Status::touching);
}

// The test for parallel edges knows no unit of length: the same candidates at any scale.
TEST(Nezami, ParallelEdgesAtAnyScale) {
  std::size_t first = 0;
  for (const double scale : {1.0, 0x1p-40, 0x1p40}) {
    const PosedPair s = two_boxes({scale, scale, scale}, {scale, 2 * scale, scale},
                                  {1.5 * scale, 0.25 * scale, 0.5 * scale});
    const Traced f = revised(Posed(s));
    EXPECT_EQ(f.contact.distance, -0.5 * scale);
    std::map<Kind, int> found;
    for (const Step& step : round_of(f.steps, 1)) ++found[step.kind];
    EXPECT_EQ(found[Kind::edge_edge], 6);  // nine pairs of edges, three of them parallel
    if (first == 0) first = f.steps.size();
    EXPECT_EQ(f.steps.size(), first);
  }
}

TEST(Nezami, CapIsReportedUnlessSeparationIsProven) {
  talus::Settings<double> hasty;
  hasty.max_iterations = 1;
  const auto s = situation("fig4");
  const Contact c = revised(Posed(s.pair), hasty).contact;
  EXPECT_EQ(c.status, Status::iteration_limit);
  expect_sound(c, s.distance, Posed(s.pair).size());
  const PosedPair apart = two_boxes({1, 1, 1}, {1, 1, 1}, {5, 0.5, 0.25});
  EXPECT_EQ(revised(Posed(apart), hasty).contact.status, Status::separated);
}

TEST(Nezami, DegenerateInput) {
  const PosedPair identical = two_boxes({1, 1, 1}, {1, 1, 1}, {0, 0, 0});
  const PosedPair touching = two_boxes({1, 1, 1}, {1, 2, 3}, {2, 0, 0});
  const PosedPair concentric = two_boxes({3, 1, 1}, {3, 1, 2}, {0, 0, 0});
  for (const auto& method : {classical, revised}) {
    const Contact same = method(Posed(identical), {}).contact;
    EXPECT_EQ(same.distance, -2);
    EXPECT_EQ(same.status, Status::overlapping);
    expect_sound(same, -2, 1);
    EXPECT_EQ(method(Posed(touching), {}).contact.status, Status::touching);
  }
  // The classical method moves them apart along x, whatever is best.
  EXPECT_EQ(classical(Posed(concentric)).contact.distance, -6);
  EXPECT_EQ(revised(Posed(concentric)).contact.distance, -2);
}

}  // namespace
