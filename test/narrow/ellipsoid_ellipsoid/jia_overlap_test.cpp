// Jia's overlap test: its polynomials against their roots, its verdicts against Wang's criterion in
// whole numbers, touching and symmetric pairs, and what the plain test of the paper does there.
#include "talus/narrow/ellipsoid_ellipsoid/published/jia_overlap.h"

#include <gtest/gtest.h>

#include "narrow/laws/posed_pair.h"
#include "oracle/wang.h"

namespace {

using laws::Random;
using oracle::WangVerdict;
using talus::Status;
using talus::ellipsoid_ellipsoid::jia_overlap;
using talus::ellipsoid_ellipsoid::jia_test;
using talus::ellipsoid_ellipsoid::Overlap;
namespace jia = talus::ellipsoid_ellipsoid::jia;
using Vec = talus::Vec3<double>;

template <class T = double>
struct Pair {
  talus::Ellipsoid<T> a, b;
  talus::RelativePose<T> b_in_a;
};

template <class T>
WangVerdict wang(const Pair<T>& p) {
  const auto numbers = [](const talus::Vec3<T>& v) {
    return std::array<double, 3>{double(v.x), double(v.y), double(v.z)};
  };
  const auto& r = p.b_in_a.rotation;
  return wang_verdict(oracle::EllipsoidPair{numbers(p.a.semi_axes),
                                            numbers(p.b.semi_axes),
                                            {numbers(r.row0), numbers(r.row1), numbers(r.row2)},
                                            numbers(p.b_in_a.translation)});
}

template <class T>
Overlap evaluate(const Pair<T>& p) {
  return jia_test(p.a, p.b, p.b_in_a);
}

// Never the wrong sign; returns whether there was one.
template <class T>
bool decided_rightly(const Pair<T>& p) {
  const Overlap verdict = evaluate(p);
  if (verdict == Overlap::undecided) return false;
  EXPECT_EQ(verdict == Overlap::apart ? WangVerdict::separated : WangVerdict::overlapping, wang(p));
  return true;
}

template <class T>
talus::RelativePose<T> narrowed(const talus::RelativePose<double>& p) {
  const auto narrow = [](const Vec& v) { return talus::Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
  const auto& r = p.rotation;
  return {{narrow(r.row0), narrow(r.row1), narrow(r.row2)}, narrow(p.translation)};
}

enum class Kind { triaxial, spheroids, coaxial, aligned, spheres };

// B stands off A by the gap, a multiple of the larger body, along a common normal (a negative gap
// presses them into each other, for thin bodies through each other).
template <class T = double>
Pair<T> random_pair(Kind kind, double aspect, double gap, Random& random) {
  const auto axes = [&] {
    const double size = random.log_uniform(0.1, 10);
    const double r = std::sqrt(aspect);
    Vec v{random.log_uniform(1 / r, r), random.log_uniform(1 / r, r), random.log_uniform(1 / r, r)};
    if (kind == Kind::spheroids || kind == Kind::coaxial) v.z = v.y;
    if (kind == Kind::spheres) v = {1, 1, 1};
    return size * v;
  };
  const auto unit = [&] {
    const oracle::Triple d = random.direction();
    return Vec{d[0], d[1], d[2]};
  };
  const Vec sa = axes(), sb = axes();
  const talus::Ellipsoid<double> a{sa}, b{sb};
  const auto q = random.orientation();
  talus::RelativePose<double> p{talus::rotation_of(talus::Quat<double>{q[0], q[1], q[2], q[3]}),
                                {}};
  if (kind == Kind::aligned || kind == Kind::coaxial) p.rotation = talus::identity_matrix<double>();
  const Vec n = kind == Kind::coaxial ? Vec{1, 0, 0} : unit();
  const Vec on_b = p.rotation * support_point(b, p.direction_to_b(-n));
  p.translation = support_point(a, n) - on_b + (gap * std::max(max_norm(sa), max_norm(sb))) * n;
  const auto narrow = [](const Vec& v) { return talus::Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
  return {{narrow(sa)}, {narrow(sb)}, narrowed<T>(p)};
}

constexpr Kind kinds[] = {Kind::triaxial, Kind::spheroids, Kind::coaxial, Kind::aligned,
                          Kind::spheres};

// sr22, sr11 and sr0 are sums over the pairs, triples and fours of roots of the squared products of
// their differences; a double root lies at -3 sr10 / sr11. This is what the corrections of (C.4)
// are judged by.
TEST(JiaOverlap, SubresultantsFollowFromTheRoots) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    long double r[4];
    for (long double& x : r) x = random.uniform(-2, 2);
    if (i % 2 == 0) r[3] = r[2];
    long double e[5] = {1, 0, 0, 0, 0};  // product of (1 - r x)
    for (const long double x : r) {
      for (int k = 4; k > 0; --k) e[k] -= x * e[k - 1];
    }
    const auto s =
        jia::subresultants(jia::Quartic<long double>{1, -e[1] / 4, e[2] / 6, -e[3] / 4, e[4]});
    const auto square = [&](int j, int k) { return (r[j] - r[k]) * (r[j] - r[k]); };
    long double pairs = 0, triples = 0, four = 1;
    for (int j = 0; j < 4; ++j) {
      for (int k = j + 1; k < 4; ++k) {
        pairs += square(j, k);
        four *= square(j, k);
        for (int l = k + 1; l < 4; ++l) triples += square(j, k) * square(k, l) * square(j, l);
      }
    }
    EXPECT_NEAR(s.sr22, pairs / 48, 1e-15);
    EXPECT_NEAR(s.sr11, triples / 64, 1e-13);
    EXPECT_NEAR(s.sr0, four / 256, 1e-13);
    if (i % 2 == 0) {
      EXPECT_NEAR(s.sr11 * r[3] + 3 * s.sr10, 0, 1e-14);
    }
  }
}

// (C.4) prints W1 = d - d c (barred): with it sr11 is no subresultant.
TEST(JiaOverlap, PrintedW1IsNotThatOfTheSubresultant) {
  Random random(11);
  int differ = 0;
  constexpr int count = 1000;
  for (int i = 0; i < count; ++i) {
    const double b = random.uniform(-2, 2), c = random.uniform(-2, 2), d = random.uniform(-2, 2),
                 e = random.uniform(0, 2);
    const double right = jia::subresultants(jia::Quartic<double>{1, b, c, d, e}).sr11;
    const double delta2 = b * b - c, delta3 = c * c - b * d, w3 = e - b * d, w1 = d - d * c;
    const double printed = -9 * w1 * w1 + 27 * delta2 * delta3 - 3 * w3 * delta2;
    differ += std::abs(printed - right) > 1e-6 * (std::abs(printed) + std::abs(right));
  }
  EXPECT_GT(differ, 0.99 * count);
}

// Algorithm 7 counts Var(a, b, c, d) where Theorem 4 counts Var(1, a, b, c, d): without the leading
// 1 separated bodies with a < 0 are called overlapping.
TEST(JiaOverlap, PrintedVariationsMissSeparatedPairs) {
  Random random(12);
  int missed = 0, apart = 0;
  for (int i = 0; i < 1000; ++i) {
    const Pair<> p = random_pair(Kind::triaxial, 6, random.log_uniform(0.01, 3), random);
    if (wang(p) != WangVerdict::separated) continue;
    ++apart;
    using N = talus::Tracked<double, talus::DoubleWord<double>>;
    const auto q = jia::characteristic_polynomial<double, N>(p.a, p.b, p.b_in_a);
    const double sequence[] = {1, -q.b.rough(), q.c.rough(), -q.d.rough(), q.e.rough()};
    const auto variations = [&](int from) {
      int changes = 0;
      for (int k = from; k < 4; ++k) changes += sequence[k] * sequence[k + 1] < 0;
      return changes;
    };
    EXPECT_EQ(variations(0), 2);
    missed += variations(1) != 2;
  }
  std::printf("Var without the leading 1 misses %d of %d separated pairs\n", missed, apart);
  EXPECT_GT(apart, 900);
  EXPECT_GT(missed, 100);
}

// Up to a positive factor and the unit of l, the coefficients are those of the 4x4 determinant.
TEST(JiaOverlap, PolynomialIsTheDeterminant) {
  Random random(2);
  double worst = 0;
  for (int i = 0; i < 100; ++i) {
    const Pair<> p = random_pair(Kind::triaxial, 30, random.uniform(-0.3, 3), random);
    using N = talus::Tracked<double, talus::DoubleWord<double>>;
    const auto mine = jia::characteristic_polynomial<double, N>(p.a, p.b, p.b_in_a);
    const auto numbers = [](const Vec& v) { return std::array<double, 3>{v.x, v.y, v.z}; };
    const auto& r = p.b_in_a.rotation;
    const auto exact =
        oracle::characteristic_polynomial({numbers(p.a.semi_axes),
                                           numbers(p.b.semi_axes),
                                           {numbers(r.row0), numbers(r.row1), numbers(r.row2)},
                                           numbers(p.b_in_a.translation)});
    // Free of both units: c_1 c_3 / (c_0 c_4), c_2^2 / (c_0 c_4) and c_1^2 c_4 / (c_3^2 c_0).
    const auto ratio = [&](int j, int k, int l, int m) {
      using Real = boost::multiprecision::cpp_rational;
      return static_cast<double>(Real(exact[j] * exact[k], exact[l] * exact[m]));
    };
    const double c[5] = {mine.e.rough(), -4 * mine.d.rough(), 6 * mine.c.rough(),
                         -4 * mine.b.rough(), mine.lead.rough()};
    const auto compare = [&](double got, double expected) {
      worst = std::max(worst, std::abs(got - expected) / std::abs(expected));
    };
    compare(c[1] * c[3] / (c[0] * c[4]), ratio(1, 3, 0, 4));
    compare(c[2] * c[2] / (c[0] * c[4]), ratio(2, 2, 0, 4));
    compare(c[1] * c[1] / (c[0] * c[4]) * (c[4] / c[3]) * (c[4] / c[3]),
            ratio(1, 1, 0, 4) * ratio(4, 4, 3, 3));
  }
  EXPECT_LT(worst, 1e-14);
}

// Gaps and depths from 1e-15 to far away, aspect ratios to 1000: no wrong sign, and none missing
// where the gap is above the rounding of the pose.
TEST(JiaOverlap, AgreesWithWangsCriterion) {
  Random random(3);
  int apart = 0, count = 0, open = 0;
  for (const Kind kind : kinds) {
    for (int i = 0; i < 400; ++i) {
      const double size = random.log_uniform(1e-15, 1e3);
      const double gap = random.chance(0.5) ? size : -std::min(size, 0.3);
      const double aspect = random.chance(0.5) ? 6 : 1000;
      const Pair<> p = random_pair(kind, aspect, gap, random);
      const bool decided = decided_rightly(p);
      EXPECT_TRUE(decided || std::abs(gap) < 2e-14) << "gap " << gap;
      apart += evaluate(p) == Overlap::apart;
      open += !decided;
      ++count;
    }
  }
  std::printf("apart %d, undecided %d of %d\n", apart, open, count);
  EXPECT_GT(apart, 0.3 * count);
  EXPECT_LT(apart, 0.7 * count);
  EXPECT_LT(open, 0.01 * count);
}

// As near to touching as doubles allow, rounding of the pose included.
TEST(JiaOverlap, NearlyTouchingIsDecidedOrSaidToBeOpen) {
  Random random(4);
  int open = 0, count = 0;
  for (const Kind kind : kinds) {
    for (int i = 0; i < 150; ++i) {
      const Pair<> p = random_pair(kind, 6, 0, random);
      open += !decided_rightly(p);
      ++count;
    }
  }
  std::printf("touching by construction: undecided %d of %d\n", open, count);
}

TEST(JiaOverlap, ExactlyTouchingIsUndecidedAndAnsweredAsTouching) {
  const talus::Mat3<double> upright = talus::identity_matrix<double>();
  const auto check = [&](const Vec& a, const Vec& b, const Vec& t) {
    const Pair<> p{{a}, {b}, {upright, t}};
    ASSERT_EQ(wang(p), WangVerdict::touching);
    EXPECT_EQ(evaluate(p), Overlap::undecided);
    talus::Cache<double> cache;
    const auto c = jia_overlap(p.a, p.b, p.b_in_a, talus::Settings<double>{}, cache);
    EXPECT_EQ(c.status, Status::touching);
    EXPECT_NEAR(c.distance, 0, 1e-15);
    for (const double away : {-1e-12, 1e-12}) {
      Pair<> moved = p;
      moved.b_in_a.translation = (1 + away) * t;
      EXPECT_EQ(evaluate(moved), away > 0 ? Overlap::apart : Overlap::overlapping);
    }
  };
  check({1, 1, 1}, {2, 2, 2}, {3, 0, 0});
  check({4, 1, 1}, {2, 0.5, 8}, {6, 0, 0});
  check({4, 1, 2}, {2, 0.5, 8}, {0, 0, 10});
  check({1, 1, 1}, {1, 1, 1}, {0, -2, 0});
}

TEST(JiaOverlap, ContainmentAndConcentricBodies) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    Pair<> p = random_pair(kinds[i % 5], 1000, 0, random);
    p.b_in_a.translation = {0, 0, 0};
    EXPECT_EQ(evaluate(p), Overlap::overlapping);
    p.b.semi_axes = (1e-3 * p.a.semi_axes.x / max_norm(p.b.semi_axes)) * p.b.semi_axes;
    p.b_in_a.translation = {0.9 * p.a.semi_axes.x, 0, 0};
    EXPECT_TRUE(decided_rightly(p));
  }
}

