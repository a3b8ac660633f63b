#include "talus/sim/loop/move_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talus/parallel/parallel_for.h"
#include "talus/physics/rotation.h"
#include "talus/sim/loop/move_queue.h"
#include "talus/sim/loop/neighbours.h"
#include "talus/sim/simulation.h"
#include "talus/simd/prefetch.h"

namespace talus {
namespace {

// From principal axes to the world.
Mat3<double> principal_to_world(const LoopState& s, std::size_t i) {
  const Mat3<double> rotation = rotation_of(s.pose(i).orientation);
  const BodyFacts& facts = s.facts_of(i);
  return facts.centred ? rotation : rotation * facts.principal;
}

// A body that is not free keeps its velocities, as users prescribed them.
void carry(LoopState& s, std::size_t i) {
  s.state[i].velocity = s.motion.velocity[s.number_of(i)];
  s.state[i].spin = s.motion.angular_velocity[s.number_of(i)];
}

// Force and torque on a body.
struct Load {
  Vec3<double> force{}, torque{};
};

// What is not free goes on as it moves. Whether it has left its room.
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

// The shares of a body are in no order in memory, and contacts of spheres did not look at its
// place: ask for them so many bodies ahead.
constexpr std::size_t ahead = 16;

TALUS_INLINE void fetch(const LoopState& s, std::size_t i) {
  prefetch(s.place[i]);
  for (std::uint32_t k = s.share_start[i]; k < s.share_start[i + 1]; ++k) {
    prefetch(s.share[s.share_list[k]]);
  }
}

// What users see of a body is anywhere in memory.
TALUS_INLINE void fetch_shown(const LoopState& s, std::size_t i) {
  const std::size_t body = s.number_of(i);
  prefetch(s.bodies.poses[body]);
  prefetch(s.motion.force[body]);
  prefetch(s.motion.torque[body]);
  prefetch(s.motion.velocity[body]);
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

// Calls act(i, load) for all free bodies of a group.
template <class Act>
GroupReport with_loads(const LoopState& s, std::size_t group, double step, const Act& act) {
  GroupReport report;
  const std::size_t first = group * body_group;
  const std::size_t last = std::min(s.body_count(), first + body_group);
  for (std::size_t i = first; i < std::min(last, first + ahead); ++i) fetch(s, i);
  for (std::size_t i = first; i < last; ++i) {
    if (i + ahead < last) fetch(s, i + ahead);
    if (!s.is_free(i)) continue;
    const Load load = load_on(s, i, step, report.drag_heat);
    if (!is_finite(load)) report.lost = static_cast<std::int64_t>(i);
    act(i, load);
  }
  return report;
}

// Calls work(group) for all groups; what they tell, in their order.
template <class Work>
std::vector<GroupReport> for_each_group(const LoopState& s, const Work& work) {
  std::vector<GroupReport> reports(s.group_count());
  constexpr std::int64_t groups_at_once = 16;
  parallel_for_chunks(static_cast<std::int64_t>(reports.size()), groups_at_once, s.threads,
                      [&](std::int64_t, std::int64_t first, std::int64_t last) {
                        for (auto g = static_cast<std::size_t>(first);
                             g < static_cast<std::size_t>(last); ++g) {
                          reports[g] = work(g);
                        }
                      });
  return reports;
}

GroupReport start_group(LoopState& s, std::size_t group) {
  MoveQueue queue(s, false);
  const std::size_t first = group * body_group;
  const std::size_t last = std::min(s.body_count(), first + body_group);
  for (std::size_t i = first; i < std::min(last, first + ahead); ++i) fetch_shown(s, i);
  for (std::size_t i = first; i < last; ++i) {
    if (i + ahead < last) fetch_shown(s, i + ahead);
    const std::size_t body = s.number_of(i);
    if (s.is_free(i)) queue.add(i, s.motion.force[body], s.motion.torque[body]);
  }
  GroupReport report;
  report.left = queue.finish();
  return report;
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
  const BodyFacts& facts = s.facts_of(i);
  if (facts.round) return facts.inverse_inertia.x * momentum;
  const Mat3<double> to_world = principal_to_world(s, i);
  return to_world *
         multiply_componentwise(facts.inverse_inertia, transpose_times(to_world, momentum));
}

Vec3<double> angular_momentum_of(const LoopState& s, std::size_t i, const Vec3<double>& spin) {
  const Vec3<double>& inertia = s.facts_of(i).inertia;
  if (s.facts_of(i).round) return inertia.x * spin;
  const Mat3<double> to_world = principal_to_world(s, i);
  return to_world * multiply_componentwise(inertia, transpose_times(to_world, spin));
}

bool start_step(LoopState& s) {
  bool left = move_held(s);
  for (const GroupReport& report :
       for_each_group(s, [&](std::size_t group) { return start_group(s, group); })) {
    left = left || report.left;
  }
  return left;
}

void end_step(LoopState& s, double step) {
  const auto end = [&](std::size_t i, const Load& load) {
    if (i + ahead < s.body_count()) fetch_shown(s, i + ahead);
    show(s, i, load, finish(s, i, load, step));
  };
  for (const GroupReport& report :
       for_each_group(s, [&](std::size_t group) { return with_loads(s, group, step, end); })) {
    take_report(s, report);
  }
  for (const std::int32_t held : s.held) {
    const auto i = static_cast<std::size_t>(held);
    if (i < s.body_count()) s.bodies.poses[s.number_of(i)] = s.pose(i);
  }
}

GroupReport end_and_start_step(LoopState& s, std::size_t group) {
  MoveQueue queue(s, true);
  GroupReport report = with_loads(s, group, s.step, [&](std::size_t i, const Load& load) {
    queue.add(i, load.force, load.torque);
  });
  report.left = queue.finish();
  return report;
}

bool move_held(LoopState& s) {
  bool left = false;
  for (const std::int32_t held : s.held) {
    const auto i = static_cast<std::size_t>(held);
    if (i < s.body_count()) carry(s, i);
    const BodyState& b = s.state[i];
    const Vec3<double> none{};
    if (!(b.velocity == none && b.spin == none) && drift(s, i)) left = true;
  }
  return left;
}

void take_report(LoopState& s, const GroupReport& report) {
  s.ledger.drag += report.drag_heat;
  if (report.lost < 0) return;
  throw SimulationError(fmt::format(
      "{}: its force is not finite after step {} (t = {} s); the time step may be too large",
      s.name_of(static_cast<std::size_t>(report.lost)), s.steps, s.time));
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
