// Appendix D: crossings of lines and ellipsoids against the quadratic of P1 with the whole matrix
// A_m in 80 bits, lines that miss, touch, start on the surface or have no direction.
#include "talus/narrow/ellipsoid_ellipsoid/line_crossing.h"

#include <gtest/gtest.h>

#include "narrow/laws/random_shape.h"
#include "talus/math/pose.h"

namespace {

using laws::Random;
using talus::ellipsoid_ellipsoid::line_crossing;
using Real = long double;
using Vec = talus::Vec3<double>;
using Wide = talus::Vec3<Real>;
using Ellipsoid = talus::Ellipsoid<double>;

Wide wide(const Vec& v) { return {v.x, v.y, v.z}; }

Vec vec(const oracle::Triple& v) { return {v[0], v[1], v[2]}; }

// How far x is outside the surface, relative to the body: f_m times two.
Real outside(const Ellipsoid& e, const Wide& x) {
  const Wide a = wide(e.semi_axes);
  return x.x * x.x / (a.x * a.x) + x.y * x.y / (a.y * a.y) + x.z * x.z / (a.z * a.z) - 1;
}

// (D.2) to (D.5) in a frame in which A_m = U diag U^T is full, with the sign of the mixed terms of
// (D.4) as given: +1 corrected, -1 as printed.
struct Quadratic {
  Real a, b, c;
};
Quadratic quadratic(const Ellipsoid& e, const talus::Mat3<Real>& u, const Wide& p, const Wide& d,
                    int sign) {
  Real m[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Wide& row = i == 0 ? u.row0 : i == 1 ? u.row1 : u.row2;
      const Wide& other = j == 0 ? u.row0 : j == 1 ? u.row1 : u.row2;
      m[i][j] = 0;
      for (int k = 0; k < 3; ++k) {
        m[i][j] += row[k] * other[k] / ((Real)e.semi_axes[k] * e.semi_axes[k]);
      }
    }
  }
  Quadratic q{0, 0, Real(-0.5)};
  for (int i = 0; i < 3; ++i) {
    q.a += m[i][i] * d[i] * d[i] / 2;
    q.b += m[i][i] * p[i] * d[i];
    q.c += m[i][i] * p[i] * p[i] / 2;
    for (int j = i + 1; j < 3; ++j) {
      q.a += m[i][j] * d[i] * d[j];
      q.b += m[i][j] * (p[i] * d[j] + Real(sign) * p[j] * d[i]);
      q.c += m[i][j] * p[i] * p[j];
    }
  }
  return q;
}

TEST(LineCrossing, SolvesTheQuadraticOfThePaper) {
  Random random(1);
  double worst = 0;
  int crossings = 0, printed_wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    const Ellipsoid e{
        {random.log_uniform(0.1, 10), random.log_uniform(0.1, 10), random.log_uniform(0.1, 10)}};
    const auto q = random.orientation();
    const auto u = talus::rotation_of(talus::Quat<Real>{q[0], q[1], q[2], q[3]});
    const Vec p = vec(random.in_box(3)),
              d = random.log_uniform(1e-3, 1e3) * vec(random.direction());
    // The same line in the frame in which the body is turned.
    const Quadratic s = quadratic(e, u, u * wide(p), u * wide(d), 1);
    const auto crossing = line_crossing(e, p, d);
    const Real discriminant = s.b * s.b - 4 * s.a * s.c;
    if (std::abs(discriminant) < 1e-9L * s.b * s.b) continue;  // tangent: see below
    ASSERT_EQ(crossing.meets, discriminant > 0);
    if (!crossing.meets) continue;
    ++crossings;
    const Real root = std::sqrt(discriminant);
    const Real size = std::max(std::abs(s.b) + root, 2 * s.a) / (2 * s.a);
    // A tangent's parameters have half of the digits.
    const Real condition = (std::abs(s.b) + root) / root;
    for (const auto& [got, expected] : {std::pair{crossing.first, (-s.b - root) / (2 * s.a)},
                                        std::pair{crossing.last, (-s.b + root) / (2 * s.a)}}) {
      worst = std::max(worst, (double)(std::abs(got - expected) / (size * condition)));
    }
    const Quadratic printed = quadratic(e, u, u * wide(p), u * wide(d), -1);
    printed_wrong += std::abs(printed.b - s.b) > 1e-3L * std::abs(s.b);
  }
  std::printf("worst error %.2e, %d crossings; as printed wrong %d times\n", worst, crossings,
              printed_wrong);
  EXPECT_GT(crossings, 5000);
  EXPECT_LT(worst, 1e-14);
  EXPECT_GT(printed_wrong, crossings / 2);
}

