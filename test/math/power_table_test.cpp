// Every entry of the tables of power() against its definition.
#include "talus/math/power_table.h"

#include <gtest/gtest.h>

#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>

namespace talus::power_detail {
namespace {

using Big = boost::multiprecision::cpp_bin_float_50;

TEST(PowerTable, Logarithms) {
  for (int i = 0; i < 128; ++i) {
    const LogRow& row = log_row(i);
    const Big exact = -log(Big(row.inverse));
    EXPECT_EQ(row.inverse * 512, std::round(row.inverse * 512)) << i;
    EXPECT_EQ(std::ldexp(row.high, 42), std::round(std::ldexp(row.high, 42))) << i;
    EXPECT_LE(std::abs(row.low), 0x1p-43) << i;
    EXPECT_EQ(row.low, static_cast<double>(exact - row.high)) << i;
    for (const std::uint64_t end : {0, 1}) {
      const auto bits = first_bits + ((static_cast<std::uint64_t>(i) + end) << 45);
      const double r = std::bit_cast<double>(bits) * row.inverse - 1;
      EXPECT_LT(std::abs(r), 0.0053) << i;
      // The sum high + r is compensated in the form that needs the larger term first.
      EXPECT_TRUE(row.inverse == 1 || std::abs(row.high) >= std::abs(r)) << i;
    }
  }
}

TEST(PowerTable, PowersOfTwo) {
  for (int i = 0; i < 128; ++i) {
    const ExpRow& row = exp_row(i);
    const Big exact = exp2(Big(i) / 128);
    EXPECT_EQ(row.value, static_cast<double>(exact)) << i;
    EXPECT_NEAR(row.tail, static_cast<double>((exact - row.value) / row.value), 1e-32) << i;
  }
}

TEST(PowerTable, LogarithmOfTwo) {
  const Big ln2 = log(Big(2));
  EXPECT_EQ(std::ldexp(ln2_high, 42), std::round(std::ldexp(ln2_high, 42)));
  EXPECT_EQ(ln2_low, static_cast<double>(ln2 - ln2_high));
  EXPECT_EQ(std::ldexp(ln2_128_high, 42), std::round(std::ldexp(ln2_128_high, 42)));
  EXPECT_EQ(ln2_128_low, static_cast<double>(ln2 / 128 - ln2_128_high));
}

}  // namespace
}  // namespace talus::power_detail
