// Rolling resistance after J. Ai et al. (Powder Technol. 206, 2011: 269), model C: an angular
// spring of stiffness 2.25 k (mu_r R*)^2 that slides at the moment mu_r R* N, with a dashpot while
// it sticks. It resists rolling only, not the rotation about the normal, and turns with the
// contact. k is constant over a contact (ResponseOf::rolling_stiffness), so that the spring returns
// what it stored whatever the normal force does.
#pragma once

#include "talus/physics/contact_geometry.h"
#include "talus/physics/contact_material.h"
#include "talus/physics/friction.h"

namespace talus {

template <class N>
struct RollingOf {
  Vec3<N> moment{};  // N m, on B
  N energy{};        // J, stored now
  N heat{};          // J, by sliding in this step
  N damping{};       // J, of the dashpot in this step
};

// Stiffness of the spring, N m/rad, at the radius R* of the contact.
template <class N>
TALUS_HD N rolling_spring_stiffness(const ContactMaterialOf<N>& m, const N& radius,
                                    const N& rolling_stiffness) {
  // Of the spring over k (mu_r R*)^2, by Ai et al.
  constexpr double stiffness_factor = 2.25;
  const N arm = m.rolling_friction * radius;
  return N(stiffness_factor) * rolling_stiffness * arm * arm;
}

// `angle` is the rotation of the spring, `spin` the angular velocity of B relative to A, `turn` the
// angle by which the contact turned about its normal, `force` the normal force, >= 0.
template <class N>
TALUS_HD RollingOf<N> resist_rolling(const ContactMaterialOf<N>& m, const ContactGeometryOf<N>& g,
                                     const N& rolling_stiffness, const Vec3<N>& normal,
                                     const Vec3<N>& spin, const N& turn, const N& force,
                                     const N& step, Vec3<N>& angle) {
  // Moment of inertia of a ball about a point of its surface, over m R^2.
  constexpr double rolling_inertia = 1.4;
  const N zero(0), arm = m.rolling_friction * g.radius;
  const N k = rolling_spring_stiffness(m, g.radius, rolling_stiffness), limit = arm * force;
  const Vec3<N> old = turned_with_normal(angle, normal, turn);
  const Vec3<N> rolls = spin - dot(spin, normal) * normal;
  const Vec3<N> stretched = old + step * rolls;
  const N squared = k * k * norm_squared(stretched);
  const MaskOf<N> sliding = squared > limit * limit;
  const N scale = select(sliding, limit / square_root(squared), N(1));
  const N half = N(0.5) * k;
  const Vec3<N> turned = angle - old;
  angle = scale * stretched;
  RollingOf<N> r;
  r.energy = half * norm_squared(angle);
  // As advance() of friction.h; the old moment acted as it was, not as it is turned.
  r.heat = half * (step * dot(old + angle + turned, rolls) + norm_squared(old)) - r.energy;
  const N dashpot =
      N(2) * m.damping_ratio * g.radius * square_root(N(rolling_inertia) * g.mass * k);
  const Vec3<N> drag = dashpot * rolls, spring = k * angle;
  const MaskOf<N> too_much = norm_squared(spring + drag) > limit * limit;
  const N bears = select(sliding, zero, select(too_much, zero, N(1)));
  r.moment = -(spring + bears * drag);
  r.damping = bears * step * dashpot * norm_squared(rolls);
  return r;
}

}  // namespace talus
