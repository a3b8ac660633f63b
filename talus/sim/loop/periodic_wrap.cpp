#include "talus/sim/loop/periodic_wrap.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "talus/error.h"

namespace talus {
namespace {

using Periods = std::array<std::int64_t, 3>;

bool is_tilted_against(const BodyTable& bodies, std::size_t half_space, int axis) {
  const auto& plane = std::get<HalfSpace<double>>(bodies.shape(half_space));
  const Vec3<double> normal = rotation_of(bodies.pose(half_space).orientation) * plane.normal;
  // A normal along an axis has no component along the others but for rounding.
  constexpr double rounding = 1e-12;
  return absolute(normal[axis]) > rounding;
}

// The directions along which bodies are moved back.
std::array<bool, 3> wrapped_axes(const Model& model, const BodyTable& bodies) {
  const broad::Domain& domain = model.setup.domain;
  std::array<bool, 3> wrapped{domain.periodic[0], domain.periodic[1], domain.periodic[2]};
  for (std::size_t w = 0; w < bodies.half_spaces; ++w) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (is_tilted_against(bodies, w, static_cast<int>(k))) wrapped[k] = false;
    }
  }
  return wrapped;
}

// Whole periods that the object is outside of the domain, or a wall away from its start.
Periods periods_outside(const Model& model, const BodyTable& bodies, std::size_t slot,
                        const std::array<bool, 3>& wrapped) {
  Periods outside{};
  const bool wall = slot >= bodies.body_count;
  const BodyMotion& motion = bodies.motion[slot];
  const bool rests = !bodies.is_free(slot) && motion.velocity == Vec3<double>{};
  if (rests) return outside;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!wrapped[k]) continue;
    const int axis = static_cast<int>(k);
    const double period = model.setup.domain.period(axis);
    const double start = wall ? model.setup.mesh_walls[slot - bodies.body_count].centre[axis]
                              : model.setup.domain.lower[axis];
    const double count = (motion.centre[axis] - start) / period;
    const double whole = wall ? std::trunc(count) : std::floor(count);
    // What is farther or not a number is left to the checks of the neighbour search.
    constexpr double farthest = 1e15;
    if (absolute(whole) < farthest) outside[k] = static_cast<std::int64_t>(whole);
  }
  return outside;
}

Vec3<double> length_of(const broad::Domain& domain, const Periods& periods) {
  Vec3<double> length{};
  for (std::size_t k = 0; k < 3; ++k) {
    const int axis = static_cast<int>(k);
    if (periods[k] != 0) length[axis] = static_cast<double>(periods[k]) * domain.period(axis);
  }
  return length;
}

// Images of the pairs after a moved by `moved[a]` periods and b by `moved[b]`.
void shift_images(const broad::Domain& domain, const BodyTable& bodies,
                  const std::vector<Periods>& moved, NeighbourList& list) {
  std::map<std::array<double, 3>, std::uint16_t> known;
  const std::vector<Vec3<double>> before = std::move(list.shift);
  list.shift = {};
  for (PairBlock& block : list.blocks) {
    for (std::size_t p = 0; p < block.image.size(); ++p) {
      const auto a = static_cast<std::size_t>(block.a[p]), b = static_cast<std::size_t>(block.b[p]);
      Vec3<double> shift = before[block.image[p]];
      for (std::size_t k = 0; k < 3 && b >= bodies.half_spaces; ++k) {
        const int axis = static_cast<int>(k);
        if (moved[a][k] == moved[b][k]) continue;
        const double period = domain.period(axis);
        shift[axis] = (std::nearbyint(shift[axis] / period) +
                       static_cast<double>(moved[b][k] - moved[a][k])) *
                      period;
      }
      const auto [at, is_new] = known.try_emplace({shift.x, shift.y, shift.z},
                                                  static_cast<std::uint16_t>(list.shift.size()));
      if (is_new && list.shift.size() > std::numeric_limits<std::uint16_t>::max()) {
        throw SimulationError("bodies are spread over too many periods of the domain");
      }
      if (is_new) list.shift.push_back(shift);
      block.image[p] = at->second;
    }
  }
}

}  // namespace

void wrap_bodies(const Model& model, BodyTable& bodies, UserState& user, NeighbourList& list) {
  const broad::Domain& domain = model.setup.domain;
  if (domain.is_open()) return;
  const std::array<bool, 3> wrapped = wrapped_axes(model, bodies);
  std::vector<Periods> moved;  // by slot; empty: none
  for (std::size_t i = bodies.half_spaces; i < bodies.object_count(); ++i) {
    const Periods outside = periods_outside(model, bodies, i, wrapped);
    if (outside == Periods{}) continue;
    if (moved.empty()) moved.resize(bodies.object_count());
    moved[i] = outside;
    const Vec3<double> back = length_of(domain, outside);
    bodies.motion[i].centre = bodies.motion[i].centre - back;
    bodies.poses[i].pose.position = bodies.poses[i].pose.position - back;
    if (i >= bodies.body_count) continue;
    for (std::size_t k = 0; k < 3; ++k) user.periods[bodies.number_of(i)][k] += outside[k];
  }
  if (!moved.empty()) shift_images(domain, bodies, moved, list);
}

std::string why_not_moved_back(const Model& model, const BodyTable& bodies, std::size_t slot) {
  const broad::Domain& domain = model.setup.domain;
  for (std::size_t w = 0; w < bodies.half_spaces; ++w) {
    for (int axis = 0; axis < 3; ++axis) {
      if (!domain.periodic[axis] || !is_tilted_against(bodies, w, axis)) continue;
      return fmt::format(
          "nothing is moved back into the domain along {}, since the half-space {} does not repeat "
          "with that period: turn the axes so that its normal is at right angles to the periodic "
          "directions",
          "xyz"[axis], model.setup.name[bodies.number_of(w)]);
    }
  }
  if (!bodies.is_free(slot)) return "what is not free stays where it was put";
  return "it is too far away to be moved back";
}

Vec3<double> unwrapped_centre(const Model& model, const BodyTable& bodies, const UserState& user,
                              std::size_t slot) {
  const Vec3<double>& centre = bodies.motion[slot].centre;
  if (user.periods.empty()) return centre;
  return centre + length_of(model.setup.domain, user.periods[bodies.number_of(slot)]);
}

}  // namespace talus
