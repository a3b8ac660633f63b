// The force of one contact point: the law's normal force, Coulomb friction with history, rolling
// resistance, and what each stores and turns into heat.
//
// Dashpots act on the velocity extrapolated to the end of the step by the last acceleration,
// springs stretch by the velocity in the middle of it: both errors are of second order in the time
// step.
#pragma once

#include "talus/math/vec3.h"
#include "talus/physics/contact_geometry.h"
#include "talus/physics/contact_material.h"
#include "talus/physics/slider.h"

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
  Vec3<N> moment{};                                   // N m, on B: rolling resistance
  Vec3<N> dashpot{};                                  // N, the part of the force that dashpots make
  N elastic{};                                        // J, stored now
  N rocking_heat{}, friction_heat{}, rolling_heat{};  // J, in this step
};

using RelativeMotion = RelativeMotionOf<double>;
using ContactForce = ContactForceOf<double>;

// Ai et al. (Powder Technol. 206, 2011: 269), model C: an angular spring of 2.25 k (mu_r R*)^2 that
// slides at mu_r R* F. Resists rolling and twisting alike.
template <class N>
TALUS_HD void resist_rolling(const ContactMaterialOf<N>& m, const ContactGeometryOf<N>& g,
                             const RelativeMotionOf<N>& motion, const N& step, const N& force,
                             SliderOf<N>& rolling, ContactForceOf<N>& f) {
  const N arm = m.rolling_friction * g.radius;
  const N stiffness = select(g.overlap > N(0), N(2.25) * (force / g.overlap) * arm * arm, N(0));
  const Slid<N> slid = advance(rolling, stiffness, step * motion.mid_spin, arm * force);
  f.moment = f.moment - rolling.load;
  f.elastic = f.elastic + slid.energy;
  f.rolling_heat = slid.heat;
}

template <class N>
TALUS_HD ContactForceOf<N> contact_force(const ContactMaterialOf<N>& m,
                                         const ContactGeometryOf<N>& g, const ResponseOf<N>& r,
                                         const RelativeMotionOf<N>& motion, const N& step,
                                         SliderOf<N>& friction, SliderOf<N>* rolling,
                                         bool no_tension = false) {
  ContactForceOf<N> f;
  const Vec3<N>& n = motion.normal;
  const N closing = -dot(motion.velocity, n);
  N damped = r.dashpot * closing;
  // The dashpot takes away the elastic force at most (Setup::no_tension).
  if (no_tension) damped = larger(damped, -r.force);
  const N normal_force = r.force + damped;
  const N pressing = select(normal_force > N(0), normal_force, N(0));

  const Vec3<N> v = motion.mid_velocity, along = v - dot(v, n) * n;
  const Vec3<N> last_load = friction.load;
  friction.load = turned_with_normal(friction.load, n, step * motion.common_spin);
  const Vec3<N> turned = friction.load;
  const N limit = m.friction * pressing;
  const Slid<N> slid = advance(friction, r.tangential_stiffness, step * along, limit);
  f.elastic = r.energy + slid.energy;
  // The old load acted as it was, not as it is turned.
  f.friction_heat = slid.heat + N(0.5) * step * dot(last_load - turned, v);

  // The tangential dashpot acts while the contact sticks, if friction can bear it.
  const Vec3<N> drag = r.tangential_dashpot * (motion.velocity + closing * n);
  const MaskOf<N> too_much = norm_squared(friction.load + drag) > limit * limit;
  const N bears = select(slid.sliding, N(0), select(too_much, N(0), N(1)));
  f.dashpot = damped * n - bears * drag;
  f.force = normal_force * n - (friction.load + bears * drag);

  // A bed of dashpots resists rocking and twisting as well.
  f.moment = (-r.dashpot * motion.spread_squared) * motion.mid_spin;
  f.rocking_heat = -step * dot(f.moment, motion.mid_spin);
  f.moment = f.moment + (r.force * motion.twist) * n;
  if (rolling != nullptr) resist_rolling(m, g, motion, step, pressing, *rolling, f);
  return f;
}

}  // namespace talus
