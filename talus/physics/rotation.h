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
#include "talus/math/select.h"

namespace talus {

// The fixed-point iteration ends if it changes the angular momentum by less than half a unit in the
// last place, relative (2^-53 is 1.11e-16), or after `most_iterations`.
struct RotationLimits {
  static constexpr double least_change = 1.1e-16;
  static constexpr int most_iterations = 40;
};

template <class N>
TALUS_HD inline Vec3<N> choose(const MaskOf<N>& mask, const Vec3<N>& yes, const Vec3<N>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

// The mean angular velocity over the step, in the body's principal axes. N is a number or a pack of
// them (talus/math/select.h).
template <class N>
TALUS_HD inline Vec3<N> mean_angular_velocity(const Vec3<N>& momentum_body,
                                              const Vec3<N>& inverse_inertia, const N& step) {
  Vec3<N> middle = momentum_body;
  MaskOf<N> changes = N(0) < N(1);
  for (int i = 0; i < RotationLimits::most_iterations && any(changes); ++i) {
    const Vec3<N> w = multiply_componentwise(inverse_inertia, middle);
    const Vec3<N> next = momentum_body + (N(0.5) * step) * cross(middle, w);
    const N change = max_norm(next - middle);
    middle = choose(changes, next, middle);
    changes = changes & (change > N(RotationLimits::least_change) * max_norm(next));
  }
  return multiply_componentwise(inverse_inertia, middle);
}

template <class N>
TALUS_HD inline Quat<N> product(const Quat<N>& p, const Quat<N>& q) {
  return {
      p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
      p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

template <class N>
TALUS_HD inline Quat<N> normalized(const Quat<N>& q) {
  const N s = N(1) / square_root(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

// The orientation after a step with a mean angular velocity, in the world's axes.
template <class N>
TALUS_HD inline Quat<N> turned(const Quat<N>& q, const Vec3<N>& w_world, const N& step) {
  const N half = N(0.5) * step;
  return normalized(product({N(1), half * w_world.x, half * w_world.y, half * w_world.z}, q));
}

}  // namespace talus
