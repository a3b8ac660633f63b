// What a coarse tolerance leaves of the answers for smooth bodies that move a little between
// queries, as in a bed at rest: beside the default, beside the truth, and alone beside batches.
#include <gtest/gtest.h>

#include "narrow/batch_bits.h"
#include "narrow/superquadric_superquadric/exponent_families.h"
#include "narrow/superquadric_superquadric/true_error.h"

namespace exponents {
namespace {

using laws::PosedPair;
using talus::Cache;
using talus::Contact;
using talus::Settings;

// Two bodies of 1 to 1.5 in size that overlap by 1e-5 to 1e-2, of one kind out of four.
PosedPair in_a_bed(int kind, Random& random) {
  PairSpec pair;
  for (Spec* s : {&pair.a, &pair.b}) {
    s->type = kind == 0 ? laws::Type::ellipsoid : laws::Type::superquadric;
    s->semi_axes = {1, kind == 3 ? random.uniform(0.6, 1) : 1.0, kind == 0 ? 2.0 : 1.0};
    s->n1 = kind == 1 ? 4 : kind == 2 ? 8 : random.uniform(1.3, 12);
    s->n2 = kind == 3 ? random.uniform(1.3, 12) : s->n1;
    s->orientation = random.orientation();
  }
  PosedPair s(pair);
  const Triple along = random.direction();
  const double depth = random.log_uniform(1e-5, 1e-2);
  double apart = 4;
  for (int i = 0; i < 50; ++i) {
    s.move_b(laws::vec({apart * along[0], apart * along[1], apart * along[2]}) - s.pose_b.position);
    const Contact<double> c = s.evaluate(nullptr);
    apart -= (c.distance + depth) / std::max(0.3, dot(laws::triple(c.normal), along));
  }
  return s;
}

void move(PosedPair& s, double by, Random& random) {
  s.move_b(by * laws::vec(random.direction()));
  s.spec.b.orientation = product(about(random.direction(), by), s.spec.b.orientation);
  s.pose_b = laws::make_pose(s.spec.b);
}

struct Errors {
  double distance{}, normal{}, points{}, link{}, width{}, truth{};
  int evaluations{}, queries{};
};

void add(Errors& e, const Contact<double>& c, const Contact<double>& exact) {
  const auto worse = [](double& most, double one) { most = std::max(most, one); };
  worse(e.distance, std::abs(c.distance - exact.distance));
  worse(e.normal, norm(c.normal - exact.normal));
  worse(e.points, std::max(norm(c.point_a - exact.point_a), norm(c.point_b - exact.point_b)));
  worse(e.link, norm(c.point_b - c.point_a - c.distance * c.normal));
  worse(e.width, c.upper - c.lower);
  e.evaluations += c.iterations;
  ++e.queries;
  EXPECT_EQ(c.status, exact.status);
  EXPECT_TRUE(c.proven);
  EXPECT_LE(c.lower, exact.distance);
  EXPECT_GE(c.upper, exact.distance);
  EXPECT_LE(c.lower, c.distance);
  EXPECT_GE(c.upper, c.distance);
}

Errors errors_of(double tolerance, double step, std::uint64_t seed) {
  Random random(seed);
  Settings<double> settings;
  settings.tolerance = tolerance;
  Errors e;
  for (int i = 0; i < 200; ++i) {
    PosedPair s = in_a_bed(i % 4, random);
    Cache<double> cache, exact_cache;
    for (int k = 0; k < 10; ++k) {
      const Contact<double> c = s.evaluate(nullptr, &cache, settings);
      if (k > 0) add(e, c, s.evaluate(nullptr, &exact_cache));
      if (k == 9 && i % 10 < 4) e.truth = std::max(e.truth, error_of(s.spec, c).value);
      move(s, step, random);
    }
  }
  return e;
}

class CoarseTolerance : public testing::TestWithParam<double> {};

// Points on nearly flat sides move far for little: they are the worst (RockingFlatSides).
TEST_P(CoarseTolerance, LeavesOutThirdOrdersInTheDistanceAndSecondOnesElsewhere) {
  const double tolerance = GetParam();
  for (const double step : {1e-9, 0.1 * tolerance, tolerance, 10 * tolerance}) {
    const Errors e = errors_of(tolerance, step, 41);
    const double second = 20 * tolerance * tolerance;
    EXPECT_LE(e.distance, 3e-15 + second * tolerance) << step;
    EXPECT_LE(e.truth, 1e-14 + second * tolerance) << step;
    EXPECT_LE(e.normal, 2e-13 + second) << step;
    EXPECT_LE(e.points, 2e-13 + 2 * second) << step;
    EXPECT_LE(e.link, 2e-15) << step;
    EXPECT_LE(e.width, 1.5 * tolerance) << step;
    EXPECT_LE(e.evaluations, (step <= 0.1 * tolerance ? 1.05 : 2.1) * e.queries) << step;
  }
}

TEST(DefaultTolerance, AsksForAllThatThereIs) {
  const Errors e = errors_of(Settings<double>{}.tolerance, 1e-6, 42);
  EXPECT_LE(e.width, 1e-12);
  EXPECT_LE(e.truth, 1e-14);
}

TEST_P(CoarseTolerance, GivesTheSameBitsInBatches) {
  Random random(43);
  Settings<double> settings;
  settings.tolerance = GetParam();
  for (const double move : {1e-8, 1e-5, 1e-3}) {
    std::vector<PosedPair> posed_pairs;
    for (int i = 0; i < 300; ++i) {
      if (random.chance(0.5)) {
        posed_pairs.push_back(in_a_bed(random.below(4), random));
      } else {
        const Family& family = families[random.below(std::size(families))];
        posed_pairs.emplace_back(family.draw(bins[random.below(6)], random));
      }
    }
    batch_bits::expect_the_bits_of_single_queries(posed_pairs, 4, random, move, settings);
    if (HasFatalFailure()) return;
  }
}

// Far from the last contact, deep and cold. Depths with a twin that is deeper by less than the
// tolerance may be given for it, in a bracket that says so.
TEST_P(CoarseTolerance, HoldsForAnyPair) {
  Random random(44);
  Settings<double> settings;
  settings.tolerance = GetParam();
  int twins = 0;
  for (int i = 0; i < 3000; ++i) {
    const Family& family = families[random.below(std::size(families))];
    const PosedPair s(family.draw(bins[random.below(6)], random));
    const Contact<double> c = s.evaluate(nullptr, nullptr, settings), exact = s.evaluate(nullptr);
    ASSERT_FALSE(is_failure(c.status)) << laws::to_json(family.name, s.spec);
    const double scale = std::max(1.0, std::abs(exact.distance));
    const double error = std::abs(c.distance - exact.distance) / scale;
    EXPECT_LE(error, settings.tolerance) << laws::to_json(family.name, s.spec);
    EXPECT_LE(c.lower, exact.upper) << laws::to_json(family.name, s.spec);
    EXPECT_GE(c.upper, exact.lower) << laws::to_json(family.name, s.spec);
    EXPECT_TRUE(c.proven || !exact.proven) << laws::to_json(family.name, s.spec);
    twins += error > 1e-12 + settings.tolerance * settings.tolerance;
  }
  EXPECT_LE(twins, 3);
}

// Two flat sides that face each other and rock from one edge to the other, where points go far
// while the normals hardly turn.
struct Rocking {
  double exponent;
  double tilt;  // radians, the amplitude
};

Errors rock(const Rocking& motion, double tolerance, Random& random) {
  PairSpec pair;
  for (Spec* s : {&pair.a, &pair.b}) {
    s->type = laws::Type::superquadric;
    s->semi_axes = {1, 1, 1};
    s->n1 = s->n2 = motion.exponent;
  }
  pair.b.position = {random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), 1.995};
  const double turned = random.uniform(0, 1.6), heading = random.uniform(0, 6.28);
  const double start = random.uniform(0, 6.28);
  Settings<double> settings;
  settings.tolerance = tolerance;
  Cache<double> cache, exact_cache;
  Errors e;
  for (int k = 0; k < 200; ++k) {
    const double tilt = motion.tilt * std::sin(start + 0.03 * k);
    pair.b.orientation =
        product(about({std::cos(heading), std::sin(heading), 0}, tilt), about({0, 0, 1}, turned));
    const PosedPair s(pair);
    const Contact<double> c = s.evaluate(nullptr, &cache, settings);
    if (k > 0) add(e, c, s.evaluate(nullptr, &exact_cache));
  }
  return e;
}

TEST(RockingFlatSides, TakeFewLooksAndKeepDistancesAndNormals) {
  Random random(45);
  for (const double exponent : {4.0, 5.0, 8.0, 20.0}) {
    for (const double tilt : {1e-4, 1e-3, 1e-2}) {
      Errors all;
      for (int i = 0; i < 20; ++i) {
        const Errors e = rock({exponent, tilt}, 1e-4, random);
        all.distance = std::max(all.distance, e.distance);
        all.normal = std::max(all.normal, e.normal);
        all.points = std::max(all.points, e.points);
        all.evaluations += e.evaluations;
        all.queries += e.queries;
      }
      EXPECT_LE(all.distance, 1e-11) << exponent << ' ' << tilt;
      EXPECT_LE(all.normal, 1e-7) << exponent << ' ' << tilt;
      EXPECT_LE(all.points, 1e-4) << exponent << ' ' << tilt;
      EXPECT_LE(all.evaluations, 2.5 * all.queries) << exponent << ' ' << tilt;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tolerances, CoarseTolerance, testing::Values(1e-7, 1e-6, 1e-5, 1e-4));

}  // namespace
}  // namespace exponents