TEST(JiaOverlap, LengthsMayBeInAnyUnit) {
  Random random(6);
  for (int i = 0; i < 300; ++i) {
    const Pair<> p = random_pair(kinds[i % 5], 100, random.uniform(-0.1, 0.1), random);
    for (const double unit : {1e-150, 1e-6, 1e6, 1e150}) {
      Pair<> scaled = p;
      scaled.a.semi_axes = unit * p.a.semi_axes;
      scaled.b.semi_axes = unit * p.b.semi_axes;
      scaled.b_in_a.translation = unit * p.b_in_a.translation;
      EXPECT_EQ(evaluate(scaled), evaluate(p));
    }
  }
}

// Overflow must leave the sign open, never wrong.
TEST(JiaOverlap, ExtremesAndSinglePrecisionAreNeverWrong) {
  Random random(7);
  int decided = 0, decided_far = 0;
  for (int i = 0; i < 500; ++i) {
    const double gap = random.chance(0.5) ? random.log_uniform(1e-3, 1e2) : -0.05;
    decided += decided_rightly(random_pair<float>(kinds[i % 5], 6, gap, random));
    decided_far += decided_rightly(random_pair<double>(kinds[i % 5], random.log_uniform(1, 1e12),
                                                       random.log_uniform(1, 1e30), random));
  }
  std::printf("float %d, extremes %d of 500 decided\n", decided, decided_far);
  EXPECT_EQ(decided, 500);
  EXPECT_GT(decided_far, 350);
}

