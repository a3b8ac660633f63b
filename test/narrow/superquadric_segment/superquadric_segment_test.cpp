// A superquadric and a segment: the least F along it by brute force, spheres in closed form, the
// contact against proven answers.
#include "talus/narrow/superquadric_segment/published/superquadric_segment.h"

#include <gtest/gtest.h>

#include <vector>

#include "narrow/laws/law.h"

namespace laws {
namespace {

using namespace talus::superquadric_segment;
using namespace talus::superquadric_potential;
using Q = talus::Superquadric<double>;
using Vec = Vec3<double>;

struct Recorder {
  std::vector<SegmentStep<double>> steps;
  void operator()(const SegmentStep<double>& step) { steps.push_back(step); }
};

// F + 1 of P2 (1) in 80 bits.
long double potential(const Q& s, const Vec& from, const Vec& to, long double t) {
  const auto at = [&](int i) {
    return std::abs((from[i] + t * ((long double)to[i] - from[i])) / s.semi_axes[i]);
  };
  const long double ring = std::pow(at(0), (long double)s.n2) + std::pow(at(1), (long double)s.n2);
  return std::pow(ring, (long double)s.n1 / s.n2) + std::pow(at(2), (long double)s.n1);
}

TEST(SuperquadricSegment, LeastPotentialAlongTheSegment) {
  Random random(1);
  double worst = 0, probes = 0;
  int ends = 0;
  std::size_t most = 0;
  constexpr int count = 500;
  for (int i = 0; i < count; ++i) {
    const Q s{{random.uniform(0.3, 2), random.uniform(0.3, 2), random.uniform(0.3, 2)},
              random_exponent(random),
              random_exponent(random)};
    const Vec from = vec(random.in_box(2)), to = vec(random.in_box(2));
    Recorder recorder;
    const SegmentMinimum<double> m = minimum_on_segment(s, from, to, recorder);
    probes += double(recorder.steps.size()) / count;
    most = std::max(most, recorder.steps.size());
    ends += m.end != 0;
    // Golden section in 80 bits.
    long double low = 0, high = 1;
    for (int k = 0; k < 200; ++k) {
      const long double l = high - 0.6180339887L * (high - low),
                        h = low + 0.6180339887L * (high - low);
      (potential(s, from, to, l) < potential(s, from, to, h) ? high : low) =
          potential(s, from, to, l) < potential(s, from, to, h) ? h : l;
    }
    const long double best = std::min(
        {potential(s, from, to, low), potential(s, from, to, 0), potential(s, from, to, 1)});
    const long double gauge = std::pow(best, 1 / (long double)s.n1);
    worst = std::max(worst, std::abs(double(m.gauge - gauge)));
    EXPECT_NEAR(norm(m.normal), 1, 1e-15);
    const Vec along = normalized(to - from);
    if (m.end == 0) {
      EXPECT_NEAR(dot(m.normal, along), 0, 1e-9);
    } else {
      EXPECT_GE(dot(m.normal, along) * -m.end, -1e-15);
    }
  }
  std::printf("superquadric-segment: gauge error %.1e, %.1f probes, at most %zu\n", worst, probes,
              most);
  EXPECT_LT(worst, 1e-12);
  EXPECT_GT(ends, count / 10);
}

// Distance of the centre from the segment, less the radius.
TEST(SuperquadricSegment, SpheresAreExact) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const Q ball{{0.7, 0.7, 0.7}, 2, 2};
    const talus::Segment<double> segment{vec(random.in_box(2)), vec(random.in_box(2))};
    const talus::RelativePose<double> here{talus::identity_matrix<double>(), {}};
    talus::Cache<double> cache;
    const Contact<double> c =
        superquadric_segment(ball, segment, here, talus::Settings<double>{}, cache);
    const double exact = norm(talus::nearest_point(segment, Vec{})) - 0.7;
    EXPECT_NEAR(c.distance, exact, 4e-15);
    EXPECT_EQ(c.status, exact > 0 ? Status::separated : Status::overlapping);
  }
}

// The sign is right for every pair; the depth and the gap are not the least ones.
TEST(SuperquadricSegment, ContactAgainstProvenAnswers) {
  const Method* method =
      talus::find_method(talus::Kind::superquadric, talus::Kind::segment, "superquadric-segment");
  ASSERT_NE(method, nullptr);
  Random random(3);
  double largest = 0;
  int overlapping = 0;
  for (int i = 0; i < 4000; ++i) {
    const PosedPair pair(random_pair(Type::superquadric, Type::segment, random));
    const Contact<double> c = pair.evaluate(method), truth = pair.evaluate(nullptr);
    EXPECT_EQ(c.status, truth.status);
    EXPECT_LE(c.lower, truth.upper);
    EXPECT_GE(c.upper, truth.lower);
    if (truth.status != Status::overlapping) continue;
    ++overlapping;
    largest = std::max(largest, c.distance / truth.distance);
  }
  std::printf("superquadric-segment: depth up to %.2f times the least translation\n", largest);
  EXPECT_GT(overlapping, 1000);
}

// Through the centre the gradients cancel.
TEST(SuperquadricSegment, ThroughTheCentre) {
  for (const double n : {1.0, 2.0, 7.0}) {
    const Q s{{1, 2, 3}, n, n};
    talus::Cache<double> cache;
    const Contact<double> c =
        superquadric_segment(s, talus::Segment<double>{{-2, -1, -1}, {2, 1, 1}},
                             talus::RelativePose<double>{talus::identity_matrix<double>(), {}},
                             talus::Settings<double>{}, cache);
    EXPECT_EQ(c.status, Status::overlapping);
    EXPECT_NEAR(dot(c.normal, Vec{2, 1, 1}), 0, 1e-12);
  }
}

}  // namespace
}  // namespace laws
