// GJK for ellipsoids: its sub-algorithm against all subsets in 80 bits, its steps, and the results
// of P1 section 3.4.2 (Figs. 9 to 11).
#include "talus/narrow/ellipsoid_ellipsoid/published/gjk.h"

#include <cstdio>

#include "narrow/ellipsoid_ellipsoid/spheroids.h"

namespace spheroids {
namespace {

using talus::ellipsoid_ellipsoid::GjkStep;
using talus::ellipsoid_ellipsoid::GjkSubalgorithm;
using talus::ellipsoid_ellipsoid::trace_gjk;
using Long = oracle::Vec<long double>;

struct Recorder {
  struct Step {
    Vec v;
    double delta, mu;
    int count;
    Vec x_1, x_2;
  };
  std::vector<Step> steps;
  void operator()(const GjkStep<double>& s) {
    steps.push_back({s.v, s.delta, s.mu, s.simplex.count(), s.simplex.x_1(), s.simplex.x_2()});
  }
};

Contact evaluate(const Pair& pair, double eps_d, const Vec& v_0) {
  talus::Silent silent;
  Settings settings;
  settings.distance_error = eps_d;
  return trace_gjk(pair.a, pair.b, pair.b_in_a, settings, silent, v_0);
}
Contact evaluate(const Pair& pair, double eps_d) {
  return evaluate(pair, eps_d, -pair.b_in_a.translation);
}

// The initial vector (3.3).
Contact evaluate_validation(const Mirrored& m, double eps_d) {
  return evaluate(m.pair, eps_d, m.to_a({2 * m.x_c, 2 * m.axes.y, 2 * m.axes.y}));
}

// The point of a simplex nearest to the origin, by trying all of its subsets: for each the
// projection of the origin onto its affine hull, from the normal equations by elimination.
std::optional<Long> projection_of_origin(const std::vector<Long>& y) {
  const int n = static_cast<int>(y.size()) - 1;
  long double m[3][4] = {};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) m[i][j] = dot(y[i + 1] - y[0], y[j + 1] - y[0]);
    m[i][n] = -dot(y[i + 1] - y[0], y[0]);
  }
  for (int p = 0; p < n; ++p) {
    for (int r = 0; r < n; ++r) {
      if (r == p) continue;
      const long double factor = m[r][p] / m[p][p];
      for (int c = 0; c <= n; ++c) m[r][c] -= factor * m[p][c];
    }
  }
  Long v = y[0];
  long double first = 1;
  for (int i = 0; i < n; ++i) {
    const long double lambda = m[i][n] / m[i][i];
    if (!(lambda >= 0)) return std::nullopt;
    first -= lambda;
    v = v + lambda * (y[i + 1] - y[0]);
  }
  return first >= 0 ? std::optional(v) : std::nullopt;
}

Long nearest_of_all_subsets(const std::vector<Long>& y) {
  Long best = y[0];
  for (int mask = 1; mask < 1 << y.size(); ++mask) {
    std::vector<Long> subset;
    for (std::size_t i = 0; i < y.size(); ++i) {
      if ((mask >> i & 1) != 0) subset.push_back(y[i]);
    }
    const auto v = projection_of_origin(subset);
    if (v && length(*v) < length(best)) best = *v;
  }
  return best;
}

