// The Newton-Coulomb method as first published: its scheme step by step, and why the paper
// abandons it.
#include "talus/narrow/ellipsoid_ellipsoid/published/newton_coulomb_initial.h"

#include "narrow/ellipsoid_ellipsoid/charged_points_check.h"

namespace spheroids {
namespace {

using talus::ellipsoid_ellipsoid::trace_newton_coulomb_initial;
using Constants = talus::ellipsoid_ellipsoid::NewtonCoulombInitialConstants<double>;
using Step = talus::ellipsoid_ellipsoid::NewtonCoulombInitialStep<double>;

struct Recorder {
  std::vector<Step> steps;
  void operator()(const Step& step) { steps.push_back(step); }
};

Contact follow(const Pair& p, double distance_error, Recorder& recorder) {
  Settings settings;
  settings.distance_error = distance_error;
  return trace_newton_coulomb_initial(p.a, p.b, p.b_in_a, settings, recorder);
}

Contact evaluate(const Pair& p, double distance_error) {
  Recorder recorder;
  return follow(p, distance_error, recorder);
}

// (2.33), (2.34) and (2.36) in 80 bits, by matrices in the frame of A.
TEST(NewtonCoulombInitial, StepsFollowTheEquations) {
  Random random(1);
  const Constants constants;
  double worst_point = 0, worst_speed = 0;
  int followed = 0;
  for (int i = 0; i < 60; ++i) {
    const Pair pair = pair_of(
        laws::PosedPair(random_spheroids(aspect_ratios[i % 6], random.uniform(0.05, 2), random)));
    const charged::System system(pair);
    const double size = std::max(pair.a.semi_axes.x, pair.a.semi_axes.y);
    const charged::Real p1 = charged::Real(constants.p1) * size * size * size;
    Recorder recorder;
    follow(pair, 1e-5, recorder);
    for (std::size_t k = 0; k + 1 < recorder.steps.size(); ++k) {
      const Step &from = recorder.steps[k], &to = recorder.steps[k + 1];
      const charged::Points x = system.points(from.x1, from.x2);
      const charged::Points y = system.points(to.x1, to.x2);
      const charged::V z[2] = {{from.z1.x, from.z1.y, from.z1.z}, system.vector_b(from.z2)};
      const charged::V w[2] = {{to.z1.x, to.z1.y, to.z1.z}, system.vector_b(to.z2)};
      for (int m = 0; m < 2; ++m) {
        const charged::Real delta = constants.delta;
        const charged::V next = system.body[m].projected(x[m] + delta * z[m]);
        const charged::V speed = z[m] + delta * system.psi(x, m, z[m], p1, constants.p2);
        // Relative to the larger of what is added, which is large where the scheme blows up.
        worst_point =
            std::max<double>(worst_point, length(next - y[m]) / (size + length(delta * z[m])));
        worst_speed = std::max<double>(worst_speed,
                                       length(speed - w[m]) / (size + length(z[m]) + length(w[m])));
      }
      ++followed;
    }
  }
  EXPECT_GT(followed, 2000);
  EXPECT_LT(worst_point, 1e-13);
  EXPECT_LT(worst_speed, 1e-13);
}

// The reaction N_m keeps a charge on its surface if d/dt (z.grad f) = z.A z + grad f.acceleration
// vanishes: so it does with the sign of (2.33), not with that of N_m as printed below (2.31).
TEST(NewtonCoulombInitial, ReactionHasTheSignOfEquation233) {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Ellipsoid e{{random.uniform(0.2, 2), random.uniform(0.2, 2), random.uniform(0.2, 2)}};
    const Vec x = support_point(e, laws::vec(random.direction()));
    const Vec g = talus::ellipsoid_ellipsoid::quadric_times(e, x);
    const auto along_surface = [&](const Vec& v) { return v - (dot(v, g) / norm_squared(g)) * g; };
    const Vec z = along_surface(laws::vec(random.direction()));
    const Vec attraction = along_surface(laws::vec(random.direction()));
    const double bend = dot(z, talus::ellipsoid_ellipsoid::quadric_times(e, z));
    const Vec right = talus::ellipsoid_ellipsoid::acceleration(e, attraction, 1.0, z, g);
    EXPECT_NEAR(bend + dot(g, right), 0, 1e-12 * (1 + bend));
    const Vec printed = right + (2 * bend / norm_squared(g)) * g;
    EXPECT_NEAR(bend + dot(g, printed), 2 * bend, 1e-12 * (1 + bend));
    EXPECT_GT(bend, 0);
  }
}

// Where it was tailored it works; smaller gaps make it blow up, ten times the gap makes it crawl
// (section 2.3.2).
TEST(NewtonCoulombInitial, WorksOnlyForTheGapItWasTailoredTo) {
  int worst = 0, slowest = 0, wrong = 0;
  for (const double aspect : aspect_ratios) {
    const Mirrored tailored(aspect, 1);
    const Contact c = evaluate(tailored.pair, 1e-5);
    ASSERT_EQ(c.status, Status::separated);
    EXPECT_LT(tailored.distance_error(c), 1e-5);
    worst = std::max(worst, c.iterations);
    for (const double gap : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
      const Mirrored closer(aspect, gap);
      const Contact failed = evaluate(closer.pair, 1e-5);
      const bool answers = failed.status == Status::separated;
      EXPECT_TRUE(answers ? gap == 1e-1 : failed.status == Status::iteration_limit);
      EXPECT_LE(failed.lower, closer.distance);
      EXPECT_GE(failed.upper, closer.distance);
      wrong += answers && closer.distance_error(failed) > 1e-5;
    }
    const Mirrored farther(aspect, 10);
    const Contact slow = evaluate(farther.pair, 1e-5);
    EXPECT_EQ(slow.status, Status::separated);
    EXPECT_LT(farther.distance_error(slow), 1e-5);
    EXPECT_GT(slow.iterations, 10 * c.iterations);
    slowest = std::max(slowest, slow.iterations);
  }
  std::printf("newton-coulomb-initial: at most %d steps at d* = D_eq, %d at 10 D_eq\n", worst,
              slowest);
  EXPECT_LE(worst, 600);
  EXPECT_GT(slowest, 50 * worst);
  // Charges off their surfaces, with small angles by chance.
  EXPECT_GE(wrong, 1);
}

TEST(NewtonCoulombInitial, OverlapIsFoundFirst) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const auto certified =
        certify(random_spheroids(aspect_ratios[i % 6], -random.log_uniform(1e-6, 0.2), random));
    ASSERT_TRUE(certified);
    const Contact c = evaluate(certified->pair, 1e-5);
    EXPECT_EQ(c.status, Status::overlapping);
    EXPECT_EQ(c.distance, 0);
    EXPECT_EQ(c.iterations, 0);
    EXPECT_EQ(c.definition, talus::Definition::separation_only);
    EXPECT_LE(c.lower, certified->distance);
  }
}

}  // namespace
}  // namespace spheroids
