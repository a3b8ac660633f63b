// Free rotation: energy and angular momentum are kept for any step, and the orientation is of order
// two, against an integration of Euler's equations in long double by Runge-Kutta.
#include "talus/physics/rotation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace talus {
namespace {

struct Top {
  Vec3<double> inertia;
  Vec3<double> momentum_world;
  Quat<double> orientation;
};

Vec3<double> inverse(const Vec3<double>& v) { return {1.0 / v.x, 1.0 / v.y, 1.0 / v.z}; }

double energy(const Top& top) {
  const Vec3<double> l = transpose_times(rotation_of(top.orientation), top.momentum_world);
  return 0.5 * dot(l, multiply_componentwise(inverse(top.inertia), l));
}

// As the time loop does it: the momentum stays in the world.
void advance(Top& top, double step) {
  const Mat3<double> to_world = rotation_of(top.orientation);
  const Vec3<double> l = transpose_times(to_world, top.momentum_world);
  const Vec3<double> w = to_world * mean_angular_velocity(l, inverse(top.inertia), step);
  top.orientation = turned(top.orientation, w, step);
}

Top random_top(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  std::normal_distribution<double> normal;
  const double a = 0.2 + unit(random), b = 0.2 + unit(random), c = 0.2 + unit(random);
  Top top;
  top.inertia = {b * b + c * c, a * a + c * c, a * a + b * b};
  top.orientation =
      normalized(Quat<double>{normal(random), normal(random), normal(random), normal(random)});
  const Vec3<double> w{normal(random), normal(random), normal(random)};
  top.momentum_world = rotation_of(top.orientation) * multiply_componentwise(top.inertia, w);
  return top;
}

TEST(Rotation, KeepsEnergyForAnyStep) {
  std::mt19937_64 random(1);
  for (const double step : {1e-3, 1e-2, 0.1, 0.3}) {
    double worst = 0.0;
    for (int i = 0; i < 50; ++i) {
      Top top = random_top(random);
      const double start = energy(top);
      for (int n = 0; n < 2000; ++n) {
        advance(top, step);
        worst = std::max(worst, std::abs(energy(top) / start - 1.0));
      }
    }
    EXPECT_LT(worst, 1e-12) << step;
  }
}

// The angular momentum of the body's own equations, turned into the world, is the one that stays
// there: the Cayley rotation belongs to the midpoint rule.
TEST(Rotation, TheMomentumOfTheBodysEquationsStaysInTheWorld) {
  std::mt19937_64 random(2);
  for (const double step : {1e-2, 0.3}) {
    for (int i = 0; i < 200; ++i) {
      Top top = random_top(random);
      const Vec3<double> l0 = transpose_times(rotation_of(top.orientation), top.momentum_world);
      const Vec3<double> w = mean_angular_velocity(l0, inverse(top.inertia), step);
      const Vec3<double> middle = multiply_componentwise(top.inertia, w);
      const Vec3<double> l1 = l0 + step * cross(middle, w);
      EXPECT_NEAR(norm(l1) / norm(l0), 1.0, 1e-14);
      advance(top, step);
      const Vec3<double> again = rotation_of(top.orientation) * l1;
      EXPECT_LT(norm(again - top.momentum_world), 1e-13 * norm(l0));
    }
  }
}

// Euler's equations and the quaternion's, in long double with a hundred steps of order 4 for one.
Quat<double> reference(const Top& top, double step, int steps) {
  using Real = long double;
  constexpr int finer = 100;
  const Real i[3] = {top.inertia.x, top.inertia.y, top.inertia.z};
  const Vec3<double> l = transpose_times(rotation_of(top.orientation), top.momentum_world);
  Real y[7] = {top.orientation.w, top.orientation.x, top.orientation.y, top.orientation.z,
               l.x / i[0],        l.y / i[1],        l.z / i[2]};
  const auto slope = [&](const Real* u, Real* d) {
    const Real w[3] = {u[4], u[5], u[6]};
    d[0] = -0.5L * (u[1] * w[0] + u[2] * w[1] + u[3] * w[2]);
    d[1] = 0.5L * (u[0] * w[0] + u[2] * w[2] - u[3] * w[1]);
    d[2] = 0.5L * (u[0] * w[1] + u[3] * w[0] - u[1] * w[2]);
    d[3] = 0.5L * (u[0] * w[2] + u[1] * w[1] - u[2] * w[0]);
    d[4] = (i[1] - i[2]) * w[1] * w[2] / i[0];
    d[5] = (i[2] - i[0]) * w[2] * w[0] / i[1];
    d[6] = (i[0] - i[1]) * w[0] * w[1] / i[2];
  };
  const Real h = static_cast<Real>(step) / finer;
  for (int n = 0; n < steps * finer; ++n) {
    Real k[4][7], u[7];
    slope(y, k[0]);
    for (int stage = 1; stage < 4; ++stage) {
      const Real part = stage == 3 ? h : 0.5L * h;
      for (int c = 0; c < 7; ++c) u[c] = y[c] + part * k[stage - 1][c];
      slope(u, k[stage]);
    }
    for (int c = 0; c < 7; ++c) y[c] += h / 6 * (k[0][c] + 2 * k[1][c] + 2 * k[2][c] + k[3][c]);
  }
  return {static_cast<double>(y[0]), static_cast<double>(y[1]), static_cast<double>(y[2]),
          static_cast<double>(y[3])};
}

double angle_between(const Quat<double>& p, const Quat<double>& q) {
  const double s = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0.0 ? -1.0 : 1.0;
  const double w = p.w - s * q.w, x = p.x - s * q.x, y = p.y - s * q.y, z = p.z - s * q.z;
  return 2.0 * std::sqrt(w * w + x * x + y * y + z * z);
}

TEST(Rotation, IsOfSecondOrder) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 10; ++i) {
    const Top start = random_top(random);
    double error[2];
    for (int fine = 0; fine < 2; ++fine) {
      const int steps = fine == 0 ? 50 : 100;
      Top top = start;
      for (int n = 0; n < steps; ++n) advance(top, 1.0 / steps);
      error[fine] = angle_between(top.orientation, reference(start, 1.0 / 50, 50));
    }
    EXPECT_GT(error[0], 1e-9);
    EXPECT_NEAR(std::log2(error[0] / error[1]), 2.0, 0.1);
  }
}

}  // namespace
}  // namespace talus
