#include "talus/sim/loop/move_bodies.h"

#include <fmt/format.h>

#include <cmath>

#include "talus/physics/rotation.h"
#include "talus/sim/loop/threads.h"
#include "talus/sim/simulation.h"

namespace talus {
namespace {

constexpr std::int64_t chunk = 1024;  // bodies

Vec3<double> inverse(const Vec3<double>& v) { return {1.0 / v.x, 1.0 / v.y, 1.0 / v.z}; }

bool is_round(const Vec3<double>& inertia) {
  return inertia.x == inertia.y && inertia.y == inertia.z;
}

// From principal axes to the world.
Mat3<double> principal_to_world(const LoopState& s, std::size_t i) {
  const Mat3<double> rotation = rotation_of(s.bodies.poses[i].orientation);
  const BodyFacts& facts = s.facts_of(i);
  return facts.centred ? rotation : rotation * facts.principal;
}

// A body that is not free keeps its velocities.
void carry(LoopState& s, std::size_t i) {
  s.state[i].velocity = s.motion.velocity[i];
  s.state[i].spin = s.motion.angular_velocity[i];
}

void kick(LoopState& s, std::size_t i) {
  BodyState& b = s.state[i];
  const double half = 0.5 * s.step;
  b.ahead = (half * b.inverse_mass) * s.motion.force[i];
  b.velocity = s.motion.velocity[i] + b.ahead;
  const Vec3<double> push = half * s.motion.torque[i];
  Vec3<double>& momentum = s.motion.angular_momentum[i];
  momentum = momentum + push;
  const Vec3<double>& inertia = s.motion.inertia[i];
  if (is_round(inertia)) {
    const double per_inertia = 1.0 / inertia.x;
    b.spin_ahead = per_inertia * push;
    b.spin = per_inertia * momentum;
    return;
  }
  const Mat3<double> to_world = principal_to_world(s, i);
  const Vec3<double> per_inertia = inverse(inertia);
  b.spin_ahead = to_world * multiply_componentwise(per_inertia, transpose_times(to_world, push));
  b.spin =
      to_world * mean_angular_velocity(transpose_times(to_world, momentum), per_inertia, s.step);
}

void drift(LoopState& s, std::size_t i, Quat<double>& q) {
  BodyState& b = s.state[i];
  b.centre = b.centre + s.step * b.velocity;
  double speed = norm(b.velocity);
  const double turning = norm_squared(b.spin);
  if (turning > 0.0) {
    q = turned(q, b.spin, s.step);
    speed += square_root(turning) * s.turn_reach[i];
  }
  s.way[i] += speed * s.step;
}

void gather(const LoopState& s, std::size_t i, Vec3<double>& force, Vec3<double>& torque) {
  for (std::int64_t k = s.adjacency_start[i]; k < s.adjacency_start[i + 1]; ++k) {
    const std::uint32_t entry = s.adjacency[static_cast<std::size_t>(k)];
    const std::size_t slot = entry >> 1;
    if (s.active[slot] == 0) continue;
    const Wrench& w = s.wrench[slot];
    if ((entry & 1) == 0) {
      force = force - w.force;
      torque = torque + w.torque_a;
    } else {
      force = force + w.force;
      torque = torque + w.torque_b;
    }
  }
}

// The forces on a body are in no order in memory: ask for them a few bodies ahead.
void fetch(const LoopState& s, std::size_t i) {
  if (i >= s.body_count()) return;
  for (std::int64_t k = s.adjacency_start[i]; k < s.adjacency_start[i + 1]; ++k) {
    const Wrench& w = s.wrench[s.adjacency[static_cast<std::size_t>(k)] >> 1];
    __builtin_prefetch(&w.force);
    __builtin_prefetch(&w.torque_b.z);
  }
}

// The heat of the drag.
double end_step_of(LoopState& s, std::size_t i, double step) {
  const BodyState& b = s.state[i];
  Motion& m = s.motion;
  Vec3<double> force = m.mass[i] * s.setup.gravity, torque{};
  gather(s, i, force, torque);
  double heat = 0.0;
  if (s.setup.drag > 0.0) {
    const Vec3<double> v = b.velocity + b.ahead, w = b.spin + b.spin_ahead;
    const Vec3<double> push = (s.setup.drag * m.mass[i]) * v;
    const Vec3<double> twist = s.setup.drag * angular_momentum_of(s, i, w);
    force = force - push;
    torque = torque - twist;
    heat = step * (dot(push, v) + dot(twist, w));
  }
  const double half = 0.5 * step;
  m.force[i] = force;
  m.torque[i] = torque;
  m.velocity[i] = b.velocity + (half * b.inverse_mass) * force;
  m.angular_momentum[i] = m.angular_momentum[i] + half * torque;
  m.angular_velocity[i] = angular_velocity_of(s, i, m.angular_momentum[i]);
  return heat;
}

bool is_finite(const Vec3<double>& v) { return std::isfinite(v.x + v.y + v.z); }

}  // namespace

void set_pose_from_centre(LoopState& s, std::size_t i) {
  Pose<double>& pose = s.bodies.poses[i];
  const BodyFacts& facts = s.facts_of(i);
  pose.position = s.state[i].centre;
  if (!facts.centred) {
    pose.position = pose.position - rotation_of(pose.orientation) * facts.centroid;
  }
}

Vec3<double> centre_of(const LoopState& s, std::size_t i) {
  const Pose<double>& pose = s.bodies.poses[i];
  const BodyFacts& facts = s.facts_of(i);
  return facts.centred ? pose.position
                       : pose.position + rotation_of(pose.orientation) * facts.centroid;
}

Vec3<double> angular_velocity_of(const LoopState& s, std::size_t i, const Vec3<double>& momentum) {
  const Vec3<double>& inertia = s.motion.inertia[i];
  if (is_round(inertia)) return (1.0 / inertia.x) * momentum;
  const Mat3<double> to_world = principal_to_world(s, i);
  return to_world * multiply_componentwise(inverse(inertia), transpose_times(to_world, momentum));
}

Vec3<double> angular_momentum_of(const LoopState& s, std::size_t i, const Vec3<double>& spin) {
  const Vec3<double>& inertia = s.motion.inertia[i];
  if (is_round(inertia)) return inertia.x * spin;
  const Mat3<double> to_world = principal_to_world(s, i);
  return to_world * multiply_componentwise(inertia, transpose_times(to_world, spin));
}

void move_bodies(LoopState& s) {
  for_each_chunk(static_cast<std::int64_t>(s.body_count()), chunk, s.threads,
                 [&](std::int64_t, std::int64_t first, std::int64_t last) {
                   for (auto i = static_cast<std::size_t>(first);
                        i < static_cast<std::size_t>(last); ++i) {
                     if (s.is_free(i)) {
                       kick(s, i);
                     } else {
                       carry(s, i);
                     }
                     if (s.motion.freedom[i] == Freedom::fixed) continue;
                     drift(s, i, s.bodies.poses[i].orientation);
                     set_pose_from_centre(s, i);
                   }
                 });
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    drift(s, s.body_count() + w, s.walls[w].orientation);
  }
}

