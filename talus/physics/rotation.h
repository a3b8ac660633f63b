// Free rotation of a rigid body over one time step, by the implicit midpoint rule for Euler's
// equations in the body's frame and the Cayley rotation that belongs to it:
//
//   M = (L0 + L1) / 2,  L1 = L0 + h M x w,  w = I^-1 M,   q1 = q0 (1, h w / 2) / |(1, h w / 2)|
//
// The midpoint rule keeps every quadratic invariant: the energy L.I^-1 L / 2 and |L|. L1 is L0
// turned by the inverse of the Cayley rotation of h w, so the angular momentum in the world, q L
// q^-1, is kept as well, all three for any step to rounding. The orientation is of second order.
// (J. C. Simo and K. K. Wong, IJNME 31, 1991, for the family.)
//
// The equation for M is solved by iterating it, which contracts by about h |w|; steps of a contact
// simulation have h |w| << 1 and take three to five. Iteration ends when nothing changes any more,
// or after most_iterations: then the energy is kept to h |w| to that power only.
#pragma once

#include "talus/math/pose.h"

namespace talus {

inline constexpr int most_rotation_iterations = 40;

// The mean angular velocity over the step, in the body's principal axes.
TALUS_HD inline Vec3<double> mean_angular_velocity(const Vec3<double>& momentum_body,
                                                   const Vec3<double>& inverse_inertia,
                                                   double step) {
  Vec3<double> middle = momentum_body;
  Vec3<double> w = multiply_componentwise(inverse_inertia, middle);
  for (int i = 0; i < most_rotation_iterations; ++i) {
    const Vec3<double> next = momentum_body + (0.5 * step) * cross(middle, w);
    if (next == middle) break;
    const double change = max_norm(next - middle), size = max_norm(next);
    middle = next;
    w = multiply_componentwise(inverse_inertia, middle);
    if (change <= 1.1e-16 * size) break;
  }
  return w;
}

TALUS_HD inline Quat<double> product(const Quat<double>& p, const Quat<double>& q) {
  return {
      p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
      p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

TALUS_HD inline Quat<double> normalized(const Quat<double>& q) {
  const double s = 1.0 / square_root(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

// The orientation after a step with a mean angular velocity, in the world's axes.
TALUS_HD inline Quat<double> turned(const Quat<double>& q, const Vec3<double>& w_world,
                                    double step) {
  const double half = 0.5 * step;
  return normalized(product({1.0, half * w_world.x, half * w_world.y, half * w_world.z}, q));
}

}  // namespace talus
