// The oracles against each other, against closed forms, against multiprecision, and against claims
// that are wrong on purpose.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <random>

#include "oracle/judge.h"
#include "oracle/sweep.h"

namespace oracle {
namespace {

using Real = long double;
using Big = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<40>,
                                          boost::multiprecision::et_off>;

class Random {
 public:
  double uniform(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(generator_() >> 11), -53);
  }
  int below(int n) { return static_cast<int>(generator_() % static_cast<unsigned>(n)); }
  Triple point(double half) {
    return {uniform(-half, half), uniform(-half, half), uniform(-half, half)};
  }
  Spec body(Type type) {
    Spec s;
    s.type = type;
    s.semi_axes = {uniform(0.3, 1), uniform(0.3, 1), uniform(0.3, 1)};
    if (type == Type::sphere) s.semi_axes.fill(s.semi_axes[0]);
    constexpr double exponents[] = {1, 1.2, 1.7, 2, 3, 6, 20};
    s.n1 = exponents[below(7)];
    s.n2 = exponents[below(7)];
    const int count = type == Type::polyhedron ? 4 + below(12) : type == Type::segment ? 2 : 0;
    for (int i = 0; i < count; ++i) s.points.push_back(point(1));
    s.position = point(0.6);
    double norm = 0;
    for (double& q : s.orientation) {
      q = uniform(-1, 1);
      norm += q * q;
    }
    for (double& q : s.orientation) q /= std::sqrt(norm);
    return s;
  }