void end_step(LoopState& s, double step) {
  const auto count = static_cast<std::int64_t>(s.body_count());
  std::vector<double> heat(static_cast<std::size_t>((count + chunk - 1) / chunk));
  std::vector<std::int64_t> lost(heat.size(), -1);
  for_each_chunk(count, chunk, s.threads,
                 [&](std::int64_t c, std::int64_t first, std::int64_t last) {
                   for (std::int64_t k = first; k < last; ++k) {
                     const auto i = static_cast<std::size_t>(k);
                     fetch(s, i + 3);
                     if (!s.is_free(i)) continue;
                     heat[static_cast<std::size_t>(c)] += end_step_of(s, i, step);
                     if (!is_finite(s.motion.force[i]) || !is_finite(s.motion.torque[i])) {
                       lost[static_cast<std::size_t>(c)] = k;
                     }
                   }
                 });
  for (std::size_t c = 0; c < heat.size(); ++c) {
    s.ledger.drag += heat[c];
    if (lost[c] < 0) continue;
    throw SimulationError(fmt::format(
        "{}: its force is not finite after step {} (t = {} s); the time step may be too large",
        s.setup.name[static_cast<std::size_t>(lost[c])], s.steps, s.time));
  }
}

void count_motion(const LoopState& s, double& kinetic, double& potential) {
  kinetic = potential = 0.0;
  for (std::size_t i = 0; i < s.body_count(); ++i) {
    if (!s.is_free(i)) continue;
    kinetic += 0.5 * (s.motion.mass[i] * norm_squared(s.motion.velocity[i]) +
                      dot(s.motion.angular_momentum[i], s.motion.angular_velocity[i]));
    potential -= s.motion.mass[i] * dot(s.setup.gravity, s.state[i].centre);
  }
}

}  // namespace talus
