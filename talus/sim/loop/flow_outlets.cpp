// What leaves by the outlets, and bodies beyond the bounds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/shape.h"
#include "talus/sim/loop/flow_gates.h"

namespace talus {
namespace {

// Into the domain along its periodic directions.
Vec3<double> wrapped(const broad::Domain& domain, Vec3<double> point) {
  for (int k = 0; k < 3; ++k) {
    if (!domain.periodic[k]) continue;
    const double period = domain.period(k);
    point[k] = point[k] - period * std::floor((point[k] - domain.lower[k]) / period);
  }
  return point;
}

bool is_beyond(const broad::Domain& domain, const Vec3<double>& point) {
  for (int k = 0; k < 3; ++k) {
    if (domain.periodic[k]) continue;
    if (!(point[k] >= domain.lower[k] && point[k] <= domain.upper[k])) return true;
  }
  return false;
}

// A ball about the centre stands for the body in a cylinder.
bool is_inside(const Outlet& outlet, const broad::Domain& domain, const BodyTable& bodies,
               std::size_t slot, const Vec3<double>& centre) {
  if (!outlet.whole_body) return outlet.region.contains(centre);
  if (outlet.region.type != Region::Type::box) {
    return outlet.region.contains(centre, bodies.type(slot).reach);
  }
  Pose<double> pose = bodies.pose(slot);
  pose.position = pose.position + (centre - bodies.motion[slot].centre);
  const BoundingBox<double> box = *world_box(bodies.shape(slot), pose);
  const BoundingBox<double>& region = outlet.region.box;
  for (int k = 0; k < 3; ++k) {
    if (spans_period(outlet.region, domain, k)) continue;
    if (!(box.lower[k] >= region.lower[k] && box.upper[k] <= region.upper[k])) return false;
  }
  return true;
}

void count(const Loop& loop, std::size_t number, OutletSum& sum) {
  const Motion& motion = loop.user.motion;
  ++sum.count;
  sum.mass += motion.mass[number];
  sum.momentum = sum.momentum + motion.mass[number] * motion.velocity[number];
}

}  // namespace

// Whether the body can be where the outlet puts it; other bodies that it moves are there, too.
bool FlowGates::move_body(Loop& loop, std::size_t outlet, std::size_t slot, bool& is_known) {
  const Vec3<double>& by = *loop.model.setup.outlets[outlet].reinsert;
  Space& space = outlet_spaces_[outlet];
  if (!is_known) {
    double largest = 0.0;
    for (const BodyType& type : loop.bodies.types) largest = std::max(largest, type.reach);
    const BoundingBox<double> region = loop.model.setup.outlets[outlet].region.bounds();
    const Vec3<double> margin{3.0 * largest, 3.0 * largest, 3.0 * largest};
    space.settings.region.box = {region.lower + by - margin, region.upper + by + margin};
    space.free.reset();
    find_obstacles(loop, space);
    is_known = true;
  }
  const BodyTable& bodies = loop.bodies;
  Pose<double> pose = bodies.pose(slot);
  const Vec3<double>& centre = bodies.motion[slot].centre;
  pose.position = pose.position + (wrapped(loop.model.setup.domain, centre) - centre) + by;
  if (!space.free->is_free(bodies.type(slot).shape, pose)) return false;
  space.free->add_body(bodies.type(slot).shape, pose);
  return true;
}

BodyChange FlowGates::leaving(Loop& loop) {
  BodyChange change;
  const Setup& setup = loop.model.setup;
  const BodyTable& bodies = loop.bodies;
  for (OutletSum& sum : loop.flow.outlets) sum.waiting = 0;
  std::vector<std::pair<std::size_t, std::size_t>> found;  // number and slot: in the order of ids
  for (std::size_t slot = bodies.half_spaces; slot < bodies.body_count; ++slot) {
    if (bodies.is_free(slot)) found.emplace_back(bodies.number_of(slot), slot);
  }
  const auto leaves_by = [&](std::size_t slot) {
    const Vec3<double> centre = wrapped(setup.domain, bodies.motion[slot].centre);
    for (std::size_t o = 0; o < setup.outlets.size(); ++o) {
      if (is_inside(setup.outlets[o], setup.domain, bodies, slot, centre)) return o;
    }
    const bool beyond = setup.beyond == Beyond::remove && is_beyond(setup.domain, centre);
    return setup.outlets.size() + (beyond ? 0 : 1);
  };
  std::erase_if(found,
                [&](const auto& body) { return leaves_by(body.second) > setup.outlets.size(); });
  std::sort(found.begin(), found.end());
  std::vector<bool> is_known(setup.outlets.size());
  for (const auto& [number, slot] : found) {
    const std::size_t o = leaves_by(slot);
    OutletSum& sum = loop.flow.outlets[o];
    if (o < setup.outlets.size() && setup.outlets[o].reinsert) {
      bool known = is_known[o];
      const bool moves = move_body(loop, o, slot, known);
      is_known[o] = known;
      if (!moves) {
        ++sum.waiting;
        continue;
      }
      change.moved.push_back({static_cast<std::int32_t>(number), *setup.outlets[o].reinsert});
    } else {
      change.removed.push_back(static_cast<std::int32_t>(number));
    }
    count(loop, number, sum);
  }
  return change;
}

std::optional<LimitError> FlowGates::beyond_error(const Loop& loop) const {
  const Setup& setup = loop.model.setup;
  if (setup.beyond != Beyond::error) return std::nullopt;
  const BodyTable& bodies = loop.bodies;
  for (std::size_t slot = bodies.half_spaces; slot < bodies.body_count; ++slot) {
    if (!bodies.is_free(slot) || !is_beyond(setup.domain, bodies.motion[slot].centre)) continue;
    const Vec3<double>& c = bodies.motion[slot].centre;
    return LimitError(fmt::format("{} is beyond the domain, at [{:.6g}, {:.6g}, {:.6g}] m, at "
                                  "{:.6g} s (step {})",
                                  setup.name[bodies.number_of(slot)], c.x, c.y, c.z,
                                  loop.progress.time, loop.progress.steps),
                      loop.progress.steps);
  }
  return std::nullopt;
}

}  // namespace talus
