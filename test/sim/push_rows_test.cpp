// The push of eight contacts by the kernels of all instruction sets, against one by one: the same
// bits.
#include "talus/sim/loop/native/push_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "talus/contact/pair_block.h"
#include "talus/sim/loop/native/loop_kernels.h"
#include "talus/sim/loop/native/push_contacts.h"
#include "talus/sim/loop/state.h"

namespace talus {
namespace {

// Up to eight contacts among a few bodies, several of which are in more than one.
struct Contacts {
  static constexpr std::size_t bodies = 5;
  PushRows rows{};
  BodyState state[bodies];
  PairMemory memory[PushRows::size];
  Share share[bodies];

  Contacts() = default;
  Contacts(const Contacts& other) { *this = other; }
  Contacts& operator=(const Contacts& other) {
    std::memcpy(static_cast<void*>(this), &other, sizeof other);
    for (std::size_t i = 0; i < PushRows::size; ++i) {
      const std::size_t a = i % bodies, b = (i * i + 1) % bodies;
      rows.state_a[i] = &state[a].centre.x;
      rows.state_b[i] = &state[b == a ? (b + 1) % bodies : b].centre.x;
      rows.memory[i] = &memory[i].radius;
      rows.share_a[i] = &share[a].force.x;
      rows.share_b[i] = &share[b == a ? (b + 1) % bodies : b].force.x;
    }
    return *this;
  }
  // All numbers, without the pointers.
  bool same_as(const Contacts& other) const {
    const auto same = [](const auto& p, const auto& q) {
      return std::memcmp(&p, &q, sizeof p) == 0;
    };
    const std::size_t numbers = sizeof rows - offsetof(PushRows, shift);
    return same(memory, other.memory) && same(share, other.share) &&
           std::memcmp(&rows.shift, &other.rows.shift, numbers) == 0;
  }
};

// Numbers of every sign, and sizes as in a bed where the sign matters; some contacts are new, some
// bodies are held.
Contacts random_contacts(std::mt19937_64& random) {
  std::uniform_real_distribution<double> signed_unit(-1.0, 1.0), unit(0.0, 1.0);
  const auto fill = [&](void* from, std::size_t bytes) {
    auto* number = static_cast<double*>(from);
    for (std::size_t i = 0; i < bytes / sizeof(double); ++i) number[i] = signed_unit(random);
  };
  Contacts c;
  PushRows& rows = c.rows;
  fill(c.state, sizeof c.state), fill(c.memory, sizeof c.memory), fill(c.share, sizeof c.share);
  fill(rows.shift, sizeof rows - offsetof(PushRows, shift));
  for (std::size_t i = 0; i < Contacts::bodies; ++i) {
    c.state[i].inverse_mass = i == 3 ? 0.0 : 1.0 + unit(random);
  }
  for (std::size_t i = 0; i < PushRows::size; ++i) {
    const double x = signed_unit(random), y = signed_unit(random), z = signed_unit(random);
    const double length = std::sqrt(x * x + y * y + z * z);
    rows.normal[0][i] = x / length, rows.normal[1][i] = y / length, rows.normal[2][i] = z / length;
    rows.spread_squared[i] = unit(random) < 0.5 ? 0.0 : unit(random);
    rows.overlap[i] = 1e-2 * unit(random);
    rows.volume[i] = unit(random) < 0.3 ? 0.0 : unit(random), rows.area[i] = unit(random);
    rows.slope[i] = 1.0 + 0.2 * unit(random);
    rows.radius_a[i] = 4.0 + unit(random), rows.radius_b[i] = unit(random);
    rows.size_of_smaller[i] = 1.0;
    rows.modulus[i] = 1e3 * unit(random), rows.shear_modulus[i] = 1e3 * unit(random);
    rows.damping_ratio[i] = unit(random), rows.friction[i] = unit(random);
    rows.rolling_friction[i] = unit(random) < 0.3 ? 0.0 : unit(random);
    rows.normal_stiffness[i] = unit(random) < 0.5 ? 0.0 : 1e3 * unit(random);
    rows.tangential_ratio[i] = unit(random);
    PointMemory& memory = c.memory[i];
    memory.radius = unit(random);
    memory.friction.stiffness = 1e2 * unit(random), rows.roll.stiffness[i] = unit(random);
    if (unit(random) > 0.3) continue;
    memory.friction = {};
    for (auto& load : rows.roll.load) load[i] = 0.0;
    rows.roll.stiffness[i] = 0.0;
  }
  return c;
}

template <Law law>
void expect_same_bits(const PushOrder& order) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    Contacts start = random_contacts(random);
    start.rows.count = 1 + trial % PushRows::size;
    Contacts single = start;
    for (int i = 0; i < start.rows.count; ++i) push_contacts<law, double>(single.rows, i, order);
    for (const Share& share : single.share) {
      ASSERT_TRUE(std::isfinite(norm(share.force) + norm(share.torque)));
    }
    for (const LoopKernels& kernels : loop_kernels()) {
      Contacts eight = start;
      kernels.push(&eight.rows, &order);
      // Springs of places that are not used may hold anything.
      for (int i = start.rows.count; i < PushRows::size; ++i) {
        for (int k = 0; k < 3; ++k) eight.rows.roll.load[k][i] = single.rows.roll.load[k][i];
        eight.rows.roll.stiffness[i] = single.rows.roll.stiffness[i];
      }
      ASSERT_TRUE(eight.same_as(single)) << "trial " << trial;
    }
  }
}

TEST(PushRows, EightContactsHaveTheBitsOfEachAlone) {
  for (const bool rolls : {false, true}) {
    for (const bool spheres : {false, true}) {
      const auto order = [&](Law law) {
        return PushOrder{static_cast<int>(law), rolls, spheres, 1e-3};
      };
      expect_same_bits<Law::linear>(order(Law::linear));
      expect_same_bits<Law::hertz_mindlin>(order(Law::hertz_mindlin));
      expect_same_bits<Law::volume>(order(Law::volume));
    }
  }
}

}  // namespace
}  // namespace talus
