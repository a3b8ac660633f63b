// Jain's algorithm: its coordinates and steps against a literal transcription of (2.68) to (2.70),
// its failures as published in Tables 3 to 5, and the backtracking attempt.
#include <cstdio>
#include <numbers>

#include "narrow/ellipsoid_ellipsoid/spheroids.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/jain_backtracking.h"

namespace spheroids {
namespace {

using talus::ellipsoid_ellipsoid::angle_of;
using talus::ellipsoid_ellipsoid::EllipsoidalPoint;
using talus::ellipsoid_ellipsoid::equivalent_diameter;
using talus::ellipsoid_ellipsoid::JainConstants;
using talus::ellipsoid_ellipsoid::JainStep;
using talus::ellipsoid_ellipsoid::trace_jain;
using talus::ellipsoid_ellipsoid::trace_jain_backtracking;
using Long = oracle::Vec<long double>;

struct Recorder {
  std::vector<JainStep<double>> steps;
  void operator()(const JainStep<double>& s) { steps.push_back(s); }
};

Settings settings_of(double eps_d, int max_iterations) {
  Settings settings;
  settings.distance_error = eps_d;
  settings.max_iterations = max_iterations;
  return settings;
}

Contact evaluate(const Pair& pair, double eps_d, double fraction, int max_iterations) {
  talus::Silent silent;
  return trace_jain(pair.a, pair.b, pair.b_in_a, settings_of(eps_d, max_iterations), silent,
                    {fraction});
}

TEST(Jain, SeriesOfTheAngleIsExactToRounding) {
  double worst = 0;
  for (int i = -2000; i <= 2000; ++i) {
    const double x = 1e-3 * i;
    const auto angle = angle_of(x);
    worst = std::max({worst, static_cast<double>(std::abs(angle.cosine - std::cos((long double)x))),
                      static_cast<double>(std::abs(angle.sine - std::sin((long double)x)))});
  }
  EXPECT_LT(worst, 4e-16);
}

TEST(Jain, StepConstantIsEquation271) {
  EXPECT_NEAR(equivalent_diameter(Ellipsoid{{1, 2, 4}}), 4, 1e-15);
  EXPECT_NEAR(equivalent_diameter(Ellipsoid{{0.3, 0.3, 0.3}}), 0.6, 1e-16);
}

// One step (2.70) of one body, transcribed: angles by (2.69), library functions, 80 bits.
Long advanced_by_the_book(const Ellipsoid& e, const Long& x, const Long& d, long double c) {
  const long double a = e.semi_axes.x, b = e.semi_axes.y, h = e.semi_axes.z;
  long double nu = std::acos(x.z / h), phi = std::atan2(a * x.y, b * x.x);
  const Long t_nu{a * std::cos(phi) * std::cos(nu), b * std::sin(phi) * std::cos(nu),
                  -h * std::sin(nu)};
  const Long t_phi{-a * std::sin(phi) * std::sin(nu), b * std::cos(phi) * std::sin(nu), 0};
  nu += c * dot(d, t_nu) / (length(d) * length(t_nu));
  phi += c * dot(d, t_phi) / (length(d) * length(t_phi));
  return {a * std::cos(phi) * std::sin(nu), b * std::sin(phi) * std::sin(nu), h * std::cos(nu)};
}

TEST(Jain, StepsAreThoseOfEquation270) {
  Random random(1);
  double worst = 0, off_surface = 0;
  int checked = 0;
  for (int i = 0; i < 300; ++i) {
    const laws::PosedPair posed_pair(
        random_spheroids(aspect_ratios[i % 6], random.log_uniform(1e-2, 1), random));
    const Pair pair = pair_of(posed_pair);
    Recorder recorder;
    trace_jain(pair.a, pair.b, pair.b_in_a, settings_of(1e-6, 20), recorder, {0.25});
    for (std::size_t k = 0; k + 1 < recorder.steps.size(); ++k) {
      const auto &now = recorder.steps[k], &next = recorder.steps[k + 1];
      const Vec d = pair.b_in_a.point_to_a(now.x_2) - now.x_1;
      const Vec back = pair.b_in_a.direction_to_b(-d);
      const Vec unit_1 = now.x_1 / pair.a.semi_axes.z, unit_2 = now.x_2 / pair.b.semi_axes.z;
      // Past a pole (2.69) would fold nu back and turn phi by 180 degrees, the same point with the
      // tangents turned; and close to it digits are lost. Neither is compared.
      if (std::abs(unit_1.z) > 0.99 || std::abs(unit_2.z) > 0.99) continue;
      const auto c = [](const Ellipsoid& e) {
        const Vec& s = e.semi_axes;
        return 0.25L * 2 * std::cbrt((long double)s.x * s.y * s.z) / std::max({s.x, s.y, s.z});
      };
      const Long to_1 = advanced_by_the_book(pair.a, Long(laws::triple(now.x_1)),
                                             Long(laws::triple(d)), c(pair.a));
      const Long to_2 = advanced_by_the_book(pair.b, Long(laws::triple(now.x_2)),
                                             Long(laws::triple(back)), c(pair.b));
      worst = std::max({worst, (double)length(to_1 - Long(laws::triple(next.x_1))),
                        (double)length(to_2 - Long(laws::triple(next.x_2)))});
      off_surface = std::max({off_surface, std::abs(inside_outside(pair.a, next.x_1)),
                              std::abs(inside_outside(pair.b, next.x_2))});
      ++checked;
    }
  }
  EXPECT_GT(checked, 3000);
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(off_surface, 1e-15);
}

// At a pole of the coordinates, where (2.69) has no phi.
TEST(Jain, PolesAreHarmless) {
  const Pair stacked{{{2, 1, 0.5}}, {{1, 2, 0.5}}, {talus::identity_matrix<double>(), {0, 0, 2}}};
  const Contact c = evaluate(stacked, 1e-6, 1, 100);
  EXPECT_EQ(c.status, Status::separated);
  EXPECT_NEAR(c.distance, 1, 1e-15);
  const double s = std::sin(0.2), t = std::cos(0.2);
  const Pair tilted{{{2, 1, 0.5}}, {{1, 2, 0.5}}, {{{1, 0, 0}, {0, t, -s}, {0, s, t}}, {0, 0, 2}}};
  const Contact moved = evaluate(tilted, 1e-6, 0.1, 1000);
  EXPECT_EQ(moved.status, Status::separated);
  EXPECT_LE(moved.upper - moved.lower, 2e-6);
}

// The largest of the distances 1, 1e-1, ..., 1e-6 at which the validation case does not converge,
// as its exponent; -7 if there is none.
template <class Evaluate>
int first_failure(double aspect, Evaluate evaluate_at) {
  for (int k = 0; k <= 6; ++k) {
    if (is_failure(evaluate_at(Mirrored(aspect, std::pow(10, -k))).status)) return -k;
  }
  return -7;
}

constexpr double fractions[] = {1, 0.5, 0.25, 0.1, 0.05};

// Table 3, rows 1/6 to 6, and Table 4, rows eps_d = 1e-4 to 1e-8; columns 1 to 1/20.
constexpr int table_3[6][5] = {{-1, -2, -3, -2, -3}, {0, -4, -2, -2, -2},  {0, -6, -2, -2, -2},
                               {-1, -4, -2, -2, -2}, {-2, -3, -2, -2, -2}, {0, -3, -2, -2, -2}};
constexpr int table_4[3][5] = {{-3, -4, -3, -2, -2}, {-2, -3, -2, -2, -2}, {-1, -2, -2, -2, -2}};

void compare(const char* title, int ours, int papers, int& equal) {
  EXPECT_LE(std::abs(ours - papers), 1) << title;
  equal += ours == papers;
}

TEST(Jain, Tables3And4FailBelowThePublishedDistances) {
  int equal = 0;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 5; ++column) {
      const int ours = first_failure(aspect_ratios[row], [&](const Mirrored& m) {
        const Contact c = evaluate(m.pair, 1e-6, fractions[column], 2000);
        EXPECT_TRUE(is_failure(c.status) || m.distance_error(c) <= 1e-6);
        return c;
      });
      compare("Table 3", ours, table_3[row][column], equal);
    }
  }
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 5; ++column) {
      const double eps = std::pow(10, -4 - 2 * row);
      const int ours = first_failure(
          3, [&](const Mirrored& m) { return evaluate(m.pair, eps, fractions[column], 2000); });
      compare("Table 4", ours, table_4[row][column], equal);
    }
  }
  std::printf("jain, Tables 3 and 4: %d of 45 equal, the others off by one decade\n", equal);
  EXPECT_GE(equal, 38);
}

