// Free bodies go on by a step, as many at once as N has numbers: the formulas of move_bodies.h.
#pragma once

#include "talus/physics/rotation.h"
#include "talus/sim/loop/native/move_rows.h"

namespace talus {

template <class N>
TALUS_INLINE Mat3<N> matrix_from(const Row* rows, int at) {
  return {vector_from<N>(rows, at), vector_from<N>(rows + 3, at), vector_from<N>(rows + 6, at)};
}

// From principal axes to the world.
template <class N>
TALUS_INLINE Mat3<N> principal_to_world(const MoveRows& rows, int at, const Quat<N>& orientation) {
  const Mat3<N> rotation = rotation_of(orientation);
  return rows.all_centred ? rotation : rotation * matrix_from<N>(rows.principal, at);
}

// The mean angular velocity of the step, and what a push of the angular momentum adds to it.
template <class N>
struct Spin {
  Vec3<N> mean, ahead;
};

template <class N>
TALUS_INLINE Spin<N> spin_of(const MoveRows& rows, int at, const Quat<N>& orientation,
                             const Vec3<N>& momentum, const Vec3<N>& push, const N& step) {
  const Vec3<N> per_inertia = vector_from<N>(rows.inverse_inertia, at);
  const Spin<N> ball{per_inertia.x * momentum, per_inertia.x * push};
  if (rows.all_round) return ball;
  const Mat3<N> to_world = principal_to_world(rows, at, orientation);
  const Vec3<N> mean =
      to_world * mean_angular_velocity(transpose_times(to_world, momentum), per_inertia, step);
  const Vec3<N> ahead =
      to_world * multiply_componentwise(per_inertia, transpose_times(to_world, push));
  const MaskOf<N> round = LineAccess<N>::row(rows.round, at) > N(0);
  return {choose(round, ball.mean, mean), choose(round, ball.ahead, ahead)};
}

// The bodies from place `at` on.
template <class N>
TALUS_INLINE void move_free(MoveRows& rows, int at, const MoveOrder& order) {
  using Access = LineAccess<N>;
  N state[16], place[8];
  Access::template load<16>(rows.state, at, state);
  Access::template load<8>(rows.place, at, place);
  const N step(order.step), half = N(0.5) * step;

  // To the middle of the step.
  const Vec3<N> ahead = (half * state[15]) * vector_from<N>(rows.force, at);
  const Vec3<N> push = half * vector_from<N>(rows.torque, at);
  Vec3<N> velocity = vector_at(state + 3), momentum = vector_from<N>(rows.momentum, at);
  if (order.ends) {
    velocity = velocity + ahead;
    momentum = momentum + push;
  } else {
    velocity = vector_from<N>(rows.velocity, at);
  }
  velocity = velocity + ahead;
  momentum = momentum + push;
  const Quat<N> before{place[3], place[4], place[5], place[6]};
  const Spin<N> spin = spin_of(rows, at, before, momentum, push, step);

  // To its end.
  const Vec3<N> centre = vector_at(state) + step * velocity;
  const N turning = norm_squared(spin.mean);
  const MaskOf<N> turns = turning > N(0);
  const Quat<N> after = turned(before, spin.mean, step);
  const Quat<N> q{select(turns, after.w, before.w), select(turns, after.x, before.x),
                  select(turns, after.y, before.y), select(turns, after.z, before.z)};
  const N speed = norm(velocity) + square_root(turning) * Access::row(rows.turn_reach, at);
  Vec3<N> position = centre;
  if (!rows.all_centred) position = centre - rotation_of(q) * vector_from<N>(rows.centroid, at);

  const N first[8] = {centre.x,   centre.y,   centre.z,    velocity.x,
                      velocity.y, velocity.z, spin.mean.x, spin.mean.y};
  const N second[8] = {spin.mean.z,  ahead.x,      ahead.y,      ahead.z,
                       spin.ahead.x, spin.ahead.y, spin.ahead.z, state[15]};
  const N third[8] = {position.x, position.y, position.z, q.w,
                      q.x,        q.y,        q.z,        place[7] + speed * step};
  Access::store(first, at, rows.count, rows.state);
  double* rest[MoveRows::size];
  for (int i = 0; i < MoveRows::size; ++i) rest[i] = rows.state[i] + 8;
  Access::store(second, at, rows.count, rest);
  Access::store(third, at, rows.count, rows.place);
  set_vector(rows.momentum, at, momentum);
}

}  // namespace talus
