// What P3 prints and what follows from its generator and equations alone: the share of pairs that
// the line of centres excludes, the direction column of Table II, the brackets of (4), the rules of
// Levenberg and Marquardt that the text leaves open (study/superellipsoids).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "narrow/superquadric_superquadric/known_pair.h"
#include "talus/narrow/superquadric_superquadric/published/common_normal.h"

namespace {

using known::Pair;
using superellipsoids::Point;
using superellipsoids::Real;
using talus::superquadric_superquadric::Angles;
using talus::superquadric_superquadric::CommonNormalConstants;
using talus::superquadric_superquadric::CommonNormalStart;
using talus::superquadric_superquadric::Damping;
using talus::superquadric_superquadric::DistanceObjective;
using talus::superquadric_superquadric::ObjectiveDerivatives;
using talus::superquadric_superquadric::search_direction;
using talus::superquadric_superquadric::StepConstants;
using talus::superquadric_superquadric::trace_common_normal;

struct FirstStart {
  int iterations = -1;
  template <class Step>
  void operator()(const Step&) {}
  void operator()(const CommonNormalStart<double>& start) {
    if (start.start == 0) iterations = start.iterations;
  }
};

// First series. Whether the line of centres separates a pair is geometry, computed here by the
// generator in long double: half of the pairs of every interval, whatever minimises f. P3 prints
// 88.1, 85.2 and 78.2 % after 0 iterations, which is about the share after one.
TEST(CommonNormalClaims, TheLineOfCentresExcludesHalfOfThePairs) {
  constexpr int pairs = 10000;
  const double printed[] = {0.881, 0.852, 0.782};
  for (int interval = 0; interval < 3; ++interval) {
    int by_geometry = 0, after_one = 0;
    for (int i = 0; i < pairs; ++i) {
      const Pair pair = known::draw(interval, 1, i);
      const auto& s = pair.truth.centre;
      const Real length = std::sqrt(Real(s[0]) * s[0] + Real(s[1]) * s[1] + Real(s[2]) * s[2]);
      const bool separated =
          sigma(pair.truth, Point{s[0] / length, s[1] / length, s[2] / length}) > 0;
      for (const Damping damping : {Damping::flip, Damping::times_ten}) {
        CommonNormalConstants<double> constants;
        constants.unit = 1;
        constants.step.damping = damping;
        FirstStart first;
        trace_common_normal(pair.a, pair.b, pair.b_in_a, {}, first, constants);
        EXPECT_EQ(first.iterations == 0, separated) << interval << " " << i;
        after_one += damping == Damping::times_ten && first.iterations <= 1;
      }
      by_geometry += separated;
    }
    const double share = double(by_geometry) / pairs, next = double(after_one) / pairs;
    std::printf(
        "interval %d: %.3f by the line of centres, %.3f after one iteration, printed %.3f\n",
        interval + 1, share, next, printed[interval]);
    EXPECT_NEAR(share, 0.5, 0.02);
    EXPECT_NEAR(next, printed[interval], 0.025);
  }
}

// Table II prints an angle of 4.21e-3 degrees for ellipsoids beside points that are off by 4e-8.
// The arc cosine of c.c in single precision is that large for directions without any error.
TEST(CommonNormalClaims, SinglePrecisionMakesTheAnglesOfTable2) {
  superellipsoids::Random random(3, 0);
  constexpr int directions = 200000;
  double sum = 0;
  for (int i = 0; i < directions; ++i) {
    const auto v = superellipsoids::detail::in_ball<3>(random);
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    volatile float cosine = 0;
    for (const double x : v) {
      const volatile float component = static_cast<float>(x / length);
      const volatile float square = component * component;
      cosine = cosine + square;
    }
    sum += std::acos(std::min(1.0f, static_cast<float>(cosine))) * 180 / M_PI;
  }
  std::printf("exact directions: %.2e degrees by the arc cosine in single precision\n",
              sum / directions);
  EXPECT_NEAR(sum / directions, 4.21e-3, 0.5e-3);
}

// (4): the printed brackets do not balance. With the power delta_2 on the whole product (3) gives
// the normal back; with the power on r_3 n_3 alone it does not.
TEST(CommonNormalClaims, PowerOfEquation4IsOnTheWholeProduct) {
  const double eps_1 = 0.6, eps_2 = 1.4, r[] = {1, 2, 1.5};
  const double n[] = {0.6, 0.5, std::sqrt(1 - 0.36 - 0.25)};
  const double delta_1 = 1 / (2 - eps_1), delta_2 = 1 / (2 - eps_2);
  const double phi_1 = std::atan2(std::pow(r[1] * n[1], delta_1), std::pow(r[0] * n[0], delta_1));
  const double factor = std::pow(std::cos(phi_1), 2 - eps_1);
  const auto turned = [&](double numerator) {
    // The second line's case |r_1 n_1| > |r_2 n_2| with both sides divided by the same power.
    const double phi_2 = std::atan2(numerator, std::pow(r[0] * n[0], delta_2));
    const double ring = std::pow(std::cos(phi_2), 2 - eps_2);
    const known::Vec back{std::pow(std::cos(phi_1), 2 - eps_1) * ring / r[0],
                          std::pow(std::sin(phi_1), 2 - eps_1) * ring / r[1],
                          std::pow(std::sin(phi_2), 2 - eps_2) / r[2]};
    return norm(cross(normalized(back), known::Vec{n[0], n[1], n[2]}));
  };
  EXPECT_LT(turned(std::pow(r[2] * n[2] * factor, delta_2)), 1e-15);
  EXPECT_GT(turned(std::pow(r[2] * n[2], delta_2) * factor), 0.05);
}

// Second series with indeterminate points shifted by 0.01 instead of 1e-8 ("slightly", P3): the
// gradient beside a zero component is then that of another point, no step decreases f, and the
// first start stalls with |grad f| above TOL. Of ellipsoids as many do, 0.4 %, as P3 prints for 20
// iterations or more; but of interval 2, where P3 has 0.4 % too, several times as many: a coarse
// shift alone is not what made P3's searches long.
TEST(CommonNormalClaims, ACoarseShiftStallsSearches) {
  struct LastStep {
    double gradient = 0;
    bool ended = false;
    void operator()(const talus::superquadric_superquadric::CommonNormalStep<double>& step) {
      if (!ended) gradient = step.gradient;
    }
    void operator()(const CommonNormalStart<double>&) { ended = true; }
  };
  constexpr int pairs = 10000;
  for (int interval = 0; interval < 2; ++interval) {
    int stalled[2] = {};
    for (int i = 0; i < pairs; ++i) {
      const Pair pair = known::draw(interval, 2, i);
      for (const bool coarse : {false, true}) {
        CommonNormalConstants<double> constants;
        constants.unit = 1;
        constants.shift = coarse ? 1e-2 : 1e-8;
        LastStep last;
        trace_common_normal(pair.a, pair.b, pair.b_in_a, {}, last, constants);
        stalled[coarse] += last.gradient >= constants.tolerance;
      }
    }
    std::printf("interval %d, of %d first starts stall: shift 1e-8 %d, 0.01 %d\n", interval + 1,
                pairs, stalled[0], stalled[1]);
    EXPECT_LT(stalled[0], 3);
    EXPECT_GT(stalled[1], (interval == 0 ? 0.002 : 0.008) * pairs);
    if (interval == 0) {
      EXPECT_LT(stalled[1], 0.008 * pairs);
    }
  }
}

// Damping::times_ten: the least of 1, 10, 100, ... times the first term that makes the Hessian
// positive definite, and none where it is.
TEST(CommonNormalClaims, TimesTenTakesTheLeastTermOfItsLadder) {
  StepConstants<double> constants;
  constants.damping = Damping::times_ten;
  int modified = 0;
  for (int i = 0; i < 2000; ++i) {
    const Pair pair = known::draw(2, 1 + i % 2, i);
    const DistanceObjective<double> objective(pair.a, pair.b, pair.b_in_a, pair.b_in_a.translation,
                                              1e-8);
    const Angles<double> alpha{};
    const ObjectiveDerivatives<double> at = objective.derivatives(alpha, objective.at(alpha).d);
    const auto& h = at.hessian;
    const double middle = (h.tt + h.uu) / 2, radius = std::hypot((h.tt - h.uu) / 2, h.tu);
    const double least = middle - radius, largest = std::abs(middle) + radius;
    const double lambda = search_direction(at, constants).lambda;
    if (least > 1e-9 * largest) {
      EXPECT_EQ(lambda, 0);
      continue;
    }
    if (least > -1e-9 * largest) continue;  // rounding decides
    ++modified;
    const double rungs = std::log10(lambda / constants.first_lambda);
    EXPECT_NEAR(rungs, std::round(rungs), 1e-9);
    EXPECT_GE(rungs, -1e-9);
    EXPECT_GT(least + lambda, 0);
    if (rungs > 0.5) {
      EXPECT_LE(least + 0.1 * lambda, 1e-12 * largest);
    }
  }
  EXPECT_GT(modified, 200);
}

}  // namespace
