// The forces of eight contacts by the kernels of all instruction sets, against one by one: the same
// bits.
#include "talus/sim/loop/native/contact_force_batch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "talus/contact/contact_history.h"
#include "talus/physics/law/laws.h"
#include "talus/sim/loop/native/contact_force_kernel.h"
#include "talus/sim/loop/native/loop_kernels.h"

namespace talus {
namespace {

// Up to eight contacts among a few bodies, several of which are in more than one.
struct Contacts {
  static constexpr std::size_t bodies = 5;
  ContactForceBatch rows{};
  BodyMotion motion[bodies];
  PairHistory history[ContactForceBatch::size];
  ForceAccumulator accumulator[bodies];

  Contacts() = default;
  Contacts(const Contacts& other) { *this = other; }
  Contacts& operator=(const Contacts& other) {
    std::memcpy(static_cast<void*>(this), &other, sizeof other);
    for (std::size_t i = 0; i < ContactForceBatch::size; ++i) {
      const std::size_t a = i % bodies, b = (i * i + 1) % bodies;
      rows.motion_a[i] = &motion[a].centre.x;
      rows.motion_b[i] = &motion[b == a ? (b + 1) % bodies : b].centre.x;
      rows.history[i] = &history[i].radius;
      rows.accumulator_a[i] = &accumulator[a].force.x;
      rows.accumulator_b[i] = &accumulator[b == a ? (b + 1) % bodies : b].force.x;
    }
    return *this;
  }
  // All numbers, without the pointers.
  bool same_as(const Contacts& other) const {
    const auto same = [](const auto& p, const auto& q) {
      return std::memcmp(&p, &q, sizeof p) == 0;
    };
    const std::size_t numbers = sizeof rows - offsetof(ContactForceBatch, shift);
    return same(history, other.history) && same(accumulator, other.accumulator) &&
           std::memcmp(&rows.shift, &other.rows.shift, numbers) == 0;
  }
};

// Numbers of every sign, and sizes as in a bed where the sign matters; some contacts are new, some
// bodies are not free.
Contacts random_contacts(std::mt19937_64& random) {
  std::uniform_real_distribution<double> signed_unit(-1.0, 1.0), unit(0.0, 1.0);
  const auto fill = [&](void* from, std::size_t bytes) {
    auto* number = static_cast<double*>(from);
    for (std::size_t i = 0; i < bytes / sizeof(double); ++i) number[i] = signed_unit(random);
  };
  Contacts c;
  ContactForceBatch& rows = c.rows;
  fill(c.motion, sizeof c.motion), fill(c.history, sizeof c.history);
  fill(c.accumulator, sizeof c.accumulator);
  fill(&rows.shift, sizeof rows - offsetof(ContactForceBatch, shift));
  for (std::size_t i = 0; i < Contacts::bodies; ++i) {
    c.motion[i].inverse_mass = i == 3 ? 0.0 : 1.0 + unit(random);
  }
  for (std::size_t i = 0; i < ContactForceBatch::size; ++i) {
    const double x = signed_unit(random), y = signed_unit(random), z = signed_unit(random);
    const double length = std::sqrt(x * x + y * y + z * z);
    rows.normal.x[i] = x / length, rows.normal.y[i] = y / length, rows.normal.z[i] = z / length;
    rows.spread_squared[i] = unit(random) < 0.5 ? 0.0 : unit(random);
    rows.overlap[i] = 1e-2 * unit(random);
    rows.volume[i] = unit(random) < 0.3 ? 0.0 : unit(random), rows.area[i] = unit(random);
    rows.slope[i] = 1.0 + 0.2 * unit(random);
    rows.radius_a[i] = 4.0 + unit(random), rows.radius_b[i] = unit(random);
    rows.inverse_size[i] = 1.0;
    rows.lever[i] = unit(random);
    rows.root_shear_ratio[i] = unit(random);
    rows.modulus[i] = 1e3 * unit(random), rows.shear_modulus[i] = 1e3 * unit(random);
    rows.damping_ratio[i] = unit(random), rows.friction[i] = unit(random);
    rows.rolling_friction[i] = unit(random) < 0.3 ? 0.0 : unit(random);
    rows.parameter[0][i] = unit(random) < 0.5 ? 0.0 : 1e3 * unit(random);
    rows.tangential_ratio[i] = unit(random);
    ContactHistory& history = c.history[i];
    history.radius = unit(random);
    rows.torsion_ratio[i] = 1.0 + 3.0 * unit(random);
    rows.patch_arm[i] = unit(random) < 0.5 ? 0.0 : unit(random);
    if (unit(random) > 0.3) continue;
    history.elongation = {};
    history.torsion = 0.0;
    rows.rolling.x[i] = rows.rolling.y[i] = rows.rolling.z[i] = 0.0;
  }
  return c;
}

template <class Law>
void expect_same_bits(ContactForceCall order) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    order.no_tension = trial % 3 == 0;
    Contacts start = random_contacts(random);
    start.rows.count = 1 + trial % ContactForceBatch::size;
    Contacts single = start;
    for (int i = 0; i < start.rows.count; ++i)
      apply_contact_forces<Law, double>(single.rows, i, order);
    for (const ForceAccumulator& sum : single.accumulator) {
      ASSERT_TRUE(std::isfinite(norm(sum.force) + norm(sum.torque)));
    }
    for (const LoopKernels& kernels : loop_kernels()) {
      Contacts eight = start;
      kernels.contact_forces(&eight.rows, &order);
      // Springs and forces of lanes that are not used may hold anything.
      for (int i = start.rows.count; i < ContactForceBatch::size; ++i) {
        set_vector(eight.rows.rolling, i, vector_from<double>(single.rows.rolling, i));
        set_vector(eight.rows.force, i, vector_from<double>(single.rows.force, i));
      }
      ASSERT_TRUE(eight.same_as(single)) << "trial " << trial;
    }
  }
}

TEST(ContactForceBatch, EightContactsHaveTheBitsOfEachAlone) {
  for (const bool rolls : {false, true}) {
    for (const bool spheres : {false, true}) {
      for (std::size_t law = 0; law < BuiltInLaws::size; ++law) {
        const ContactForceCall call{static_cast<int>(law), rolls, spheres, true, 1e-3};
        BuiltInLaws::visit(law, [&]<class Law>() { expect_same_bits<Law>(call); });
      }
    }
  }
}

}  // namespace
}  // namespace talus
