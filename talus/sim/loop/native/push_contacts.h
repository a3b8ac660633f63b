// The push of contact points for as many at once as N has numbers, from and to rows.
#pragma once

#include "talus/physics/contact_force.h"
#include "talus/physics/law/hertz_mindlin.h"
#include "talus/physics/law/law.h"
#include "talus/physics/law/linear.h"
#include "talus/physics/law/volume.h"
#include "talus/sim/loop/native/push_rows.h"

namespace talus {

template <Law law, class N>
TALUS_HD ResponseOf<N> respond(const MetMaterialsOf<N>& met, const SqueezeOf<N>& squeeze) {
  if constexpr (law == Law::linear) {
    return linear::respond(met, squeeze);
  } else if constexpr (law == Law::hertz_mindlin) {
    return hertz_mindlin::respond(met, squeeze);
  } else {
    // Bodies without an overlap volume that is known push as Hertz says.
    const MaskOf<N> known = squeeze.volume > N(0);
    const ResponseOf<N> u = volume::respond(met, squeeze), v = hertz_mindlin::respond(met, squeeze);
    return {select(known, u.force, v.force), select(known, u.energy, v.energy),
            select(known, u.dashpot, v.dashpot),
            select(known, u.tangential_stiffness, v.tangential_stiffness),
            select(known, u.tangential_dashpot, v.tangential_dashpot)};
  }
}

// The numbers of a row from place `at` on.
template <class N>
TALUS_INLINE N from_row(const PushRows::Row& row, int at) {
  if constexpr (sizeof(N) == sizeof(double)) {
    return row[at];
  } else {
    return N::load(row + at);
  }
}

template <class N>
TALUS_INLINE void to_row(PushRows::Row& row, int at, const N& values) {
  if constexpr (sizeof(N) == sizeof(double)) {
    row[at] = values;
  } else {
    values.store(row + at);
  }
}

template <class N>
TALUS_INLINE Vec3<N> from_rows(const PushRows::Row* rows, int at) {
  return {from_row<N>(rows[0], at), from_row<N>(rows[1], at), from_row<N>(rows[2], at)};
}

template <class N>
TALUS_INLINE void to_rows(PushRows::Row* rows, int at, const Vec3<N>& values) {
  to_row(rows[0], at, values.x), to_row(rows[1], at, values.y), to_row(rows[2], at, values.z);
}

template <class N>
TALUS_INLINE SliderOf<N> slider_from(const PushRows::Spring& s, int at) {
  return {from_rows<N>(s.load, at), from_row<N>(s.stiffness, at)};
}

template <class N>
TALUS_INLINE void slider_to(PushRows::Spring& s, int at, const SliderOf<N>& slider) {
  to_rows(s.load, at, slider.load);
  to_row(s.stiffness, at, slider.stiffness);
}

template <class N>
TALUS_INLINE MetMaterialsOf<N> met_from(const PushRows& rows, int at) {
  return {from_row<N>(rows.modulus, at),          from_row<N>(rows.shear_modulus, at),
          from_row<N>(rows.damping_ratio, at),    from_row<N>(rows.friction, at),
          from_row<N>(rows.rolling_friction, at), from_row<N>(rows.normal_stiffness, at),
          from_row<N>(rows.tangential_ratio, at)};
}

template <class N>
TALUS_INLINE SqueezeOf<N> squeeze_from(const PushRows& rows, int at) {
  return {from_row<N>(rows.overlap, at), from_row<N>(rows.radius, at),
          N(1) / from_row<N>(rows.inverse_mass, at), from_row<N>(rows.volume, at),
          from_row<N>(rows.area, at)};
}

template <class N>
TALUS_INLINE RelativeMotionOf<N> motion_from(const PushRows& rows, int at, const Vec3<N>& arm_a,
                                             const Vec3<N>& arm_b) {
  const PushRows::Mover &a = rows.a, &b = rows.b;
  const Vec3<N> spin_a = from_rows<N>(a.spin, at), spin_b = from_rows<N>(b.spin, at);
  RelativeMotionOf<N> m;
  m.normal = from_rows<N>(rows.normal, at);
  m.mid_velocity = from_rows<N>(b.velocity, at) + cross(spin_b, arm_b) -
                   from_rows<N>(a.velocity, at) - cross(spin_a, arm_a);
  m.velocity = m.mid_velocity + from_rows<N>(b.ahead, at) +
               cross(from_rows<N>(b.spin_ahead, at), arm_b) - from_rows<N>(a.ahead, at) -
               cross(from_rows<N>(a.spin_ahead, at), arm_a);
  m.mid_spin = spin_b - spin_a;
  m.common_spin = N(0.5) * dot(spin_a + spin_b, m.normal);
  m.spread_squared = from_row<N>(rows.spread_squared, at);
  m.twist = from_row<N>(rows.twist, at);
  return m;
}

// The contacts from place `at` on.
template <Law law, class N>
TALUS_INLINE void push_contacts(PushRows& rows, int at, bool rolls, double time_step) {
  const Vec3<N> arm_a = from_rows<N>(rows.a.arm, at), arm_b = from_rows<N>(rows.b.arm, at);
  const RelativeMotionOf<N> motion = motion_from<N>(rows, at, arm_a, arm_b);
  const MetMaterialsOf<N> met = met_from<N>(rows, at);
  const SqueezeOf<N> squeeze = squeeze_from<N>(rows, at);
  SliderOf<N> slide = slider_from<N>(rows.slide, at), roll;
  if (rolls) roll = slider_from<N>(rows.roll, at);
  const N step(time_step);
  const ContactForceOf<N> f = contact_force(met, squeeze, respond<law>(met, squeeze), motion, step,
                                            slide, rolls ? &roll : nullptr);
  // The other half of the last step's dashpots, and half of this step's.
  const Vec3<N> dashpots = from_rows<N>(rows.dashpot, at) + f.dashpot;
  to_row(rows.damping, at, f.rocking_heat - N(0.5) * step * dot(dashpots, motion.mid_velocity));
  to_rows(rows.dashpot, at, f.dashpot);
  slider_to(rows.slide, at, slide);
  if (rolls) slider_to(rows.roll, at, roll);
  to_row(rows.elastic, at, f.elastic);
  to_row(rows.friction_heat, at, f.friction_heat);
  to_row(rows.rolling_heat, at, f.rolling_heat);
  to_rows(rows.force, at, f.force);
  to_rows(rows.moment, at, f.moment);
  to_rows(rows.torque_a, at, -(cross(arm_a, f.force) + f.moment));
  to_rows(rows.torque_b, at, cross(arm_b, f.force) + f.moment);
}

}  // namespace talus