// Algorithm 7 with plain doubles and the corrected formulas: what the bounds of the errors are for.
bool plain_says_apart(const Pair<>& p) {
  using N = talus::Tracked<double, double>;
  const auto q = jia::characteristic_polynomial<double, N>(p.a, p.b, p.b_in_a);
  const auto s = jia::subresultants(
      jia::Quartic<double>{q.lead.rough(), q.b.rough(), q.c.rough(), q.d.rough(), q.e.rough()});
  const bool two_variations = q.b.rough() > 0 || q.c.rough() < 0 || q.d.rough() > 0;
  return two_variations && s.sr22 > 0 && s.sr11 > 0 && (s.sr0 > 0 || (s.sr0 == 0 && s.sr10 > 0));
}

TEST(JiaOverlap, PlainTestFailsForSymmetricPairs) {
  Random random(8);
  int wrong_symmetric = 0, wrong_others = 0;
  for (int i = 0; i < 1000; ++i) {
    const double gap = random.uniform(0.1, 1);
    const Pair<> symmetric = random_pair(i % 2 ? Kind::spheres : Kind::coaxial, 6, gap, random);
    EXPECT_EQ(evaluate(symmetric), Overlap::apart);
    wrong_symmetric += !plain_says_apart(symmetric);
    const Pair<> other = random_pair(Kind::triaxial, 6, gap, random);
    EXPECT_EQ(evaluate(other), Overlap::apart);
    wrong_others += !plain_says_apart(other);
  }
  std::printf("plain test wrong: %d of 1000 symmetric pairs, %d of 1000 others\n", wrong_symmetric,
              wrong_others);
  EXPECT_GT(wrong_symmetric, 200);
  EXPECT_EQ(wrong_others, 0);
}

