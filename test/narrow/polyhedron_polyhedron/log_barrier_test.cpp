// The analytic centre and what follows from it, against closed forms, against planes of the oracle,
// and its two measures, depth and gap, against the minimum translation and the distance.
#include "talus/narrow/polyhedron_polyhedron/published/log_barrier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "narrow/laws/families.h"
#include "narrow/laws/law.h"

namespace laws {
namespace {

namespace pp = talus::polyhedron_polyhedron;
using View = talus::PolyhedronView<double>;
using Step = pp::LogBarrierStep<double>;
using Point = oracle::Vec<long double>;

struct Recorder {
  std::vector<Step> steps;
  void operator()(const Step& step) { steps.push_back(step); }
};

// Both bodies upright and A at the origin, so that A's frame is the world.
struct Solved {
  Recorder recorder;
  Contact<double> contact;

  explicit Solved(const PairSpec& pair, const talus::Settings<double>& settings = {}) {
    const PosedPair posed_pair(pair);
    const View& a = std::get<talus::Polyhedron>(posed_pair.a).view();
    const View& b = std::get<talus::Polyhedron>(posed_pair.b).view();
    contact = pp::trace_log_barrier(
        a, b, talus::relative_pose(posed_pair.pose_a, posed_pair.pose_b), settings, recorder);
  }
  Vec3<double> centre() const { return recorder.steps.back().point.x; }
};

Spec polyhedron(const std::vector<Triple>& points, const Triple& position = {0, 0, 0}) {
  Spec spec;
  spec.type = Type::polyhedron;
  spec.points = points;
  spec.position = position;
  return spec;
}

// A's frame becomes the world: an overlapping random pair with A unturned.
PairSpec random_overlap(Random& random) {
  for (;;) {
    PairSpec pair = random_pair(Type::polyhedron, Type::polyhedron, random);
    pair.a.orientation = {1, 0, 0, 0};
    for (int i = 0; i < 3; ++i) pair.b.position[i] -= pair.a.position[i];
    pair.a.position = {0, 0, 0};
    const double truth = PosedPair(pair).evaluate(nullptr).distance;
    if (truth < -1e-3 * scale_of(pair, 0)) return pair;
  }
}

// The planes of a body, each once: the oracle has coplanar triples of rounded corners several
// times.
std::vector<std::pair<Point, long double>> planes_of(const Spec& spec) {
  const auto hull = oracle::make_polytope(oracle::Body<long double>(spec, {}).points());
  std::vector<std::pair<Point, long double>> planes;
  for (std::size_t f = 0; f < hull.facet_normal.size(); ++f) {
    const Point& n = hull.facet_normal[f];
    const auto same = [&](const auto& plane) { return length(plane.first - n) < 1e-9L; };
    if (std::none_of(planes.begin(), planes.end(), same))
      planes.push_back({n, hull.facet_offset[f]});
  }
  return planes;
}

long double outside(const Spec& spec, const Vec3<double>& x) {
  const auto planes = oracle::make_polytope(oracle::Body<long double>(spec, {}).points());
  return planes.outside(Point(x.x, x.y, x.z));
}

double sigma(const PairSpec& pair, const Vec3<double>& n) {
  const oracle::Body<long double> a(pair.a, {}), b(pair.b, {});
  const Point u(n.x, n.y, n.z);
  return static_cast<double>(-b.support_value(-u) - a.support_value(u));
}

double exact(const PairSpec& pair) {
  return static_cast<double>(*oracle::Judge<long double>(pair).exact_distance());
}

// The root of sum of +-1 / (distance to a plane) along one axis, by bisection.
double centre_on_axis(double a0, double a1, double b0, double b1) {
  long double low = std::max(a0, b0), high = std::min(a1, b1);
  for (int i = 0; i < 200; ++i) {
    const long double x = (low + high) / 2;
    const long double slope = 1 / (x - a0) - 1 / (a1 - x) + 1 / (x - b0) - 1 / (b1 - x);
    (slope > 0 ? low : high) = x;
  }
  return static_cast<double>(low);
}

TEST(LogBarrier, CentreOfEqualBoxesIsTheCentreOfTheirOverlap) {
  Random random(41);
  for (int i = 0; i < 200; ++i) {
    const Triple half = {random.uniform(0.2, 2), random.uniform(0.2, 2), random.uniform(0.2, 2)};
    Triple offset{};
    for (int k = 0; k < 3; ++k) offset[k] = random.uniform(-1.9, 1.9) * half[k];
    const Solved solved({polyhedron(box_points(half)), polyhedron(box_points(half), offset)});
    ASSERT_EQ(solved.contact.status, Status::overlapping);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(solved.centre()[k], offset[k] / 2, 1e-13 * 2) << k;
    }
  }
}

TEST(LogBarrier, CentreOfAnyTwoBoxesIsThatOfEachAxis) {
  Random random(42);
  for (int i = 0; i < 300; ++i) {
    Triple p{}, q{}, offset{};
    for (int k = 0; k < 3; ++k) {
      p[k] = random.log_uniform(0.1, 1);
      q[k] = random.log_uniform(0.1, 1);
      offset[k] = random.uniform(-1, 1) * 0.999 * (p[k] + q[k]);
    }
    const Solved solved({polyhedron(box_points(p)), polyhedron(box_points(q), offset)});
    ASSERT_EQ(solved.contact.status, Status::overlapping);
    for (int k = 0; k < 3; ++k) {
      const double x = centre_on_axis(-p[k], p[k], offset[k] - q[k], offset[k] + q[k]);
      EXPECT_NEAR(solved.centre()[k], x, 1e-13) << k;
    }
  }
}

// At the centre the pulls a_i / beta_i of all planes balance. Their sum is relative to the largest.
TEST(LogBarrier, CentreIsStationaryAndInsideBothBodies) {
  Random random(43);
  long double worst = 0;
  for (int i = 0; i < 300; ++i) {
    const PairSpec pair = random_overlap(random);
    const Solved solved(pair);
    ASSERT_EQ(solved.contact.status, Status::overlapping) << to_json("failed", pair);
    const Vec3<double> x = solved.centre();
    Point sum;
    long double largest = 0;
    for (const Spec* spec : {&pair.a, &pair.b}) {
      for (const auto& [n, offset] : planes_of(*spec)) {
        const long double beta = offset - dot(n, Point(x.x, x.y, x.z));
        ASSERT_GT(beta, 0);
        sum = sum + (1 / beta) * n;
        largest = std::max(largest, 1 / beta);
      }
    }
    worst = std::max(worst, length(sum) / largest);
  }
  std::printf("worst imbalance at the centre %.1Le of the largest pull\n", worst);
  EXPECT_LE(worst, 1e-11L);
}

// Phase 1 raises its weight, phase 2 follows it and converges quadratically at last.
TEST(LogBarrier, StepsFollowThePaper) {
  Random random(44);
  int most = 0;
  for (int i = 0; i < 300; ++i) {
    const Solved solved(random_overlap(random));
    const std::vector<Step>& steps = solved.recorder.steps;
    most = std::max(most, static_cast<int>(steps.size()));
    EXPECT_EQ(static_cast<int>(steps.size()), solved.contact.iterations);
    for (std::size_t k = 1; k < steps.size(); ++k) {
      EXPECT_GE(steps[k].phase, steps[k - 1].phase);
      if (steps[k].phase == 1) {
        EXPECT_GE(steps[k].weight, steps[k - 1].weight);
      }
      if (steps[k].phase == 2 && steps[k - 1].phase == 2 && steps[k - 1].decrement < 1e-2) {
        // lambda_next <= (lambda / (1 - lambda))^2 for a full step of a self-concordant function.
        EXPECT_LE(steps[k].decrement, 2 * talus::square(steps[k - 1].decrement) + 1e-16);
      }
    }
    EXPECT_EQ(steps.back().phase, 2);
  }
  std::printf("at most %d Newton steps\n", most);
  EXPECT_LE(most, 100);
}

TEST(LogBarrier, FaceOnFaceHasTheMinimumTranslation) {
  Random random(45);
  for (int i = 0; i < 200; ++i) {
    const double depth = random.log_uniform(1e-9, 0.1);
    const PairSpec pair{polyhedron(box_points({1, 1, 1})),
                        polyhedron(box_points({1, 1, 1}), {random.uniform(-0.5, 0.5),
                                                           random.uniform(-0.5, 0.5), 2 - depth})};
    const Contact<double> c = Solved(pair).contact;
    ASSERT_EQ(c.status, Status::overlapping);
    EXPECT_EQ(c.normal, (Vec3<double>{0, 0, 1}));
    EXPECT_NEAR(c.distance, -depth, 1e-15);
    EXPECT_TRUE(c.proven);
    EXPECT_EQ(c.definition, talus::Definition::analytic_centre);
  }
}

TEST(LogBarrier, NormalOfSymmetricContactsIsTheAxis) {
  const std::vector<Triple> octahedron = regular_solid(2);
  const double w = std::sqrt(2.0);
  const std::vector<Triple> roof = {{0, 1, w},  {0, -1, w},  {w, 1, 0},  {w, -1, 0},
                                    {-w, 1, 0}, {-w, -1, 0}, {0, 1, -w}, {0, -1, -w}};
  Spec across = polyhedron(roof, {0, 0, 2 * w - 0.1});  // its edges along x
  across.orientation = {std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
  const PairSpec pairs[] = {
      {polyhedron(octahedron), polyhedron(octahedron, {0, 0, 1.9})},             // tip on tip
      {polyhedron(box_points({2, 2, 1})), polyhedron(octahedron, {0, 0, 1.9})},  // tip in a face
      {polyhedron(box_points({2, 2, 1})), polyhedron(roof, {0, 0, 0.9 + w})},    // edge in a face
      {polyhedron(roof), across},                                                // edge across edge
  };
  for (int i = 0; i < 4; ++i) {
    const Contact<double> c = Solved(pairs[i]).contact;
    ASSERT_EQ(c.status, Status::overlapping) << i;
    EXPECT_NEAR(c.normal.z, 1, 1e-12) << i;
    // Through the tip, which lies on the axis: the whole depth along it.
    EXPECT_NEAR(c.distance, -0.1, 1e-9) << i;
  }
}

// Not the minimum translation: the line through the centre is shorter than the depth along the
// normal, and the normal is not the best one. What holds: ball <= depth <= -sigma(normal).
TEST(LogBarrier, DepthLiesBetweenTheInnerBallAndTheDepthAlongTheNormal) {
  Random random(46);
  double least = 1e300, largest = 0;
  int less = 0;
  const int pairs = 1000;
  for (int i = 0; i < pairs; ++i) {
    const PairSpec pair = random_overlap(random);
    const Solved solved(pair);
    const Contact<double>& c = solved.contact;
    ASSERT_EQ(c.status, Status::overlapping);
    const double scale = scale_of(pair, 0), truth = exact(pair);
    EXPECT_LE(-c.distance, -sigma(pair, c.normal) + 1e-13 * scale);
    EXPECT_LE(truth, c.upper);
    EXPECT_GE(truth, c.lower);
    EXPECT_LE(c.distance, c.upper);
    EXPECT_NEAR(static_cast<double>(outside(pair.a, c.point_a)), 0, 1e-13 * scale);
    EXPECT_NEAR(static_cast<double>(outside(pair.b, c.point_b)), 0, 1e-13 * scale);
    least = std::min(least, c.distance / truth);
    largest = std::max(largest, c.distance / truth);
    less += c.distance > truth;
  }
  std::printf("depth / minimum translation: %.3f to %.3f, below 1 in %d of %d pairs\n", least,
              largest, less, pairs);
  EXPECT_LT(least, 0.5);
  EXPECT_GT(largest, 1.1);
}

TEST(LogBarrier, SeparatedVerdictAndGapMeasure) {
  Random random(47);
  int separated = 0, overlapping = 0;
  double least = 1, largest = 0;
  for (int i = 0; i < 3000; ++i) {
    PairSpec pair = random_pair(Type::polyhedron, Type::polyhedron, random);
    pair.a.orientation = {1, 0, 0, 0};
    for (int k = 0; k < 3; ++k) pair.b.position[k] -= pair.a.position[k];
    pair.a.position = {0, 0, 0};
    const double truth = exact(pair), scale = scale_of(pair, truth);
    if (std::abs(truth) < 1e-6 * scale) continue;
    const Contact<double> c = Solved(pair).contact;
    ASSERT_EQ(c.status, truth > 0 ? Status::separated : Status::overlapping)
        << to_json("verdict", pair);
    (truth > 0 ? separated : overlapping) += 1;
    if (truth < 0) continue;
    EXPECT_LE(c.distance, truth + 1e-12 * scale);
    EXPECT_GE(sigma(pair, c.normal), c.distance - 1e-11 * scale);
    EXPECT_GE(truth, c.lower);
    EXPECT_LE(truth, c.upper);
    least = std::min(least, c.distance / truth);
    largest = std::max(largest, c.distance / truth);
  }
  std::printf("%d separated, %d overlapping, all verdicts right; gap / distance %.1e to %.3f\n",
              separated, overlapping, least, largest);
  EXPECT_GT(separated, 1000);
  EXPECT_GT(overlapping, 1000);
}

TEST(LogBarrier, GapOfFacesThatFaceEachOtherIsTheirDistance) {
  for (const double gap : {1e-8, 1e-3, 0.5, 100.0}) {
    const Contact<double> c = Solved({polyhedron(box_points({1, 2, 0.5})),
                                      polyhedron(box_points({0.3, 0.4, 1}), {0.2, 0, 1.5 + gap})})
                                  .contact;
    EXPECT_EQ(c.status, Status::separated);
    EXPECT_NEAR(c.distance, gap, 1e-12 * (3 + gap));
    EXPECT_NEAR(c.normal.z, 1, 1e-12);
  }
}

// Moved apart along the best normal until a sliver of overlap is left. The ball that fits into it
// may be a thousand times smaller, and where it is lost in rounding the answer is "not known".
TEST(LogBarrier, ThinOverlapsAreFoundOrNotKnown) {
  Random random(48);
  for (const double depth : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    int most = 0, known = 0;
    for (int i = 0; i < 200; ++i) {
      PairSpec pair = random_overlap(random);
      const Contact<double> best = PosedPair(pair).evaluate(nullptr);
      const double scale = scale_of(pair, 0);
      shift(pair.b, triple(best.normal), -best.distance - depth * scale);
      const Contact<double> c = Solved(pair).contact;
      most = std::max(most, c.iterations);
      known += c.status == Status::overlapping;
      EXPECT_NE(c.status, Status::separated) << depth << to_json(" thin", pair);
      EXPECT_GE(c.distance, sigma(pair, c.normal) - 1e-14 * scale);
    }
    std::printf("overlap of %.0e: at most %d Newton steps, %d of 200 known\n", depth, most, known);
    EXPECT_LE(most, 200);
    EXPECT_GE(known, depth > 1e-9 ? 200 : 150);
  }
}

// Within rounding of touching nothing is proven, and nothing is claimed.
TEST(LogBarrier, TouchingIsNotKnownOrTouching) {
  Random random(49);
  for (int i = 0; i < 200; ++i) {
    PairSpec pair{families::axis_shape(Type::polyhedron, random),
                  families::axis_shape(Type::polyhedron, random)};
    place_at_gap(pair, {0, 0, 1}, 0);
    const Contact<double> c = Solved(pair).contact;
    EXPECT_TRUE(c.status == Status::touching || c.status == Status::iteration_limit);
    EXPECT_TRUE(all_finite(c));
  }
}

TEST(LogBarrier, StopsAtItsCap) {
  Random random(50);
  talus::Settings<double> settings;
  for (const int cap : {0, 1, 3}) {
    settings.max_iterations = cap;
    for (int i = 0; i < 50; ++i) {
      PairSpec pair = random_overlap(random);
      shift(pair.b, {7, 0, 0});
      const Solved solved(pair, settings);
      EXPECT_EQ(solved.contact.status, Status::iteration_limit);
      EXPECT_EQ(solved.contact.iterations, cap);
      EXPECT_TRUE(all_finite(solved.contact));
      EXPECT_NEAR(norm(solved.contact.normal), 1, 2e-15);
    }
  }
}

// Many faces cost time, not memory or steps.
TEST(LogBarrier, StepsGrowSlowlyWithTheNumberOfFaces) {
  Random random(51);
  for (const int vertices : {10, 100, 1000, 5000}) {
    std::vector<Triple> points;
    for (int i = 0; i < vertices; ++i) points.push_back(random.direction());
    for (const double offset : {1.5, 2.5}) {
      const Solved solved({polyhedron(points), polyhedron(points, {offset, 0.1, 0.2})});
      std::printf("%d vertices, offset %.1f: %d Newton steps\n", vertices, offset,
                  solved.contact.iterations);
      EXPECT_EQ(solved.contact.status, offset < 2 ? Status::overlapping : Status::separated);
      EXPECT_LE(solved.contact.iterations, 100);
    }
  }
}

}  // namespace
}  // namespace laws