// What the tables show is rounding. The mirrored pair stays mirrored, d_m keeps its direction, and
// in exact arithmetic the iteration does not depend on the distance at all; an error that breaks
// the mirror grows by about C_m R / d a step. With the digits of long double the distances of
// failure are the same or smaller, never larger.
TEST(Jain, Table3DependsOnRounding) {
  int smaller = 0;
  for (const double aspect : aspect_ratios) {
    for (const double fraction : fractions) {
      const auto in_double = [&](const Mirrored& m) {
        return evaluate(m.pair, 1e-6, fraction, 2000);
      };
      const auto in_long_double = [&](const Mirrored& m) {
        using T = long double;
        const talus::Ellipsoid<T> e{{m.axes.x, m.axes.y, m.axes.z}};
        const T angle = std::numbers::pi_v<T> / 8, c = std::cos(angle), s = std::sin(angle);
        const talus::Pose<T> pose_1{{m.x_c, 0, 0}, {c, 0, 0, s}};
        const talus::Pose<T> pose_2{{-m.x_c, 0, 0}, {c, 0, 0, -s}};
        talus::Settings<T> settings;
        settings.distance_error = 1e-6L;
        settings.max_iterations = 2000;
        talus::Silent silent;
        return trace_jain(e, e, talus::relative_pose(pose_1, pose_2), settings, silent,
                          JainConstants<T>{(T)fraction});
      };
      const int coarse = first_failure(aspect, in_double);
      const int fine = first_failure(aspect, in_long_double);
      EXPECT_LE(fine, coarse) << aspect << " " << fraction;
      smaller += fine < coarse;
    }
  }
  EXPECT_GE(smaller, 5);
}

