// The push of contact points for as many at once as N has numbers.
#pragma once

#include "talus/physics/contact_force.h"
#include "talus/physics/law/respond.h"
#include "talus/sim/loop/native/push_rows.h"

namespace talus {

// What only contacts need beyond LineAccess.
template <class N>
struct PushAccess;

template <>
struct PushAccess<double> : LineAccess<double> {
  static void add(const double* on_a, const double* on_b, int at, const PushRows& rows) {
    for (int j = 0; at < rows.count && j < 8; ++j) {
      rows.share_a[at][j] = rows.share_a[at][j] + on_a[j];
      rows.share_b[at][j] = rows.share_b[at][j] + on_b[j];
    }
  }
  // Whether there is a contact.
  static bool used(const PushRows& rows, int at) { return at < rows.count; }
};

template <class N>
TALUS_INLINE MetMaterialsOf<N> met_from(const PushRows& rows, int at) {
  using Access = PushAccess<N>;
  return {Access::row(rows.modulus, at),          Access::row(rows.shear_modulus, at),
          Access::row(rows.damping_ratio, at),    Access::row(rows.friction, at),
          Access::row(rows.rolling_friction, at), Access::row(rows.normal_stiffness, at),
          Access::row(rows.tangential_ratio, at)};
}

// A body at the contact: the numbers of BodyState in their order, and the arm to the point.
template <class N>
struct Mover {
  N number[16];
  Vec3<N> arm;