// Gaps of a few roundings: the discriminant of the plain test is all rounding.
TEST(JiaOverlap, PlainTestFailsNearTouching) {
  Random random(10);
  int wrong = 0;
  for (int i = 0; i < 200; ++i) {
    const Pair<> p = random_pair(Kind::triaxial, 1000, 0, random);
    EXPECT_TRUE(decided_rightly(p) || evaluate(p) == Overlap::undecided);
    wrong += plain_says_apart(p) != (wang(p) == WangVerdict::separated);
  }
  std::printf("plain test wrong: %d of 200 nearly touching pairs\n", wrong);
  EXPECT_GT(wrong, 20);
}

// The listed method claims no more than it knows: the distance lies in the bracket, the points are
// on the bodies.
TEST(JiaOverlap, ListedAnswerIsHonest) {
  Random random(9);
  for (int i = 0; i < 500; ++i) {
    const Pair<> p = random_pair(kinds[i % 5], 6, random.uniform(-0.2, 1), random);
    talus::Cache<double> cache;
    const auto c = jia_overlap(p.a, p.b, p.b_in_a, talus::Settings<double>{}, cache);
    EXPECT_EQ(c.status,
              wang(p) == WangVerdict::separated ? Status::separated : Status::overlapping);
    EXPECT_EQ(c.definition, talus::Definition::separation_only);
    if (c.status != Status::separated) {
      EXPECT_EQ(c.distance, 0);
      continue;
    }
    EXPECT_GE(c.lower, 0);
    EXPECT_NEAR(inside_outside(p.a, c.point_a), 0, 1e-14);
    const Vec point_b = p.b_in_a.direction_to_b(c.point_b - p.b_in_a.translation);
    EXPECT_NEAR(inside_outside(p.b, point_b), 0, 1e-11);  // of a body up to 100 times smaller
    // Moved along the line of centres by the upper bound they touch or overlap; by the lower not.
    Pair<> moved = p;
    moved.b_in_a.translation = p.b_in_a.translation - (1.0000001 * c.upper) * c.normal;
    EXPECT_EQ(evaluate(moved), Overlap::overlapping);
    moved.b_in_a.translation = p.b_in_a.translation - (0.9999999 * c.lower) * c.normal;
    EXPECT_EQ(evaluate(moved), Overlap::apart);
  }
}

}  // namespace