// Random vertices, each on the origin's side of the plane through v, as GJK's are: the simplices
// grow and lose vertices, so that cached products of all ages are used.
TEST(EllipsoidGjk, SubalgorithmFindsTheNearestOfAllSubsets) {
  Random random(1);
  double worst = 0;
  int added = 0, dropped = 0, enclosed = 0;
  for (int run = 0; run < 3000; ++run) {
    GjkSubalgorithm<double> simplex;
    Vec v{};
    for (int i = 0; i < 12 && simplex.count() < 4; ++i) {
      const Vec w = laws::vec(random.in_box(1)) + Vec{0.6, 0, 0};
      if (i > 0 && !(dot(v, w) < 0.95 * norm_squared(v))) continue;
      std::vector<Long> y{Long(laws::triple(w))};
      for (int j = 0; j < simplex.count(); ++j) {
        y.push_back(Long(laws::triple(simplex.vertex(j).c)));
      }
      ASSERT_TRUE(simplex.add({w, w, w, 0, 0}));
      v = simplex.next_v();
      simplex.accept();
      const Long truth = nearest_of_all_subsets(y), got(laws::triple(v));
      worst = std::max({worst, static_cast<double>(length(got - truth)), norm(simplex.x_1() - v)});
      dropped += simplex.count() < static_cast<int>(y.size());
      enclosed += simplex.count() == 4;
      double sum = 0;
      for (int j = 0; j < simplex.count(); ++j) sum += simplex.lambda(j);
      EXPECT_NEAR(sum, 1, 1e-15);
      ++added;
    }
  }
  std::printf("sub-algorithm: %d vertices, %d times some dropped, %d enclosed, worst error %.1e\n",
              added, dropped, enclosed, worst);
  EXPECT_GT(added, 10000);
  EXPECT_GT(dropped, 1000);
  EXPECT_GT(enclosed, 500);
  EXPECT_LT(worst, 1e-10);
}

// |v| falls, mu rises, both bracket the distance; the points of (2.30) lie in the bodies and are v
// apart, and v errs by no more than its length allows: v.n >= d and |v| <= d + eps.
TEST(EllipsoidGjk, StepsAreThoseOfAlgorithm2) {
  Random random(2);
  int steps = 0;
  for (int i = 0; i < 500; ++i) {
    const auto truth =
        certify(random_spheroids(aspect_ratios[i % 6], random.log_uniform(1e-4, 10), random));
    ASSERT_TRUE(truth);
    const double d = truth->distance, rounding = 1e-14 * truth->scale;
    Recorder recorder;
    Settings settings;
    settings.distance_error = 1e-8;
    const Pair& pair = truth->pair;
    const Contact c = trace_gjk(pair.a, pair.b, pair.b_in_a, settings, recorder);
    ASSERT_EQ(c.iterations, static_cast<int>(recorder.steps.size()));
    double length = INFINITY, mu = 0;
    for (const auto& s : recorder.steps) {
      EXPECT_LT(norm(s.v), length);
      EXPECT_GE(s.mu, mu);
      EXPECT_EQ(s.mu, std::max(mu, s.delta));
      length = norm(s.v), mu = s.mu;
      EXPECT_LE(mu, d + rounding);
      EXPECT_GE(length, d - rounding);
      EXPECT_LE(s.count, 3);
      EXPECT_LT(norm(s.x_1 - s.x_2 - s.v), rounding);
      EXPECT_LE(inside_outside(pair.a, s.x_1), 1e-14);
      EXPECT_LE(inside_outside(pair.b, pair.b_in_a.direction_to_b(s.x_2 - pair.b_in_a.translation)),
                1e-14);
      ++steps;
    }
    EXPECT_LE(length - mu, 1e-8);
  }
  EXPECT_GT(steps, 3000);
}

// From the vector between the centres the validation case needs one iteration.
TEST(EllipsoidGjk, CentresSolveTheValidationCaseAtOnce) {
  for (const double aspect : aspect_ratios) {
    for (int k = 0; k <= 6; ++k) {
      const Mirrored m(aspect, std::pow(10, -k));
      const Contact c = evaluate(m.pair, 1e-6);
      EXPECT_EQ(c.iterations, 1);
      EXPECT_EQ(c.status, Status::separated);
      EXPECT_LT(m.distance_error(c), 1e-15);
      EXPECT_LT(m.point_error(c), 1e-15);
      EXPECT_TRUE(c.proven);
    }
  }
}

