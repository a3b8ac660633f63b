// Gathers bodies from a batch, integrates them (talus/physics/integrator.h) and scatters the
// results: one body with N = double, eight with a pack.
#pragma once

#include "talus/physics/integrator.h"
#include "talus/sim/loop/native/integrator_batch.h"

namespace talus {

template <class N>
TALUS_INLINE RotorOf<N> rotor_from(const IntegratorBatch& batch, int at, bool all_round,
                                   bool all_centred) {
  using Access = LineAccess<N>;
  RotorOf<N> rotor;
  rotor.inverse_inertia = vector_from<N>(batch.inverse_inertia, at);
  rotor.turn_reach = Access::row(batch.turn_reach, at);
  rotor.all_round = all_round;
  rotor.all_centred = all_centred;
  if (!all_round) rotor.round = Access::row(batch.round, at);
  if (!all_centred) {
    rotor.principal = matrix_from<N>(batch.principal, at);
    rotor.centroid = vector_from<N>(batch.centroid, at);
  }
  return rotor;
}

// `all_round`, `all_centred`: those of the batch, as constants where they are known.
template <class N>
TALUS_INLINE void integrate_as(IntegratorBatch& batch, int at, const IntegratorCall& call,
                               bool all_round, bool all_centred) {
  using Access = LineAccess<N>;
  N motion[16], pose[8];
  Access::template load<16>(batch.motion, at, motion);
  Access::template load<8>(batch.pose, at, pose);
  RigidBodyOf<N> body;
  body.motion = BodyMotionOf<N>::from_line(motion);
  if (!call.ends) body.motion.velocity = vector_from<N>(batch.velocity, at);
  body.orientation = {pose[3], pose[4], pose[5], pose[6]};
  body.path_length = pose[7];
  body.angular_momentum = vector_from<N>(batch.angular_momentum, at);
  const LoadOf<N> load{vector_from<N>(batch.force, at), vector_from<N>(batch.torque, at)};
  kick_and_drift(rotor_from<N>(batch, at, all_round, all_centred), load, N(call.step), call.ends,
                 body);
  const N longest = Access::row(batch.longest_path, at);
  const N path = select(Access::used(at, batch.count), body.path_length - pose[7], longest);
  const N longer = larger(longest, path);
  Access::set_row(batch.longest_path, at, longer);
  // Also in later batches: the queue finds nothing new then.
  if (any(longer > N(call.travel_limit))) batch.far = true;

  const BodyMotionOf<N>& m = body.motion;
  const Quat<N>& q = body.orientation;
  const N first[8] = {m.centre.x,   m.centre.y,   m.centre.z, m.velocity.x,
                      m.velocity.y, m.velocity.z, m.spin.x,   m.spin.y};
  const N second[8] = {m.spin.z,           m.half_kick.x,      m.half_kick.y,      m.half_kick.z,
                       m.spin_half_kick.x, m.spin_half_kick.y, m.spin_half_kick.z, m.inverse_mass};
  const N third[8] = {body.position.x, body.position.y, body.position.z, q.w, q.x, q.y, q.z,
                      body.path_length};
  Access::store(first, at, batch.count, batch.motion);
  double* rest[IntegratorBatch::size];
  for (int i = 0; i < IntegratorBatch::size; ++i) rest[i] = batch.motion[i] + 8;
  Access::store(second, at, batch.count, rest);
  Access::store(third, at, batch.count, batch.pose);
  set_vector(batch.angular_momentum, at, body.angular_momentum);
}

// The bodies from lane `at` on. Beds of spheres and of centred bodies have code of their own, whose
// packs of eight stay in registers.
template <class N>
TALUS_INLINE void integrate(IntegratorBatch& batch, int at, const IntegratorCall& call) {
  if (!batch.all_centred) {
    integrate_as<N>(batch, at, call, batch.all_round, false);
  } else if (batch.all_round) {
    integrate_as<N>(batch, at, call, true, true);
  } else {
    integrate_as<N>(batch, at, call, false, true);
  }
}

}  // namespace talus
