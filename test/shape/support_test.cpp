// Support functions of the smooth shapes against fifty-digit references that share no code with
// them: Hoelder's inequality written out, its numerical derivatives, and points of the surface.
#include <gtest/gtest.h>

#include "shape/numbers.h"
#include "talus/shape/shape.h"

namespace talus {
namespace {

using test::Real;
using test::wide;

// h(n) of a superquadric, exponents above 1; ellipsoids and spheres are the case n1 = n2 = 2.
Real reference_support(const Superquadric<double>& s, const Vec3<Real>& n) {
  const Real n1(s.n1), n2(s.n2);
  const Real q1 = n1 / (n1 - 1), q2 = n2 / (n2 - 1);
  const Real ring =
      pow(abs(Real(s.semi_axes.x) * n.x), q2) + pow(abs(Real(s.semi_axes.y) * n.y), q2);
  return pow(pow(ring, q1 / q2) + pow(abs(Real(s.semi_axes.z) * n.z), q1), 1 / q1);
}

constexpr double step_digits = 1e-12;  // central differences: error 1e-24, noise below 1e-24

Vec3<Real> reference_gradient(const Superquadric<double>& s, const Vec3<Real>& n) {
  const Real step(step_digits);
  Vec3<Real> gradient;
  for (int i = 0; i < 3; ++i) {
    Vec3<Real> forward = n, back = n;
    forward[i] += step;
    back[i] -= step;
    gradient[i] = (reference_support(s, forward) - reference_support(s, back)) / (2 * step);
  }
  return gradient;
}

Real reference_hessian(const Superquadric<double>& s, const Vec3<Real>& n, int i, int j) {
  const Real step(step_digits);
  const auto moved = [&](int a, int b) {
    Vec3<Real> m = n;
    m[i] += a * step;
    m[j] += b * step;
    return reference_support(s, m);
  };
  return (moved(1, 1) - moved(1, -1) - moved(-1, 1) + moved(-1, -1)) / (4 * step * step);
}

template <class T>
Vec3<T> column(const SymMat3<T>& m, int j) {
  return m * Vec3<T>{T(j == 0), T(j == 1), T(j == 2)};
}

struct Errors {
  double value{}, point{}, hessian{};
};

// Relative errors of a shape against the reference for the same body and direction.
template <class S>
void update(Errors& worst, const S& shape, const Superquadric<double>& same,
            const Vec3<double>& n) {
  const Real value = reference_support(same, wide(n));
  worst.value = std::max(worst.value,
                         static_cast<double>(abs(Real(support_value(shape, n)) - value) / value));
  const double size = max_norm(same.semi_axes);
  const Vec3<Real> gradient = reference_gradient(same, wide(n));
  worst.point = std::max(
      worst.point, static_cast<double>(max_norm(wide(support_point(shape, n)) - gradient)) / size);
  const SymMat3<double> hessian = support_hessian(shape, n);
  Real scale = 0, error = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Real expected = reference_hessian(same, wide(n), i, j);
      scale = std::max(scale, Real(abs(expected)));
      error = std::max(error, Real(abs(Real(column(hessian, j)[i]) - expected)));
    }
  }
  worst.hessian = std::max(worst.hessian, static_cast<double>(error / scale));
}

TEST(Support, SphereAndEllipsoid) {
  test::Random random(1);
  Errors worst;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3<double> n = random.scale(0.1, 10) * random.direction();
    const double r = random.scale(1e-3, 1e3);
    update(worst, make_sphere(r), {{r, r, r}, 2, 2}, n);
    const Vec3<double> axes{random.scale(0.1, 1), random.scale(0.1, 1), 1};
    update(worst, make_ellipsoid(axes), {axes, 2, 2}, n);
  }
  EXPECT_LT(worst.value, 5e-16);
  EXPECT_LT(worst.point, 5e-16);
  EXPECT_LT(worst.hessian, 1e-14);
}

TEST(Support, Superquadric) {
  test::Random random(2);
  Errors worst;
  for (int trial = 0; trial < 300; ++trial) {
    const Vec3<double> axes{random.scale(0.1, 1), random.scale(0.1, 1), 1};
    const double n1 = trial % 5 == 0 ? 2 : random.scale(1.1, 20);
    const double n2 = trial % 7 == 0 ? 2 : random.scale(1.1, 20);
    const Superquadric<double> s = make_superquadric(axes, n1, n2);
    update(worst, s, s, random.scale(0.1, 10) * random.direction());
  }
  EXPECT_LT(worst.value, 2e-15);
  EXPECT_LT(worst.point, 1e-14);  // q = n / (n - 1) is rounded, and r^q raises that for n near 1
  EXPECT_LT(worst.hessian, 1e-13);
}

// On the axes and coordinate planes, where powers of zero occur.
TEST(Support, SuperquadricOnItsAxes) {
  for (const double n1 : {1.0, 1.3, 2.0, 4.0, 20.0}) {
    for (const double n2 : {1.0, 1.3, 2.0, 4.0, 20.0}) {
      const Superquadric<double> s = make_superquadric({2, 3, 5}, n1, n2);
      for (int i = 0; i < 3; ++i) {
        for (const double sign : {-1.0, 1.0}) {
          Vec3<double> n{}, expected{};
          n[i] = 4 * sign;
          expected[i] = s.semi_axes[i] * sign;
          EXPECT_EQ(support_value(s, n), 4 * s.semi_axes[i]);
          EXPECT_EQ(support_point(s, n), expected);
        }
      }
      // An edge of the octahedron-like bodies: any of its points will do, but on the surface.
      const Vec3<double> tie{1 / 2.0, 1 / 3.0, 1 / 5.0};
      const Vec3<double> p = support_point(s, tie);
      EXPECT_NEAR(dot(tie, p), support_value(s, tie), 1e-15);
      EXPECT_NEAR(inside_outside(s, p), 0, 1e-13);
    }
  }
}