 private:
  std::mt19937_64 generator_{11};
};

template <class R>
DepthBracket<R> expand(const PairSpec& pair, double tolerance) {
  const Body<R> a(pair.a, pair.a.position), b(pair.b, pair.a.position);
  const R size = a.radius() + b.radius() + length(a.middle() - b.middle());
  return bracket_depth<R>([&](const Vec<R>& n) { return a.support_point(n); },
                          [&](const Vec<R>& n) { return b.support_point(n); }, size, R(1e300),
                          R(tolerance), 3000);
}

constexpr Type solid_types[] = {Type::sphere, Type::ellipsoid, Type::superquadric,
                                Type::polyhedron};

// Every support point is on the surface, and no point of the body is beyond it.
TEST(Oracle, SupportPointsAreExtremeAndOnTheSurface) {
  Random random;
  for (int i = 0; i < 300; ++i) {
    const Spec spec = random.body(solid_types[i % 3]);
    const Body<Real> body(spec, spec.position);
    for (int k = 0; k < 20; ++k) {
      const Vec<Real> n = unit(Vec<Real>(random.point(1)));
      const Real h = body.support_value(n);
      EXPECT_LT(std::abs(body.outside(body.support_point(n))), 1e-16L);
      for (int j = 0; j < 30; ++j) {
        const Vec<Real> x(random.point(2));
        if (body.outside(x) <= 0) {
          EXPECT_LE(dot(n, x), h);
        }
      }
    }
  }
}

TEST(Oracle, PolytopeOfCube) {
  std::vector<Vec<Real>> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({Real(i & 1), Real(i >> 1 & 1), Real(i >> 2)});
  corners.push_back({0.5L, 0.5L, 0.5L});
  corners.push_back({0.5L, 0.5L, 0});
  const Polytope<Real> cube = make_polytope(corners);
  EXPECT_EQ(cube.facet_normal.size(), 6u);
  EXPECT_EQ(cube.edges.size(), 12u);
  EXPECT_EQ(cube.outside({0.5L, 0.5L, 0.75L}), -0.25L);
  EXPECT_EQ(cube.outside({0.5L, 0.5L, 3}), 2);
}

// Depth by all axes and depth by expansion share nothing but the support function.
TEST(Oracle, ExpansionAgreesWithSeparatingAxes) {
  Random random;
  int overlapping = 0;
  for (int i = 0; i < 2000; ++i) {
    const PairSpec pair{random.body(Type::polyhedron),
                        random.body(i % 4 == 0 ? Type::segment : Type::polyhedron)};
    const Body<Real> a(pair.a, pair.a.position), b(pair.b, pair.a.position);
    const Answer<Real> exact =
        signed_distance(make_polytope(a.points()), make_polytope(b.points()));
    const DepthBracket<Real> found = expand<Real>(pair, 1e-17);
    EXPECT_EQ(exact.distance > 0, found.upper < 0);
    if (exact.distance > 0) continue;
    ++overlapping;
    EXPECT_TRUE(found.closed);
    EXPECT_LT(std::abs(found.upper + exact.distance), 1e-17L);
  }
  EXPECT_GT(overlapping, 600);
}

// The shortest connection is a distance (its ends are points of the bodies) and sigma along it
// proves that nothing is shorter.
TEST(Oracle, ShortestConnectionIsProven) {
  Random random;
  int apart = 0;
  for (int i = 0; i < 2000; ++i) {
    PairSpec pair{random.body(Type::polyhedron), random.body(Type::polyhedron)};
    pair.b.position[0] += 1.5;
    const Judge<Real> judge(pair);
    const Real d = *judge.exact_distance();
    if (!(d > 0)) continue;
    ++apart;
    const Vec<Real> w =
        shortest_connection(make_polytope(judge.a().points()), make_polytope(judge.b().points()));
    EXPECT_LT(std::abs(judge.sigma(unit(w)) - d), 1e-15L);
  }
  EXPECT_GT(apart, 300);
}

// No direction of a sweep is less deep than the bracket allows, and the sweep comes near it.
TEST(Oracle, ExpansionIsBelowEverySweep) {
  Random random;
  int overlapping = 0;
  for (const Type type_a : solid_types) {
    for (const Type type_b : {Type::ellipsoid, Type::superquadric, Type::segment}) {
      for (int i = 0; i < 40; ++i) {
        const PairSpec pair{random.body(type_a), random.body(type_b)};
        const DepthBracket<Real> found = expand<Real>(pair, 1e-12);
        const Body<double> a(pair.a, pair.a.position), b(pair.b, pair.a.position);
        const SweepResult swept = sweep_depth(a, b, 4000);
        if (found.upper < 0) continue;
        ++overlapping;
        EXPECT_TRUE(found.closed);
        EXPECT_GE(swept.depth, static_cast<double>(found.lower) - 1e-14);
        EXPECT_LE(swept.depth, static_cast<double>(found.upper) + 0.05 * (a.radius() + b.radius()));
      }
    }
  }
  EXPECT_GT(overlapping, 200);
}

TEST(Oracle, ExtendedPrecisionAgreesWithMultiprecision) {
  Random random;
  for (int i = 0; i < 30; ++i) {
    const PairSpec pair{random.body(solid_types[i % 4]), random.body(Type::superquadric)};
    const DepthBracket<Real> found = expand<Real>(pair, 1e-13);
    const DepthBracket<Big> reference = expand<Big>(pair, 1e-13);
    if (found.upper < 0) continue;
    EXPECT_LT(std::abs(static_cast<double>(found.upper) - static_cast<double>(reference.upper)),
              2e-13);
  }
}

// Spheres: everything is known.
TEST(Oracle, ClosedFormOfSpheres) {
  PairSpec pair;
  pair.a.semi_axes.fill(1);
  pair.b.semi_axes.fill(0.5);
  pair.b.position = {0.75, 0, 0};
  EXPECT_EQ(*Judge<Real>(pair).exact_distance(), -0.75L);
  pair.b.type = Type::ellipsoid;
  const DepthBracket<Real> found = expand<Real>(pair, 1e-12);
  EXPECT_TRUE(found.closed);
  EXPECT_NEAR(static_cast<double>(found.upper), 0.75, 1e-12);
}

// A local minimum of the depth that is not the global one, a normal that is slightly off, a point
// that is not on its body: each is detected by its own measure.
TEST(Oracle, WrongClaimsAreSeen) {
  PairSpec pair;
  pair.a.type = pair.b.type = Type::ellipsoid;
  pair.a.semi_axes = {1, 2, 3};
  pair.b.semi_axes = {0.5, 0.5, 0.5};
  pair.b.position = {0.25, 0, 0};
  const Judge<Real> judge(pair);
  const Claim right{-1.25, {1, 0, 0}, {1, 0, 0}, {-0.25, 0, 0}};
  const Judgement good = judge.judge(right);
  EXPECT_TRUE(good.closed);
  EXPECT_LT(good.distance_error, 1e-11);
  EXPECT_LT(good.support_error + good.surface_error + good.link_error + good.unit_error, 1e-15);

  const Judgement opposite = judge.judge({-1.75, {-1, 0, 0}, {-1, 0, 0}, {0.75, 0, 0}});
  EXPECT_NEAR(opposite.distance_error, 0.5, 1e-10);
  EXPECT_LT(opposite.support_error, 1e-15);

  const double tilt = 1e-4;
  const Judgement tilted =
      judge.judge({-1.25, {std::cos(tilt), std::sin(tilt), 0}, {1, 0, 0}, {-0.25, 0, 0}});
  EXPECT_GT(tilted.support_error, 1e-9);

  const Judgement off = judge.judge({-1.25, {1, 0, 0}, {1.001, 0, 0}, {-0.249, 0, 0}});
  EXPECT_NEAR(off.surface_error, 1e-3, 1e-6);

  pair.b.position = {2, 0, 0};
  const Judge<Real> apart(pair);
  EXPECT_LT(apart.judge({0.5, {1, 0, 0}, {1, 0, 0}, {1.5, 0, 0}}).distance_error, 1e-15);
  EXPECT_NEAR(apart.judge({0.5, {1, 0, 0}, {1, 0.1, 0}, {1.5, 0.1, 0}}).surface_error, 1e-3, 1e-2);
  EXPECT_GT(apart.judge({-0.1, {1, 0, 0}, {1, 0, 0}, {0.9, 0, 0}}).distance_error, 0.5);
}

// At a world offset of 1e6 the judgement is as sharp as at the origin.
TEST(Oracle, WorldOffsetCostsNothing) {
  PairSpec pair;
  pair.a.type = Type::ellipsoid;
  pair.a.position = {1048576, 0, 0};
  pair.b.position = {1048576 + 1.5, 0, 0};
  const Judgement j =
      Judge<Real>(pair).judge({-0.5, {1, 0, 0}, {1048577, 0, 0}, {1048576.5, 0, 0}});
  EXPECT_LT(j.distance_error, 1e-11);
  EXPECT_LT(j.surface_error, 1e-17);
}

}  // namespace
}  // namespace oracle
