#include "talus/sim/loop/move_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talus/math/prefetch.h"
#include "talus/physics/rotation.h"
#include "talus/sim/loop/neighbours.h"
#include "talus/sim/loop/threads.h"
#include "talus/sim/simulation.h"

namespace talus {
namespace {

constexpr std::int64_t chunk = 1024;  // bodies

Vec3<double> inverse(const Vec3<double>& v) { return {1.0 / v.x, 1.0 / v.y, 1.0 / v.z}; }

// From principal axes to the world.
Mat3<double> principal_to_world(const LoopState& s, std::size_t i) {
  const Mat3<double> rotation = rotation_of(s.pose(i).orientation);
  const BodyFacts& facts = s.facts_of(i);
  return facts.centred ? rotation : rotation * facts.principal;
}

// A body that is not free keeps its velocities.
void carry(LoopState& s, std::size_t i) {
  s.state[i].velocity = s.motion.velocity[s.number_of(i)];
  s.state[i].spin = s.motion.angular_velocity[s.number_of(i)];
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
  Vec3<double>& momentum = s.angular_momentum[i];
  momentum = momentum + push;
  const BodyFacts& facts = s.facts_of(i);
  if (facts.round) {
    const double per_inertia = 1.0 / facts.inertia.x;
    b.spin_ahead = per_inertia * push;
    b.spin = per_inertia * momentum;
    return;
  }
  const Mat3<double> to_world = principal_to_world(s, i);
  const Vec3<double> per_inertia = inverse(facts.inertia);
  b.spin_ahead = to_world * multiply_componentwise(per_inertia, transpose_times(to_world, push));
  b.spin =
      to_world * mean_angular_velocity(transpose_times(to_world, momentum), per_inertia, s.step);
}

// Whether it has left its room.
bool drift(LoopState& s, std::size_t i) {
  BodyState& b = s.state[i];
  BodyPlace& place = s.place[i];
  b.centre = b.centre + s.step * b.velocity;
  double speed = norm(b.velocity);
  const double turning = norm_squared(b.spin);
  if (turning > 0.0) {
    place.pose.orientation = turned(place.pose.orientation, b.spin, s.step);
    speed += square_root(turning) * s.facts_of(i).turn_reach;
  }
  set_pose_from_centre(s, i);
  place.way += speed * s.step;
  return !(place.way < s.way_limit[i]) && has_left(s, i);
}

bool move(LoopState& s, std::size_t i) {
  const BodyState& b = s.state[i];
  const Vec3<double> none{};
  return (s.is_free(i) || !(b.velocity == none && b.spin == none)) && drift(s, i);
}

bool move_walls(LoopState& s) {
  bool left = false;
  for (std::size_t i = s.body_count(); i < s.object_count(); ++i) left = move(s, i) || left;
  return left;
}

// The shares of a body are in no order in memory: ask for them a few bodies ahead.
TALUS_INLINE void fetch(const LoopState& s, std::size_t i) {
  if (i >= s.body_count()) return;
  for (std::uint32_t k = s.share_start[i]; k < s.share_start[i + 1]; ++k) {
    prefetch(s.share[s.share_list[k]]);
  }
}

// Of contacts, gravity and drag; adds the heat of the drag.
Load load_on(const LoopState& s, std::size_t i, double step, double& heat) {
  const BodyState& b = s.state[i];
  const double mass = s.facts_of(i).mass;
  Load load{mass * s.setup.gravity, {}};
  for (std::uint32_t k = s.share_start[i]; k < s.share_start[i + 1]; ++k) {
    const Share& share = s.share[s.share_list[k]];
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
  s.angular_momentum[i] = s.angular_momentum[i] + half * load.torque;
  return b.velocity + (half * b.inverse_mass) * load.force;
}

// Where users see it.
void show(LoopState& s, std::size_t i, const Load& load, const Vec3<double>& velocity) {
  const std::size_t body = s.number_of(i);
  s.bodies.poses[body] = s.pose(i);
  s.motion.force[body] = load.force;
  s.motion.torque[body] = load.torque;
  s.motion.velocity[body] = velocity;
  s.motion.angular_momentum[body] = s.angular_momentum[i];
  s.motion.angular_velocity[body] = angular_velocity_of(s, i, s.angular_momentum[i]);
}

bool is_finite(const Load& load) {
  const Vec3<double> sum = load.force + load.torque;
  return std::isfinite(sum.x + sum.y + sum.z);
}

// What the bodies of a chunk tell.
struct Told {
  double heat{};           // of drag
  std::int64_t lost = -1;  // a body whose force is not finite
  std::uint8_t left{};     // a body has left its room
};

// Calls act(i, load) for all free bodies and otherwise(i) for the others; both say whether the body
// has left its room, and so does the answer.
template <class Act, class Otherwise>
bool with_loads(LoopState& s, double step, const Act& act, const Otherwise& otherwise) {
  const auto count = static_cast<std::int64_t>(s.body_count());
  std::vector<Told> told(static_cast<std::size_t>((count + chunk - 1) / chunk));
  for_each_chunk(count, chunk, s.threads,
                 [&](std::int64_t c, std::int64_t first, std::int64_t last) {
                   Told own;
                   for (std::int64_t k = first; k < last; ++k) {
                     const auto i = static_cast<std::size_t>(k);
                     fetch(s, i + 16);
                     bool left{};
                     if (s.is_free(i)) {
                       const Load load = load_on(s, i, step, own.heat);
                       if (!is_finite(load)) own.lost = k;
                       left = act(i, load);
                     } else {
                       left = otherwise(i);
                     }
                     if (left) own.left = 1;
                   }
                   told[static_cast<std::size_t>(c)] = own;
                 });
  bool left = false;
  for (const Told& own : told) {
    s.ledger.drag += own.heat;
    left = left || own.left != 0;
    if (own.lost < 0) continue;
    throw SimulationError(fmt::format(
        "{}: its force is not finite after step {} (t = {} s); the time step may be too large",
        s.name_of(static_cast<std::size_t>(own.lost)), s.steps, s.time));
  }
  return left;
}

}  // namespace

void set_pose_from_centre(LoopState& s, std::size_t i) {
  Pose<double>& pose = s.place[i].pose;
  const BodyFacts& facts = s.facts_of(i);
  pose.position = s.state[i].centre;
  if (!facts.centred) {
    pose.position = pose.position - rotation_of(pose.orientation) * facts.centroid;
  }
}

Vec3<double> centre_of(const LoopState& s, std::size_t i) {
  const Pose<double>& pose = s.pose(i);
  const BodyFacts& facts = s.facts_of(i);
  return facts.centred ? pose.position
                       : pose.position + rotation_of(pose.orientation) * facts.centroid;
}

Vec3<double> angular_velocity_of(const LoopState& s, std::size_t i, const Vec3<double>& momentum) {
  const Vec3<double>& inertia = s.facts_of(i).inertia;
  if (s.facts_of(i).round) return (1.0 / inertia.x) * momentum;
  const Mat3<double> to_world = principal_to_world(s, i);
  return to_world * multiply_componentwise(inverse(inertia), transpose_times(to_world, momentum));
}

Vec3<double> angular_momentum_of(const LoopState& s, std::size_t i, const Vec3<double>& spin) {
  const Vec3<double>& inertia = s.facts_of(i).inertia;
  if (s.facts_of(i).round) return inertia.x * spin;
  const Mat3<double> to_world = principal_to_world(s, i);
  return to_world * multiply_componentwise(inertia, transpose_times(to_world, spin));
}

bool start_step(LoopState& s) {
  const auto count = static_cast<std::int64_t>(s.body_count());
  std::vector<std::uint8_t> left(static_cast<std::size_t>((count + chunk - 1) / chunk));
  for_each_chunk(
      count, chunk, s.threads, [&](std::int64_t c, std::int64_t first, std::int64_t last) {
        for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i) {
          const std::size_t body = s.number_of(i);
          if (s.is_free(i)) {
            const Load load{s.motion.force[body], s.motion.torque[body]};
            kick(s, i, s.motion.velocity[body], load);
          } else {
            carry(s, i);
          }
          if (move(s, i)) left[static_cast<std::size_t>(c)] = 1;
        }
      });
  const bool walls_left = move_walls(s);
  return walls_left || std::any_of(left.begin(), left.end(), [](std::uint8_t x) { return x != 0; });
}

void end_step(LoopState& s, double step) {
  with_loads(
      s, step,
      [&](std::size_t i, const Load& load) {
        show(s, i, load, finish(s, i, load, step));
        return false;
      },
      [&](std::size_t i) {
        s.bodies.poses[s.number_of(i)] = s.pose(i);
        return false;
      });
}

bool end_and_start_step(LoopState& s) {
  const bool left = with_loads(
      s, s.step,
      [&](std::size_t i, const Load& load) {
        kick(s, i, finish(s, i, load, s.step), load);
        return move(s, i);
      },
      [&](std::size_t i) {
        carry(s, i);
        return move(s, i);
      });
  return move_walls(s) || left;
}

void count_motion(const LoopState& s, double& kinetic, double& potential) {
  kinetic = potential = 0.0;
  for (std::size_t i = 0; i < s.body_count(); ++i) {
    if (!s.is_free(i)) continue;
    const std::size_t body = s.number_of(i);
    kinetic += 0.5 * (s.motion.mass[body] * norm_squared(s.motion.velocity[body]) +
                      dot(s.angular_momentum[i], s.motion.angular_velocity[body]));
    potential -= s.motion.mass[body] * dot(s.setup.gravity, s.state[i].centre);
  }
}

}  // namespace talus