// From a point inside, as in Moving Balls: the points are on the surface, one on each side.
TEST(LineCrossing, FromInsideOneLiesAheadAndOneBehind) {
  Random random(2);
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const double aspect = std::sqrt(i % 2 ? 6.0 : 1000.0);
    const Ellipsoid e{{random.log_uniform(1 / aspect, aspect),
                       random.log_uniform(1 / aspect, aspect),
                       random.log_uniform(1 / aspect, aspect)}};
    const Vec p =
        random.uniform(0, 0.999) * multiply_componentwise(e.semi_axes, vec(random.direction()));
    const Vec d = random.log_uniform(1e-6, 1e6) * vec(random.direction());
    const auto crossing = line_crossing(e, p, d);
    ASSERT_TRUE(crossing.meets);
    EXPECT_LT(crossing.first, 0);
    EXPECT_GT(crossing.last, 0);
    for (const double t : {crossing.first, crossing.last}) {
      worst = std::max(worst, (double)std::abs(outside(e, wide(p) + (Real)t * wide(d))));
    }
  }
  EXPECT_LT(worst, 1e-14);
}

TEST(LineCrossing, DegenerateLines) {
  const Ellipsoid e{{3, 2, 1}};
  EXPECT_FALSE(line_crossing(e, Vec{1, 0, 0}, Vec{0, 0, 0}).meets);  // no direction
  EXPECT_FALSE(line_crossing(e, Vec{0, 0, 1.5}, Vec{1, 0, 0}).meets);
  EXPECT_FALSE(line_crossing(e, Vec{0, 0, 1 + 1e-15}, Vec{1, 0, 0}).meets);
  const auto tangent = line_crossing(e, Vec{-7, 0, 1}, Vec{2, 0, 0});
  ASSERT_TRUE(tangent.meets);
  EXPECT_NEAR(tangent.first, 3.5, 1e-7);
  EXPECT_NEAR(tangent.last, 3.5, 1e-7);
  const auto from_centre = line_crossing(e, Vec{0, 0, 0}, Vec{0, 4, 0});
  EXPECT_EQ(from_centre.first, -0.5);
  EXPECT_EQ(from_centre.last, 0.5);
  const auto inwards = line_crossing(e, Vec{3, 0, 0}, Vec{-1, 0, 0});
  EXPECT_EQ(inwards.first, 0);
  EXPECT_EQ(inwards.last, 6);
  const auto outwards = line_crossing(e, Vec{3, 0, 0}, Vec{1, 0, 0});
  EXPECT_EQ(outwards.first, -6);
  EXPECT_EQ(outwards.last, 0);
  const auto touching = line_crossing(e, Vec{0, 0, 1}, Vec{0, 1, 0});
  ASSERT_TRUE(touching.meets);
  EXPECT_EQ(touching.first, 0);
  EXPECT_EQ(touching.last, 0);
}

// The discriminant without B^2 - 4AC: from far away both crossings keep the digits of t.
TEST(LineCrossing, FarPointsKeepTheirDigits) {
  const Ellipsoid e{{1, 0.5, 2}};
  for (const double far : {1e3, 1e6, 1e9, 1e12}) {
    const auto crossing = line_crossing(e, Vec{-far, 0.1, 0.2}, Vec{far, 0, 0});
    ASSERT_TRUE(crossing.meets);
    const Real half = std::sqrt(1 - 0.1L * 0.1L / 0.25L - 0.2L * 0.2L / 4);
    EXPECT_NEAR(crossing.first, (double)(1 - half / far), 4e-16);
    EXPECT_NEAR(crossing.last, (double)(1 + half / far), 4e-16);
  }
}

}  // namespace
