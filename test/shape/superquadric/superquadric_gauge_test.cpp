// The gauge, the potential and its derivatives against equation (1) of P2 and its differences in 80
// bits; the crossings of lines by the definition.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "talus/shape/superquadric/gauge.h"

namespace talus {
namespace {

using Q = Superquadric<double>;
using Vec = Vec3<double>;
using Long = long double;

struct Draw {
  std::mt19937_64 generator{1};
  double uniform(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(generator() >> 11), -53);
  }
  Vec in_box(double half) {
    const double x = uniform(-half, half), y = uniform(-half, half);
    return {x, y, uniform(-half, half)};
  }
  Q body(double least) {
    const double a = uniform(0.3, 2), b = uniform(0.3, 2), c = uniform(0.3, 2);
    const double n1 = uniform(least, 9), n2 = uniform(least, 9);
    return {{a, b, c}, n1, n2};
  }
};

// F of (1), as it stands.
Long potential(const Q& s, Long x, Long y, Long z) {
  const Long ring = std::pow(std::abs(x / s.semi_axes.x), Long(s.n2)) +
                    std::pow(std::abs(y / s.semi_axes.y), Long(s.n2));
  return std::pow(ring, Long(s.n1) / s.n2) + std::pow(std::abs(z / s.semi_axes.z), Long(s.n1)) - 1;
}

TEST(SuperquadricGauge, IsThePotentialsRoot) {
  Draw draw;
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const Q s = i % 4 == 0 ? Q{{1, 2, 0.5}, 2, 2} : draw.body(1);
    const Vec x = draw.in_box(2);
    const Long exact = std::pow(potential(s, x.x, x.y, x.z) + 1, 1 / Long(s.n1));
    worst = std::max(worst, std::abs(double(gauge_of(s, x) / exact - 1)));
    worst = std::max(worst, std::abs(double(gauge_at(s, x).value / exact - 1)));
    const Long f = potential(s, x.x, x.y, x.z);
    EXPECT_NEAR(potential_at(s, x).value, double(f), 1e-13 * double(1 + std::abs(f)));
  }
  EXPECT_LT(worst, 2e-14);
}

TEST(SuperquadricGauge, DerivativesOfThePotential) {
  Draw draw;
  double worst_slope = 0, worst_bend = 0;
  for (int i = 0; i < 5000; ++i) {
    const Q s = i % 4 == 0 ? Q{{1, 2, 0.5}, 2, 2} : draw.body(1.2);
    Vec x = draw.in_box(1.5);
    for (int k = 0; k < 3; ++k) x[k] += x[k] < 0 ? -0.05 : 0.05;
    const PotentialAt<double> at = potential_at(s, x);
    const Long h = 1e-5L;
    const auto f = [&](int j, int k, Long dj, Long dk) {
      Long p[3] = {x.x, x.y, x.z};
      p[j] += dj;
      p[k] += dk;
      return potential(s, p[0], p[1], p[2]);
    };
    const double entry[3][3] = {{at.hessian.xx, at.hessian.xy, at.hessian.xz},
                                {at.hessian.xy, at.hessian.yy, at.hessian.yz},
                                {at.hessian.xz, at.hessian.yz, at.hessian.zz}};
    double size = 0;
    for (const auto& row : entry) {
      for (const double e : row) size = std::max(size, std::abs(e));
    }
    for (int j = 0; j < 3; ++j) {
      const Long slope = (f(j, j, h, 0) - f(j, j, -h, 0)) / (2 * h);
      worst_slope = std::max(
          worst_slope, std::abs(double(at.gradient[j] - slope)) / (1e-3 + max_norm(at.gradient)));
      for (int k = 0; k < 3; ++k) {
        const Long bend =
            (f(j, k, h, h) - f(j, k, h, -h) - f(j, k, -h, h) + f(j, k, -h, -h)) / (4 * h * h);
        worst_bend = std::max(worst_bend, std::abs(double(entry[j][k] - bend)) / (1e-2 + size));
      }
    }
  }
  EXPECT_LT(worst_slope, 2e-6);
  EXPECT_LT(worst_bend, 2e-5);
}

TEST(SuperquadricGauge, LinesLeaveAndEnterOnTheSurface) {
  Draw draw;
  int entered = 0, missed = 0;
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const Q s = draw.body(1);
    const Vec d = normalized(draw.in_box(1));
    Vec x = draw.in_box(1);
    x = (draw.uniform(0, 0.99) / gauge_of(s, x)) * x;
    const double t = ray_exit(s, x, d);
    EXPECT_GE(t, 0);
    worst = std::max(worst, std::abs(gauge_of(s, x + t * d) - 1));
    const Vec out = draw.in_box(4);
    if (gauge_of(s, out) <= 1) continue;
    const double in = ray_entry(s, out, d);
    if (in < 0) {
      ++missed;
      for (int k = 0; k < 200; ++k) EXPECT_GT(gauge_of(s, out + (0.05 * k) * d), 1 - 1e-9);
    } else {
      ++entered;
      worst = std::max(worst, std::abs(gauge_of(s, out + in * d) - 1));
      for (int k = 0; k < 20; ++k) EXPECT_GT(gauge_of(s, out + (0.0499 * k * in) * d), 1 - 1e-12);
    }
  }
  EXPECT_LT(worst, 3e-14);
  EXPECT_GT(entered, 300);
  EXPECT_GT(missed, 3000);
}

// The ball by the directions of its points.
TEST(SuperquadricGauge, InnerBallLiesInside) {
  Draw draw;
  for (int i = 0; i < 2000; ++i) {
    const Q s = draw.body(1);
    Vec x = draw.in_box(1);
    x = (draw.uniform(0, 1) / gauge_of(s, x)) * x;
    const double r = inner_ball(s, x, 0.0);
    for (int k = 0; k < 50; ++k) {
      const Vec p = x + r * normalized(draw.in_box(1));
      EXPECT_LE(potential(s, p.x, p.y, p.z), 1e-12L);
    }
  }
}

}  // namespace
}  // namespace talus
