// power() against 50-digit arithmetic, and its values at the ends of the range.
#include "talus/math/power.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <random>

namespace talus {
namespace {

using Big = boost::multiprecision::cpp_bin_float_50;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double smallest_normal = std::numeric_limits<double>::min();

struct Arguments {
  double x, y;
};

class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(generator_() >> 11), -53);
  }

 private:
  std::mt19937_64 generator_;
};

// In units in the last place of the result; the unit does not shrink below the normal range.
double error_in_units(const Arguments& at) {
  const double value = power(at.x, at.y);
  const Big exact = pow(Big(at.x), Big(at.y));
  int exponent = 0;
  std::frexp(value, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent - 53, -1074));
  return std::abs(static_cast<double>((Big(value) - exact) / unit));
}

// 250,000 draws per family, one million in all.
double worst_error(unsigned seed, const std::function<Arguments(Random&)>& draw) {
  Random random(seed);
  double worst = 0;
  int in_range = 0;
  for (int i = 0; i < 250000; ++i) {
    const Arguments at = draw(random);
    const double log_result = at.y * std::log(at.x);
    if (!(log_result > -708.0 && log_result < 709.0)) continue;
    ++in_range;
    worst = std::max(worst, error_in_units(at));
  }
  EXPECT_GT(in_range, 50000);
  std::printf("worst error %.4f units in the last place over %d arguments\n", worst, in_range);
  return worst;
}

constexpr double bound = 0.52;

TEST(Power, ArgumentsOfSuperquadrics) {
  EXPECT_LT(worst_error(1,
                        [](Random& r) {
                          return Arguments{r.uniform(0, 2), r.uniform(0.02, 200)};
                        }),
            bound);
}

TEST(Power, WholeRangeOfBases) {
  EXPECT_LT(worst_error(2,
                        [](Random& r) {
                          const double x = std::exp(r.uniform(-690, 690));
                          return Arguments{x, r.uniform(-709, 709) / std::abs(std::log(x))};
                        }),
            bound);
}

TEST(Power, BasesNearOne) {
  EXPECT_LT(worst_error(3,
                        [](Random& r) {
                          const double x = 1 + r.uniform(-1, 1) * std::exp2(r.uniform(-50, 0));
                          return Arguments{x, r.uniform(-709, 709) / std::abs(std::log(x))};
                        }),
            bound);
}

TEST(Power, RootsBetweenOneAndTwo) {
  EXPECT_LT(worst_error(4,
                        [](Random& r) {
                          return Arguments{r.uniform(1, 2), -r.uniform(0.01, 1)};
                        }),
            bound);
}

TEST(Power, SubnormalBasesAndResults) {
  Random random(5);
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = smallest_normal * random.uniform(0x1p-40, 1);
    worst = std::max(worst, error_in_units({x, random.uniform(0.01, 0.99)}));
    worst = std::max(worst, error_in_units({0.5, random.uniform(1022, 1074)}));
  }
  EXPECT_LE(worst, 1.0);
}

TEST(Power, SpecialValues) {
  for (const double y : {0.02, 1.0, 3.5, 1e300, inf}) {
    EXPECT_EQ(power(0.0, y), 0.0) << y;
    EXPECT_EQ(power(0.0, -y), inf) << y;
    EXPECT_EQ(power(inf, y), inf) << y;
    EXPECT_EQ(power(inf, -y), 0.0) << y;
    EXPECT_EQ(power(1.0, y), 1.0) << y;
    EXPECT_EQ(power(1.0, -y), 1.0) << y;
  }
  for (const double x : {0.0, 4.9e-324, 1e-300, 0.3, 1.0, 7.0, 1e300, inf}) {
    EXPECT_EQ(power(x, 0.0), 1.0) << x;
    EXPECT_EQ(power(x, 1.0), x) << x;
  }
  EXPECT_EQ(power(2.0, 0.5), std::sqrt(2.0));
  EXPECT_EQ(power(2.0, 1023.0), 0x1p1023);
  EXPECT_EQ(power(2.0, 1024.0), inf);
  EXPECT_EQ(power(2.0, -1074.0), 4.9e-324);
  EXPECT_EQ(power(2.0, -1076.0), 0.0);
  EXPECT_EQ(power(1.0 + 0x1p-52, 1e300), inf);
  EXPECT_EQ(power(1.0 - 0x1p-53, 1e300), 0.0);
}

TEST(Power, NeverNotANumber) {
  Random random(6);
  for (int i = 0; i < 200000; ++i) {
    const double x = std::exp2(random.uniform(-1080, 1024));
    const double y = random.uniform(-1, 1) * std::exp2(random.uniform(-1074, 1024));
    ASSERT_FALSE(std::isnan(power(x, y))) << x << ' ' << y;
  }
}

// Exact where the answer is a short number: what keeps a box a box at exponent 2 or 4.
TEST(Power, ExactPowersAreExact) {
  for (int x = 1; x < 200; ++x) {
    EXPECT_EQ(power(double(x), 2.0), double(x) * x);
    EXPECT_EQ(power(double(x), 4.0), double(x) * x * x * x);
    EXPECT_EQ(power(double(x) * x, 0.5), double(x));
  }
}

TEST(Power, OtherScalars) {
  EXPECT_EQ(power(2.0f, 0.5f), std::sqrt(2.0f));
  EXPECT_EQ(power(Big(3), Big(4)), Big(81));
  EXPECT_NEAR(static_cast<double>(power(2.0L, 0.5L)), std::sqrt(2.0), 1e-16);
}

}  // namespace
}  // namespace talus
