#include "talus/sim/loop/flow_gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/parallel/interrupt.h"
#include "talus/shape.h"
#include "talus/sim/loop/shape_tables.h"
#include "talus/sim/loop/wall_motion.h"

namespace talus {
namespace {

// Poses that are tried for a grain in one visit, and the steps until the next visit if none of them
// is free. Choices: a region that is free to a tenth refuses 100 poses once in 40,000 visits, and a
// grain that falls from rest clears its diameter in hundreds of steps.
constexpr std::int64_t poses_per_visit = 100;
constexpr std::int64_t steps_until_next_visit = 20;
// The rounding of the integral of a rate, relative to it.
constexpr double amount_rounding = 1e-12;
// Steps after which no grain is due: more than any run has.
constexpr std::int64_t last_step = std::int64_t{1} << 52;

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace

std::vector<ComingBodies> coming_bodies(const Loop& loop) {
  // As many as can be around one body, and more.
  constexpr double many = 1e9;
  std::vector<ComingBodies> coming;
  for (const Inlet& inlet : loop.model.setup.inlets) {
    const double most = inlet.count ? static_cast<double>(*inlet.count) : many;
    for (const FillPart& part : inlet.parts) {
      for (const std::int32_t shape : part.shapes) {
        coming.push_back({find_type(loop.bodies, shape, inlet.material), most,
                          fmt::format("a grain of {}", inlet.name)});
      }
    }
  }
  return coming;
}

void FlowGates::start(Loop& loop) {
  const Setup& setup = loop.model.setup;
  loop.flow.inlets.resize(setup.inlets.size());
  loop.flow.outlets.resize(setup.outlets.size() + 1);
  for (std::size_t i = 0; i < setup.inlets.size(); ++i) {
    const Inlet& inlet = setup.inlets[i];
    rates_.emplace_back(inlet);
    first_part_.push_back(loop.flow.of_part.size());
    loop.flow.of_part.resize(loop.flow.of_part.size() + inlet.parts.size());
    Space& space = inlet_spaces_.emplace_back();
    space.settings.region = inlet.region;
    space.settings.parts = inlet.parts;
    space.settings.gap = inlet.gap;
    for (const FillPart& part : inlet.parts) {
      std::vector<std::int32_t>& types = type_of_.emplace_back();
      for (const std::int32_t shape : part.shapes) {
        types.push_back(find_type(loop.bodies, shape, inlet.material));
      }
    }
  }
  outlet_spaces_.resize(setup.outlets.size());
  for (std::size_t i = 0; i < rates_.size(); ++i) plan(loop, i, false);
}

std::int64_t FlowGates::next_step(const Loop& loop) const {
  const std::int64_t now = loop.progress.steps;
  std::int64_t next = last_step;
  if (has_outlets(loop)) next = now - now % outlet_steps + outlet_steps;
  for (const InletSum& inlet : loop.flow.inlets) {
    if (inlet.next_step >= 0) next = std::min(next, inlet.next_step);
  }
  return std::max(next, now);
}

// The part that is farthest behind its share.
FlowGates::Grain FlowGates::next_grain(const Loop& loop, std::size_t i) const {
  const Inlet& inlet = loop.model.setup.inlets[i];
  double total = 0.0, most = -1.0;
  for (const FillPart& part : inlet.parts) total += part.share;
  Grain grain;
  const double number = static_cast<double>(loop.flow.inlets[i].count + 1);
  for (std::size_t p = 0; p < inlet.parts.size(); ++p) {
    const auto there = static_cast<double>(loop.flow.of_part[first_part_[i] + p]);
    const double behind = number * (inlet.parts[p].share / total) - there;
    if (!(behind > most)) continue;
    most = behind;
    grain.part = p;
  }
  const std::vector<std::int32_t>& shapes = inlet.parts[grain.part].shapes;
  const std::size_t part = first_part_[i] + grain.part;
  const std::size_t shape = index(loop.flow.of_part[part]) % shapes.size();
  grain.shape = shapes[shape];
  grain.type = type_of_[part][shape];
  grain.amount = inlet.rate_of_mass ? loop.bodies.types[index(grain.type)].mass : 1.0;
  return grain;
}

double FlowGates::entered(const Loop& loop, std::size_t i) const {
  const InletSum& sum = loop.flow.inlets[i];
  return loop.model.setup.inlets[i].rate_of_mass ? sum.mass : static_cast<double>(sum.count);
}

// Whether the grain would exceed the limits.
bool FlowGates::is_over(const Loop& loop, std::size_t i, const Grain& grain) const {
  const Inlet& inlet = loop.model.setup.inlets[i];
  const InletSum& sum = loop.flow.inlets[i];
  if (inlet.count && sum.count >= *inlet.count) return true;
  const double mass = sum.mass + loop.bodies.types[index(grain.type)].mass;
  return inlet.mass && mass > *inlet.mass * (1.0 + amount_rounding);
}

double FlowGates::due(const Loop& loop, std::size_t i) const {
  return std::min(rates_[i].until(loop.progress.time), entered(loop, i) + left_by_limits(loop, i));
}

// A limit in the other unit than that of the rate is converted by the mean grain of the mix.
double FlowGates::left_by_limits(const Loop& loop, std::size_t i) const {
  const Inlet& inlet = loop.model.setup.inlets[i];
  const InletSum& sum = loop.flow.inlets[i];
  if (is_over(loop, i, next_grain(loop, i))) return 0.0;
  double mass = 0.0, shares = 0.0;
  for (std::size_t p = 0; p < inlet.parts.size(); ++p) {
    const std::vector<std::int32_t>& types = type_of_[first_part_[i] + p];
    const double share = inlet.parts[p].share / static_cast<double>(types.size());
    for (const std::int32_t type : types) mass += share * loop.bodies.types[index(type)].mass;
    shares += inlet.parts[p].share;
  }
  const double of_count = inlet.rate_of_mass ? mass / shares : 1.0;
  const double of_mass = inlet.rate_of_mass ? 1.0 : shares / mass;
  double left = std::numeric_limits<double>::infinity();
  if (inlet.count) left = static_cast<double>(*inlet.count - sum.count) * of_count;
  return inlet.mass ? std::min(left, (*inlet.mass - sum.mass) * of_mass) : left;
}

double FlowGates::missing(const Loop& loop, std::size_t i) const {
  const double missing = due(loop, i) - entered(loop, i);
  return missing * (1.0 + amount_rounding) >= next_grain(loop, i).amount ? missing : 0.0;
}

double FlowGates::missing_mass(const Loop& loop, std::size_t i) const {
  const double amount = missing(loop, i);
  if (loop.model.setup.inlets[i].rate_of_mass || !(amount > 0.0)) return amount;
  return amount * loop.bodies.types[index(next_grain(loop, i).type)].mass;
}

// The step of the next grain: the first one at whose end the integral has reached it.
void FlowGates::plan(Loop& loop, std::size_t i, bool blocked) const {
  const Grain grain = next_grain(loop, i);
  const double needed = (entered(loop, i) + grain.amount) * (1.0 - amount_rounding);
  const auto is_due = [&](std::int64_t step) {
    return rates_[i].until(static_cast<double>(step) * loop.model.step) >= needed;
  };
  const std::int64_t now = loop.progress.steps;
  std::int64_t& next = loop.flow.inlets[i].next_step;
  next = -1;
  if (is_over(loop, i, grain)) return;
  if (blocked) {
    next = now + steps_until_next_visit;
    return;
  }
  // Doubles the distance, then halves the interval.
  std::int64_t before = now, after = now + 1;
  while (!is_due(after)) {
    if (after >= last_step) return;
    before = after;
    after = std::min(last_step, now + 2 * (after - now));
  }
  while (after - before > 1) {
    const std::int64_t middle = before + (after - before) / 2;
    (is_due(middle) ? after : before) = middle;
  }
  next = after;
}

FreeSpace& FlowGates::find_obstacles(Loop& loop, Space& space) const {
  const std::vector<Shape>& shapes = loop.user.bodies.shapes;
  if (space.free == nullptr) {
    space.free = std::make_unique<FreeSpace>(loop.model.setup, shapes, space.settings);
  } else {
    space.free->clear(shapes, loop.user.setup_shapes);
  }
  const BodyTable& bodies = loop.bodies;
  for (std::size_t slot = 0; slot < bodies.half_spaces; ++slot) {
    space.free->add_half_space(bodies.shape(slot), bodies.pose(slot));
  }
  for (std::size_t slot = bodies.half_spaces; slot < bodies.body_count; ++slot) {
    space.free->add_body(bodies.type(slot).shape, bodies.pose(slot));
  }
  move_vertices(loop.model.walls, bodies, loop.model.setup.mesh_walls);
  for (const MeshWall& wall : loop.model.setup.mesh_walls) space.free->add_mesh_wall(wall);
  return *space.free;
}

bool FlowGates::place(Loop& loop, std::size_t i, FreeSpace& space, const Grain& grain,
                      AddedBody& body) {
  const Inlet& inlet = loop.model.setup.inlets[i];
  InletSum& sum = loop.flow.inlets[i];
  const std::uint64_t of_inlet = Random(inlet.seed, i).bits();
  const std::uint64_t of_grain = Random(of_inlet, static_cast<std::uint64_t>(sum.count)).bits();
  std::int64_t reasons[4] = {};  // by Refusal
  for (std::int64_t n = 0; n < poses_per_visit; ++n) {
    Random random(of_grain, static_cast<std::uint64_t>(sum.attempts++));
    const Vec3<double> middle = point_in(inlet.region, random);
    const Pose<double> pose = space.pose_around(grain.shape, middle, random.rotation());
    const Refusal refusal = space.refusal(grain.shape, pose);
    ++reasons[static_cast<int>(refusal)];
    if (refusal != Refusal::none) continue;
    space.add_body(grain.shape, pose);
    body = {fmt::format("{} {}", inlet.name, sum.count),
            grain.type,
            pose,
            inlet.velocity,
            inlet.angular_velocity,
            Freedom::free};
    return true;
  }
  ++sum.blocked_visits;
  if (sum.first_blocked == 0) {
    sum.first_blocked = 1 + sum.count;
    sum.first_blocked_step = loop.progress.steps;
    sum.outside = reasons[static_cast<int>(Refusal::outside)];
    sum.body = reasons[static_cast<int>(Refusal::body)];
    sum.wall = reasons[static_cast<int>(Refusal::wall)];
  }
  return false;
}

BodyChange FlowGates::entering(Loop& loop, std::size_t i, std::optional<LimitError>& error) {
  const FlowState before = loop.flow;
  try {
    return enter_all(loop, i);
  } catch (const LimitError& too_many) {
    loop.flow = before;
    if (!error) error.emplace(too_many);
    return {};
  } catch (...) {
    loop.flow = before;
    throw;
  }
}

// Throws LimitError for too many grains.
BodyChange FlowGates::enter_all(Loop& loop, std::size_t i) {
  BodyChange change;
  const Inlet& inlet = loop.model.setup.inlets[i];
  InletSum& sum = loop.flow.inlets[i];
  FreeSpace& space = find_obstacles(loop, inlet_spaces_[i]);
  const double integral = rates_[i].until(loop.progress.time) * (1.0 + amount_rounding);
  const std::size_t most = std::min(most_grains_per_step, most_bodies - loop.bodies.body_count);
  bool blocked = false;
  while (!blocked) {
    check_interrupt();
    const Grain grain = next_grain(loop, i);
    if (is_over(loop, i, grain) || entered(loop, i) + grain.amount > integral) break;
    if (change.added.size() >= most) {
      throw LimitError(
          fmt::format("inlet {}: more than {} grains are due at {:.6g} s (step {}){}", inlet.name,
                      most, loop.progress.time, loop.progress.steps,
                      most == most_grains_per_step
                          ? ": its rate is too high"
                          : fmt::format(": a simulation has at most {} bodies", most_bodies)),
          loop.progress.steps);
    }
    AddedBody body;
    blocked = !place(loop, i, space, grain, body);
    if (blocked) break;
    const double mass = loop.bodies.types[index(grain.type)].mass;
    ++sum.count;
    sum.mass += mass;
    sum.momentum = sum.momentum + mass * inlet.velocity;
    sum.attempts = 0;
    ++loop.flow.of_part[first_part_[i] + grain.part];
    change.added.push_back(std::move(body));
  }
  sum.most_missing = std::max(sum.most_missing, missing(loop, i));
  plan(loop, i, blocked);
  return change;
}

std::vector<std::string> flow_warnings(const Loop& loop) {
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < loop.flow.inlets.size(); ++i) {
    const InletSum& sum = loop.flow.inlets[i];
    if (sum.first_blocked == 0) continue;
    warnings.push_back(fmt::format(
        "inlet {}: no room for its grain {} at {:.6g} s (step {}): of {} poses {} reach into "
        "bodies, {} into walls and {} out of the region; grains wait, see what is missing",
        loop.model.setup.inlets[i].name, sum.first_blocked - 1,
        static_cast<double>(sum.first_blocked_step) * loop.model.step, sum.first_blocked_step,
        sum.body + sum.wall + sum.outside, sum.body, sum.wall, sum.outside));
  }
  return warnings;
}

}  // namespace talus
