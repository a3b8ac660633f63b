// GJK-TD with a smooth body: separation to the tolerance, overlap found, and why hardly any depth
// is: the edges of the first tetrahedron are never split.
#include "talus/narrow/ellipsoid_polyhedron/published/gjk_td.h"

#include <gtest/gtest.h>

#include <vector>

#include "narrow/laws/law.h"

namespace laws {
namespace {

using talus::Ellipsoid;
using TdStep = talus::polyhedron_polyhedron::gjk::TdStep<double>;
using GjkStep = talus::polyhedron_polyhedron::gjk::GjkStep<double>;

struct Recorder {
  std::vector<TdStep> td;
  void operator()(const GjkStep&) {}
  void operator()(const TdStep& step) { td.push_back(step); }
};

struct Pair {
  PosedPair pair;
  const Ellipsoid<double>& a;
  const talus::PolyhedronView<double>& b;
  talus::RelativePose<double> b_in_a;

  explicit Pair(const PairSpec& spec)
      : pair(spec),
        a(*std::get_if<Ellipsoid<double>>(&pair.a)),
        b(std::get_if<talus::Polyhedron>(&pair.b)->view()),
        b_in_a(talus::relative_pose(pair.pose_a, pair.pose_b)) {}
};

PairSpec draw(Random& random) {
  PairSpec spec = random_pair(Type::ellipsoid, Type::polyhedron, random);
  if (spec.a.type != Type::ellipsoid) std::swap(spec.a, spec.b);
  return spec;
}

TEST(EllipsoidGjkTd, SeparationToTheToleranceAndOverlapKnown) {
  for (const double tolerance : {1e-6, 1e-9}) {
    Random random(1);
    int separated = 0, overlapping = 0, depth_found = 0;
    double worst = 0, worst_depth = 0;
    for (int i = 0; i < 600; ++i) {
      const Pair p(draw(random));
      talus::Settings<double> settings;
      settings.tolerance = tolerance;
      Recorder recorder;
      const Contact<double> c =
          talus::ellipsoid_polyhedron::trace_gjk_td(p.a, p.b, p.b_in_a, settings, recorder);
      const Contact<double> truth = p.pair.evaluate(nullptr);
      const double scale = scale_of(p.pair.spec, truth.distance);
      EXPECT_LE(c.lower, truth.upper + 1e-10 * scale);
      EXPECT_GE(c.upper, truth.lower - 1e-10 * scale);
      if (truth.distance > 0) {
        ++separated;
        EXPECT_EQ(c.status, Status::separated);
        worst = std::max(worst, std::abs(c.distance - truth.distance) / scale);
        continue;
      }
      ++overlapping;
      EXPECT_LT(c.distance, 0);
      EXPECT_LT(c.upper, 1e-9 * scale);  // the tetrahedron around the origin proves it
      if (is_failure(c.status)) continue;
      ++depth_found;
      worst_depth = std::max(worst_depth, std::abs(c.distance - truth.distance) / scale);
    }
    std::printf(
        "gjk-td, tolerance %.0e: separated %d, worst %.1e; depth found %d of %d, worst %.1e\n",
        tolerance, separated, worst, depth_found, overlapping, worst_depth);
    EXPECT_LT(worst, 2 * tolerance);
    EXPECT_LT(worst_depth, 2 * tolerance);
    EXPECT_LT(depth_found, 0.1 * overlapping);
  }
}

// A ball in a cube's face: an edge of the first tetrahedron is an edge of the face that is nearest
// at the end, after a thousand support points.
TEST(EllipsoidGjkTd, EdgesAreNeverSplit) {
  PairSpec spec;
  spec.a.type = Type::ellipsoid;
  spec.a.semi_axes = {1, 1, 1};
  spec.b.type = Type::polyhedron;
  spec.b.points = regular_solid(1);
  spec.b.position = {0.2, 0.3, 1.9};
  const Pair p(spec);
  Recorder recorder;
  const Contact<double> c = talus::ellipsoid_polyhedron::trace_gjk_td(
      p.a, p.b, p.b_in_a, talus::Settings<double>{}, recorder);
  EXPECT_EQ(c.status, Status::iteration_limit);
  EXPECT_LE(c.lower, -0.1 + 1e-12);
  EXPECT_GE(c.upper, -0.1 - 1e-12);
  int from_the_start = 0;
  const auto number = [](const talus::engine::SupportPair<double>& w) { return w.index_a; };
  int first = 0;  // the last number of the first tetrahedron
  for (int i = 0; i < 4 && i < static_cast<int>(recorder.td.size()); ++i) {
    first = std::max(first, number(recorder.td[i].e));
  }
  first -= 4;
  const std::size_t half = recorder.td.size() / 2;
  for (std::size_t i = half; i < recorder.td.size(); ++i) {
    int old = 0;
    for (const auto& corner : recorder.td[i].corner) old += number(corner) <= first;
    from_the_start += old >= 2;
  }
  std::printf("gjk-td, ball in a cube: %zu steps, of the last half %d at an edge of the first\n",
              recorder.td.size(), from_the_start);
  EXPECT_GT(recorder.td.size(), 500u);
  EXPECT_GT(from_the_start, static_cast<int>(half) / 2);
}

}  // namespace
}  // namespace laws
