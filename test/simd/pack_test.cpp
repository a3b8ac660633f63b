// A number gets the same bits in a pack, on every instruction set, as alone and beside another one.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "talus/simd/pair_of.h"

#if defined(__x86_64__)

#define TALUS_DECLARE(set)                                                                  \
  void talus_test_exp_log_##set(const double*, const double*, const double*, const double*, \
                                double*, double*, double*);                                 \
  void talus_test_choices_##set(const double*, const double*, double*, double*, double*);
extern "C" {
TALUS_DECLARE(x86_64)
TALUS_DECLARE(x86_64_v3)
TALUS_DECLARE(x86_64_v4)
}
#undef TALUS_DECLARE

namespace {

using talus::PairOf;

struct Kernel {
  const char* name;
  bool runs_here;
  decltype(&talus_test_exp_log_x86_64) exp_log;
  decltype(&talus_test_choices_x86_64) choices;
};

std::vector<Kernel> kernels() {
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd");
  return {{"x86-64", true, talus_test_exp_log_x86_64, talus_test_choices_x86_64},
          {"x86-64-v3", v3, talus_test_exp_log_x86_64_v3, talus_test_choices_x86_64_v3},
          {"x86-64-v4", v4, talus_test_exp_log_x86_64_v4, talus_test_choices_x86_64_v4}};
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

TEST(Pack, HasTheSameExpAndLogAsOneNumber) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> any(-600, 600), low(-20000, 700), unit(0, 1);
  for (int round = 0; round < 20000; ++round) {
    double x[8], y[8], z[8], e[8], log_x[8], exp_y[8], power[8];
    for (int i = 0; i < 8; ++i) {
      x[i] = round % 2 == 0 ? std::exp2(any(random)) : 1 + 1e-3 * unit(random);
      y[i] = round % 2 == 0 ? low(random) : unit(random);
      z[i] = round % 2 == 0 ? unit(random) : std::exp2(any(random) - 600);
      e[i] = 0.5 * unit(random);
    }
    for (const Kernel& kernel : kernels()) {
      if (!kernel.runs_here) continue;
      kernel.exp_log(x, y, z, e, log_x, exp_y, power);
      for (int i = 0; i < 8; ++i) {
        ASSERT_EQ(bits(log_x[i]), bits(talus::logarithm(x[i]))) << kernel.name;
        ASSERT_EQ(bits(exp_y[i]), bits(talus::exponential(y[i]))) << kernel.name;
        ASSERT_EQ(bits(power[i]), bits(talus::power_of_one_plus(z[i], e[i]))) << kernel.name;
      }
    }
    for (int i = 0; i < 8; i += 2) {
      const PairOf<double> two(x[i], x[i + 1]), three(y[i], y[i + 1]);
      ASSERT_EQ(bits(of_a(logarithm(two))), bits(talus::logarithm(x[i])));
      ASSERT_EQ(bits(of_b(logarithm(two))), bits(talus::logarithm(x[i + 1])));
      ASSERT_EQ(bits(of_a(exponential(three))), bits(talus::exponential(y[i])));
      ASSERT_EQ(bits(of_b(exponential(three))), bits(talus::exponential(y[i + 1])));
    }
  }
}

// Also zeros of either sign, infinities and what is not a number.
TEST(Pack, ChoosesAsOneNumberDoes) {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  const double values[8] = {0.0, -0.0, 1.5, -1.5, INFINITY, -INFINITY, nothing, 5e-324};
  for (int shift = 0; shift < 8; ++shift) {
    double other[8], most[8], least[8], size[8];
    for (int i = 0; i < 8; ++i) other[i] = values[(i + shift) % 8];
    for (const Kernel& kernel : kernels()) {
      if (!kernel.runs_here) continue;
      kernel.choices(values, other, most, least, size);
      for (int i = 0; i < 8; ++i) {
        EXPECT_EQ(bits(most[i]), bits(talus::larger(values[i], other[i]))) << kernel.name;
        EXPECT_EQ(bits(least[i]), bits(talus::smaller(values[i], other[i]))) << kernel.name;
        EXPECT_EQ(bits(size[i]), bits(talus::absolute(values[i]))) << kernel.name;
      }
    }
    for (int i = 0; i < 8; ++i) {
      const PairOf<double> p(values[i], other[i]), q(other[i], values[i]);
      EXPECT_EQ(bits(of_a(larger(p, q))), bits(talus::larger(values[i], other[i])));
      EXPECT_EQ(bits(of_b(smaller(p, q))), bits(talus::smaller(other[i], values[i])));
      EXPECT_EQ(bits(of_a(absolute(p))), bits(talus::absolute(values[i])));
    }
  }
}

}  // namespace

#endif
