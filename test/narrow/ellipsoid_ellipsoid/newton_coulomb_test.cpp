// The Newton-Coulomb method in its modified form: the paper's equations step by step, Figs. 12 to
// 14, the failures of Tables 1 and 2.
#include "talus/narrow/ellipsoid_ellipsoid/published/newton_coulomb.h"

#include <algorithm>

#include "narrow/ellipsoid_ellipsoid/charged_points_check.h"

namespace spheroids {
namespace {

using talus::ellipsoid_ellipsoid::trace_newton_coulomb;
using Constants = talus::ellipsoid_ellipsoid::NewtonCoulombConstants<double>;
using Step = talus::ellipsoid_ellipsoid::NewtonCoulombStep<double>;

// Section 3.4.3, before Table 1.
constexpr Constants of_validation{.c_max = 0.01, .tau = 1, .lambda = 0.5};
constexpr Constants of_table1{.c_max = 0.01, .tau = 0.01, .lambda = 0.5};

struct Recorder {
  std::vector<Step> steps;
  void operator()(const Step& step) { steps.push_back(step); }
};

// The paper's limit of 1e5 iterations.
Settings wanting(double distance_error) {
  Settings settings;
  settings.distance_error = distance_error;
  settings.max_iterations = 500;
  return settings;
}

Contact evaluate(const Pair& p, double distance_error, const Constants& constants) {
  talus::Silent silent;
  return trace_newton_coulomb(p.a, p.b, p.b_in_a, wanting(distance_error), silent, constants);
}

// (2.37), (2.40), (2.41), (2.45) and Algorithm 3 in 80 bits, by matrices in the frame of A.
TEST(NewtonCoulomb, StepsFollowTheEquations) {
  Random random(1);
  double worst = 0;
  int shortened = 0, followed = 0;
  for (int i = 0; i < 60; ++i) {
    const auto posed_pair = laws::PosedPair(
        random_spheroids(aspect_ratios[i % 6], random.log_uniform(1e-3, 1), random));
    const Pair pair = pair_of(posed_pair);
    const charged::System system(pair);
    Recorder recorder;
    trace_newton_coulomb(pair.a, pair.b, pair.b_in_a, wanting(1e-5), recorder, of_validation);
    for (std::size_t k = 0; k + 1 < recorder.steps.size(); ++k) {
      const Step &from = recorder.steps[k], &to = recorder.steps[k + 1];
      const charged::Points x = system.points(from.x1, from.x2);
      const charged::Points y = system.points(to.x1, to.x2);
      ASSERT_LT(to.distance, from.distance);
      for (int m = 0; m < 2; ++m) {
        const auto r_min = system.body[m].curvature_radii(x[m]).smallest;
        const auto c_curv =
            std::min<charged::Real>(0.01, std::sqrt(2 * length(x[1] - x[0]) / r_min));
        EXPECT_NEAR(double(c_curv), m == 0 ? to.c_curv1 : to.c_curv2, 1e-9);
        const charged::V xi = system.xi(x, m);
        const auto delta_squared = c_curv * r_min / length(xi) * std::pow(0.25L, to.shortened);
        const charged::V next = system.body[m].projected(x[m] + delta_squared * xi);
        // Where the attraction vanishes its direction is rounding.
        if (system.sine(x, m) < 1e-6) continue;
        worst = std::max<double>(worst, length(next - y[m]));
      }
      shortened += to.shortened > 0;
      ++followed;
    }
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_GT(followed, 5000);
  EXPECT_GT(shortened, 500);
}

TEST(NewtonCoulomb, EndsAtTheEvolvingThreshold) {
  Random random(2);
  int converged = 0;
  for (int i = 0; i < 60; ++i) {
    const auto posed_pair = laws::PosedPair(
        random_spheroids(aspect_ratios[i % 6], random.log_uniform(0.01, 1), random));
    const Pair pair = pair_of(posed_pair);
    const charged::System system(pair);
    Recorder recorder;
    const Contact c =
        trace_newton_coulomb(pair.a, pair.b, pair.b_in_a, wanting(1e-5), recorder, of_validation);
    ASSERT_EQ(c.iterations + 1, int(recorder.steps.size()));
    converged += c.status == Status::separated;
    for (const Step& step : recorder.steps) {
      const charged::Points x = system.points(step.x1, step.x2);
      const auto radii = step.k == 0 ? talus::largest_curvature_radius(pair.a) +
                                           talus::largest_curvature_radius(pair.b)
                                     : system.body[0].curvature_radii(x[0]).largest +
                                           system.body[1].curvature_radii(x[1]).largest;
      const auto threshold = std::sqrt(2e-5L / radii);  // (2.9), then (F.6)
      const bool last = step.k == c.iterations && c.status == Status::separated;
      const auto angle = std::max(system.angle(x, 0), system.angle(x, 1));
      EXPECT_TRUE(last ? angle < 1.0001L * threshold : angle > 0.9999L * threshold);
    }
  }
  EXPECT_GT(converged, 50);
}

// Figs. 12 to 14: |d - d*| <= eps_d for all aspects, distances and accuracies, at every scale
// alike.
TEST(NewtonCoulomb, MirroredSpheroids) {
  double worst = 0, worst_scaled = 0;
  for (const double eps_d : {1e-4, 1e-6, 1e-8}) {
    for (const double aspect : aspect_ratios) {
      for (int k = 0; k <= 6; ++k) {
        const Mirrored at(aspect, std::pow(10.0, -k));
        const Contact c = evaluate(at.pair, eps_d, of_validation);
        ASSERT_EQ(c.status, Status::separated) << aspect << " " << k;
        EXPECT_LE(c.lower, at.distance);
        EXPECT_GE(c.upper, at.distance);
        worst = std::max(worst, at.distance_error(c) / eps_d);
        for (const double dilation : {1e-6, 1e-3, 1e3, 1e6}) {
          const Mirrored as(aspect, dilation * at.distance, dilation);
          const Contact s = evaluate(as.pair, dilation * eps_d, of_validation);
          // Rounding of the pose decides the last steps of the closest pairs.
          EXPECT_TRUE(k > 4 || s.iterations == c.iterations);
          worst_scaled = std::max(worst_scaled, as.distance_error(s) / (dilation * eps_d));
        }
      }
    }
  }
  std::printf("newton-coulomb, mirrored: worst error %.3f eps_d, scaled %.3f\n", worst,
              worst_scaled);
  EXPECT_LT(worst, 1);
  EXPECT_LT(worst_scaled, 1);
}

// Fig. 13: "high variations of both errors with the distance are observed". With the constants that
// section 3.4.3 states for it there are none down to 1e-4 D_eq: the directions between mirrored
// points do not depend on the distance, and with tau = 1 neither does a step until the gap is 5e-5
// of R_min. With tau = 0.1 and 0.01 steps follow the gap.
TEST(NewtonCoulomb, Figure13VariesOnlyWithSmallerTau) {
  for (const double aspect : {1.0 / 3, 1.5}) {
    for (const double tau : {1.0, 0.1, 0.01}) {
      double least = INFINITY, most = 0;
      for (int k = 0; k <= 4; ++k) {
        const Mirrored at(aspect, std::pow(10.0, -k));
        const Contact c = evaluate(at.pair, 1e-6, {.c_max = 0.01, .tau = tau, .lambda = 0.5});
        ASSERT_EQ(c.status, Status::separated);
        EXPECT_LE(at.distance_error(c), 1e-6);
        least = std::min(least, at.distance_error(c));
        most = std::max(most, at.distance_error(c));
      }
      std::printf("newton-coulomb, Fig. 13, aspect %.2f, tau %.2f: error %.1e to %.1e\n", aspect,
                  tau, least, most);
      if (tau == 1.0) {
        EXPECT_LT(most, 1.001 * least);
      } else {
        EXPECT_GT(most, 5 * least);
      }
    }
  }
}

// Table 2. Its quaternions are unit to 2e-4 only and are normalised; D_eq is not stated, 2 fits the
// coordinates (they lie in a box of L = 5 D_eq = 10) and leaves a gap of 0.0025, with 1 it is 1.2.
struct Table2 : testing::Test {
  laws::PairSpec spec;
  Table2() {
    const Vec axes = spheroid_axes(1.0 / 6, 2);
    const auto body = [&](const oracle::Triple& r, std::array<double, 4> q) {
      const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
      for (double& x : q) x /= length;
      laws::Spec s;
      s.type = laws::Type::ellipsoid;
      s.semi_axes = {axes.x, axes.y, axes.z};
      s.position = r;
      s.orientation = q;
      return s;
    };
    spec.a = body({2.933, 8.555, 0.831}, {0.116, -0.561, -0.087, -0.815});
    spec.b = body({0.231, 9.120, 1.451}, {0.351, -0.701, -0.525, -0.332});
  }
  Contact at_gap(double gap, const Constants& constants) const {
    laws::PosedPair posed_pair(spec);
    const Contact c = posed_pair.evaluate(nullptr);
    posed_pair.move_b((gap - c.distance) * c.normal);
    return evaluate(pair_of(posed_pair), 1e-5, constants);
  }
};

// Three digits of the coordinates do not fix a gap of 0.0025: as printed the pair still converges,
// in thousands of steps; a little closer, well within the rounding of the print, it fails as
// published.
TEST_F(Table2, ConvergesSlowlyAsPrinted) {
  const auto certified = certify(spec);
  ASSERT_TRUE(certified);
  EXPECT_NEAR(certified->distance, 0.0024721, 1e-7);
  const Contact c = evaluate(certified->pair, 1e-5, of_table1);
  ASSERT_EQ(c.status, Status::separated);
  EXPECT_NEAR(c.distance, certified->distance, 1e-5);
  EXPECT_GT(c.iterations, 5000);
  // Larger constants, which the paper finds faster and less safe, are slower here.
  EXPECT_GT(evaluate(certified->pair, 1e-5, of_validation).iterations, 5 * c.iterations);
}

TEST_F(Table2, FailsALittleCloser) {
  for (const double gap : {1e-4, 1e-5, 1e-6}) {
    const Contact c = at_gap(gap, of_table1);
    EXPECT_EQ(c.status, Status::iteration_limit) << gap;
    EXPECT_EQ(c.iterations, 100000);
    EXPECT_LE(c.lower, gap);
    EXPECT_GE(c.upper, gap);
    EXPECT_FALSE(c.proven);
  }
}

// Table 1: an array of spheroids of aspect 1/6 that fills a quarter of a periodic cube of side 5
// D_eq (60 of them, put at random one after the other), and all its pairs by (4.2).
std::vector<laws::PairSpec> pairs_of_array(std::uint64_t seed) {
  constexpr double side = 5;
  const Vec axes = spheroid_axes(1.0 / 6);
  Random random(seed);
  std::vector<laws::Spec> placed;
  std::vector<laws::PairSpec> near;
  while (placed.size() < 60) {
    laws::Spec s;
    s.type = laws::Type::ellipsoid;
    s.semi_axes = {axes.x, axes.y, axes.z};
    s.position = random.in_box(side / 2);
    s.orientation = random.orientation();
    std::vector<laws::PairSpec> with_others;
    const auto fits = [&](laws::Spec other) {
      double square = 0;
      for (int i = 0; i < 3; ++i) {
        other.position[i] += side * std::round((s.position[i] - other.position[i]) / side);
        square += std::pow(s.position[i] - other.position[i], 2);
      }
      if (std::sqrt(square) > 2 * axes.y + 0.2 * 0.5) return true;
      with_others.push_back({s, other});
      return laws::PosedPair(with_others.back()).evaluate(nullptr).lower > 0;
    };
    if (!std::all_of(placed.begin(), placed.end(), fits)) continue;
    placed.push_back(s);
    near.insert(near.end(), with_others.begin(), with_others.end());
  }
  return near;
}

TEST(NewtonCoulomb, Table1TakesThousandsOfSteps) {
  int pairs = 0, failed = 0;
  double worst = 0, steps = 0;
  for (const laws::PairSpec& spec : pairs_of_array(1)) {
    const laws::PosedPair posed_pair(spec);
    const Contact c = evaluate(pair_of(posed_pair), 0.5e-5, of_table1);
    const double exact = posed_pair.evaluate(nullptr).distance;
    ++pairs;
    steps += c.iterations;
    failed += is_failure(c.status);
    EXPECT_TRUE(is_failure(c.status) || c.status == Status::separated);
    if (!is_failure(c.status)) worst = std::max(worst, std::abs(c.distance - exact) / 0.5e-5);
  }
  std::printf("newton-coulomb, Table 1: %d pairs, %d failed, %.0f steps, worst error %.3f eps_d\n",
              pairs, failed, steps / pairs, worst);
  EXPECT_GT(pairs, 350);
  EXPECT_LT(failed, 0.02 * pairs);  // the paper: 3 of 606
  EXPECT_GT(steps, 1000 * pairs);
  EXPECT_LT(worst, 1);
}

TEST(NewtonCoulomb, RandomPairsBracketTheTruth) {
  Random random(3);
  int separated = 0, failed = 0, overlapping = 0;
  double worst = 0;
  for (int i = 0; i < 300; ++i) {
    const double gap =
        random.chance(0.3) ? -random.log_uniform(1e-6, 0.1) : random.log_uniform(1e-4, 1);
    const auto certified = certify(random_spheroids(aspect_ratios[i % 6], gap, random));
    if (!certified) continue;
    const Contact c = evaluate(certified->pair, 1e-5, of_table1);
    EXPECT_LE(c.lower, certified->distance + 1e-14);
    EXPECT_GE(c.upper, certified->distance - 1e-14);
    EXPECT_EQ(c.definition, talus::Definition::separation_only);
    failed += is_failure(c.status);
    overlapping += c.status == Status::overlapping;
    EXPECT_EQ(c.status == Status::overlapping, certified->distance < 0);
    EXPECT_EQ(c.distance == 0, certified->distance < 0);
    if (c.status != Status::separated) continue;
    ++separated;
    worst = std::max(worst, std::abs(c.distance - certified->distance) / 1e-5);
  }
  std::printf("newton-coulomb: %d separated (worst error %.3f eps_d), %d overlapping, %d failed\n",
              separated, worst, overlapping, failed);
  EXPECT_GT(separated, 150);
  EXPECT_GT(overlapping, 60);
  EXPECT_LT(worst, 1);
}

TEST(NewtonCoulomb, StaysWhereTheAttractionVanishes) {
  // On a common axis the first points are the nearest; with one body turned only the other moves.
  const Ellipsoid e{{1, 2, 3}};
  const talus::RelativePose<double> beside{talus::identity_matrix<double>(), {0, 0, 6.5}};
  const Contact c = evaluate({e, e, beside}, 1e-8, of_table1);
  EXPECT_EQ(c.status, Status::separated);
  EXPECT_EQ(c.iterations, 0);
  EXPECT_NEAR(c.distance, 0.5, 1e-15);
  const Ellipsoid ball{{1, 1, 1}};
  const talus::RelativePose<double> oblique{talus::identity_matrix<double>(), {0, 2, 3}};
  const Contact d = evaluate({ball, ball, oblique}, 1e-8, of_table1);
  EXPECT_EQ(d.iterations, 0);
  EXPECT_NEAR(d.distance, std::sqrt(13.0) - 2, 1e-15);
}

}  // namespace
}  // namespace spheroids
