// Time integration of rigid bodies: velocity Verlet for the translation, the implicit midpoint rule
// (rotation.h) for the rotation.
//
//   v(n+1/2) = v(n) + h/2 F(n)/m,      L(n+1/2) = L(n) + h/2 T(n)         half kick
//   x(n+1) = x(n) + h v(n+1/2),        q(n+1) = Cayley(h w(n+1/2)) q(n)   drift
//   v(n+1) = v(n+1/2) + h/2 F(n+1)/m,  L(n+1) = L(n+1/2) + h/2 T(n+1)     half kick
//
// Second order. Without torque, energy and angular momentum of a rotation are kept for any step.
#pragma once

#include "talus/physics/body_motion.h"
#include "talus/physics/rotation.h"

namespace talus {

template <class N>
struct LoadOf {
  Vec3<N> force{}, torque{};  // N, and N m about the centre of mass, world frame
};
using Load = LoadOf<double>;

// Mass distribution of a body without its mass.
template <class N>
struct RotorOf {
  Vec3<N> inverse_inertia{};  // 1/(kg m2), principal
  N turn_reach{};             // m, lever of a turn at the surface; 0 for a sphere
  bool all_round{};           // all bodies of a pack have three equal moments of inertia
  bool all_centred{};  // all have the centroid in the shape's origin and its axes as principal axes
  N round{};           // 1 or 0, where not all are round
  Mat3<N> principal{};  // from principal axes to the shape's, where not all are centred
  Vec3<N> centroid{};   // in the shape's frame, likewise
};

template <class N>
struct RigidBodyOf {
  BodyMotionOf<N> motion;
  Vec3<N> position{};  // of the shape's origin
  Quat<N> orientation{};
  N path_length{};
  Vec3<N> angular_momentum{};  // about the centre of mass, world frame
};

template <class N>
TALUS_INLINE Mat3<N> principal_to_world(const RotorOf<N>& rotor, const Quat<N>& orientation) {
  const Mat3<N> rotation = rotation_of(orientation);
  return rotor.all_centred ? rotation : rotation * rotor.principal;
}

// I^-1 L for bodies that are not round.
template <class N>
TALUS_INLINE Vec3<N> apply_inverse_inertia(const RotorOf<N>& rotor, const Mat3<N>& to_world,
                                           const Vec3<N>& momentum) {
  return to_world *
         multiply_componentwise(rotor.inverse_inertia, transpose_times(to_world, momentum));
}

// w = I^-1 L, in the world. One body.
TALUS_HD inline Vec3<double> angular_velocity(const RotorOf<double>& rotor,
                                              const Quat<double>& orientation,
                                              const Vec3<double>& momentum) {
  if (rotor.all_round) return rotor.inverse_inertia.x * momentum;
  return apply_inverse_inertia(rotor, principal_to_world(rotor, orientation), momentum);
}

// L = I w, in the world. One body.
TALUS_HD inline Vec3<double> angular_momentum(const RotorOf<double>& rotor,
                                              const Vec3<double>& inertia,
                                              const Quat<double>& orientation,
                                              const Vec3<double>& spin) {
  if (rotor.all_round) return inertia.x * spin;
  const Mat3<double> to_world = principal_to_world(rotor, orientation);
  return to_world * multiply_componentwise(inertia, transpose_times(to_world, spin));
}

// The changes of velocity and angular momentum by half a step of a load.
template <class N>
struct HalfKickOf {
  Vec3<N> velocity{}, momentum{};
};

template <class N>
TALUS_INLINE HalfKickOf<N> half_kick(const LoadOf<N>& load, const N& inverse_mass, const N& step) {
  const N half = N(0.5) * step;
  return {(half * inverse_mass) * load.force, half * load.torque};
}

// The origin of the shape, from the centre of mass.
template <class N>
TALUS_INLINE Vec3<N> shape_origin(const RotorOf<N>& rotor, const Vec3<N>& centre,
                                  const Quat<N>& orientation) {
  return rotor.all_centred ? centre : centre - rotation_of(orientation) * rotor.centroid;
}

// Centre, pose and path length after a step with the velocity and spin of the body's motion.
template <class N>
TALUS_INLINE void drift(const RotorOf<N>& rotor, const N& step, RigidBodyOf<N>& body) {
  BodyMotionOf<N>& motion = body.motion;
  motion.centre = motion.centre + step * motion.velocity;
  const N turning = norm_squared(motion.spin);
  const MaskOf<N> turns = turning > N(0);
  const Quat<N> before = body.orientation, after = turned(before, motion.spin, step);
  body.orientation = {select(turns, after.w, before.w), select(turns, after.x, before.x),
                      select(turns, after.y, before.y), select(turns, after.z, before.z)};
  const N speed = norm(motion.velocity) + square_root(turning) * rotor.turn_reach;
  body.position = shape_origin(rotor, motion.centre, body.orientation);
  body.path_length = body.path_length + speed * step;
}

// Half kick and drift of free bodies: to the middle of the step, and to its end. With `ends`, the
// body is in the middle of the last step, whose second half kick comes first.
template <class N>
TALUS_INLINE void kick_and_drift(const RotorOf<N>& rotor, const LoadOf<N>& load, const N& step,
                                 bool ends, RigidBodyOf<N>& body) {
  BodyMotionOf<N>& motion = body.motion;
  const HalfKickOf<N> kick = half_kick(load, motion.inverse_mass, step);
  if (ends) {
    motion.velocity = motion.velocity + kick.velocity;
    body.angular_momentum = body.angular_momentum + kick.momentum;
  }
  motion.velocity = motion.velocity + kick.velocity;
  body.angular_momentum = body.angular_momentum + kick.momentum;
  motion.half_kick = kick.velocity;
  motion.spin = rotor.inverse_inertia.x * body.angular_momentum;
  motion.spin_half_kick = rotor.inverse_inertia.x * kick.momentum;
  if (!rotor.all_round) {
    const Mat3<N> to_world = principal_to_world(rotor, body.orientation);
    const Vec3<N> mean =
        to_world * mean_angular_velocity(transpose_times(to_world, body.angular_momentum),
                                         rotor.inverse_inertia, step);
    const MaskOf<N> round = rotor.round > N(0);
    motion.spin = choose(round, motion.spin, mean);
    motion.spin_half_kick =
        choose(round, motion.spin_half_kick, apply_inverse_inertia(rotor, to_world, kick.momentum));
  }
  drift(rotor, step, body);
}

}  // namespace talus
