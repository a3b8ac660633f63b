// The loads on walls at this moment and their means, how far bodies are from equilibrium, and the
// loads that users apply to them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "talus/error.h"
#include "talus/physics/drag.h"
#include "talus/sim/simulation_impl.h"

namespace talus {
namespace {

// By the number of an object that is not free.
WallState state_of(const Loop& loop, std::size_t number) {
  const BodyTable& bodies = loop.bodies;
  const auto found =
      std::find_if(bodies.constrained.begin(), bodies.constrained.end(), [&](std::int32_t slot) {
        return bodies.number_of(static_cast<std::size_t>(slot)) == number;
      });
  const auto i = static_cast<std::size_t>(*found);
  const BodyMotion& motion = bodies.motion[i];
  WallState state{motion.centre,
                  motion.velocity + motion.half_kick,
                  motion.spin + motion.spin_half_kick,
                  {},
                  {}};
  if (number < bodies.body_count) {  // prescribe() may have changed it since the last step
    state.velocity = loop.user.motion.velocity[number];
    state.angular_velocity = loop.user.motion.angular_velocity[number];
  }
  const ContactSchedule& schedule = loop.schedule;
  for (std::uint32_t k = schedule.start[i]; k < schedule.start[i + 1]; ++k) {
    const ForceAccumulator& sum = schedule.accumulators[schedule.list[k]];
    state.force = state.force + sum.force;
    state.torque = state.torque + sum.torque;
  }
  return state;
}

void require_loads(bool hold) {
  if (hold) return;
  throw SimulationError("the loads on walls are known after the next step: saved states have none");
}

void check_rows(const char* what, std::span<const Vec3<double>> values, std::size_t bodies) {
  if (!values.empty() && values.size() != bodies) {
    throw SimulationError(
        fmt::format("{}: there are {} for {} bodies", what, values.size(), bodies));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i].x) && std::isfinite(values[i].y) && std::isfinite(values[i].z)) {
      continue;
    }
    throw SimulationError(fmt::format("{}[{}]: must be finite, got [{}, {}, {}]", what, i,
                                      values[i].x, values[i].y, values[i].z));
  }
}

}  // namespace

WallState Simulation::wall_state(std::int32_t body) const {
  refuse_if_broken();
  const auto i = static_cast<std::size_t>(body);
  if (body < 0 || i >= bodies().size()) {
    throw SimulationError(fmt::format("body {}: does not exist", body));
  }
  if (motion().freedom[i] == Freedom::free) {
    throw SimulationError(fmt::format("{}: is free, not a wall", names()[i]));
  }
  require_loads(impl_->loads_hold);
  return state_of(impl_->loop, i);
}

WallState Simulation::wall_state(MeshWallHandle wall) const {
  refuse_if_broken();
  const auto w = static_cast<std::size_t>(wall.index);
  if (wall.index < 0 || w >= setup().mesh_walls.size()) {
    throw SimulationError(fmt::format("mesh wall {}: does not exist", wall.index));
  }
  require_loads(impl_->loads_hold);
  return state_of(impl_->loop, impl_->loop.bodies.body_count + w);
}

WallLoad Simulation::wall_load(std::string_view name) const {
  const Loop& loop = impl_->loop;
  const LoadSum& sum = loop.loads[measure_named(setup().wall_loads, name, "wall load")];
  WallLoad load;
  load.from = static_cast<double>(sum.first_step) * loop.model.step;
  load.time = time();
  load.steps = steps() - sum.first_step;
  load.force = load.mean_force = sum.force;
  load.torque = load.mean_torque = sum.torque;
  if (load.steps > 0) {
    const double part = 1.0 / (static_cast<double>(load.steps) * loop.model.step);
    load.mean_force = part * sum.impulse;
    load.mean_torque = part * sum.angular_impulse;
  }
  return load;
}

WallLoad Simulation::read_wall_load(std::string_view name) {
  const WallLoad load = wall_load(name);
  LoadSum& sum = impl_->loop.loads[measure_named(setup().wall_loads, name, "wall load")];
  sum.impulse = sum.angular_impulse = {};
  sum.first_step = steps();
  return load;
}

// By the table of contacts, which a restored state has, too; sums in the order of its rows and of
// the bodies, which are the same for any number of threads.
double Simulation::unbalanced_force() const {
  const Loop& loop = impl_->loop;
  const ContactTable& table = contacts();
  const std::size_t count = loop.user.bodies.size();
  std::vector<Vec3<double>> resultant(count);
  double of_contacts = 0.0, of_bodies = 0.0, free = 0.0;
  for (std::size_t k = 0; k < table.size(); ++k) {
    const auto a = static_cast<std::size_t>(table.a[k]), b = static_cast<std::size_t>(table.b[k]);
    of_contacts += norm(table.force[k]);
    if (a < count) resultant[a] = resultant[a] - table.force[k];
    if (b < count) resultant[b] = resultant[b] + table.force[k];
  }
  if (!(of_contacts > 0.0)) return std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    if (loop.user.motion.freedom[i] != Freedom::free) continue;
    Vec3<double> force = resultant[i] + loop.user.motion.mass[i] * loop.progress.gravity;
    if (!loop.user.applied.empty()) force = force + loop.user.applied[i].force;
    of_bodies += norm(force);
    free += 1.0;
  }
  return free > 0.0 ? (of_bodies / free) * (static_cast<double>(table.size()) / of_contacts) : 0.0;
}

// The forces of the last step, with which the next one begins, get the change at once: both halves
// of a step have the same loads. Drag scales a force by a factor that does not depend on it; local
// damping, which does, begins with the next load: a change has its full size for half a step.
void Simulation::apply(std::span<const Vec3<double>> force, std::span<const Vec3<double>> torque) {
  refuse_if_broken();
  Loop& loop = impl_->loop;
  UserState& user = loop.user;
  const std::size_t count = user.bodies.size();
  check_rows("force", force, count);
  check_rows("torque", torque, count);
  const DragFactors drag = drag_factors(loop.model.setup.drag, loop.model.step);
  const double factor = loop.model.setup.drag > 0.0 ? drag.force_factor : 1.0;
  std::vector<AppliedLoad> next(force.empty() && torque.empty() ? 0 : count);
  for (std::size_t i = 0; i < count; ++i) {
    if (user.motion.freedom[i] != Freedom::free) continue;
    const AppliedLoad before = user.applied.empty() ? AppliedLoad{} : user.applied[i];
    AppliedLoad now;
    if (!force.empty()) now.force = force[i];
    if (!torque.empty()) now.torque = torque[i];
    if (!next.empty()) next[i] = now;
    user.motion.force[i] = user.motion.force[i] + factor * (now.force - before.force);
    user.motion.torque[i] = user.motion.torque[i] + factor * (now.torque - before.torque);
  }
  user.applied = std::move(next);
}

}  // namespace talus