// (3.3) calls its initial vector a point of C = E_1 - E_2. It is none: a plane separates it from C.
TEST(EllipsoidGjk, InitialVectorOfEquation33IsNotInTheDifference) {
  for (const double aspect : aspect_ratios) {
    const Mirrored m(aspect, 0.1);
    const double b = m.axes.y, tilt = 2 * b * b / (m.axes.x * m.axes.x + b * b);
    const Vec n{0, tilt, 1};  // of the world; C is symmetric, so both bodies reach equally far
    const double reach = support_value(m.pair.a, m.to_a(n)) +
                         support_value(m.pair.b, m.pair.b_in_a.direction_to_b(m.to_a(-n)));
    EXPECT_GT(dot(n, Vec{2 * m.x_c, 2 * b, 2 * b}), 1.01 * reach) << aspect;
  }
}

// Fig. 9: "rigorously independent of the scaling parameter"; a power of two to the last bit.
TEST(EllipsoidGjk, Figure9ScaleIndependence) {
  for (int k = 0; k <= 6; ++k) {
    const double d = std::pow(10, -k);
    const Mirrored one(3, d);
    const Contact c = evaluate_validation(one, 1e-5);
    for (const double dilation : {1e-6, 1e-3, 1e3, 1e6}) {
      const Mirrored m(3, dilation * d, dilation);
      const Contact s = evaluate_validation(m, 1e-5 * dilation);
      EXPECT_LE(m.distance_error(s), 1e-5 * dilation);
      EXPECT_EQ(s.iterations, c.iterations) << k << " " << dilation;
      EXPECT_NEAR(s.distance / dilation, c.distance, 1e-11);
    }
  }
}

// Figs. 10 and 11: the distance errs by no more than eps_d; the points err the more the larger the
// distance, for which the paper found no explanation: v errs across by sqrt(2 d eps + eps^2).
TEST(EllipsoidGjk, Figures10And11Accuracy) {
  for (const double eps : {1e-4, 1e-6, 1e-8}) {
    for (const double aspect : aspect_ratios) {
      double first_points = 0, last_points = 0;
      for (int k = 0; k <= 6; ++k) {
        const Mirrored m(aspect, std::pow(10, -k));
        const Contact c = evaluate_validation(m, eps);
        EXPECT_EQ(c.status, Status::separated);
        EXPECT_LE(m.distance_error(c), eps);
        EXPECT_LE(c.lower, m.distance + 1e-15);
        EXPECT_GE(c.upper, m.distance - 1e-15);
        EXPECT_LT(c.iterations, 50);
        const Vec across = c.point_b - c.point_a + m.to_a({m.distance, 0, 0});
        EXPECT_LE(norm(across), 1.0001 * std::sqrt(2 * m.distance * eps + eps * eps) + 1e-15);
        if (k == 0) first_points = m.point_error(c);
        if (k == 4) last_points = m.point_error(c);
      }
      EXPECT_GT(first_points, 5 * last_points) << eps << " " << aspect;
    }
  }
}

