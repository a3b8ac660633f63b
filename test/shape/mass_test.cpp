// Volume, centroid and inertia against closed forms, published formulas in fifty digits, and
// counting.
#include <gtest/gtest.h>

#include <boost/math/special_functions/beta.hpp>

#include "shape/numbers.h"
#include "talus/error.h"
#include "talus/shape.h"
#include "talus/shape/polyhedron.h"

namespace talus {
namespace {

using test::Real;

void expect_relative(double found, double expected, double tolerance) {
  EXPECT_NEAR(found, expected, tolerance * std::abs(expected));
}

// A. Jaklic and F. Solina, Moments of superellipsoids and their application to range image
// registration, 2003, with their e1 = 2 / n1 and e2 = 2 / n2.
struct Published {
  Real volume, xx, yy, zz;
};

Published published(const Superquadric<double>& s) {
  using boost::math::beta;
  const Real a(s.semi_axes.x), b(s.semi_axes.y), c(s.semi_axes.z);
  const Real e1 = 2 / Real(s.n1), e2 = 2 / Real(s.n2), half = Real(1) / 2;
  const Real common = a * b * c * e1 * e2 * half;
  const Real across =
      beta(Real(3 * half * e2), Real(half * e2)) * beta(Real(half * e1), Real(2 * e1 + 1));
  const Real along =
      4 * beta(Real(half * e2), Real(half * e2 + 1)) * beta(Real(3 * half * e1), Real(e1 + 1));
  return {2 * a * b * c * e1 * e2 * beta(Real(half * e1 + 1), e1) *
              beta(Real(half * e2), Real(half * e2)),
          common * (b * b * across + c * c * along), common * (a * a * across + c * c * along),
          common * (a * a + b * b) * across};
}

TEST(Mass, SuperquadricAgreesWithPublishedFormulas) {
  test::Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const Superquadric<double> s = make_superquadric(
        {random.scale(0.1, 10), random.scale(0.1, 10), random.scale(0.1, 10)},
        trial == 0 ? 1 : random.scale(1, 50), trial < 2 ? 1 : random.scale(1, 50));
    const MassProperties m = mass_properties(s);
    const Published expected = published(s);
    expect_relative(m.volume, static_cast<double>(expected.volume), 1e-14);
    expect_relative(m.inertia.xx, static_cast<double>(expected.xx), 2e-14);
    expect_relative(m.inertia.yy, static_cast<double>(expected.yy), 2e-14);
    expect_relative(m.inertia.zz, static_cast<double>(expected.zz), 2e-14);
    EXPECT_EQ(m.centroid, Vec3<double>{});
    EXPECT_EQ(m.inertia.xy, 0);
  }
}

TEST(Mass, SphereEllipsoidAndRoundSuperquadric) {
  const double volume = 4.0 / 3.0 * std::numbers::pi;
  for (const Shape& shape : {Shape(make_sphere(1)), Shape(make_ellipsoid({1, 1, 1})),
                             Shape(make_superquadric({1, 1, 1}, 2, 2))}) {
    const MassProperties m = mass_properties(shape);
    expect_relative(m.volume, volume, 1e-15);
    expect_relative(m.inertia.xx, 0.4 * volume, 1e-15);
    expect_relative(m.inertia.yy, 0.4 * volume, 1e-15);
    expect_relative(m.inertia.zz, 0.4 * volume, 1e-15);
  }
  const MassProperties m = mass_properties(make_ellipsoid({1, 2, 3}));
  expect_relative(m.volume, 6 * volume, 1e-15);
  expect_relative(m.inertia.xx, 6 * volume / 5 * 13, 1e-15);
  expect_relative(m.inertia.yy, 6 * volume / 5 * 10, 1e-15);
  expect_relative(m.inertia.zz, 6 * volume / 5 * 5, 1e-15);
}

TEST(Mass, BoxAnywhere) {
  auto corners = test::box_corners({1, 2, 3});
  for (auto& p : corners) p = p + Vec3<double>{10, -20, 5};
  const MassProperties m = mass_properties(make_polyhedron(corners));
  expect_relative(m.volume, 48, 1e-15);
  EXPECT_LT(max_norm(m.centroid - Vec3<double>{10, -20, 5}), 4e-15);
  expect_relative(m.inertia.xx, 48.0 / 3 * 13, 1e-15);
  expect_relative(m.inertia.yy, 48.0 / 3 * 10, 1e-15);
  expect_relative(m.inertia.zz, 48.0 / 3 * 5, 1e-15);
  EXPECT_NEAR(m.inertia.xy, 0, 1e-13);
}

TEST(Mass, RegularTetrahedronOctahedronAndCorner) {
  // Edge 2 sqrt 2: volume edge^3 / (6 sqrt 2), inertia volume edge^2 / 20.
  const MassProperties t = mass_properties(
      make_polyhedron(std::vector<Vec3<double>>{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}));
  expect_relative(t.volume, 8.0 / 3, 1e-15);
  expect_relative(t.inertia.xx, 8.0 / 3 * 8 / 20, 1e-15);
  EXPECT_NEAR(t.inertia.yz, 0, 1e-16);
  EXPECT_LT(max_norm(t.centroid), 1e-16);
  const MassProperties o = mass_properties(make_polyhedron(std::vector<Vec3<double>>{
      {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}));
  expect_relative(o.volume, 4.0 / 3, 1e-15);
  expect_relative(o.inertia.zz, 4.0 / 15, 1e-15);
  // The corner of the unit cube: integrals of x, x^2 and x y over it are 1/24, 1/60 and 1/120.
  const MassProperties c = mass_properties(
      make_polyhedron(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  expect_relative(c.volume, 1.0 / 6, 1e-15);
  EXPECT_LT(max_norm(c.centroid - Vec3<double>{0.25, 0.25, 0.25}), 1e-16);
  expect_relative(c.inertia.xx, 2 * (1.0 / 60 - 1.0 / 96), 1e-15);
  expect_relative(c.inertia.xy, -(1.0 / 120 - 1.0 / 96), 1e-15);
}

// The same integrals in fifty digits from the origin, over the triangles of the faces.
TEST(Mass, PolyhedraIncludingThinOnesInFiftyDigits) {
  test::Random random(2);
  for (int trial = 0; trial < 100; ++trial) {
    const double thickness = random.scale(1e-9, 1);
    std::vector<Vec3<double>> points;
    const Mat3<double> rotation = random.rotation();
    const Vec3<double> offset = random.in_box(trial % 2);
    for (int i = 0; i < 20; ++i) {
      points.push_back(offset +
                       rotation * multiply_componentwise({1, 0.7, thickness}, random.direction()));
    }
    const Polyhedron body = make_polyhedron(points);
    const PolyhedronView<double>& p = body.view();
    Real volume = 0;
    Vec3<Real> first{};
    Real second[3][3] = {};
    const Vec3<Real> origin = test::wide(p.vertex(0));
    for (int f = 0; f < p.face_count; ++f) {
      const int start = p.face_vertex_start[f];
      for (int k = start + 2; k < p.face_vertex_start[f + 1]; ++k) {
        const Vec3<Real> corner[3] = {test::wide(p.vertex(p.face_vertex[start])) - origin,
                                      test::wide(p.vertex(p.face_vertex[k - 1])) - origin,
                                      test::wide(p.vertex(p.face_vertex[k])) - origin};
        const Real v = dot(corner[0], cross(corner[1], corner[2])) / 6;
        volume += v;
        for (int i = 0; i < 3; ++i) {
          for (const auto& c : corner) first[i] += v * c[i] / 4;
          for (int j = 0; j < 3; ++j) {
            for (int a = 0; a < 3; ++a) {
              for (int b = 0; b < 3; ++b) {
                second[i][j] += v * corner[a][i] * corner[b][j] * (a == b ? 2 : 1) / 20;
              }
            }
          }
        }
      }
    }
    const Vec3<Real> c = first / volume;
    const MassProperties m = mass_properties(body);
    expect_relative(m.volume, static_cast<double>(volume), 1e-13);
    EXPECT_LT(max_norm(test::wide(m.centroid) - (c + origin)), Real(1e-15));
    const auto central = [&](int i, int j) {
      return static_cast<double>(second[i][j] - volume * c[i] * c[j]);
    };
    const double size = central(0, 0) + central(1, 1) + central(2, 2);
    EXPECT_NEAR(m.inertia.xx, central(1, 1) + central(2, 2), 1e-13 * size);
    EXPECT_NEAR(m.inertia.yy, central(0, 0) + central(2, 2), 1e-13 * size);
    EXPECT_NEAR(m.inertia.zz, central(0, 0) + central(1, 1), 1e-13 * size);
    EXPECT_NEAR(m.inertia.xy, -central(0, 1), 1e-13 * size);
    EXPECT_NEAR(m.inertia.xz, -central(0, 2), 1e-13 * size);
    EXPECT_NEAR(m.inertia.yz, -central(1, 2), 1e-13 * size);
  }
}

// Counting random points of the bounding box: within five standard deviations.
template <class Inside>
void expect_counted(const Shape& shape, Inside inside, unsigned seed) {
  test::Random random(seed);
  const BoundingBox<double> box = *bounding_box(shape);
  const Vec3<double> size = box.upper - box.lower;
  const int count = 200000;
  double hits = 0;
  Vec3<double> sum{}, square_sum{};
  double moment = 0, moment_square = 0;
  const MassProperties m = mass_properties(shape);
  for (int i = 0; i < count; ++i) {
    const Vec3<double> x{random.uniform(box.lower.x, box.upper.x),
                         random.uniform(box.lower.y, box.upper.y),
                         random.uniform(box.lower.z, box.upper.z)};
    if (!inside(x)) continue;
    ++hits;
    const Vec3<double> r = x - m.centroid;
    sum = sum + r;
    square_sum = square_sum + multiply_componentwise(r, r);
    // u^T I u for a skew direction sees all six entries.
    const Vec3<double> u{2.0 / 7, 3.0 / 7, 6.0 / 7};
    const double lever = norm_squared(r) - dot(u, r) * dot(u, r);
    moment += lever;
    moment_square += lever * lever;
  }
  const double box_volume = size.x * size.y * size.z;
  const double share = hits / count;
  EXPECT_NEAR(m.volume, share * box_volume,
              5 * box_volume * std::sqrt(share * (1 - share) / count) + 1e-12);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(sum[i] / hits, 0, 5 * std::sqrt(square_sum[i]) / hits);
  }
  const Vec3<double> u{2.0 / 7, 3.0 / 7, 6.0 / 7};
  EXPECT_NEAR(quadratic_form(u, m.inertia, u) / m.volume, moment / hits,
              5 * std::sqrt(moment_square) / hits);
}

TEST(Mass, AgreesWithCounting) {
  test::Random random(3);
  const auto s = make_superquadric({1, 2, 0.5}, 3.5, 1.4);
  expect_counted(
      s, [&](const Vec3<double>& x) { return inside_outside(s, x) < 0; }, 1);
  const auto e = make_ellipsoid({1, 2, 0.5});
  expect_counted(
      e, [&](const Vec3<double>& x) { return inside_outside(e, x) < 0; }, 2);
  const auto b = make_sphere(3);
  expect_counted(
      b, [&](const Vec3<double>& x) { return norm(x) < 3; }, 3);
  std::vector<Vec3<double>> points;
  for (int i = 0; i < 15; ++i) points.push_back(random.in_box(1) + Vec3<double>{3, 0, 0});
  const Polyhedron p = make_polyhedron(points);
  expect_counted(
      p, [&](const Vec3<double>& x) { return inside_outside(p.view(), x) < 0; }, 4);
}

TEST(Mass, SegmentAndHalfSpace) {
  const MassProperties m = mass_properties(Shape(make_segment({1, 2, 3}, {3, 2, 1})));
  EXPECT_EQ(m.volume, 0);
  EXPECT_EQ(m.centroid, (Vec3<double>{2, 2, 2}));
  EXPECT_EQ(m.inertia.xx, 0);
  try {
    mass_properties(Shape(make_half_space({0, 0, 1}, 0)));
    FAIL();
  } catch (const ShapeError& error) {
    EXPECT_STREQ(error.what(), "half_space: unbounded, so it has no volume, centroid or inertia");
  }
}

}  // namespace
}  // namespace talus
