// The production method of superquadrics and ellipsoids with polyhedra, segments and spheres
// against the oracle in extended precision: every bin of exponents from 1.1 to 50, axes to 1:20,
// flat on flat, sharp on flat, on the axes, concentric and contained.
#include <gtest/gtest.h>

#include "narrow/laws/law.h"
#include "talus/narrow/smooth_vertex_body/certify.h"

namespace {

using namespace laws;
namespace sp = talus::smooth_vertex_body;

struct Bin {
  double low, high;
  double accuracy;
};
constexpr Bin bins[] = {{1.1, 1.3, 1e-12}, {1.3, 2, 1e-12}, {2, 2, 1e-12},  {2, 4, 1e-12},
                        {4, 8, 1e-12},     {8, 20, 1e-12},  {20, 50, 1e-10}};

Spec superquadric(Random& random, const Bin& bin) {
  Spec s;
  s.type = Type::superquadric;
  s.semi_axes = {random.log_uniform(0.05, 1), random.log_uniform(0.05, 1), 1};
  std::rotate(s.semi_axes.begin(), s.semi_axes.begin() + random.below(3), s.semi_axes.end());
  s.n1 = random.log_uniform(bin.low, bin.high);
  s.n2 = random.chance(0.3) ? s.n1 : random.log_uniform(bin.low, bin.high);
  s.orientation = random.orientation();
  return s;
}

struct Worst {
  double distance{}, support{}, surface{}, bracket{};
  int unproven{}, fallbacks{}, overlapping{}, evaluations{};

