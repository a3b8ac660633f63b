// Vectors, matrices and poses against 50-digit arithmetic.
#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>

#include "talus/math/mat3.h"
#include "talus/math/pose.h"
#include "talus/math/tangent_frame.h"
#include "talus/math/vec3.h"

namespace talus {
namespace {

using Big = boost::multiprecision::cpp_bin_float_50;
constexpr double eps = std::numeric_limits<double>::epsilon();

class Random {
 public:
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  Vec3<double> vector(double size) {
    return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
  }
  Quat<double> quaternion() {
    for (;;) {
      const Quat<double> q{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
      const double s = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
      if (s < 0.01 || s > 1) continue;
      const double length = std::sqrt(s);
      return {q.w / length, q.x / length, q.y / length, q.z / length};
    }
  }

 private:
  std::mt19937_64 generator_{7};
};

using BigVector = std::array<Big, 3>;

BigVector big(const Vec3<double>& v) { return {Big(v.x), Big(v.y), Big(v.z)}; }

// q v q* / |q|^2, by the product of quaternions: a formula that shares nothing with rotation_of.
BigVector rotate(const Quat<double>& q, const BigVector& v, int direction = 1) {
  const std::array<Big, 4> p{q.w, direction * q.x, direction * q.y, direction * q.z};
  const auto times = [](const std::array<Big, 4>& a, const std::array<Big, 4>& b) {
    return std::array<Big, 4>{a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                              a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                              a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                              a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  };
  const Big square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
  const auto r = times(times(p, {Big(0), v[0], v[1], v[2]}), {p[0], -p[1], -p[2], -p[3]});
  return {Big(r[1] / square), Big(r[2] / square), Big(r[3] / square)};
}

double deviation(const Vec3<double>& value, const BigVector& exact) {
  double worst = 0;
  for (int i = 0; i < 3; ++i) {
    worst = std::max(worst, std::abs(static_cast<double>(Big(value[i]) - exact[i])));
  }
  return worst;
}

TEST(Algebra, ProductsOfVectors) {
  Random random;
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> u = random.vector(1), v = random.vector(1);
    const Vec3<double> w = cross(u, v);
    EXPECT_NEAR(dot(u, w), 0, 2 * eps);
    EXPECT_NEAR(norm_squared(w) + dot(u, v) * dot(u, v), norm_squared(u) * norm_squared(v),
                8 * eps);
    EXPECT_EQ(cross(v, u), -w);
    EXPECT_NEAR(norm(normalized(u)), 1, 2 * eps);
    const Vec3<double> n = normalized(u), t = any_orthogonal(n);
    EXPECT_NEAR(dot(n, t), 0, 2 * eps);
    EXPECT_NEAR(norm(t), 1, 2 * eps);
    EXPECT_EQ(max_norm(u), std::max({std::abs(u.x), std::abs(u.y), std::abs(u.z)}));
  }
}

TEST(Algebra, OrthogonalOfTheAxes) {
  for (int i = 0; i < 3; ++i) {
    for (const double sign : {1.0, -1.0}) {
      Vec3<double> n{};
      n[i] = sign;
      EXPECT_EQ(dot(n, any_orthogonal(n)), 0);
      EXPECT_EQ(norm(any_orthogonal(n)), 1);
    }
  }
}

TEST(Algebra, TangentFrameIsRightHandedAndOrthonormal) {
  Random random;
  for (int trial = 0; trial < 10000; ++trial) {
    Vec3<double> n = normalized(random.vector(1));
    if (trial % 4 == 0) n = normalized(Vec3<double>{n.x, n.y, 1e-12 * n.z});
    const TangentFrame<double> frame = tangent_frame(n);
    EXPECT_NEAR(norm(frame.x), 1, 8 * eps);
    EXPECT_NEAR(norm(frame.y), 1, 8 * eps);
    EXPECT_NEAR(dot(frame.x, frame.y), 0, 8 * eps);
    EXPECT_NEAR(norm(cross(frame.x, frame.y) - n), 0, 16 * eps);
  }
  // The sign bit of a zero does not matter.
  const TangentFrame<double> plus = tangent_frame(Vec3<double>{0.6, 0.8, 0.0});
  const TangentFrame<double> minus = tangent_frame(Vec3<double>{0.6, 0.8, -0.0});
  EXPECT_EQ(plus.x, minus.x);
  EXPECT_EQ(plus.y, minus.y);
}

TEST(Algebra, ProductsOfMatrices) {
  const Mat3<double> p{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}, q{{2, 0, 1}, {1, 3, 0}, {0, 1, 4}};
  const Vec3<double> v{1, -2, 3};
  EXPECT_EQ((p * q) * v, p * (q * v));
  EXPECT_EQ(transpose(p) * v, transpose_times(p, v));
  EXPECT_EQ(identity_matrix<double>() * v, v);
  const SymMat3<double> square = outer_square(v);
  EXPECT_EQ(square * Vec3<double>({1, 1, 1}), 2.0 * v);
  EXPECT_EQ(quadratic_form(v, square, v), dot(v, v) * dot(v, v));
}

TEST(Algebra, RotationOfQuaternion) {
  Random random;
  double worst = 0;
  for (int i = 0; i < 10000; ++i) {
    const Quat<double> q = random.quaternion();
    const Vec3<double> v = random.vector(1);
    worst = std::max(worst, deviation(rotation_of(q) * v, rotate(q, big(v))));
  }
  EXPECT_LT(worst, 8 * eps);
}

// A quaternion that is unit to a few digits only still gives a rotation without a stretch.
TEST(Algebra, RotationOfLongQuaternion) {
  Random random;
  for (int i = 0; i < 1000; ++i) {
    Quat<double> q = random.quaternion();
    const double s = random.uniform(0.9, 1.1);
    q = {s * q.w, s * q.x, s * q.y, s * q.z};
    const Mat3<double> r = rotation_of(q);
    EXPECT_NEAR(norm(r.row0), 1, 8 * eps);
    EXPECT_NEAR(dot(r.row0, r.row1), 0, 8 * eps);
    const Vec3<double> v = random.vector(1);
    EXPECT_LT(deviation(r * v, rotate(q, big(v))), 8 * eps);
  }
}

// At a world offset of 1e6 the relative pose is as good as at the origin: only the given positions
// are rounded, and they are exact here.
TEST(Algebra, RelativePose) {
  Random random;
  double worst = 0;
  for (int i = 0; i < 10000; ++i) {
    const Vec3<double> offset{1e6, -2e6, 3e6};
    const Pose<double> a{offset + random.vector(1), random.quaternion()};
    const Pose<double> b{offset + random.vector(1), random.quaternion()};
    const RelativePose<double> b_in_a = relative_pose(a, b);
    const Vec3<double> x = random.vector(1);
    BigVector world = rotate(b.orientation, big(x));
    for (int k = 0; k < 3; ++k) world[k] += Big(b.position[k]) - Big(a.position[k]);
    worst = std::max(worst, deviation(b_in_a.point_to_a(x), rotate(a.orientation, world, -1)));
    const BigVector turned = rotate(b.orientation, rotate(a.orientation, big(x)), -1);
    worst = std::max(worst, deviation(b_in_a.direction_to_b(x), turned));
  }
  EXPECT_LT(worst, 24 * eps);
}

// Lengths scaled by a power of two scale the relative pose bit for bit.
TEST(Algebra, RelativePoseScales) {
  Random random;
  for (int i = 0; i < 1000; ++i) {
    const Pose<double> a{random.vector(1), random.quaternion()};
    const Pose<double> b{random.vector(1), random.quaternion()};
    const RelativePose<double> unit = relative_pose(a, b);
    for (const double scale : {0x1p-20, 0x1p20}) {
      const RelativePose<double> scaled =
          relative_pose(Pose<double>{scale * a.position, a.orientation},
                        Pose<double>{scale * b.position, b.orientation});
      EXPECT_EQ(scaled.translation, scale * unit.translation);
      EXPECT_EQ(scaled.rotation.row0, unit.rotation.row0);
    }
  }
}

}  // namespace
}  // namespace talus
