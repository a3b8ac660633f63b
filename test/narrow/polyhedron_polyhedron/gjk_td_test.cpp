// GJK-TD: Table 1, the steps of Algorithm 3 and of Fig. 9, exact depths of random pairs, and how
// far its published bound of steps holds.
#include "talus/narrow/polyhedron_polyhedron/published/gjk_td.h"

#include <set>

#include "narrow/polyhedron_polyhedron/gjk_family.h"

namespace gjk_family {
namespace {

using talus::polyhedron_polyhedron::trace_gjk_td;

Contact follow(const Posed& pair, Recorder& recorder) {
  return trace_gjk_td(pair.a, pair.b, pair.b_in_a, talus::Settings<double>{}, recorder);
}

Contact evaluate(const PosedPair& posed_pair) {
  Recorder recorder;
  return follow(Posed(posed_pair), recorder);
}

using Vertex = std::pair<int, int>;  // of A - B: an index of A, an index of B
Vertex vertex_of(const talus::engine::SupportPair<double>& w) { return {w.index_a, w.index_b}; }

std::set<Vertex> corners_of(const TdStep& step) {
  return {vertex_of(step.corner[0]), vertex_of(step.corner[1]), vertex_of(step.corner[2])};
}

// Every turn of Algorithm 3: no face twice, the face nearer than the depth, E_q the outermost
// vertex, and the location condition on the last face only.
void expect_td_steps(const Posed& pair, const Recorder& recorder, const Contact& c) {
  std::set<std::set<Vertex>> visited;
  const double slack = 1e-13 * pair.size();
  for (const TdStep& step : recorder.td) {
    EXPECT_TRUE(visited.insert(corners_of(step)).second) << "built again";
    EXPECT_LE(std::sqrt(step.distance_squared), -c.distance + slack);
    const Vec n = normalized(step.normal);
    EXPECT_NEAR(dot(n, step.e.c), height(pair, n), slack);
    EXPECT_NEAR(std::abs(dot(n, step.corner[0].c)), std::sqrt(step.distance_squared), slack);
    const bool located = dot(n, step.e.c) - dot(n, step.corner[0].c) < slack;
    EXPECT_EQ(step.on_hull, located);
    EXPECT_EQ(step.on_hull, &step == &recorder.td.back() && !is_failure(c.status));
  }
}

TEST(GjkTd, Table1) {
  int count = 0;
  for (const auto& figure : situations::all_situations()) {
    const Posed pair(figure.pair);
    Recorder recorder;
    const Contact c = follow(pair, recorder);
    expect_gjk_steps(pair, recorder.gjk);
    expect_td_steps(pair, recorder, c);
    EXPECT_EQ(c.status, Status::overlapping) << figure.id;
    EXPECT_TRUE(c.proven) << figure.id;
    EXPECT_NEAR(c.distance, figure.distance, 2e-15 * pair.size()) << figure.id;
    EXPECT_LT(norm(c.normal - figure.normal), 2e-15) << figure.id;
    ++count;
  }
  EXPECT_GE(count, 3);
}

// Fig. 8b has the origin on a face of the tetrahedron. As in Fig. 9 that face is visited first,
// three more follow, and the fourth vertex is the second again.
TEST(GjkTd, Figure9ExpandsFigure8) {
  const auto figure = situations::situation("fig8a");
  const Posed pair(figure.pair);
  Recorder recorder;
  follow(pair, recorder);
  ASSERT_EQ(recorder.td.size(), 5u);
  EXPECT_LT(recorder.td[0].distance_squared, 1e-30);
  std::set<Vertex> first;  // A1, B1, C1, D1
  for (int i = 0; i < 4; ++i) first.insert(vertex_of(recorder.gjk.back().tau.point[i]));
  for (const Vertex& v : corners_of(recorder.td[0])) EXPECT_TRUE(first.count(v));
  std::vector<Vertex> e;
  for (const TdStep& step : recorder.td) e.push_back(vertex_of(step.e));
  EXPECT_EQ((std::set<Vertex>{e[0], e[1], e[2]}.size()), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(first.count(e[i]));
  EXPECT_EQ(e[3], e[1]);
  EXPECT_TRUE(recorder.td[4].on_hull);
}

struct Exactness {
  int separated = 0, overlapping = 0, failed = 0, wrong = 0;
  double worst = 0, worst_surface = 0;
};

Exactness compare(Bodies bodies, int vertices, int pairs, std::uint64_t seed) {
  Exactness r;
  Random random(seed);
  for (int i = 0; i < pairs; ++i) {
    const PosedPair posed_pair(random_pair(bodies, vertices, random));
    const Posed pair(posed_pair);
    Recorder recorder;
    const Contact c = follow(pair, recorder);
    const oracle::Judge<long double> judge(posed_pair.spec);
    const double exact = static_cast<double>(*judge.exact_distance());
    const double scale = std::max(pair.size(), std::abs(exact));
    ++(exact > 0 ? r.separated : r.overlapping);
    EXPECT_LE(c.lower, exact + 1e-14 * scale);
    EXPECT_GE(c.upper, exact - 1e-14 * scale);
    if (is_failure(c.status)) {
      ++r.failed;
      continue;
    }
    expect_td_steps(pair, recorder, c);
    EXPECT_EQ(c.status, exact > 0 ? Status::separated : Status::overlapping);
    const double error = std::abs(c.distance - exact) / scale;
    r.wrong += error > 1e-12;
    r.worst = std::max(r.worst, error);
    const Contact world = posed_pair.evaluate(
        talus::find_method(talus::Kind::polyhedron, talus::Kind::polyhedron, "gjk-td"));
    r.worst_surface =
        std::max(r.worst_surface, judge.judge(laws::claim_of(world)).surface_error / scale);
  }
  return r;
}

// No wrong minimum, although faces cross each other: see the file for why.
TEST(GjkTd, RandomPairsAgainstExactSat) {
  const Exactness boxes = compare(Bodies::boxes, 8, 2000, 1);
  const Exactness regular = compare(Bodies::regular, 0, 500, 2);
  const Exactness hulls = compare(Bodies::hulls, 16, 300, 3);
  for (const Exactness& r : {boxes, regular, hulls}) {
    EXPECT_GT(r.separated, 50);
    EXPECT_GT(r.overlapping, 50);
    EXPECT_EQ(r.wrong, 0);
    EXPECT_LT(r.worst, 1e-14);
    EXPECT_LT(r.worst_surface, 1e-13);
  }
  EXPECT_EQ(boxes.failed, 0);
  EXPECT_LE(regular.failed, 0.01 * regular.overlapping);  // two dodecahedra can fill the space
}

struct Steps {
  int overlapping = 0, failed = 0, beyond_bound = 0, turning_back = 0;
  double mean = 0;
};

Steps count_steps(Bodies bodies, int vertices, int pairs, std::uint64_t seed) {
  Steps r;
  Random random(seed);
  while (r.overlapping < pairs) {
    const PosedPair posed_pair(random_pair(bodies, vertices, random));
    const Posed pair(posed_pair);
    Recorder recorder;
    const Contact c = follow(pair, recorder);
    if (recorder.td.empty()) continue;
    ++r.overlapping;
    const int steps = static_cast<int>(recorder.td.size());
    bool back = false;
    for (int i = 1; i < steps; ++i) {
      back = back ||
             recorder.td[i].distance_squared < (1 - 1e-9) * recorder.td[i - 1].distance_squared;
    }
    r.turning_back += back;
    r.failed += is_failure(c.status);
    r.beyond_bound += steps > 3 * (pair.a.vertex_count + pair.b.vertex_count) - 8;
    r.mean += static_cast<double>(steps) / pairs;
  }
  return r;
}

// P0 section 3.2: fewer than 3 (vA + vB) - 8 steps, over faces of ever larger distance. Neither
// holds: A - B has up to vA vB vertices, and new faces can be nearer than old ones.
TEST(GjkTd, PublishedBoundOfStepsIsExceeded) {
  struct Row {
    const char* name;
    Bodies bodies;
    int vertices, pairs;
  };
  int beyond = 0, back = 0;
  for (const Row& row : {Row{"boxes", Bodies::boxes, 8, 2000},
                         {"regular", Bodies::regular, 0, 500},
                         {"hulls of 10", Bodies::hulls, 10, 500},
                         {"of 20", Bodies::hulls, 20, 200},
                         {"of 50", Bodies::hulls, 50, 40},
                         {"of 200", Bodies::hulls, 200, 20}}) {
    const Steps s = count_steps(row.bodies, row.vertices, row.pairs, 7);
    std::printf("gjk-td, %s: %d overlapping, %.1f steps, beyond the bound %d, back %d, failed %d\n",
                row.name, s.overlapping, s.mean, s.beyond_bound, s.turning_back, s.failed);
    beyond += s.beyond_bound;
    back += s.turning_back;
    EXPECT_TRUE(row.bodies != Bodies::boxes || s.failed == 0);
  }
  EXPECT_GT(beyond, 0);
  EXPECT_GT(back, 0);
}

// Where the scratch space is full the answer is a failure with a bracket that holds, never a depth.
TEST(GjkTd, FullScratchSpaceIsSaid) {
  Random random(9);
  int full = 0;
  for (int i = 0; i < 4; ++i) {
    PairSpec pair = random_pair(Bodies::hulls, 400, random);
    pair.b.position = {pair.a.position[0] + 0.01 * i, pair.a.position[1], pair.a.position[2]};
    const PosedPair posed_pair(pair);
    const Contact c = evaluate(posed_pair);
    if (!is_failure(c.status)) continue;
    ++full;
    EXPECT_EQ(c.status, Status::iteration_limit);
    EXPECT_FALSE(c.proven);
    const Contact exact = posed_pair.evaluate(nullptr);
    EXPECT_LE(c.lower, exact.upper);
    EXPECT_GE(c.upper, exact.lower);
  }
  EXPECT_GT(full, 0);
}

// (8) to (10) are 0/0 where the origin lies in the plane of the face.
TEST(GjkTd, Touching) {
  for (const Triple& offset : {Triple{1.5, 0.25, 0.125}, {1.5, 1.5, 0.25}, {1.5, 1.5, 1.5}}) {
    const PosedPair posed_pair = two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, offset);
    const Contact c = evaluate(posed_pair);
    EXPECT_EQ(c.status, Status::touching);
    EXPECT_NEAR(c.distance, 0, 1e-15);
    EXPECT_NEAR(norm(c.normal), 1, 2e-15);
    const auto truth = oracle::Judge<long double>(posed_pair.spec).judge(laws::claim_of(c));
    EXPECT_LT(truth.surface_error, 1e-15);
    EXPECT_LT(truth.support_error, 1e-14);
  }
}

// Identical and concentric bodies, slivers, sizes far apart: all answered, all right.
TEST(GjkTd, DegenerateInput) {
  for (const PosedPair& posed_pair : {two_boxes({1, 1, 1}, {1, 1, 1}, {0, 0, 0}),
                                      two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, {0, 0, 0}),
                                      two_boxes({1, 1, 1e-6}, {1, 1, 1e-6}, {0.5, 0.5, 0}),
                                      two_boxes({1, 2, 3}, {1e-6, 1e-6, 1e-6}, {0.5, 0, 0})}) {
    const Contact c = evaluate(posed_pair);
    EXPECT_EQ(c.status, Status::overlapping);
    EXPECT_TRUE(c.proven);
    const auto truth = oracle::Judge<long double>(posed_pair.spec).judge(laws::claim_of(c));
    EXPECT_LT(truth.distance_error / truth.scale, 1e-15);
    EXPECT_LT(truth.surface_error / truth.scale, 1e-15);
    EXPECT_LT(truth.link_error / truth.scale, 1e-15);
  }
}

}  // namespace
}  // namespace gjk_family
