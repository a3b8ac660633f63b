// The push of eight contacts by the kernels of all instruction sets, against one by one: the same
// bits.
#include "talus/sim/loop/native/push_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "talus/narrow/native/instruction_sets.h"
#include "talus/sim/loop/native/push_contacts.h"

#if defined(__x86_64__)
extern "C" {
void talus_push_x86_64_v4(void*, int, bool, double);
void talus_push_x86_64_v3(void*, int, bool, double);
void talus_push_x86_64(void*, int, bool, double);
}
#endif

namespace talus {
namespace {

std::vector<PushKernel> kernels() {
  std::vector<PushKernel> all{push_kernel()};
#if defined(__x86_64__)
  all.push_back(talus_push_x86_64);
  if (x86_64_level() >= 3) all.push_back(talus_push_x86_64_v3);
  if (x86_64_level() >= 4) all.push_back(talus_push_x86_64_v4);
#endif
  return all;
}

// Numbers of every sign, and sizes as in a bed where the sign matters; some contacts are new.
PushRows random_rows(std::mt19937_64& random) {
  std::uniform_real_distribution<double> signed_unit(-1.0, 1.0), unit(0.0, 1.0);
  PushRows rows{};
  auto* number = reinterpret_cast<double*>(&rows);
  for (std::size_t i = 0; i < sizeof rows / sizeof(double); ++i) number[i] = signed_unit(random);
  for (int i = 0; i < PushRows::size; ++i) {
    const double x = signed_unit(random), y = signed_unit(random), z = signed_unit(random);
    const double length = std::sqrt(x * x + y * y + z * z);
    rows.normal[0][i] = x / length, rows.normal[1][i] = y / length, rows.normal[2][i] = z / length;
    rows.spread_squared[i] = unit(random) < 0.5 ? 0.0 : unit(random);
    rows.overlap[i] = 1e-2 * unit(random);
    rows.radius[i] = unit(random), rows.inverse_mass[i] = 1.0 + unit(random);
    rows.volume[i] = unit(random) < 0.3 ? 0.0 : unit(random), rows.area[i] = unit(random);
    rows.modulus[i] = 1e3 * unit(random), rows.shear_modulus[i] = 1e3 * unit(random);
    rows.damping_ratio[i] = unit(random), rows.friction[i] = unit(random);
    rows.rolling_friction[i] = unit(random) < 0.3 ? 0.0 : unit(random);
    rows.normal_stiffness[i] = unit(random) < 0.5 ? 0.0 : 1e3 * unit(random);
    rows.tangential_ratio[i] = unit(random);
    rows.slide.stiffness[i] = 1e2 * unit(random), rows.roll.stiffness[i] = unit(random);
    if (unit(random) > 0.3) continue;
    for (int c = 0; c < 3; ++c) rows.slide.load[c][i] = rows.roll.load[c][i] = 0.0;
    rows.slide.stiffness[i] = rows.roll.stiffness[i] = 0.0;
  }
  return rows;
}

template <Law law>
void expect_same_bits(bool rolls) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    const PushRows start = random_rows(random);
    PushRows single = start;
    for (int i = 0; i < PushRows::size; ++i) push_contacts<law, double>(single, i, rolls, 1e-3);
    for (std::size_t i = 0; i < sizeof single.force / sizeof(double); ++i) {
      ASSERT_TRUE(std::isfinite(reinterpret_cast<const double*>(&single.force)[i]));
    }
    for (const PushKernel kernel : kernels()) {
      PushRows eight = start;
      kernel(&eight, static_cast<int>(law), rolls, 1e-3);
      ASSERT_EQ(std::memcmp(&eight, &single, sizeof eight), 0) << "trial " << trial;
    }
  }
}

TEST(PushRows, EightContactsHaveTheBitsOfEachAlone) {
  for (const bool rolls : {false, true}) {
    expect_same_bits<Law::linear>(rolls);
    expect_same_bits<Law::hertz_mindlin>(rolls);
    expect_same_bits<Law::volume>(rolls);
  }
}

}  // namespace
}  // namespace talus