TEST(Support, HessianOnTheAxesIsTheLimit) {
  const Vec3<double> axes{2, 3, 5};
  const Superquadric<double> round = make_superquadric(axes, 2, 2);
  const Ellipsoid<double> ellipsoid = make_ellipsoid(axes);
  for (const Vec3<double>& n :
       {Vec3<double>{1, 0, 0}, Vec3<double>{0, -2, 0}, Vec3<double>{0, 0, 3}, Vec3<double>{1, 1, 0},
        Vec3<double>{1, 0, 1}, Vec3<double>{0, -1, 1}}) {
    const SymMat3<double> found = support_hessian(round, n);
    const SymMat3<double> expected = support_hessian(ellipsoid, n);
    for (int j = 0; j < 3; ++j) {
      EXPECT_LT(max_norm(column(found, j) - column(expected, j)), 1e-14);
    }
  }
  // Sharp bodies have a tip on each axis: the support point does not move there.
  const SymMat3<double> sharp = support_hessian(make_superquadric(axes, 1.5, 1.5), {0, 0, 1});
  EXPECT_EQ(sharp.xx, 0);
  EXPECT_EQ(sharp.yy, 0);
  // Flat ones have none: it moves without bound.
  EXPECT_FALSE(std::isfinite(support_hessian(make_superquadric(axes, 4, 4), {0, 0, 1}).xx));
  EXPECT_FALSE(std::isfinite(support_hessian(make_superquadric(axes, 4, 4), {1, 1, 0}).zz));
}

// The kernels themselves in fifty digits: they are templates of the scalar.
TEST(Support, KernelsInFiftyDigits) {
  test::Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const Vec3<double> axes{random.scale(0.1, 1), random.scale(0.1, 1), 1};
    const Superquadric<double> s{axes, random.scale(1.1, 20), random.scale(1.1, 20)};
    const Superquadric<Real> s_wide{wide(axes), Real(s.n1), Real(s.n2)};
    const Vec3<Real> n = wide(random.direction());
    EXPECT_LT(abs(support_value(s_wide, n) / reference_support(s, n) - 1), Real(1e-45));
    EXPECT_LT(max_norm(support_point(s_wide, n) - reference_gradient(s, n)), Real(1e-18));
    const SymMat3<Real> hessian = support_hessian(s_wide, n);
    for (int j = 0; j < 3; ++j) {
      const Real expected = reference_hessian(s, n, j, j);
      EXPECT_LT(abs(column(hessian, j)[j] - expected), Real(1e-14) * (1 + abs(expected)));
    }
    EXPECT_LT(abs(inside_outside(s_wide, support_point(s_wide, n))), Real(1e-44));
    const Ellipsoid<Real> ellipsoid{wide(axes)};
    EXPECT_LT(abs(inside_outside(ellipsoid, support_point(ellipsoid, n))), Real(1e-48));
  }
}

// No point of the surface, found by shrinking a random one onto it, lies beyond the support plane,
// and the best of many comes near it.
TEST(Support, NoPointOfTheSurfaceLiesBeyond) {
  test::Random random(4);
  for (int trial = 0; trial < 40; ++trial) {
    const Superquadric<double> s = make_superquadric(
        {random.scale(0.3, 1), random.scale(0.3, 1), 1}, random.scale(1, 8), random.scale(1, 8));
    const Vec3<double> n = random.direction();
    const double h = support_value(s, n);
    double best = 0;
    for (int i = 0; i < 10000; ++i) {
      const Vec3<double> u = random.direction();
      double inside = 0, outside = 4;
      for (int k = 0; k < 40; ++k) {
        const double middle = 0.5 * (inside + outside);
        const double ring = std::pow(std::abs(middle * u.x / s.semi_axes.x), s.n2) +
                            std::pow(std::abs(middle * u.y / s.semi_axes.y), s.n2);
        const double f =
            std::pow(ring, s.n1 / s.n2) + std::pow(std::abs(middle * u.z / s.semi_axes.z), s.n1);
        (f < 1 ? inside : outside) = middle;
      }
      best = std::max(best, dot(n, inside * u));
    }
    EXPECT_LE(best, h * (1 + 1e-14));
    EXPECT_GE(best, h * (1 - 0.05));
  }
}

TEST(Support, Segment) {
  const Segment<double> s = make_segment({1, 2, 3}, {-1, 0, 5});
  EXPECT_EQ(support_point(s, {1, 0, 0}), s.from);
  EXPECT_EQ(support_point(s, {0, 0, 1}), s.to);
  EXPECT_EQ(support_value(s, {0, 0, 2}), 10);
  EXPECT_EQ(support_value(s, {1, 1, 0}), 3);
}

TEST(Support, HalfSpaceIsFiniteAlongItsNormalOnly) {
  const HalfSpace<double> s = make_half_space({0, 0, 2}, 3);
  EXPECT_EQ(support_value(s, {0, 0, 4}), 6);
  EXPECT_EQ(support_point(s, {0, 0, 4}), (Vec3<double>{0, 0, 1.5}));
  EXPECT_EQ(support_value(s, {0, 1e-9, 1}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(support_value(s, {0, 0, -1}), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace talus