  TALUS_INLINE Vec3<N> centre() const { return vector_at(number); }
  TALUS_INLINE Vec3<N> velocity() const { return vector_at(number + 3); }
  TALUS_INLINE Vec3<N> spin() const { return vector_at(number + 6); }
  TALUS_INLINE Vec3<N> ahead() const { return vector_at(number + 9); }
  TALUS_INLINE Vec3<N> spin_ahead() const { return vector_at(number + 12); }
  TALUS_INLINE N inverse_mass() const { return number[15]; }
  TALUS_INLINE Vec3<N> velocity_at_point() const { return velocity() + cross(spin(), arm); }
  // What it gains until the end of the step.
  TALUS_INLINE Vec3<N> ahead_at_point() const { return ahead() + cross(spin_ahead(), arm); }
  // Power of a force and a moment that it exerts.
  TALUS_INLINE N power(const Vec3<N>& force, const Vec3<N>& moment) const {
    return dot(force, velocity_at_point()) + dot(moment, spin());
  }
};

// The geometry of the contact; sets the arms.
template <class N>
TALUS_INLINE void find_point(const PushRows& rows, int at, bool spheres, Mover<N>& a, Mover<N>& b,
                             RelativeMotionOf<N>& motion, SqueezeOf<N>& squeeze) {
  using Access = PushAccess<N>;
  const Vec3<N> apart = b.centre() + vector_from<N>(rows.shift, at) - a.centre();
  if (spheres) {
    const N zero(0), radius_a = Access::row(rows.radius_a, at);
    const N reach = radius_a + Access::row(rows.radius_b, at), distance = norm(apart);
    const MaskOf<N> known = distance > zero;
    const N scale = N(1) / distance;
    motion.normal = {select(known, scale * apart.x, zero), select(known, scale * apart.y, zero),
                     select(known, scale * apart.z, N(1))};
    squeeze.overlap = larger(zero, reach - distance);
    a.arm = (radius_a - N(0.5) * squeeze.overlap) * motion.normal;
  } else {
    motion.normal = vector_from<N>(rows.normal, at);
    motion.spread_squared = Access::row(rows.spread_squared, at);
    motion.twist = Access::row(rows.twist, at);
    squeeze.overlap = Access::row(rows.overlap, at);
    squeeze.volume = Access::row(rows.volume, at);
    squeeze.area = Access::row(rows.area, at);
    squeeze.slope = Access::row(rows.slope, at);
    a.arm = vector_from<N>(rows.point, at) - a.centre();
  }
  b.arm = a.arm - apart;
}

template <class N>
TALUS_INLINE void find_motion(const Mover<N>& a, const Mover<N>& b, RelativeMotionOf<N>& motion) {
  motion.mid_velocity = b.velocity_at_point() - a.velocity_at_point();
  motion.velocity = motion.mid_velocity + b.ahead_at_point() - a.ahead_at_point();
  motion.mid_spin = b.spin() - a.spin();
  motion.common_spin = N(0.5) * dot(a.spin() + b.spin(), motion.normal);
}

// Adds to the sums of the places that are used.
template <class N>
TALUS_INLINE void count_energies(PushRows& rows, int at, const ContactForceOf<N>& f,
                                 const N& damping, const N& work, const N& relative_overlap) {
  using Access = PushAccess<N>;
  const auto used = Access::used(rows, at);
  const auto count = [&](Row& row, const N& value) {
    Access::set_row(row, at, Access::row(row, at) + select(used, value, N(0)));
  };
  count(rows.elastic, f.elastic);
  count(rows.damping, damping);
  count(rows.friction_heat, f.friction_heat);
  count(rows.rolling_heat, f.rolling_heat);
  count(rows.boundary_work, work);
  const N largest = Access::row(rows.largest_overlap, at);
  Access::set_row(rows.largest_overlap, at,
                  larger(largest, select(used, relative_overlap, largest)));
}

// The contacts from place `at` on.
template <Law law, class N>
TALUS_INLINE void push_contacts(PushRows& rows, int at, const PushOrder& order) {
  using Access = PushAccess<N>;
  Mover<N> a, b;
  Access::template load<16>(rows.state_a, at, a.number);
  Access::template load<16>(rows.state_b, at, b.number);
  RelativeMotionOf<N> motion;
  motion.spread_squared = motion.twist = N(0);
  SqueezeOf<N> squeeze;
  squeeze.volume = squeeze.area = N(0);
  find_point(rows, at, order.spheres, a, b, motion, squeeze);
  find_motion(a, b, motion);

  // PointMemory: the radius, the sliding spring, the dashpots.
  N memory[8];
  Access::template load<8>(rows.memory, at, memory);
  squeeze.radius = memory[0];
  SliderOf<N> slide{vector_at(memory + 1), memory[4]}, roll;
  const Vec3<N> last_dashpot = vector_at(memory + 5);
  if (order.rolls)
    roll = {vector_from<N>(rows.roll.load, at), Access::row(rows.roll.stiffness, at)};
  const N both_inverse = a.inverse_mass() + b.inverse_mass(), step(order.step);
  squeeze.mass = N(1) / both_inverse;
  const MetMaterialsOf<N> met = met_from<N>(rows, at);
  const ContactForceOf<N> f = contact_force(met, squeeze, respond<law>(met, squeeze), motion, step,
                                            slide, order.rolls ? &roll : nullptr);

  // This step's dashpots, and what changed since the last step's were counted (push.h).
  const Vec3<N> gained = motion.velocity - motion.mid_velocity;
  const N power = dot(f.dashpot, motion.mid_velocity) + dot(last_dashpot, gained);
  const N damping = f.rocking_heat - step * power;
  const MaskOf<N> held_a = !(a.inverse_mass() > N(0)), held_b = !(b.inverse_mass() > N(0));
  N work(0);
  if (any(held_a) || any(held_b)) {
    work = step * (select(held_a, a.power(f.force, f.moment), N(0)) -
                   select(held_b, b.power(f.force, f.moment), N(0)));
  }
  count_energies(rows, at, f, damping, work,
                 squeeze.overlap / Access::row(rows.size_of_smaller, at));

  const N kept[8] = {memory[0],       slide.load.x, slide.load.y, slide.load.z,
                     slide.stiffness, f.dashpot.x,  f.dashpot.y,  f.dashpot.z};
  Access::store(kept, at, rows.count, rows.memory);
  if (order.rolls) {
    set_vector(rows.roll.load, at, roll.load);
    Access::set_row(rows.roll.stiffness, at, roll.stiffness);
  }
  const Vec3<N> torque_a = -(cross(a.arm, f.force) + f.moment);
  const Vec3<N> torque_b = cross(b.arm, f.force) + f.moment;
  const N on_a[8] = {-f.force.x, -f.force.y, -f.force.z, torque_a.x,
                     torque_a.y, torque_a.z, N(0),       N(0)};
  const N on_b[8] = {f.force.x,  f.force.y,  f.force.z, torque_b.x,
                     torque_b.y, torque_b.z, N(0),      N(0)};
  Access::add(on_a, on_b, at, rows);
}

}  // namespace talus
