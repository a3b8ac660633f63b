// The force of one contact point: the law's normal force, Coulomb friction against sliding and
// twisting, rolling resistance, and what each stores and turns into heat.
//
// Dashpots act on the velocity extrapolated to the end of the step by the last acceleration,
// springs stretch by the velocity in the middle of it: both errors are of second order in the time
// step.
#pragma once

#include "talus/contact/contact_history.h"
#include "talus/math/vec3.h"
#include "talus/physics/rolling_resistance.h"

namespace talus {

// How B moves relative to A at the contact point, in the world.
template <class N>
struct RelativeMotionOf {
  Vec3<N> normal{};        // unit, from A to B
  Vec3<N> velocity{};      // extrapolated to the end of the step
  Vec3<N> mid_velocity{};  // in the middle of the step
  Vec3<N> mid_spin{};      // angular velocity of B relative to A, likewise
  N common_spin{};         // mean of both about the normal
  N spread_squared{};      // m2: dashpots are spread over a patch; 0: a point
  N twist{};               // m: the couple about the normal that goes with the elastic force
};

template <class N>
struct ContactForceOf {
  Vec3<N> force{};                                    // N, on B at the contact point
  Vec3<N> moment{};                                   // N m, on B, beside that of the force
  Vec3<N> dashpot{};                                  // N, the part of the force that dashpots make
  N elastic{};                                        // J, stored now
  N rocking_heat{}, friction_heat{}, rolling_heat{};  // J, in this step
};

using RelativeMotion = RelativeMotionOf<double>;
using ContactForce = ContactForceOf<double>;

// Mean arm of friction: that of the patch, at least that of Hertz's round spot, whose radius a has
// a^2 = R* overlap.
template <class N>
TALUS_HD N friction_arm(const ContactGeometryOf<N>& g, const N& torsion) {
  const N spot = N(mean_arm_of_round_spot) * square_root(g.radius * g.overlap);
  return torsion * larger(g.patch_arm, spot);
}

// Those of a law of cohesion.
template <class N>
TALUS_HD N friction_arm(const ContactGeometryOf<N>& g, const CohesiveResponseOf<N>& r) {
  return r.torsion * larger(g.patch_arm, N(mean_arm_of_round_spot) * r.spot_radius);
}
template <class N>
TALUS_HD N friction_arm(const ContactGeometryOf<N>& g, const ResponseOf<N>& r) {
  return friction_arm(g, r.torsion);
}

// The normal force that the limits of friction are proportional to; `damped`: of the dashpot.
template <class N>
TALUS_HD N pressing_force(const ResponseOf<N>& r, const N& damped) {
  return larger(N(0), r.force + damped);
}
template <class N>
TALUS_HD N pressing_force(const CohesiveResponseOf<N>& r, const N& damped) {
  return larger(N(0), r.force + damped + r.adhesion);
}

// ResponseOfLaw: ResponseOf<N> or CohesiveResponseOf<N>.
template <class N, class ResponseOfLaw>
TALUS_HD ContactForceOf<N> contact_force(const ContactMaterialOf<N>& m,
                                         const ContactGeometryOf<N>& g, const ResponseOfLaw& r,
                                         const RelativeMotionOf<N>& motion, const N& step,
                                         ContactHistoryOf<N>& history, Vec3<N>* rolling,
                                         bool no_tension = false) {
  // The radius of gyration of a ball over its radius, 0.63, times the root of the torsion
  // ratio, 1.7 to 2.0 for Poisson ratios of 0.5 to 0.
  constexpr double torsion_damping = 1.14;
  ContactForceOf<N> f;
  const N zero(0);
  const Vec3<N>& n = motion.normal;
  const N closing = -dot(motion.velocity, n);
  N damped = r.dashpot * closing;
  // The dashpot takes away the elastic force at most (Setup::no_tension).
  if (no_tension) damped = larger(damped, -r.force);
  const N pressing = pressing_force(r, damped);

  // The friction spring, turned with the contact.
  const Vec3<N> v = motion.mid_velocity;
  const N leaving = dot(v, n), twisting = dot(motion.mid_spin, n);
  const N turn = step * motion.common_spin, arm = friction_arm(g, r);
  const FrictionOf<N> spring{r.tangential_stiffness, r.tangential_gradient, m.torsion_ratio};
  const Vec3<N> last = history.elongation;
  FrictionSpringOf<N> state{turned_with_normal(last, n, turn), history.torsion};
  const Vec3<N> turned = state.elongation;
  const Slip<N> slip = advance(state, spring, step * (v - leaving * n), step * arm * twisting,
                               -(step * leaving), m.friction, pressing);
  history.elongation = state.elongation;
  history.torsion = state.torsion;
  f.elastic = r.energy + slip.energy;
  // The old load acted as it was, not as it is turned.
  f.friction_heat = slip.heat + N(0.5) * step * r.tangential_stiffness * dot(last - turned, v);

  // The tangential dashpots act while the contact sticks, if friction can bear them. That of the
  // torsional spring has the damping ratio of the others for a ball; as a force at the arm.
  const Vec3<N> load = r.tangential_stiffness * state.elongation;
  const N torsion = r.tangential_stiffness * m.torsion_ratio * state.torsion;
  const Vec3<N> drag = r.tangential_dashpot * (motion.velocity + closing * n);
  const N torsion_drag =
      r.tangential_dashpot * (N(torsion_damping) * g.radius) * (r.torsion * twisting);
  const N whole = torsion + torsion_drag;
  const MaskOf<N> too_much =
      norm_squared(load + drag) + whole * whole > slip.largest * slip.largest;
  const N bears = select(slip.sliding, zero, select(too_much, zero, N(1)));
  f.dashpot = damped * n - bears * drag;
  f.force = (r.force + damped + slip.addition) * n - (load + bears * drag);

  // A bed of dashpots resists rocking as well.
  const Vec3<N> rocking = motion.mid_spin - twisting * n;
  f.moment = (-r.dashpot * motion.spread_squared) * rocking;
  const N twist_moment = arm * (torsion + bears * torsion_drag);
  f.rocking_heat = step * (arm * bears * torsion_drag * twisting - dot(f.moment, rocking));
  f.moment = f.moment + (r.force * motion.twist - twist_moment) * n;
  if (rolling != nullptr) {
    const RollingOf<N> rolls = resist_rolling(m, g, r.rolling_stiffness, n, motion.mid_spin, turn,
                                              pressing + slip.addition, step, *rolling);
    f.moment = f.moment + rolls.moment;
    f.elastic = f.elastic + rolls.energy;
    f.rolling_heat = rolls.heat;
    f.rocking_heat = f.rocking_heat + rolls.damping;
  }
  return f;
}

}  // namespace talus