// Pairs as the neighbours of an array of spheroids have them: centres within (4.2), bodies apart.
Certified neighbours(double aspect, Random& random) {
  const Vec axes = spheroid_axes(aspect);
  for (;;) {
    laws::PairSpec pair;
    for (laws::Spec* s : {&pair.a, &pair.b}) {
      s->type = laws::Type::ellipsoid;
      s->semi_axes = {axes.x, axes.y, axes.z};
      s->orientation = random.orientation();
    }
    const double reach = 2 * std::max(axes.x, axes.y) + 0.2 * 0.5;
    pair.b.position = random.in_box(reach);
    if (norm(laws::vec(pair.b.position)) > reach) continue;
    const auto truth = certify(pair);
    if (truth && truth->distance > 0) return *truth;
  }
}

// Table 5: failures of an array of aspect 1/6 at eps_d = 1e-5 R_eq, 22, 13, 9, 5 and 3 %, which
// smaller steps do not cure. Ours are random neighbours, not those of a dense array, and fail half
// to a quarter as often; where the method converges, the error is kept.
TEST(Jain, Table5FailuresPersist) {
  Random random(2);
  constexpr double parts[] = {1.0 / 10, 1.0 / 20, 1.0 / 40, 1.0 / 100, 1.0 / 200};
  constexpr double paper[] = {22, 13, 9, 5, 3};
  int failed[5] = {};
  double worst = 0, iterations[5] = {};
  constexpr int pairs = 606;
  for (int i = 0; i < pairs; ++i) {
    const Certified truth = neighbours(1.0 / 6, random);
    for (int j = 0; j < 5; ++j) {
      const Contact c = evaluate(truth.pair, 0.5e-5, parts[j], 20000);
      failed[j] += is_failure(c.status);
      if (is_failure(c.status)) continue;
      worst = std::max(worst, std::abs(c.distance - truth.distance));
      iterations[j] += c.iterations;
    }
  }
  for (int j = 0; j < 5; ++j) {
    const double percent = 100.0 * failed[j] / pairs;
    std::printf("jain, Table 5, C/C_Jain %.3f: %.1f %% fail (paper %.0f), %.0f iterations\n",
                parts[j], percent, paper[j], iterations[j] / (pairs - failed[j]));
    EXPECT_GT(percent, 0.2 * paper[j]);
    if (j > 0) {
      EXPECT_LE(failed[j], failed[j - 1]);
      EXPECT_GT(iterations[j] / (pairs - failed[j]), iterations[j - 1] / (pairs - failed[j - 1]));
    }
  }
  EXPECT_LE(worst, 0.5e-5);
}