// |d - d*| <= eps_d for any spheroids, near ones too, and overlap is distinguished from a gap; the
// number of iterations grows by a few per decade of eps_d, as linear convergence has it.
TEST(EllipsoidGjk, RandomSpheroidsKeepTheWantedError) {
  Random random(3);
  double mean_before = 0;
  for (const double eps : {1e-3, 1e-5, 1e-7, 1e-9}) {
    int separated = 0, overlapping = 0, iterations = 0, most = 0;
    double worst = 0;
    for (int i = 0; i < 6000; ++i) {
      const double gap = i % 3 == 0   ? random.uniform(0, 1)
                         : i % 3 == 1 ? random.log_uniform(1e-9, 1)
                                      : -random.log_uniform(1e-6, 0.5);
      const auto truth = certify(random_spheroids(aspect_ratios[i % 6], gap, random));
      if (!truth) continue;
      const Contact c = evaluate(truth->pair, eps);
      EXPECT_FALSE(is_failure(c.status));
      if (truth->distance > 0) {
        EXPECT_TRUE(c.status == Status::separated || truth->distance < 1e-8);
        worst = std::max(worst, std::abs(c.distance - truth->distance));
        EXPECT_LE(c.lower, truth->distance + 1e-14);
        EXPECT_GE(c.upper, truth->distance - 1e-14);
        iterations += c.iterations;
        most = std::max(most, c.iterations);
        ++separated;
      } else {
        EXPECT_TRUE(c.status == Status::overlapping || truth->distance > -1e-6);
        EXPECT_EQ(c.definition, talus::Definition::separation_only);
        EXPECT_EQ(c.upper, 0);
        EXPECT_LE(c.lower, truth->distance);
        EXPECT_TRUE(c.distance == 0 || c.status == Status::touching);
        ++overlapping;
      }
    }
    const double mean = static_cast<double>(iterations) / separated;
    std::printf(
        "gjk, eps_d %.0e: %d separated, worst %.2e, %.1f iterations (most %d), %d overlap\n", eps,
        separated, worst, mean, most, overlapping);
    EXPECT_GT(separated, 3000);
    EXPECT_GT(overlapping, 1500);
    EXPECT_LE(worst, eps);
    EXPECT_LT(most, 80);
    EXPECT_GT(mean, mean_before);
    EXPECT_LT(mean, mean_before + 16);
    mean_before = mean;
  }
}

// Without a requested error the paper's own, (1.6).
TEST(EllipsoidGjk, DefaultIsEquation16) {
  Random random(4);
  for (int i = 0; i < 500; ++i) {
    const double aspect = aspect_ratios[i % 6];
    const auto truth = certify(random_spheroids(aspect, random.uniform(0.01, 1), random));
    ASSERT_TRUE(truth);
    const Vec s = truth->pair.a.semi_axes;
    // R_G is smallest at the end of the longest axis: (b b / a) or, oblate, a.
    const double gaussian = aspect > 1 ? s.y * s.y / s.x : s.x;
    EXPECT_LE(std::abs(evaluate(truth->pair, 0).distance - truth->distance), 1e-5 * gaussian);
  }
}

Pair aligned(const Vec& a, const Vec& b, const Vec& at) {
  return {{a}, {b}, {talus::identity_matrix<double>(), at}};
}

TEST(EllipsoidGjk, DegeneratePairs) {
  const Contact same = evaluate(aligned({1, 2, 3}, {1, 2, 3}, {0, 0, 0}), 1e-6);
  EXPECT_EQ(same.status, Status::overlapping);
  EXPECT_EQ(norm(same.normal), 1);
  EXPECT_EQ(same.lower, -6);
  const Contact inside = evaluate(aligned({1, 2, 3}, {0.1, 0.1, 0.1}, {1e-9, 0, 0}), 1e-6);
  EXPECT_EQ(inside.status, Status::overlapping);
  const Contact tiny = evaluate(aligned({1, 2, 3}, {1, 2, 3}, {3e-162, 1e-162, 0}), 1e-6);
  EXPECT_EQ(tiny.status, Status::overlapping);
  EXPECT_NEAR(norm(tiny.normal), 1, 1e-15);
  const Contact touching = evaluate(aligned({1, 2, 3}, {0.5, 1, 1}, {1.5, 0, 0}), 1e-6);
  EXPECT_EQ(touching.status, Status::touching);
  EXPECT_EQ(touching.distance, 0);
  const Contact far = evaluate(aligned({1, 2, 3}, {0.5, 1, 1}, {1e6, 0, 0}), 1e-6);
  EXPECT_EQ(far.status, Status::separated);
  EXPECT_NEAR(far.distance, 1e6 - 1.5, 1e-6);
  const Contact needles =
      evaluate(aligned({1, 1e-3, 1e-3}, {1e-3, 1, 1e-3}, {0.5, 0.5, 0.01}), 1e-9);
  EXPECT_EQ(needles.status, Status::separated);
  EXPECT_LT(needles.upper - needles.lower, 2e-9);
}

}  // namespace
}  // namespace spheroids
