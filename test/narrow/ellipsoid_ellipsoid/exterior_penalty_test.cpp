// The exterior penalty method: its hypogradient and step against their definitions in 80 bits, and
// the results and failures of P1 section 3.4.4 (Figs. 15 to 19).
#include "talus/narrow/ellipsoid_ellipsoid/published/exterior_penalty.h"

#include <cstdio>

#include "narrow/ellipsoid_ellipsoid/spheroids.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/gjk.h"

namespace spheroids {
namespace {

using talus::ellipsoid_ellipsoid::PenaltyConstants;
using talus::ellipsoid_ellipsoid::PenaltyStep;
using talus::ellipsoid_ellipsoid::trace_exterior_penalty;
using Constants = PenaltyConstants<double>;
using Long = oracle::Vec<long double>;

constexpr int paper_steps = 5000;  // times penalty_steps: 1e5, the paper's limit of section 3.4.3

struct Recorder {
  std::vector<PenaltyStep<double>> steps;
  void operator()(const PenaltyStep<double>& s) { steps.push_back(s); }
};

template <class Trace>
Contact follow(const Pair& pair, const Constants& constants, int max_iterations, Trace& trace) {
  Settings settings;
  settings.max_iterations = max_iterations;
  return trace_exterior_penalty(pair.a, pair.b, pair.b_in_a, settings, trace, constants);
}

Contact evaluate(const Pair& pair, const Constants& constants, int max_iterations = paper_steps) {
  talus::Silent silent;
  return follow(pair, constants, max_iterations, silent);
}

// The functions of the method anew, in 80 bits, for a pair in units.
struct Reference {
  oracle::Rotation<long double> rotation;
  Long axes_1, axes_2, centre;
  long double lambda;

