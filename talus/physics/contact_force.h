// The force of one contact point: the law's normal force, Coulomb friction with history, rolling
// resistance, and what each stores and turns into heat.
//
// Dashpots act on the velocity that the bodies are expected to have at the end of the step (the
// last acceleration carried on), springs stretch by the velocity in the middle of it: both errors
// are of second order in the time step.
#pragma once

#include "talus/math/vec3.h"
#include "talus/physics/met_materials.h"
#include "talus/physics/slider.h"
#include "talus/physics/squeeze.h"

namespace talus {

// How B moves relative to A at the contact point, in the world.
struct RelativeMotion {
  Vec3<double> normal{};        // unit, from A to B
  Vec3<double> velocity{};      // expected at the end of the step
  Vec3<double> mid_velocity{};  // in the middle of the step
  Vec3<double> mid_spin{};      // angular velocity of B relative to A, in the middle of the step
  double common_spin{};         // mean of both about the normal
  double spread_squared{};      // m2: dashpots are spread over a patch; 0: a point
};

struct ContactForce {
  Vec3<double> force{};    // N, on B at the contact point
  Vec3<double> moment{};   // N m, on B: rolling resistance
  Vec3<double> dashpot{};  // N, the part of the force that dashpots make
  double elastic{};        // J, stored now
  double rocking_heat{}, friction_heat{}, rolling_heat{};  // J, in this step
};

// Ai et al. (Powder Technol. 206, 2011: 269), model C: an angular spring of 2.25 k (mu_r R*)^2 that
// slides at mu_r R* F. Resists rolling and twisting alike.
TALUS_HD inline void resist_rolling(const MetMaterials& m, const Squeeze& s,
                                    const RelativeMotion& motion, double step, double force,
                                    Slider& rolling, ContactForce& f) {
  const double arm = m.rolling_friction * s.radius;
  const double stiffness = s.overlap > 0.0 ? 2.25 * (force / s.overlap) * arm * arm : 0.0;
  const Slid slid = advance(rolling, stiffness, step * motion.mid_spin, arm * force);
  f.moment = f.moment - rolling.load;
  f.elastic += slid.energy;
  f.rolling_heat = slid.heat;
}

TALUS_HD inline ContactForce contact_force(const MetMaterials& m, const Squeeze& s,
                                           const Response& r, const RelativeMotion& motion,
                                           double step, Slider& friction, Slider* rolling) {
  ContactForce f;
  const Vec3<double>& n = motion.normal;
  const double closing = -dot(motion.velocity, n);
  const double damped = r.dashpot * closing;
  const double normal_force = r.force + damped;
  f.elastic = r.energy;
  f.dashpot = damped * n;

  const double pressing = normal_force > 0.0 ? normal_force : 0.0;
  const Vec3<double> v = motion.mid_velocity, along = v - dot(v, n) * n;
  friction.load = turned_with_normal(friction.load, n, step * motion.common_spin);
  const double limit = m.friction * pressing;
  const Slid slid = advance(friction, r.tangential_stiffness, step * along, limit);
  f.elastic += slid.energy;
  f.friction_heat = slid.heat;
  Vec3<double> tangential = friction.load;
  if (!slid.sliding) {
    const Vec3<double> w = motion.velocity + closing * n, drag = r.tangential_dashpot * w;
    const Vec3<double> both = tangential + drag;
    if (norm_squared(both) <= limit * limit) {
      tangential = both;
      f.dashpot = f.dashpot - drag;
    }
  }
  f.force = normal_force * n - tangential;
  // A bed of dashpots resists rocking and twisting as well.
  f.moment = (-r.dashpot * motion.spread_squared) * motion.mid_spin;
  f.rocking_heat = -step * dot(f.moment, motion.mid_spin);
  if (rolling != nullptr && m.rolling_friction > 0.0) {
    resist_rolling(m, s, motion, step, pressing, *rolling, f);
  }
  return f;
}

}  // namespace talus