  void take(const PosedPair& s, const Contact<double>& c) {
    ASSERT_FALSE(is_failure(c.status));
    EXPECT_TRUE(status_matches(c));
    EXPECT_TRUE(c.lower <= c.distance && c.distance <= c.upper);
    const oracle::Judge<long double> judge(s.spec, 20000);
    const oracle::Judgement truth = judge.judge(claim_of(c), 1e-13);
    EXPECT_LE(truth.link_error / truth.scale, 1e-14);
    support = std::max(support, truth.support_error / truth.scale);
    EXPECT_LE((c.lower - truth.upper) / truth.scale, 1e-14) << to_json("pair", s.spec);
    // An answer that is proven is at least as good as what the oracle did not get closed.
    if (truth.closed) {
      distance = std::max(distance, truth.distance_error / truth.scale);
      EXPECT_LE((truth.lower - c.upper) / truth.scale, 1e-14) << to_json("pair", s.spec);
    }
    surface = std::max(surface, truth.surface_error / truth.scale);
    bracket = std::max(bracket, (c.upper - c.lower) / truth.scale);
    unproven += !c.proven;
    fallbacks += c.fallback;
    overlapping += c.distance < 0;
    evaluations = std::max(evaluations, c.iterations);
  }
};

// Pairs from apart to deep, of the kinds in question.
PairSpec random_mixed_pair(Type other, const Bin& bin, Random& random) {
  PairSpec pair{superquadric(random, bin), random_shape(other, random)};
  place_randomly(pair, random);
  return pair;
}

class ExponentBins : public testing::TestWithParam<Type> {};

TEST_P(ExponentBins, WorstErrorInEachBin) {
  for (const Bin& bin : bins) {
    Random random(41);
    Worst worst;
    constexpr int count = 120;
    for (int i = 0; i < count; ++i) {
      const PosedPair s(random_mixed_pair(GetParam(), bin, random));
      worst.take(s, s.evaluate(nullptr));
    }
    fmt::print(
        "{:13} exponents {:4.1f} to {:4.1f}: distance {:.1e} bracket {:.1e} surface {:.1e} "
        "overlapping {} fallbacks {} unproven {} evaluations {}\n",
        talus::name_of(static_cast<talus::Kind>(GetParam())), bin.low, bin.high, worst.distance,
        worst.bracket, worst.surface, worst.overlapping, worst.fallbacks, worst.unproven,
        worst.evaluations);
    SCOPED_TRACE(bin.high);
    EXPECT_LE(worst.distance, bin.accuracy);
    EXPECT_LE(worst.bracket, bin.accuracy);
    EXPECT_LE(worst.support, bin.accuracy);
    EXPECT_LE(worst.surface, bin.low < 1.25 ? 1e-8 : 10 * bin.accuracy);
    EXPECT_LE(worst.unproven, bin.high > 20 ? 1 : 0);
    EXPECT_LE(worst.fallbacks, bin.high > 20 ? 2 : 0);
    EXPECT_GT(worst.overlapping, count / 5);
  }
}

INSTANTIATE_TEST_SUITE_P(Mixed, ExponentBins,
                         testing::Values(Type::polyhedron, Type::segment, Type::sphere),
                         [](const auto& info) {
                           return std::string(talus::name_of(static_cast<talus::Kind>(info.param)));
                         });

// ---- answers that are known --------------------------------------------------------------------

Spec box(const Triple& half) {
  Spec s;
  s.type = Type::polyhedron;
  s.points = box_points(half);
  return s;
}

Spec round_box(const Triple& semi_axes, double n) {
  Spec s;
  s.type = Type::superquadric;
  s.semi_axes = semi_axes;
  s.n1 = s.n2 = n;
  return s;
}

TEST(CertifiedMixed, FlatSideOnFace) {
  for (const double n : {2.5, 4.0, 8.0, 20.0, 50.0}) {
    for (const double gap : {1.0, 1e-3, 1e-9, 0.0, -1e-9, -1e-3, -0.2}) {
      for (const double aside : {0.0, 0.1, 0.45}) {
        PairSpec pair{round_box({1, 0.75, 0.5}, n), box({1, 1, 1})};
        pair.b.position = {aside, -0.5 * aside, 1.5 + gap};
        const Contact<double> c = PosedPair(pair).evaluate(nullptr);
        SCOPED_TRACE(to_json("pair", pair));
        EXPECT_NEAR(c.distance, gap, 1e-15);
        EXPECT_TRUE(c.proven);
        EXPECT_NEAR(c.normal.z, 1, 1e-15);
        EXPECT_NEAR(c.point_a.z, 0.5, 1e-14);
      }
    }
  }
}

// The edge says where the normal is, the side hardly where the point is.
TEST(CertifiedMixed, EdgeOnTheMiddleOfAFlatSide) {
  constexpr double root = 0.70710678118654752440;
  Random random(46);
  for (const double n : {2.2, 3.0, 5.0, 9.0, 13.0, 20.0, 35.0, 50.0}) {
    int fallbacks = 0;
    for (int i = 0; i < 100; ++i) {
      const double half = random.log_uniform(0.1, 2), turn = random.uniform(0, 3.14159265358979);
      const double gap = (i % 4 == 0 ? -0.01 : 1) * random.log_uniform(1e-6, 0.5);
      PairSpec pair{round_box({1, 0.75, 0.5}, n), box({half, half, half})};
      // By 45 degrees about x, which lays an edge below, then about z.
      const double c = std::cos(turn / 2), s = std::sin(turn / 2),
                   c8 = std::cos(3.14159265358979 / 8), s8 = std::sin(3.14159265358979 / 8);
      pair.b.orientation = {c * c8, c * s8, s * s8, s * c8};
      pair.b.position = {0, 0, 0.5 + gap + 2 * root * half};
      const Contact<double> contact = PosedPair(pair).evaluate(nullptr);
      SCOPED_TRACE(to_json("pair", pair));
      EXPECT_NEAR(contact.distance, gap, 2e-13);
      EXPECT_TRUE(contact.proven);
      EXPECT_NEAR(contact.normal.z, 1, 1e-15);
      fallbacks += contact.fallback;
    }
    EXPECT_LE(fallbacks, n > 20 ? 1 : 0) << n;
  }
}

TEST(CertifiedMixed, TipOnFace) {
  for (const double n : {1.1, 1.3, 1.7}) {
    for (const double gap : {0.5, 1e-6, 0.0, -1e-6, -0.05}) {
      PairSpec pair{round_box({0.3, 1, 0.5}, n), box({1, 1, 1})};
      pair.b.position = {0.2, 2 + gap, 0.1};
      const Contact<double> c = PosedPair(pair).evaluate(nullptr);
      SCOPED_TRACE(to_json("pair", pair));
      EXPECT_NEAR(c.distance, gap, 1e-15);
      EXPECT_TRUE(c.proven);
    }
  }
}

// The least depth of the centre of a body is its shortest semi-axis, if it is not sharp.
TEST(CertifiedMixed, SphereInTheCentre) {
  for (const double n : {2.5, 4.0, 20.0}) {
    PairSpec pair{round_box({1, 0.7, 0.4}, n), {}};
    pair.b.semi_axes = {0.01, 0.01, 0.01};
    const Contact<double> c = PosedPair(pair).evaluate(nullptr);
    EXPECT_NEAR(c.distance, -0.41, 1e-15);
    EXPECT_TRUE(c.proven);
    EXPECT_EQ(c.status, Status::overlapping);
  }
}

TEST(CertifiedMixed, ContainedBodies) {
  for (const double n : {1.2, 2.0, 3.0, 20.0}) {
    for (const bool inside_box : {false, true}) {
      const double size = inside_box ? 3 : 0.2;
      PairSpec pair{round_box({1, 0.8, 0.9}, n), box({size, 1.1 * size, 1.2 * size})};
      pair.b.position = {0.1, 0.05, -0.02};
      pair.b.orientation = {0.8, 0.6, 0, 0};
      const PosedPair s(pair);
      Worst worst;
      worst.take(s, s.evaluate(nullptr));
      EXPECT_EQ(worst.unproven, 0);
      EXPECT_EQ(worst.overlapping, 1);
      EXPECT_LE(worst.distance, 1e-12);
    }
  }
}

// The lemmas of the proof.

TEST(CertifiedMixed, HessianPointIsASupportPoint) {
  Random random(42);
  for (const Bin& bin : bins) {
    for (int i = 0; i < 300; ++i) {
      const Spec spec = superquadric(random, bin);
      const talus::Superquadric<double> s{vec(spec.semi_axes), spec.n1, spec.n2};
      const Vec3<double> n = vec(random.direction());
      const talus::HessianPoint<double> p = hessian_point_along(s, n, n);
      EXPECT_LE(norm(p.normal - n), 1e-14);
      EXPECT_LE(norm(p.point - support_point(s, n)), 1e-13);
      EXPECT_NEAR(1 / p.length, support_value(s, n), 1e-15);
      const Vec3<double> t = any_orthogonal(n), u = cross(n, t);
      const talus::SymMat2<double> h = support_curvature(s, n, t, u);
      const double k = p.a_o / p.b_o, l = p.a_i / p.b_i;
      const auto form = [&](const Vec3<double>& v, const Vec3<double>& w) {
        return k * dot(p.o, v) * dot(p.o, w) + l * dot(p.i, v) * dot(p.i, w);
      };
      const double size = h.tt + h.uu;
      EXPECT_NEAR(form(t, t), h.tt, 1e-10 * size);
      EXPECT_NEAR(form(t, u), h.tu, 1e-10 * size);
      EXPECT_NEAR(form(u, u), h.uu, 1e-10 * size);
    }
  }
}

// In each cap that is claimed proven no direction is lower.
TEST(CertifiedMixed, NoDirectionOfAProvenCapIsLower) {
  Random random(43);
  int proven = 0;
  for (const Bin& bin : bins) {
    for (int i = 0; i < 200; ++i) {
      PairSpec pair = random_mixed_pair(Type::polyhedron, bin, random);
      const PosedPair s(pair);
      const auto& a = std::get<talus::Superquadric<double>>(s.a);
      const talus::RelativePose<double> b_in_a = relative_pose(s.pose_a, s.pose_b);
      const sp::VertexBodyPolyhedron<double> body(std::get<talus::Polyhedron>(s.b).view(), b_in_a);
      const sp::LengthScales<double> scales = sp::length_scales(a, body, body.bounds().radius);
      sp::Descent<double> d;
      sp::load_cache(body, {}, {}, a, d);
      sp::descend(a, body, scales, d);
      if (!sp::is_stationary(d, scales) || !(d.depth > 0)) continue;
      const double radius = sp::proven_radius(a, d, d.depth);
      proven += radius > 0;
      const Vec3<double> n = d.surface.normal, t = any_orthogonal(n), u = cross(n, t);
      for (int k = 0; k < 300 && radius > 0; ++k) {
        const double turn = random.uniform(0, 2 * 3.14159265358979),
                     length = radius * random.log_uniform(1e-4, 0.999);
        const Vec3<double> m = normalized(n + length * (std::cos(turn) * t + std::sin(turn) * u));
        const double f = support_value(a, m) - dot(m, body.vertex(body.farthest(-m, 0)));
        EXPECT_GE(f, d.depth - 4 * scales.rounding - d.residual) << to_json("pair", pair);
      }
    }
  }
  EXPECT_GT(proven, 200);
}

TEST(CertifiedMixed, WarmStartTakesFewerEvaluations) {
  Random random(44);
  double cold_evaluations = 0, warm_evaluations = 0;
  for (int i = 0; i < 400; ++i) {
    PairSpec pair = random_mixed_pair(Type::polyhedron, {2, 20, 0}, random);
    PosedPair s(pair);
    talus::Cache<double> cache;
    s.evaluate(nullptr, &cache);
    s.move_b(1e-3 * size_of(pair.b) * vec(random.direction()));
    const Contact<double> cold = s.evaluate(nullptr), warm = s.evaluate(nullptr, &cache);
    EXPECT_NEAR(warm.distance, cold.distance, 1e-12 * scale_of(pair, cold.distance));
    if (cold.distance > 0) {
      cold_evaluations += cold.iterations;
      warm_evaluations += warm.iterations;
    }
  }
  EXPECT_LT(warm_evaluations, 0.7 * cold_evaluations);
}

}  // namespace
