// One contact point in one time step: relative motion of the bodies, response of the law, force and
// torques, and energies. The only force path: scalar code, packs of eight contacts and device code
// are instances of it.
//
// The heat of dashpots is counted as the bodies feel it: a force of step n acts with half of the
// velocity before it and half of the one after it. It is counted with the one before it, and a step
// later with half of what the velocity has gained: the point of contact may have moved since, along
// a face from end to end, and the gain is nearly the same there.
#pragma once

#include "talus/contact/contact_history.h"
#include "talus/physics/body_motion.h"
#include "talus/physics/contact_force.h"

namespace talus {

// Position of a contact point relative to the centres of mass of both bodies, in the world.
template <class N>
struct ContactFrameOf {
  Vec3<N> arm_a{}, arm_b{};  // m
  Vec3<N> normal{};          // unit, from a to b
  N spread_squared{};        // m2, as RelativeMotionOf
  N twist{};                 // m, as RelativeMotionOf
  // What the rotation of both bodies adds to the inverse effective mass at the contact point, over
  // the sum of their inverse masses; 0 for two balls.
  N lever{};
};

// What a contact point does in a step.
template <class N>
struct ContactActionOf {
  Vec3<N> force{};                     // N, on b
  Vec3<N> torque_a{}, torque_b{};      // N m, about the centres of mass
  N elastic{};                         // J, stored now
  N damping{}, friction{}, rolling{};  // J, heat of this step
  N boundary_work{};                   // J, by bodies that are not free on the others
};

template <class N>
TALUS_INLINE Vec3<N> velocity_at(const BodyMotionOf<N>& body, const Vec3<N>& arm) {
  return body.velocity + cross(body.spin, arm);
}

// The change of velocity until the end of the step.
template <class N>
TALUS_INLINE Vec3<N> half_kick_at(const BodyMotionOf<N>& body, const Vec3<N>& arm) {
  return body.half_kick + cross(body.spin_half_kick, arm);
}

template <class N>
TALUS_INLINE RelativeMotionOf<N> relative_motion(const BodyMotionOf<N>& a, const BodyMotionOf<N>& b,
                                                 const ContactFrameOf<N>& frame) {
  RelativeMotionOf<N> m;
  m.normal = frame.normal;
  m.spread_squared = frame.spread_squared;
  m.twist = frame.twist;
  m.mid_velocity = velocity_at(b, frame.arm_b) - velocity_at(a, frame.arm_a);
  m.velocity = m.mid_velocity + half_kick_at(b, frame.arm_b) - half_kick_at(a, frame.arm_a);
  m.mid_spin = b.spin - a.spin;
  m.common_spin = N(0.5) * dot(a.spin + b.spin, frame.normal);
  return m;
}

// m*, along the normal: a body that is not free has an infinite mass.
template <class N>
TALUS_INLINE N effective_mass(const BodyMotionOf<N>& a, const BodyMotionOf<N>& b,
                              const N& lever = N(0)) {
  return N(1) / ((a.inverse_mass + b.inverse_mass) * (N(1) + lever));
}

// Power of a force and a moment that the body exerts, at the end of the step: the mean of the steps
// before and after it, which is what the force acts over.
template <class N>
TALUS_INLINE N power_of(const BodyMotionOf<N>& body, const Vec3<N>& arm, const Vec3<N>& force,
                        const Vec3<N>& moment) {
  return dot(force, velocity_at(body, arm) + half_kick_at(body, arm)) +
         dot(moment, body.spin + body.spin_half_kick);
}

// Advances the history, and the rolling spring unless it is null, by a step. `respond` maps the
// geometry, whose mass and radius are set here, to the law's ResponseOf<N>.
template <class N, class Respond>
TALUS_INLINE ContactActionOf<N> apply_contact_force(
    const BodyMotionOf<N>& a, const BodyMotionOf<N>& b, const ContactFrameOf<N>& frame,
    const ContactMaterialOf<N>& material, ContactGeometryOf<N> geometry, const N& step,
    ContactHistoryOf<N>& history, Vec3<N>* rolling, const Respond& respond,
    bool no_tension = false) {
  const RelativeMotionOf<N> motion = relative_motion(a, b, frame);
  geometry.radius = history.radius;
  geometry.mass = effective_mass(a, b, frame.lever);
  const ContactForceOf<N> f = contact_force(material, geometry, respond(geometry), motion, step,
                                            history, rolling, no_tension);
  ContactActionOf<N> action;
  action.force = f.force;
  action.torque_a = -(cross(frame.arm_a, f.force) + f.moment);
  action.torque_b = cross(frame.arm_b, f.force) + f.moment;
  action.elastic = f.elastic;
  action.friction = f.friction_heat;
  action.rolling = f.rolling_heat;
  // The dashpots of this step, and the correction of the last step's.
  const Vec3<N> gained = motion.velocity - motion.mid_velocity;
  const N power = dot(f.dashpot, motion.mid_velocity) + dot(history.dashpot, gained);
  action.damping = f.rocking_heat - step * power;
  history.dashpot = f.dashpot;
  const MaskOf<N> constrained_a = !(a.inverse_mass > N(0)),
                  constrained_b = !(b.inverse_mass > N(0));
  action.boundary_work = N(0);
  if (any(constrained_a) || any(constrained_b)) {
    action.boundary_work =
        step * (select(constrained_a, power_of(a, frame.arm_a, f.force, f.moment), N(0)) -
                select(constrained_b, power_of(b, frame.arm_b, f.force, f.moment), N(0)));
  }
  return action;
}

// The force on b that apply_contact_force applied last, from the history that it left: the law's,
// and those of dashpots and friction. Equal to it up to rounding.
template <class N>
TALUS_HD Vec3<N> last_contact_force(const ContactMaterialOf<N>& material,
                                    const ResponseOf<N>& response, const Vec3<N>& normal,
                                    const ContactHistoryOf<N>& history) {
  const FrictionSpringOf<N> spring{history.elongation, history.torsion};
  const N addition = response.tangential_gradient * half_square(spring, material.torsion_ratio);
  return (response.force + addition) * normal + history.dashpot -
         response.tangential_stiffness * history.elongation;
}

// Heat of a contact that ended: the correction of its dashpots. Its springs are slack, as the
// normal force that holds them vanished.
TALUS_HD inline double release_contact(const BodyMotionOf<double>& a, const BodyMotionOf<double>& b,
                                       const ContactFrameOf<double>& frame, double step,
                                       ContactHistory& history) {
  if (history.radius == 0.0) return 0.0;
  const Vec3<double> gained = half_kick_at(b, frame.arm_b) - half_kick_at(a, frame.arm_a);
  const double heat = -step * dot(history.dashpot, gained);
  history = {};
  return heat;
}

}  // namespace talus
