// A number gets the same bits in a pack, on every instruction set, as alone and beside another one.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "talus/simd/dispatch.h"
#include "talus/simd/pair_of.h"

namespace talus {

using ExpLogFunction = void(const double* x, const double* y, const double* z, const double* e,
                            double* log_x, double* exp_y, double* power);
using ChoicesFunction = void(const double* x, const double* y, double* most, double* least,
                             double* size);
TALUS_SIMD_ENTRIES(ExpLogFunction, talus_test_exp_log)
TALUS_SIMD_ENTRIES(ChoicesFunction, talus_test_choices)

}  // namespace talus

namespace {

using talus::PairOf;

struct Kernel {
  std::string_view name;
  talus::ExpLogFunction* exp_log;
  talus::ChoicesFunction* choices;
};

std::span<const Kernel> kernels() {
  static constexpr auto all = talus::per_simd_level([](const talus::SimdLevel& level) {
    return Kernel{level.name, talus::talus_test_exp_log[level], talus::talus_test_choices[level]};
  });
  return talus::supported(all);
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
