// One contact point of a pair becomes a force: kinematics from the bodies' states, the law, and the
// sums of energies.
//
// The heat of dashpots is counted as the bodies feel it: a force of step n acts with half of the
// velocity before it and half of the one after it. It is counted with the one before it, and a step
// later with half of what the velocity has gained: the point of contact may have moved since, along
// a face from end to end, and the gain is nearly the same there.
#pragma once

#include "talus/physics/contact_force.h"
#include "talus/sim/loop/state.h"

namespace talus {

// The two bodies of a pair, b moved by the shift.
struct Partners {
  std::size_t a, b;
  Vec3<double> shift;
};

inline Partners partners_of(const LoopState& s, const PairBlock& block, std::size_t k) {
  return {static_cast<std::size_t>(block.a[k]), static_cast<std::size_t>(block.b[k]),
          block.image.empty() ? Vec3<double>{} : s.shift[block.image[k]]};
}

// The bodies of a pair come from memory in no order: ask for them so many pairs ahead.
constexpr std::size_t pairs_ahead = 64;

// What a pair does to its bodies.
struct Wrench {
  Vec3<double> force{}, torque_a{}, torque_b{};  // force on b
};

// Where two bodies push each other, in the world beside body a.
struct ContactPoint {
  Vec3<double> point{}, normal{};  // normal from a to b
  double overlap{};
  double volume{}, area{};  // volume law only
  double spread_squared{};  // of a patch (talus/narrow/force_point.h); 0: a point
  double twist{};           // m, couple about the normal over the force; volume law only
  double slope = 1.0;       // as Squeeze
};

// How two bodies of a pair move at a point.
struct Meeting {
  const BodyState& a;
  const BodyState& b;
  Vec3<double> arm_a, arm_b;

  Vec3<double> mid_velocity() const {
    return b.velocity + cross(b.spin, arm_b) - a.velocity - cross(a.spin, arm_a);
  }
  RelativeMotion motion(const Vec3<double>& normal) const {
    RelativeMotion m;
    m.normal = normal;
    m.mid_velocity = mid_velocity();
    m.velocity = m.mid_velocity + b.ahead + cross(b.spin_ahead, arm_b) - a.ahead -
                 cross(a.spin_ahead, arm_a);
    m.mid_spin = b.spin - a.spin;
    m.common_spin = 0.5 * dot(a.spin + b.spin, normal);
    return m;
  }
};

inline Meeting meeting_at(const LoopState& s, const Partners& p, const Vec3<double>& point) {
  const BodyState &a = s.state[p.a], &b = s.state[p.b];
  return {a, b, point - a.centre, point - (b.centre + p.shift)};
}

inline double shared_mass(const LoopState& s, const Partners& p) {
  return 1.0 / (s.state[p.a].inverse_mass + s.state[p.b].inverse_mass);
}

inline void add(Wrench& sum, const Wrench& w) {
  sum.force = sum.force + w.force;
  sum.torque_a = sum.torque_a + w.torque_a;
  sum.torque_b = sum.torque_b + w.torque_b;
}

inline void add_to_shares(LoopState& s, const PairChunk& chunk, const PairBlock& block,
                          std::size_t k, const Wrench& w) {
  Share* const shares = s.share.data() + chunk.first_share;
  Share &a = shares[block.share_a[k]], &b = shares[block.share_b[k]];
  a.force = a.force - w.force;
  a.torque = a.torque + w.torque_a;
  b.force = b.force + w.force;
  b.torque = b.torque + w.torque_b;
}

// Work that bodies which are not free do on the others: their velocity times the force that they
// exert.
inline double work_of_boundary(const LoopState& s, const Partners& p, const Meeting& meeting,
                               const Vec3<double>& force, const Vec3<double>& moment, double step) {
  double power = 0.0;
  if (!s.is_free(p.a)) {
    power += dot(force, meeting.a.velocity + cross(meeting.a.spin, meeting.arm_a)) +
             dot(moment, meeting.a.spin);
  }
  if (!s.is_free(p.b)) {
    power -= dot(force, meeting.b.velocity + cross(meeting.b.spin, meeting.arm_b)) +
             dot(moment, meeting.b.spin);
  }
  return power * step;
}

// What the last step's dashpots have done beyond what was counted.
inline double late_heat(const PointMemory& memory, const RelativeMotion& motion, double step) {
  return -step * dot(memory.dashpot, motion.velocity - motion.mid_velocity);
}

// The law's response is given; memory and sums are advanced by a step.
inline Wrench push(const LoopState& s, const Partners& p, const ContactPoint& contact,
                   const Squeeze& squeeze, const Response& response, PointMemory& memory,
                   Slider* rolling, double step, ContactSums& sums) {
  const Meeting meeting = meeting_at(s, p, contact.point);
  RelativeMotion motion = meeting.motion(contact.normal);
  motion.spread_squared = contact.spread_squared;
  motion.twist = contact.twist;
  sums.damping += late_heat(memory, motion, step);
  const ContactForce f =
      contact_force(s.met_of(p.a, p.b), squeeze, response, motion, step, memory.friction, rolling);
  memory.dashpot = f.dashpot;
  sums.damping -= step * dot(f.dashpot, motion.mid_velocity);
  sums.elastic += f.elastic;
  sums.damping += f.rocking_heat;
  sums.friction += f.friction_heat;
  sums.rolling += f.rolling_heat;
  if (!s.is_free(p.a) || !s.is_free(p.b)) {
    sums.boundary_work += work_of_boundary(s, p, meeting, f.force, f.moment, step);
  }
  return {f.force, -(cross(meeting.arm_a, f.force) + f.moment),
          cross(meeting.arm_b, f.force) + f.moment};
}

// The force on b of a contact as it was pushed last: that of the law, and what dashpots and
// friction added (contact_force.h).
inline Vec3<double> force_of(const Response& response, const Vec3<double>& normal,
                             const PointMemory& memory) {
  return response.force * normal + memory.dashpot - memory.friction.load;
}

// A contact that ended near a point: what its springs held is heat.
inline void release(const LoopState& s, const Partners& p, const Vec3<double>& point,
                    PointMemory& memory, Slider* rolling, double step, ContactSums& sums) {
  const auto stored = [](const Slider& slider) {
    return slider.stiffness > 0.0 ? 0.5 * norm_squared(slider.load) / slider.stiffness : 0.0;
  };
  if (memory.radius == 0.0) return;
  sums.damping += late_heat(memory, meeting_at(s, p, point).motion({}), step);
  sums.friction += stored(memory.friction);
  memory = {};
  if (rolling == nullptr) return;
  sums.rolling += stored(*rolling);
  *rolling = {};
}

// The bodies of pair k, which has one contact point, are apart, nearest to each other near the
// point.
inline void stay_apart(LoopState& s, PairBlock& block, std::size_t k, const Partners& p,
                       const Vec3<double>& point, double step, ContactSums& sums) {
  Slider* rolling = block.rolling.empty() ? nullptr : &block.rolling[k];
  release(s, p, point, block.point[k], rolling, step, sums);
}

// The diameter to which overlaps of the pair are compared.
inline double size_of_smaller(const LoopState& s, const Partners& p) {
  const BodyFacts &a = s.facts_of(p.a), &b = s.facts_of(p.b);
  double size = a.bounded ? a.size_radius : b.size_radius;
  if (b.bounded) size = smaller(size, b.size_radius);
  return 2.0 * size;
}

}  // namespace talus
