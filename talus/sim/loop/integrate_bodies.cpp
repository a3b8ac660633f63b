#include "talus/sim/loop/integrate_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talus/parallel/parallel_for.h"
#include "talus/physics/local_damping.h"
#include "talus/sim/loop/integrator_queue.h"
#include "talus/sim/loop/periodic_wrap.h"
#include "talus/simd/prefetch.h"
#include "talus/simulation.h"

namespace talus {
namespace {

// Force accumulators of a body are in no order in memory, and contacts of spheres do not load its
// pose: both are prefetched this many bodies ahead. Chosen by measurement (bench/dem).
constexpr std::size_t prefetch_bodies = 16;

// Groups per item of work of a thread. Chosen by measurement.
constexpr std::int64_t groups_at_once = 16;

TALUS_INLINE void prefetch_load(const BodyTable& bodies, const ContactSchedule& schedule,
                                std::size_t i) {
  prefetch(bodies.poses[i]);
  for (std::uint32_t k = schedule.start[i]; k < schedule.start[i + 1]; ++k) {
    prefetch(schedule.accumulators[schedule.list[k]]);
  }
}

// The state that users see is in the order of the setup: anywhere in memory.
TALUS_INLINE void prefetch_user_state(const BodyTable& bodies, const UserState& user,
                                      std::size_t i) {
  const std::size_t body = bodies.number_of(i);
  prefetch(user.bodies.poses[body]);
  prefetch(user.motion.force[body]);
  prefetch(user.motion.torque[body]);
  prefetch(user.motion.velocity[body]);
}

bool is_finite(const Load& load) {
  const Vec3<double> sum = load.force + load.torque;
  return std::isfinite(sum.x + sum.y + sum.z);
}

}  // namespace

// Calls act(slot, load) for all free bodies of a group.
template <class Act>
GroupReport BodyIntegrator::for_each_load(std::size_t group, double step, const Act& act) const {
  GroupReport report;
  const std::size_t first = group * body_group;
  const std::size_t last = std::min(bodies_.body_count, first + body_group);
  for (std::size_t i = first; i < std::min(last, first + prefetch_bodies); ++i) {
    prefetch_load(bodies_, schedule_, i);
  }
  for (std::size_t i = first; i < last; ++i) {
    if (i + prefetch_bodies < last) prefetch_load(bodies_, schedule_, i + prefetch_bodies);
    if (!bodies_.is_free(i)) continue;
    const Load load = load_on(i, step, report);
    if (!is_finite(load)) report.failed = static_cast<std::int64_t>(i);
    if (model_.setup.varying_gravity) {
      report.gravity_work +=
          step * (bodies_.type(i).mass * dot(progress_.mean_gravity, bodies_.motion[i].velocity));
    }
    if (!user_.applied.empty()) {
      const AppliedLoad& own = user_.applied[bodies_.number_of(i)];
      report.applied_work += step * (dot(own.force, bodies_.motion[i].velocity) +
                                     dot(own.torque, bodies_.motion[i].spin));
    }
    act(i, load);
  }
  return report;
}

// Calls work(group) for all groups; their reports in the order of groups.
template <class Work>
std::vector<GroupReport> BodyIntegrator::for_each_group(const Work& work) const {
  std::vector<GroupReport> reports(bodies_.group_count());
  parallel_for_chunks(static_cast<std::int64_t>(reports.size()), groups_at_once, threads_,
                      [&](std::int64_t, std::int64_t first, std::int64_t last) {
                        for (auto g = static_cast<std::size_t>(first);
                             g < static_cast<std::size_t>(last); ++g) {
                          reports[g] = work(g);
                        }
                      });
  return reports;
}

// Contacts, gravity, what users apply, and damping; adds the heat of the damping.
Load BodyIntegrator::load_on(std::size_t i, double step, GroupReport& report) const {
  const BodyType& type = bodies_.type(i);
  Load load{type.mass * progress_.gravity, {}};
  for (std::uint32_t k = schedule_.start[i]; k < schedule_.start[i + 1]; ++k) {
    const ForceAccumulator& sum = schedule_.accumulators[schedule_.list[k]];
    load.force = load.force + sum.force;
    load.torque = load.torque + sum.torque;
  }
  if (!user_.applied.empty()) {
    const AppliedLoad& own = user_.applied[bodies_.number_of(i)];
    load = {load.force + own.force, load.torque + own.torque};
  }
  return is_damped_ ? with_damping(i, load, step, report) : load;
}

// Local damping by the velocities at the end of the step as they would be without it, as in YADE:
// at the end of a step those with it depend on the result. Then drag.
//
// The heat is that of both half kicks that the load makes: of the step that ends, with the length
// `step`, and of the next one, whose velocity in the middle is not known to users yet.
Load BodyIntegrator::with_damping(std::size_t i, const Load& load, double step,
                                  GroupReport& report) const {
  const BodyType& type = bodies_.type(i);
  const Quat<double>& orientation = bodies_.pose(i).orientation;
  // At the start, with a step of 0 s, the momenta are those at the end already.
  const DragFactors factors = step > 0.0 ? drag_ : DragFactors{};
  const Vec3<double> middle = type.mass * bodies_.motion[i].velocity;
  const Vec3<double>& turn_middle = bodies_.angular_momentum[i];
  Vec3<double> momentum = momentum_at_end(factors, middle, load.force, step);
  Vec3<double> turn = momentum_at_end(factors, turn_middle, load.torque, step);
  Load damped = load;
  if (const double alpha = model_.setup.local_damping; alpha > 0.0) {
    damped = {
        with_local_damping(alpha, load.force, momentum),
        with_local_damping(alpha, load.torque, angular_velocity(type.rotor, orientation, turn))};
    momentum = momentum_at_end(factors, middle, damped.force, step);
    turn = momentum_at_end(factors, turn_middle, damped.torque, step);
  }
  damped = {load_with_drag(drag_, damped.force, momentum),
            load_with_drag(drag_, damped.torque, turn)};
  const Vec3<double> lost = load.force - damped.force, lost_torque = load.torque - damped.torque;
  // Work of the damping while the momenta change from p to q, in half a step.
  const auto heat = [&](double half, const Vec3<double>& p_and_q, const Vec3<double>& turns) {
    return (0.5 * half) * (dot(lost, p_and_q) / type.mass +
                           dot(lost_torque, angular_velocity(type.rotor, orientation, turns)));
  };
  const double half = 0.5 * model_.step;
  report.drag_heat += heat(0.5 * step, middle + momentum, turn_middle + turn);
  report.next_drag_heat +=
      heat(half, momentum + (momentum + half * damped.force), turn + (turn + half * damped.torque));
  return damped;
}

GroupReport BodyIntegrator::start_group(std::size_t group) {
  IntegratorQueue queue(bodies_, skins_, {false, model_.step, model_.travel_limit});
  const Motion& motion = user_.motion;
  const std::size_t first = group * body_group;
  const std::size_t last = std::min(bodies_.body_count, first + body_group);
  for (std::size_t i = first; i < std::min(last, first + prefetch_bodies); ++i) {
    prefetch_user_state(bodies_, user_, i);
  }
  for (std::size_t i = first; i < last; ++i) {
    if (i + prefetch_bodies < last) prefetch_user_state(bodies_, user_, i + prefetch_bodies);
    const std::size_t body = bodies_.number_of(i);
    if (!bodies_.is_free(i)) continue;
    queue.add(i, {motion.force[body], motion.torque[body]}, motion.velocity[body]);
  }
  GroupReport report;
  report.skin_exceeded = queue.finish();
  report.travel = queue.travel();
  return report;
}

StepStart BodyIntegrator::start_step() {
  StepStart start = move_constrained();
  for (const GroupReport& report :
       for_each_group([&](std::size_t group) { return start_group(group); })) {
    start.skin_exceeded = start.skin_exceeded || report.skin_exceeded;
    start.travel.add(report.travel);
  }
  return start;
}

GroupReport BodyIntegrator::finish_and_start_step(std::size_t group) {
  IntegratorQueue queue(bodies_, skins_, {true, model_.step, model_.travel_limit});
  GroupReport report = for_each_load(
      group, model_.step, [&](std::size_t i, const Load& load) { queue.add(i, load, {}); });
  report.skin_exceeded = queue.finish();
  report.travel = queue.travel();
  return report;
}

// Completes the step of a body and copies its state to the arrays that users see.
void BodyIntegrator::publish(std::size_t i, const Load& load, double step) {
  const HalfKickOf<double> kick = half_kick(load, bodies_.motion[i].inverse_mass, step);
  bodies_.angular_momentum[i] = bodies_.angular_momentum[i] + kick.momentum;
  const std::size_t body = bodies_.number_of(i);
  Motion& motion = user_.motion;
  user_.bodies.poses[body] = bodies_.pose(i);
  motion.force[body] = load.force;
  motion.torque[body] = load.torque;
  motion.velocity[body] = bodies_.motion[i].velocity + kick.velocity;
  motion.angular_momentum[body] = bodies_.angular_momentum[i];
  motion.angular_velocity[body] = angular_velocity(
      bodies_.type(i).rotor, bodies_.pose(i).orientation, bodies_.angular_momentum[i]);
}

std::vector<GroupReport> BodyIntegrator::finish_step(double step) {
  const auto finish = [&](std::size_t i, const Load& load) {
    if (i + prefetch_bodies < bodies_.body_count) {
      prefetch_user_state(bodies_, user_, i + prefetch_bodies);
    }
    publish(i, load, step);
  };
  std::vector<GroupReport> reports =
      for_each_group([&](std::size_t group) { return for_each_load(group, step, finish); });
  for (const std::int32_t slot : bodies_.constrained) {
    const auto i = static_cast<std::size_t>(slot);
    if (i >= bodies_.body_count) continue;
    const std::size_t body = bodies_.number_of(i);
    const BodyMotion& own = bodies_.motion[i];
    user_.bodies.poses[body] = bodies_.pose(i);
    user_.motion.velocity[body] = own.velocity + own.half_kick;
    user_.motion.angular_velocity[body] = own.spin + own.spin_half_kick;
  }
  return reports;
}

void BodyIntegrator::drift_constrained(std::size_t i) {
  BodyPose& pose = bodies_.poses[i];
  RigidBodyOf<double> body{
      bodies_.motion[i], pose.pose.position, pose.pose.orientation, pose.path_length, {}};
  drift(bodies_.type(i).rotor, model_.step, body);
  bodies_.motion[i].centre = body.motion.centre;
  pose = {{body.position, body.orientation}, body.path_length};
}

StepStart BodyIntegrator::move_constrained() {
  StepStart start;
  const Vec3<double> none{};
  const auto time = [&](std::int64_t step) { return static_cast<double>(step) * model_.step; };
  const WallMotionStep motions(model_.motions, time(progress_.steps), time(progress_.steps + 1));
  for (const std::int32_t slot : bodies_.constrained) {
    const auto i = static_cast<std::size_t>(slot);
    const std::size_t number = bodies_.number_of(i);
    BodyMotion& b = bodies_.motion[i];
    BodyPose& pose = bodies_.poses[i];
    const double before = pose.path_length;
    if (const MovingObject* object = model_.motions.find(user_, number)) {
      motions.move(*object, model_.setup.domain, bodies_.type(i).rotor, b, pose);
    } else {
      if (i < bodies_.body_count) {
        // Users may have prescribed other velocities.
        b.velocity = user_.motion.velocity[number];
        b.spin = user_.motion.angular_velocity[number];
      }
      b.half_kick = b.spin_half_kick = none;
      if (b.velocity == none && b.spin == none) continue;
      drift_constrained(i);
    }
    if (!(pose.path_length < skins_.path_limit[i]) && skin_exceeded(bodies_, skins_, i)) {
      start.skin_exceeded = true;
    }
    start.travel.add({pose.path_length - before, slot});
  }
  return start;
}

void start_reports(Progress& progress) {
  progress.ledger.drag += progress.next_drag_heat;
  progress.next_drag_heat = 0.0;
}

void take_report(const Model& model, const BodyTable& bodies, const GroupReport& report,
                 Progress& progress) {
  progress.ledger.drag += report.drag_heat;
  progress.next_drag_heat += report.next_drag_heat;
  progress.gravity_work += report.gravity_work;
  if (report.applied_work != 0.0) progress.ledger.boundary_work += report.applied_work;
  if (report.failed < 0) return;
  throw SimulationError(fmt::format(
      "{}: its force is not finite after step {} (t = {} s); the time step may be too large",
      model.setup.name[bodies.number_of(static_cast<std::size_t>(report.failed))], progress.steps,
      progress.time));
}

Vec3<double> centre_of_mass(const BodyType& type, const Pose<double>& pose) {
  return type.rotor.all_centred
             ? pose.position
             : pose.position + rotation_of(pose.orientation) * type.rotor.centroid;
}

void count_motion(const Model& model, const BodyTable& bodies, const UserState& user,
                  double& kinetic, double& potential) {
  const Motion& motion = user.motion;
  kinetic = potential = 0.0;
  for (std::size_t i = 0; i < bodies.body_count; ++i) {
    if (!bodies.is_free(i)) continue;
    const std::size_t body = bodies.number_of(i);
    kinetic += 0.5 * (motion.mass[body] * norm_squared(motion.velocity[body]) +
                      dot(bodies.angular_momentum[i], motion.angular_velocity[body]));
    potential -=
        motion.mass[body] * dot(model.setup.gravity, unwrapped_centre(model, bodies, user, i));
  }
}

}  // namespace talus