TEST(Jain, OverlapIsFoundBeforehand) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const auto truth =
        certify(random_spheroids(aspect_ratios[i % 6], -random.log_uniform(1e-6, 0.5), random));
    if (!truth || truth->distance >= 0) continue;
    const Contact c = evaluate(truth->pair, 1e-6, 1, 512);
    EXPECT_EQ(c.status, Status::overlapping);
    EXPECT_EQ(c.iterations, 0);
    EXPECT_LE(c.lower, truth->distance);
  }
}

// The backtracking attempt of section 3.4.5. The paper reports that its loop never ends for the
// pair of Fig. 20, whose data are not in the text. It cannot be so for (2.70) as printed: the step
// changes the distance by -C_m (cos^2 |t_nu| + cos^2 |t_phi|) to first order, so some lambda^l
// shortens it unless the points are stationary. Found here: the loop always ends, after few tries.
TEST(JainBacktracking, EveryStepShortens) {
  Random random(4);
  int most_tries = 0, steps = 0;
  for (int i = 0; i < 600; ++i) {
    const laws::PosedPair posed_pair(
        random_spheroids(aspect_ratios[i % 6], random.log_uniform(1e-4, 1), random));
    const Pair pair = pair_of(posed_pair);
    Recorder recorder;
    const Contact c =
        trace_jain_backtracking(pair.a, pair.b, pair.b_in_a, settings_of(1e-6, 512), recorder);
    for (std::size_t k = 1; k < recorder.steps.size(); ++k) {
      EXPECT_LT(recorder.steps[k].distance, recorder.steps[k - 1].distance);
      most_tries = std::max(most_tries, recorder.steps[k].tried);
      ++steps;
    }
    EXPECT_TRUE(!is_failure(c.status) || c.iterations == 512);
  }
  std::printf("jain-backtracking: %d steps, at most %d tries\n", steps, most_tries);
  EXPECT_GT(steps, 10000);
  EXPECT_LT(most_tries, 20);
}

// What does fail: the two points, a gap d apart, can move together only by steps of about d, so the
// iterations grow as 1/d, and the method crawls where Jain's own jumps about.
TEST(JainBacktracking, CrawlsWhereTheGapIsSmall) {
  const auto iterations_at = [](double aspect, double d) {
    const Mirrored m(aspect, d);
    talus::Silent silent;
    return trace_jain_backtracking(m.pair.a, m.pair.b, m.pair.b_in_a, settings_of(1e-6, 20000),
                                   silent);
  };
  for (const double aspect : {1.5, 3.0, 6.0}) {
    EXPECT_LT(iterations_at(aspect, 1).iterations, 50);
    EXPECT_EQ(iterations_at(aspect, 1e-4).status, Status::separated);
    EXPECT_EQ(iterations_at(aspect, 1e-5).status, Status::iteration_limit);
    EXPECT_EQ(iterations_at(aspect, 1e-6).status, Status::iteration_limit);
  }
  EXPECT_GT(iterations_at(1.5, 1e-3).iterations, 10 * iterations_at(1.5, 1e-2).iterations);
  EXPECT_GT(iterations_at(1.5, 1e-4).iterations, 5 * iterations_at(1.5, 1e-3).iterations);
}

// The neighbours of Table 5, which Jain's own steps fail for, are solved.
TEST(JainBacktracking, NeighboursKeepTheWantedError) {
  Random random(2);
  int failed = 0;
  long iterations = 0;
  double worst = 0;
  constexpr int pairs = 606;
  for (int i = 0; i < pairs; ++i) {
    const Certified truth = neighbours(1.0 / 6, random);
    talus::Silent silent;
    const Contact c = trace_jain_backtracking(truth.pair.a, truth.pair.b, truth.pair.b_in_a,
                                              settings_of(0.5e-5, 20000), silent);
    failed += is_failure(c.status);
    iterations += c.iterations;
    if (!is_failure(c.status)) worst = std::max(worst, std::abs(c.distance - truth.distance));
  }
  std::printf("jain-backtracking, 606 neighbours: %d fail, %ld iterations on average, worst %.1e\n",
              failed, iterations / pairs, worst);
  EXPECT_LE(worst, 0.5e-5);
  EXPECT_LT(failed, 0.02 * pairs);
}

}  // namespace
}  // namespace spheroids
