// One contact point of a pair becomes a force: kinematics from the bodies' states, the law, and the
// sums of energies.
#pragma once

#include "talus/physics/contact_force.h"
#include "talus/physics/law/hertz_mindlin.h"
#include "talus/physics/law/linear.h"
#include "talus/physics/law/volume.h"
#include "talus/sim/loop/state.h"

namespace talus {

// Where two bodies push each other, in the world beside body a.
struct ContactPoint {
  Vec3<double> point{}, normal{};  // normal from a to b
  double overlap{};
  double volume{}, area{};  // volume law only
};

// How two bodies of a pair move at a point.
struct Meeting {
  const BodyState& a;
  const BodyState& b;
  Vec3<double> arm_a, arm_b;

  RelativeMotion motion(const Vec3<double>& normal) const {
    RelativeMotion m;
    m.normal = normal;
    m.mid_velocity = b.velocity + cross(b.spin, arm_b) - a.velocity - cross(a.spin, arm_a);
    m.velocity = m.mid_velocity + b.ahead + cross(b.spin_ahead, arm_b) - a.ahead -
                 cross(a.spin_ahead, arm_a);
    m.mid_spin = b.spin - a.spin;
    m.common_spin = 0.5 * dot(a.spin + b.spin, normal);
    return m;
  }
};

inline Meeting meeting_at(const LoopState& s, std::size_t a, std::size_t b,
                          const Vec3<double>& shift, const Vec3<double>& point) {
  const BodyState &state_a = s.state[a], &state_b = s.state[b];
  return {state_a, state_b, point - state_a.centre, point - (state_b.centre + shift)};
}

inline double shared_mass(const LoopState& s, std::size_t a, std::size_t b) {
  return 1.0 / (s.inverse_mass[a] + s.inverse_mass[b]);
}

template <Law law>
Response respond(const MetMaterials& met, const Squeeze& squeeze) {
  if constexpr (law == Law::linear) {
    return linear::respond(met, squeeze);
  } else if constexpr (law == Law::hertz_mindlin) {
    return hertz_mindlin::respond(met, squeeze);
  } else {
    return squeeze.volume > 0.0 ? volume::respond(met, squeeze)
                                : hertz_mindlin::respond(met, squeeze);
  }
}

// Work that bodies which are not free do on the others: their velocity times the force that they
// exert.
inline double work_of_boundary(const LoopState& s, std::size_t a, std::size_t b,
                               const Meeting& meeting, const ContactForce& f, double step) {
  double power = 0.0;
  if (!s.is_free(a)) {
    power += dot(f.force, meeting.a.velocity + cross(meeting.a.spin, meeting.arm_a)) +
             dot(f.moment, meeting.a.spin);
  }
  if (!s.is_free(b)) {
    power -= dot(f.force, meeting.b.velocity + cross(meeting.b.spin, meeting.arm_b)) +
             dot(f.moment, meeting.b.spin);
  }
  return power * step;
}

// Sets the slot and counts; radius, friction and rolling of the pair are those of the block.
template <Law law>
void push(LoopState& s, PairBlock& block, std::size_t k, const ContactPoint& contact, double step,
          ContactSums& sums) {
  const auto a = static_cast<std::size_t>(block.a[k]), b = static_cast<std::size_t>(block.b[k]);
  const Vec3<double> shift = block.shift.empty() ? Vec3<double>{} : block.shift[k];
  const Meeting meeting = meeting_at(s, a, b, shift, contact.point);
  const MetMaterials& met = s.met_of(a, b);
  const Squeeze squeeze{contact.overlap, block.radius[k], shared_mass(s, a, b), contact.volume,
                        contact.area};
  Slider* rolling = block.rolling.empty() ? nullptr : &block.rolling[k];
  const ContactForce f =
      contact_force(met, squeeze, respond<law>(met, squeeze), meeting.motion(contact.normal), step,
                    block.friction[k], rolling);
  const std::size_t slot = static_cast<std::size_t>(block.first) + k;
  s.active[slot] = 1;
  s.force[slot] = f.force;
  s.torque_a[slot] = -(cross(meeting.arm_a, f.force) + f.moment);
  s.torque_b[slot] = cross(meeting.arm_b, f.force) + f.moment;
  sums.elastic += f.elastic;
  sums.damping += f.damping_heat;
  sums.friction += f.friction_heat;
  sums.rolling += f.rolling_heat;
  if (!s.is_free(a) || !s.is_free(b)) {
    sums.boundary_work += work_of_boundary(s, a, b, meeting, f, step);
  }
  ++sums.count;
}

// A contact that ended: what its springs held is heat.
inline void release(LoopState& s, PairBlock& block, std::size_t k, ContactSums& sums) {
  const auto stored = [](const Slider& slider) {
    return slider.stiffness > 0.0 ? 0.5 * norm_squared(slider.load) / slider.stiffness : 0.0;
  };
  s.active[static_cast<std::size_t>(block.first) + k] = 0;
  if (block.radius[k] == 0.0) return;
  block.radius[k] = 0.0;
  sums.friction += stored(block.friction[k]);
  block.friction[k] = {};
  if (block.rolling.empty()) return;
  sums.rolling += stored(block.rolling[k]);
  block.rolling[k] = {};
}

}  // namespace talus
