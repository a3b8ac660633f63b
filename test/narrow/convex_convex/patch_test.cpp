// The contact patch of pairs with a curved body: closed forms, an integration over a fine grid of
// lines through other code, and the limit of boxes.
#include <algorithm>
#include <vector>

#include "narrow/convex_convex/patches.h"

namespace {

using namespace patches;
using talus::ContactFeature;
using talus::norm;

// Corners in the plane of the force point, convex, counter-clockwise, around the force point.
void check_polygon(const Manifold& m, double size) {
  ASSERT_EQ(m.polygon.size(), 24u);
  double area = 0;
  for (std::size_t i = 0; i < m.polygon.size(); ++i) {
    const Vec p = m.polygon[i].point - m.force_point;
    const Vec q = m.polygon[(i + 1) % m.polygon.size()].point - m.force_point;
    EXPECT_LE(std::abs(dot(p, m.normal)), 1e-13 * size);
    EXPECT_GT(dot(cross(p, q), m.normal), 0);
    area += dot(cross(p, q), m.normal) / 2;
  }
  EXPECT_LE(area, m.area * 1.02);
  EXPECT_GE(area, m.area * 0.9);
}

TEST(CurvedPatch, BallOnAPlane) {
  struct Case {
    double depth, allowed;
  };
  // Three points along a ray see the upright outline of half a ball less well.
  for (const Case& c : {Case{1, 0.01}, {0.3, 4e-4}, {0.01, 3e-6}, {1e-4, 3e-8}, {2e-6, 1e-8}}) {
    Spec ball = ellipsoid({1, 1, 1}, {0.25, -0.5, 1 - c.depth});
    ball.type = Type::sphere;
    const Answer r = evaluate(ball, ground());
    const Manifold& m = r.manifold;
    ASSERT_TRUE(m.found);
    EXPECT_EQ(m.feature_a, ContactFeature::curved);
    EXPECT_EQ(m.feature_b, ContactFeature::face);
    const double d = -r.contact.distance, area = pi * d * (2 - d);
    const double volume = pi * d * d * (1 - d / 3);
    const double from_centre = 3 * (2 - d) * (2 - d) / (4 * (3 - d));  // the centroid of a cap
    EXPECT_NEAR(m.area, area, 1e-9 * area);
    EXPECT_NEAR(m.mean_depth * m.area, volume, c.allowed * volume) << c.depth;
    EXPECT_NEAR(m.equivalent_radius, 1 - d / 2, 1e-9);
    EXPECT_LE(norm(m.force_point - Vec{0.25, -0.5, 1 - c.depth - from_centre}), c.allowed * d);
    EXPECT_LE(std::hypot(m.centroid.x - 0.25, m.centroid.y + 0.5), 1e-12);
    for (const auto& corner : m.polygon) EXPECT_NEAR(corner.depth, 0, 1e-15);
    check_polygon(m, 1);
  }
}

TEST(CurvedPatch, HertzEllipseOfOverlap) {
  double worst = 0;
  for (const double depth : {0.05, 1e-3, 1e-5}) {
    for (const Spec& body : {ellipsoid({1, 2, 0.5}, {0, 0, 0.5 - depth}),
                             superquadric({1, 2, 0.5}, 2, 2, {0, 0, 0.5 - depth})}) {
      const Answer r = evaluate(body, ground());
      const Manifold& m = r.manifold;
      // The section of the ellipsoid at the plane, and its cap, by stretching a ball.
      const double d = -r.contact.distance / 0.5, area = 2 * pi * d * (2 - d);
      worst = std::max(worst, std::abs(m.area / area - 1));
      worst = std::max(worst, std::abs(m.mean_depth / (0.5 * d * (1 - d / 3) / (2 - d)) - 1));
      // sqrt(R_x R_y) with R = a^2 / c.
      worst = std::max(worst, std::abs(m.equivalent_radius / (4 * (1 - d / 2)) - 1));
      worst = std::max(worst, std::hypot(m.force_point.x, m.force_point.y));
    }
  }
  EXPECT_LT(worst, 1e-5);
}

TEST(CurvedPatch, TwoEqualEllipsoidsAreStretchedBalls) {
  // Two equal balls at a distance of 2 - d overlap in two caps of height d / 2 each.
  const double d = 0.02, cap = d / 2;
  const double area = pi * cap * (2 - cap), volume = 2 * pi * cap * cap * (1 - cap / 3);
  const Answer r = evaluate(ellipsoid({3, 2, 0.5}), ellipsoid({3, 2, 0.5}, {0, 0, 0.5 * (2 - d)}));
  EXPECT_NEAR(r.manifold.area, 6 * area, 1e-6 * area);
  EXPECT_NEAR(r.manifold.area * r.manifold.mean_depth, 3 * volume, 1e-5 * volume);
  EXPECT_LE(norm(r.manifold.force_point - Vec{0, 0, 0.25 * (2 - d)}), 1e-10);
}

TEST(CurvedPatch, ApartTheDepthsAreNegative) {
  const Answer r =
      evaluate(superquadric({1, 1, 1}, 8, 8), superquadric({1, 1, 1}, 8, 8, {0, 0, 2.5}));
  ASSERT_TRUE(r.manifold.found);
  EXPECT_NEAR(r.manifold.mean_depth, -0.5, 1e-6);
  EXPECT_LE(norm(r.manifold.force_point - Vec{0, 0, 1.25}), 1e-9);
  for (const auto& corner : r.manifold.polygon) EXPECT_NEAR(corner.depth, -0.5, 2e-6);
  EXPECT_GT(r.manifold.area, 0.05);  // still as wide as the near-flat region
}

// K on a grid of lines along the normal, by bisection on the oracle's own measure of outside.
struct Integrated {
  double area = 0, volume = 0;
  Vec first{};
};

// Of a box, whose faces the oracle does not know.
double outside_of(const oracle::Body<double>& body, const oracle::Vec<double>& x) {
  if (body.type() != Type::polyhedron) return body.outside(x);
  const oracle::Vec<double> p = body.rotation().to_body(x - body.position());
  const auto& half = body.spec().semi_axes;
  return std::max({std::abs(p.x) - half[0], std::abs(p.y) - half[1], std::abs(p.z) - half[2]});
}

Integrated integrate(const PosedPair& s, const Answer& r, int cells) {
  const oracle::Body<double> a(s.spec.a, {0, 0, 0}), b(s.spec.b, {0, 0, 0});
  const Vec n = r.contact.normal, x = talus::any_orthogonal(n), y = cross(n, x);
  double left = 0, right = 0, low = 0, high = 0;
  const Vec o = r.manifold.force_point;
  for (const auto& corner : r.manifold.polygon) {
    const Vec p = corner.point - o;
    left = std::min(left, dot(p, x)), right = std::max(right, dot(p, x));
    low = std::min(low, dot(p, y)), high = std::max(high, dot(p, y));
  }
  const double grow = 0.05, wide = right - left, tall = high - low;
  left -= grow * wide, low -= grow * tall;
  const double dx = (1 + 2 * grow) * wide / cells, dy = (1 + 2 * grow) * tall / cells;
  const double depth = -r.contact.distance;
  const auto outside = [&](const Vec& p) {
    const oracle::Vec<double> v(laws::triple(p));
    return std::max(outside_of(a, v), outside_of(b, v));
  };
  Integrated sum;
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      const Vec base = o + (left + (i + 0.5) * dx) * x + (low + (j + 0.5) * dy) * y;
      const auto at = [&](double z) { return outside(base + z * n); };
      // The minimum of the larger of two functions that fall and then rise; any point inside
      // will do.
      double from = -depth, to = depth;
      for (int k = 0; k < 40 && at(0.5 * (from + to)) > 0; ++k) {
        const double one = from + (to - from) * 0.382, two = from + (to - from) * 0.618;
        const bool falls = at(one) > at(two);
        (falls ? from : to) = falls ? one : two;
      }
      const double inside = 0.5 * (from + to);
      if (at(inside) > 0) continue;
      const auto end = [&](double outer) {
        double in = inside, out = outer;
        for (int k = 0; k < 24; ++k) (at(0.5 * (in + out)) > 0 ? out : in) = 0.5 * (in + out);
        return in;
      };
      const double down = end(-2 * depth), up = end(2 * depth);
      sum.area += dx * dy;
      sum.volume += dx * dy * (up - down);
      sum.first = sum.first + dx * dy * (up - down) * (base + 0.5 * (down + up) * n);
    }
  }
  return sum;
}