  Reference(const Pair& pair, double unit, double penalty) : lambda(penalty) {
    const auto& r = pair.b_in_a.rotation;
    rotation = {{r.row0.x, r.row1.x, r.row2.x},
                {r.row0.y, r.row1.y, r.row2.y},
                {r.row0.z, r.row1.z, r.row2.z}};
    const auto in_units = [&](const Vec& v) { return (1.0L / unit) * Long(laws::triple(v)); };
    axes_1 = in_units(pair.a.semi_axes);
    axes_2 = in_units(pair.b.semi_axes);
    centre = in_units(pair.b_in_a.translation);
  }
  static Long over(const Long& v, const Long& a) { return {v.x / a.x, v.y / a.y, v.z / a.z}; }
  long double h_1(const Long& x) const {
    return 0.5L * (dot(over(x, axes_1), over(x, axes_1)) - 1);
  }
  long double h_2(const Long& x) const {
    const Long u = over(rotation.to_body(x - centre), axes_2);
    return 0.5L * (dot(u, u) - 1);
  }
  Long slope_1(const Long& x) const { return over(over(x, axes_1), axes_1); }
  Long slope_2(const Long& x) const {
    return rotation.to_world(over(over(rotation.to_body(x - centre), axes_2), axes_2));
  }
  long double phi(const Long& x_1, const Long& x_2) const {
    return 0.5L * dot(x_1 - x_2, x_1 - x_2) + lambda * (std::abs(h_1(x_1)) + std::abs(h_2(x_2)));
  }
  // |W|^2 of (2.55).
  long double hypo_square(const Long& x_1, const Long& x_2, long double mu_1,
                          long double mu_2) const {
    const long double a = h_1(x_1), b = h_2(x_2);
    const long double w = mu_1 * a + mu_2 * b - lambda * (std::abs(a) + std::abs(b));
    const Long u = mu_1 * slope_1(x_1) + (x_1 - x_2), v = mu_2 * slope_2(x_2) - (x_1 - x_2);
    return w * w + dot(u, u) + dot(v, v);
  }
};

// Every step: G is the shortest hypogradient (2.56), beta a minimum of Phi along it (2.61), where
// Phi has one beside its kinks or at one of them, and Phi falls.
TEST(ExteriorPenalty, StepsFollowTheirDefinitions) {
  Random random(1);
  int steps = 0;
  for (int i = 0; i < 30; ++i) {
    const Pair pair = pair_of(laws::PosedPair(
        random_spheroids(aspect_ratios[i % 6], random.log_uniform(0.03, 1), random)));
    Recorder recorder;
    Constants constants;
    constants.unit = 1;
    follow(pair, constants, 10, recorder);
    const Reference reference(pair, 1, constants.lambda);
    for (std::size_t k = 0; k < recorder.steps.size(); ++k) {
      const auto& s = recorder.steps[k];
      const Long x_1(laws::triple(s.x_1)), x_2(laws::triple(s.x_2));
      const Long g_1(laws::triple(s.g_1)), g_2(laws::triple(s.g_2));
      const long double here = reference.phi(x_1, x_2);
      EXPECT_NEAR(s.penalty_function, (double)here, 1e-10);
      const auto multiplier = [](const Long& g, const Long& slope, const Long& q) {
        return dot(g - q, slope) / dot(slope, slope);
      };
      const long double mu_1 = multiplier(g_1, reference.slope_1(x_1), x_1 - x_2);
      const long double mu_2 = multiplier(g_2, reference.slope_2(x_2), x_2 - x_1);
      const long double least = reference.hypo_square(x_1, x_2, mu_1, mu_2);
      for (const double e : {-1e-3, 1e-3}) {
        EXPECT_GE(reference.hypo_square(x_1, x_2, mu_1 + e, mu_2), least);
        EXPECT_GE(reference.hypo_square(x_1, x_2, mu_1, mu_2 + e), least);
      }
      if (!(s.beta > 0)) continue;
      const auto gamma = [&](long double beta) {
        return reference.phi(x_1 - beta * g_1, x_2 - beta * g_2);
      };
      const long double there = gamma(s.beta);
      EXPECT_LE(there, here + 1e-15L);
      EXPECT_GE(gamma(s.beta * (1 - 1e-4L)), there - 1e-15L);
      EXPECT_GE(gamma(s.beta * (1 + 1e-4L)), there - 1e-15L);
      EXPECT_GT(reference.h_1(x_1 - (long double)s.beta * g_1), -1e-15L);
      EXPECT_GT(reference.h_2(x_2 - (long double)s.beta * g_2), -1e-15L);
      ++steps;
    }
  }
  EXPECT_GT(steps, 3000);
}

// (2.65) and (2.66) for penalties of all sizes and points anywhere: a smooth minimum if there is
// one, else the better of the first zeros of h_1 and h_2.
TEST(ExteriorPenalty, StepAlongARay) {
  Random random(5);
  int smooth = 0, kinks = 0, none = 0;
  for (int i = 0; i < 20000; ++i) {
    const double lambda = random.log_uniform(1e-2, 1e2);
    const auto form = [&] {
      const talus::RelativePose<double> pose{
          talus::rotation_of(talus::Quat<double>{random.uniform(-1, 1), 0.3, 0.2, 0.1}),
          laws::vec(random.in_box(2))};
      return talus::ellipsoid_ellipsoid::QuadraticForm<double>(
          {random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1)}, pose);
    };
    const auto form_1 = form(), form_2 = form();
    const Vec x_1 = laws::vec(random.in_box(2)), x_2 = laws::vec(random.in_box(2));
    Vec g_1, g_2;
    talus::ellipsoid_ellipsoid::hypogradient(form_1, form_2, lambda, x_1, x_2, g_1, g_2);
    const talus::ellipsoid_ellipsoid::FormOnRay<double> on_1(form_1, x_1, g_1),
        on_2(form_2, x_2, g_2);
    const talus::ellipsoid_ellipsoid::PenaltyOnRay<double> gamma(on_1, on_2, x_1 - x_2, g_1 - g_2,
                                                                 lambda);
    const double beta = gamma.step();
    EXPECT_NEAR(on_1.value(0.7), form_1.value(x_1 - 0.7 * g_1), 1e-12 * (1 + norm_squared(g_1)));
    if (!(beta > 0)) {
      EXPECT_FALSE(on_1.first_crossing() > 0 || on_2.first_crossing() > 0);
      ++none;
      continue;
    }
    const double scale = std::abs(gamma.value(beta)) + std::abs(gamma.value(0));
    const bool at_1 = beta == on_1.first_crossing(), at_2 = beta == on_2.first_crossing();
    if (at_1 || at_2) {
      const auto& on = at_1 ? on_1 : on_2;
      EXPECT_NEAR(on.value(beta), 0, 1e-11 * (std::abs(on.at_start) + beta * std::abs(on.slope)));
      for (int j = 1; j < 10; ++j) {
        EXPECT_GE(on.value(0.1 * j * beta) * on.at_start, 0);
      }
      for (const double other : {on_1.first_crossing(), on_2.first_crossing()}) {
        EXPECT_TRUE(!(other > 0) || gamma.value(beta) <= gamma.value(other));
      }
      ++kinks;
    } else {
      EXPECT_GE(gamma.value(beta * (1 - 1e-5)), gamma.value(beta) - 1e-14 * scale);
      EXPECT_GE(gamma.value(beta * (1 + 1e-5)), gamma.value(beta) - 1e-14 * scale);
      ++smooth;
    }
  }
  std::printf("exterior-penalty, rays: %d smooth minima, %d kinks, %d none\n", smooth, kinks, none);
  EXPECT_GT(smooth, 2000);
  EXPECT_GT(kinks, 2000);
}

// Fig. 15: lambda and eps_G scaled as lengths squared and lengths, and yet the results depend on
// the unit of length; with 1e-6 and 1e3 small distances do not converge.
TEST(ExteriorPenalty, Figure15DependsOnTheUnitOfLength) {
  const auto dilated = [](double d, double dilation) {
    const Mirrored m(3, dilation * d, dilation);
    Constants constants;
    constants.lambda *= dilation * dilation;
    constants.epsilon_g *= dilation;
    constants.unit = 1;
    return evaluate(m.pair, constants);
  };
  for (const double d : {1.0, 0.1}) {
    const Contact one = dilated(d, 1);
    for (const double dilation : {1e-3, 10.0, 100.0}) {
      const Contact c = dilated(d, dilation);
      EXPECT_EQ(c.status, Status::separated);
      EXPECT_NE(c.iterations, one.iterations);
      EXPECT_GT(std::abs(c.distance / dilation - one.distance), 1e-9);
    }
  }
  for (const double dilation : {1e-6, 1e3}) {
    EXPECT_EQ(dilated(1e-2, dilation).status, Status::iteration_limit);
    EXPECT_EQ(dilated(1e-4, dilation).status, Status::iteration_limit);
  }
  // Measured by its own size the pair is the same in every unit.
  Constants own;
  const Contact a = evaluate(Mirrored(3, 0.25).pair, own);
  const Contact b = evaluate(Mirrored(3, 0.25 * 0x1p20, 0x1p20).pair, own);
  EXPECT_EQ(b.distance, 0x1p20 * a.distance);
  EXPECT_EQ(b.iterations, a.iterations);
}

double error_at(double aspect, double d, double lambda, double epsilon_g) {
  const Mirrored m(aspect, d);
  Constants constants;
  constants.lambda = lambda;
  constants.epsilon_g = epsilon_g;
  return m.distance_error(evaluate(m.pair, constants, 2 * paper_steps));
}

// Fig. 16: all aspect ratios lose precision as the distance tends to zero.
TEST(ExteriorPenalty, Figure16LosesPrecisionAtSmallDistances) {
  for (const double aspect : {1.0 / 6, 1.0 / 3, 3.0, 6.0}) {
    const double far = error_at(aspect, 1, 1e3, 1e-4), near = error_at(aspect, 1e-4, 1e3, 1e-4);
    std::printf("exterior-penalty, Fig. 16, A_r %.2f: error %.1e at d = 1, %.1e at 1e-4\n", aspect,
                far, near);
    EXPECT_LT(far, 1e-4);
    EXPECT_GT(near, 3e-4);
    EXPECT_LT(near, 3e-3);
    EXPECT_GT(near, 10 * far);
  }
}

// Fig. 17: the error falls slowly with eps_G, about as the root of it, and for d <= 1e-3 stays
// above 1e-4 at the smallest eps_G that the paper could use, 1e-4.
TEST(ExteriorPenalty, Figure17ErrorFallsSlowlyWithEpsG) {
  for (const double d : {1e-3, 1e-4, 1e-5, 1e-6}) {
    const double coarse = error_at(3, d, 1e3, 1e-2), middle = error_at(3, d, 1e3, 1e-3);
    const double fine = error_at(3, d, 1e3, 1e-4);
    EXPECT_GT(coarse, middle);
    EXPECT_GT(middle, fine);
    EXPECT_GT(fine, 1e-4);
    EXPECT_GT(fine, coarse / 100);  // a hundredth of eps_G gains less than that
  }
}

// Fig. 18: weakly dependent on lambda, which only costs steps.
TEST(ExteriorPenalty, Figure18HardlyDependsOnLambda) {
  for (const double d : {1e-3, 1e-4, 1e-5}) {
    const double base = error_at(3, d, 1e3, 1e-4);
    for (const double lambda : {5e3, 1e4}) {
      const double error = error_at(3, d, lambda, 1e-4);
      EXPECT_LT(error, 2 * base);
      EXPECT_GT(error, 0.5 * base);
    }
  }
}

// Fig. 19: two to four orders more time than GJK, which is far more accurate; here in steps, of
// which each costs about as much as an iteration of GJK.
TEST(ExteriorPenalty, Figure19ManyMoreStepsThanGjk) {
  double least = INFINITY, most = 0;
  for (const double aspect : aspect_ratios) {
    for (int k = 0; k <= 6; ++k) {
      const Mirrored m(aspect, std::pow(10, -k));
      talus::Silent silent;
      Settings settings;
      settings.distance_error = 1e-6;
      const Contact gjk =
          talus::ellipsoid_ellipsoid::trace_gjk(m.pair.a, m.pair.b, m.pair.b_in_a, settings, silent,
                                                m.to_a({2 * m.x_c, 2 * m.axes.y, 2 * m.axes.y}));
      const double ratio = evaluate(m.pair, {}).iterations / static_cast<double>(gjk.iterations);
      least = std::min(least, ratio);
      most = std::max(most, ratio);
    }
  }
  std::printf("exterior-penalty, Fig. 19: %.0f to %.0f times GJK's iterations\n", least, most);
  EXPECT_GT(least, 30);
  EXPECT_GT(most, 1000);
  EXPECT_LT(most, 20000);
}

// Never a wrong verdict, and a bracket that holds the truth, whatever the points are worth.
TEST(ExteriorPenalty, RandomSpheroids) {
  Random random(2);
  int separated = 0, failed = 0, overlapping = 0;
  double worst = 0;
  for (int i = 0; i < 400; ++i) {
    const double gap = i % 4 == 0 ? -random.log_uniform(1e-4, 0.5) : random.log_uniform(1e-3, 3);
    const auto truth = certify(random_spheroids(aspect_ratios[i % 6], gap, random));
    if (!truth) continue;
    const Contact c = evaluate(truth->pair, {}, 512);
    EXPECT_LE(c.lower, truth->distance + 1e-14);
    EXPECT_GE(c.upper, truth->distance - 1e-14);
    EXPECT_NEAR(norm(c.normal), 1, 2e-15);
    EXPECT_LT(norm(c.point_b - c.point_a - c.distance * c.normal), 1e-14);
    EXPECT_EQ(c.status == Status::overlapping, truth->distance < 0);
    overlapping += c.status == Status::overlapping;
    failed += is_failure(c.status);
    if (c.status != Status::separated) continue;
    ++separated;
    worst = std::max(worst, std::abs(c.distance - truth->distance));
  }
  std::printf("exterior-penalty: %d separated (worst %.1e), %d failed, %d overlapping\n", separated,
              worst, failed, overlapping);
  EXPECT_GT(separated, 100);
  EXPECT_GT(failed, 0);
  EXPECT_EQ(overlapping, 100);
  EXPECT_LT(worst, 5e-3);
}

}  // namespace
}  // namespace spheroids
