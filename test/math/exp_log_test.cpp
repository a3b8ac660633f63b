// exp and log against the C library in 80 bits.
#include "talus/math/exp_log.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace {

double ulp(long double value) {
  const double v = std::abs(static_cast<double>(value));
  return std::nextafter(v, INFINITY) - v;
}

TEST(ExpLog, LogarithmIsAccurateEverywhere) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> any(-600, 600), near_one(0.5, 2);
  double worst_far = 0, worst_near = 0;
  for (int i = 0; i < 400000; ++i) {
    const double far = std::exp2(any(random)), near = near_one(random);
    const long double true_far = std::log(static_cast<long double>(far));
    const long double true_near = std::log(static_cast<long double>(near));
    worst_far = std::max(
        worst_far, static_cast<double>(std::abs(talus::logarithm(far) - true_far) / ulp(true_far)));
    worst_near = std::max(
        worst_near,
        static_cast<double>(std::abs(talus::logarithm(near) - true_near) / std::abs(near - 1.0)));
  }
  EXPECT_LT(worst_far, 2.0);
  EXPECT_LT(worst_near, 6e-16);
  EXPECT_EQ(talus::logarithm(1.0), 0.0);
}

TEST(ExpLog, ExponentialIsAccurateEverywhere) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> any(-700, 700), small(-1, 1);
  double worst = 0;
  for (int i = 0; i < 400000; ++i) {
    for (const double x : {any(random), small(random)}) {
      const long double truth = std::exp(static_cast<long double>(x));
      worst = std::max(worst,
                       static_cast<double>(std::abs(talus::exponential(x) - truth) / ulp(truth)));
    }
  }
  EXPECT_LT(worst, 1.5);
  EXPECT_EQ(talus::exponential(0.0), 1.0);
  EXPECT_EQ(talus::exponential(-1e300), 0.0);
  EXPECT_GT(talus::exponential(-699.9), 0.0);
}

TEST(ExpLog, PowersOfOnePlusAreAccurate) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> unit(0, 1), low(-600, 0);
  double worst = 0;
  for (int i = 0; i < 400000; ++i) {
    for (const double x : {unit(random), std::exp2(low(random))}) {
      const double e = unit(random) - 0.5;
      const long double truth = std::exp(e * std::log1p(static_cast<long double>(x)));
      worst = std::max(worst, static_cast<double>(std::abs(talus::power_of_one_plus(x, e) - truth) /
                                                  ulp(truth)));
    }
  }
  EXPECT_LT(worst, 1.5);
}

}  // namespace