TEST(CurvedPatch, AgainstIntegrationOverAGrid) {
  Random random(71);
  double worst_area = 0, worst_volume = 0, worst_point = 0;  // with a curved body
  double box_volume = 0, box_point = 0;                      // with a box
  for (int i = 0; i < 18; ++i) {
    const auto axes = [&] {
      return laws::Triple{random.log_uniform(0.5, 2), random.log_uniform(0.5, 2),
                          random.log_uniform(0.5, 2)};
    };
    const auto exponent = [&] { return random.log_uniform(1.5, 20); };
    const auto a_superquadric = [&](laws::Triple position = {}) {
      const double n2 = exponent(), n1 = exponent();
      return superquadric(axes(), n1, n2, position);
    };
    PairSpec pair{a_superquadric(), ellipsoid(axes(), {3, 1, 2})};
    if (i % 3 == 1) pair.b = a_superquadric({3, 1, 2});
    if (i % 3 == 2) pair.b = box(axes(), {3, 1, 2});
    const Vec axis{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    pair.b.orientation = turn_about(axis, random.uniform(0, 3));
    PosedPair s(pair);
    const talus::Contact<double> c = s.evaluate(nullptr);
    const double size = *std::min_element(pair.a.semi_axes.begin(), pair.a.semi_axes.end());
    s.move_b((-c.distance - random.log_uniform(3e-3, 0.1) * size) * c.normal);
    const Answer r = evaluate(s);
    ASSERT_TRUE(r.manifold.found);
    const Integrated expected = integrate(s, r, 60);
    const double volume = std::abs(r.manifold.area * r.manifold.mean_depth / expected.volume - 1);
    const Vec off = r.manifold.force_point - expected.first / expected.volume;
    const double point = norm(off) / std::sqrt(expected.area);
    worst_area = std::max(worst_area, std::abs(r.manifold.area / expected.area - 1));
    double& worst_v = pair.b.type == Type::polyhedron ? box_volume : worst_volume;
    double& worst_p = pair.b.type == Type::polyhedron ? box_point : worst_point;
    worst_v = std::max(worst_v, volume);
    worst_p = std::max(worst_p, point);
  }
  EXPECT_LT(worst_area, 0.03);  // of which two thirds are the grid's
  EXPECT_LT(worst_volume, 0.002);
  EXPECT_LT(worst_point, 0.001);
  EXPECT_LT(box_volume, 0.02);
  EXPECT_LT(box_point, 0.015);
  for (const auto& [name, value] : {std::pair{"area", worst_area},
                                    {"volume", worst_volume},
                                    {"point", worst_point},
                                    {"box_volume", box_volume},
                                    {"box_point", box_point}}) {
    RecordProperty(name, std::to_string(value));
  }
}

// Against the patch of the boxes that the superquadrics tend to.
TEST(CurvedPatch, ForLargeExponentsIsThatOfBoxes) {
  const laws::Triple half{1, 1.5, 0.5};
  struct Case {
    double n, allowed_area, allowed_point;
  };
  for (const Case& c : {Case{50, 0.06, 0.02}, Case{200, 0.025, 0.015}}) {
    for (const double twist : {0.0, 0.3, pi / 4}) {
      const laws::Triple there{0.3, 0.4, 0.96};
      const auto turned = turn_about({0, 0, 1}, twist);
      const Manifold expected = evaluate(box(half), box(half, there, turned)).manifold;
      const Spec block = superquadric(half, c.n, c.n);
      const Spec other = superquadric(half, c.n, c.n, there, turned);
      for (const Manifold& m :
           {evaluate(block, other).manifold, evaluate(block, box(half, there, turned)).manifold}) {
        EXPECT_NEAR(m.area, expected.area, c.allowed_area * expected.area) << c.n << " " << twist;
        EXPECT_NEAR(m.mean_depth, expected.mean_depth, 0.01 * expected.mean_depth);
        EXPECT_LE(norm(m.force_point - expected.force_point), c.allowed_point);
      }
    }
  }
}

TEST(CurvedPatch, OneBodyInsideTheOther) {
  const Answer r =
      evaluate(superquadric({1, 1, 1}, 6, 6), ellipsoid({0.2, 0.1, 0.1}, {0.3, 0.2, 0.4}));
  ASSERT_TRUE(r.manifold.found);
  const double volume = 4 * pi / 3 * 0.2 * 0.1 * 0.1;
  EXPECT_NEAR(r.manifold.area * r.manifold.mean_depth, volume, 0.01 * volume);
  EXPECT_LE(norm(r.manifold.force_point - Vec{0.3, 0.2, 0.4}), 1e-6);
}

TEST(CurvedPatch, OtherPairsHaveNone) {
  Random random(73);
  for (const auto& [a, b] : {std::pair{Type::superquadric, Type::segment},
                             {Type::polyhedron, Type::half_space},
                             {Type::segment, Type::half_space}}) {
    const PosedPair s(laws::random_pair(a, b, random));
    const auto c = s.evaluate(nullptr);
    EXPECT_FALSE(talus::manifold(s.a, s.pose_a, s.b, s.pose_b, c).has_value());
  }
}

}  // namespace
