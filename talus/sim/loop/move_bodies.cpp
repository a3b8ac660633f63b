#include "talus/sim/loop/move_bodies.h"

#include <fmt/format.h>

#include <cmath>

#include "talus/math/prefetch.h"
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

// Force and torque on a body.
struct Load {
  Vec3<double> force{}, torque{};
};

// From the velocity and the angular momentum at the start of a step to those in its middle.
void kick(LoopState& s, std::size_t i, const Vec3<double>& velocity, const Load& load) {
  BodyState& b = s.state[i];
  const double half = 0.5 * s.step;
  b.ahead = (half * b.inverse_mass) * load.force;
  b.velocity = velocity + b.ahead;
  const Vec3<double> push = half * load.torque;
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

// The shares of a body are in no order in memory: ask for them a few bodies ahead.
TALUS_INLINE void fetch(const LoopState& s, std::size_t i) {
  if (i >= s.body_count()) return;
  for (std::int64_t k = s.share_start[i]; k < s.share_start[i + 1]; ++k) {
    prefetch(s.share[s.share_list[static_cast<std::size_t>(k)]]);
  }
}

// Of contacts, gravity and drag; adds the heat of the drag.
Load load_on(const LoopState& s, std::size_t i, double step, double& heat) {
  const BodyState& b = s.state[i];
  const double mass = s.motion.mass[i];
  Load load{mass * s.setup.gravity, {}};
  for (std::int64_t k = s.share_start[i]; k < s.share_start[i + 1]; ++k) {
    const Share& share = s.share[s.share_list[static_cast<std::size_t>(k)]];
    load.force = load.force + share.force;
    load.torque = load.torque + share.torque;
  }
  if (s.setup.drag > 0.0) {
    const Vec3<double> v = b.velocity + b.ahead, w = b.spin + b.spin_ahead;
    const Vec3<double> push = (s.setup.drag * mass) * v;
    const Vec3<double> twist = s.setup.drag * angular_momentum_of(s, i, w);
    load.force = load.force - push;
    load.torque = load.torque - twist;
    heat += step * (dot(push, v) + dot(twist, w));
  }
  return load;
}

// The velocity at the end of the step; the angular momentum is brought there, too.
Vec3<double> finish(LoopState& s, std::size_t i, const Load& load, double step) {
  const BodyState& b = s.state[i];
  const double half = 0.5 * step;
  s.motion.angular_momentum[i] = s.motion.angular_momentum[i] + half * load.torque;
  return b.velocity + (half * b.inverse_mass) * load.force;
}

// Where users see it.
void show(LoopState& s, std::size_t i, const Load& load, const Vec3<double>& velocity) {
  s.motion.force[i] = load.force;
  s.motion.torque[i] = load.torque;
  s.motion.velocity[i] = velocity;
  s.motion.angular_velocity[i] = angular_velocity_of(s, i, s.motion.angular_momentum[i]);
}

void move(LoopState& s, std::size_t i) {
  if (s.motion.freedom[i] == Freedom::fixed) return;
  drift(s, i, s.bodies.poses[i].orientation);
  set_pose_from_centre(s, i);
}

void move_walls(LoopState& s) {
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    drift(s, s.body_count() + w, s.walls[w].orientation);
  }
}

bool is_finite(const Load& load) {
  const Vec3<double> sum = load.force + load.torque;
  return std::isfinite(sum.x + sum.y + sum.z);
}

// Calls act(i, load) for all free bodies and otherwise(i) for the others.
template <class Act, class Otherwise>
void with_loads(LoopState& s, double step, const Act& act, const Otherwise& otherwise) {
  const auto count = static_cast<std::int64_t>(s.body_count());
  std::vector<double> heat(static_cast<std::size_t>((count + chunk - 1) / chunk));
  std::vector<std::int64_t> lost(heat.size(), -1);
  for_each_chunk(count, chunk, s.threads,
                 [&](std::int64_t c, std::int64_t first, std::int64_t last) {
                   double own_heat = 0.0;
                   for (std::int64_t k = first; k < last; ++k) {
                     const auto i = static_cast<std::size_t>(k);
                     fetch(s, i + 16);
                     if (!s.is_free(i)) {
                       otherwise(i);
                       continue;
                     }
                     const Load load = load_on(s, i, step, own_heat);
                     if (!is_finite(load)) lost[static_cast<std::size_t>(c)] = k;
                     act(i, load);
                   }
                   heat[static_cast<std::size_t>(c)] = own_heat;
                 });
  for (std::size_t c = 0; c < heat.size(); ++c) {
    s.ledger.drag += heat[c];
    if (lost[c] < 0) continue;
    throw SimulationError(fmt::format(
        "{}: its force is not finite after step {} (t = {} s); the time step may be too large",
        s.setup.name[static_cast<std::size_t>(lost[c])], s.steps, s.time));
  }
}

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

void start_step(LoopState& s) {
  for_each_chunk(static_cast<std::int64_t>(s.body_count()), chunk, s.threads,
                 [&](std::int64_t, std::int64_t first, std::int64_t last) {
                   for (auto i = static_cast<std::size_t>(first);
                        i < static_cast<std::size_t>(last); ++i) {
                     if (s.is_free(i)) {
                       kick(s, i, s.motion.velocity[i], {s.motion.force[i], s.motion.torque[i]});
                     } else {
                       carry(s, i);
                     }
                     move(s, i);
                   }
                 });
  move_walls(s);
}

void end_step(LoopState& s, double step) {
  with_loads(
      s, step, [&](std::size_t i, const Load& load) { show(s, i, load, finish(s, i, load, step)); },
      [](std::size_t) {});
}

void end_and_start_step(LoopState& s) {
  with_loads(
      s, s.step,
      [&](std::size_t i, const Load& load) {
        kick(s, i, finish(s, i, load, s.step), load);
        move(s, i);
      },
      [&](std::size_t i) {
        carry(s, i);
        move(s, i);
      });
  move_walls(s);
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
