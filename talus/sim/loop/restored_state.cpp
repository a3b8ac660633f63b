#include "talus/sim/loop/restored_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <variant>

#include "talus/shape/mesh/view.h"

namespace talus {
namespace {

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

// All numbers of a plain struct of doubles.
template <class T>
bool is_finite(const T& value) {
  static_assert(sizeof(T) % sizeof(double) == 0);
  double numbers[sizeof(T) / sizeof(double)];
  std::memcpy(numbers, &value, sizeof(T));
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

bool is_unit(const Quat<double>& q) {
  constexpr double tolerance = 1e-6;  // as of make_pose
  return std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0) <= tolerance;
}

// More steps, bodies and poses than any run has. Doubles hold all of these numbers, and adding to
// them does not overflow.
constexpr std::int64_t most = std::int64_t{1} << 53;

bool is_count(std::int64_t n, std::int64_t limit = most) { return n >= 0 && n <= limit; }

bool is_not_negative(double x) { return x >= 0.0 && std::isfinite(x); }

// The radius of flat contacts may be infinite.
bool is_history(const ContactHistory& history) {
  return !std::isnan(history.radius) && is_finite(history.elongation) &&
         std::isfinite(history.torsion) && is_finite(history.dashpot);
}

template <class T>
void require_finite(const char* name, const std::vector<T>& values, const Hdf5Reader& file) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_finite(values[i])) file.fail(fmt::format("state/{}[{}]: is not finite", name, i));
  }
}

void check_slot(const Loop& loop, std::size_t slot, std::vector<bool>& seen,
                const std::vector<std::int32_t>& type_of_wall, const Hdf5Reader& file) {
  const BodyTable& bodies = loop.bodies;
  const auto refuse = [&] {
    file.fail(fmt::format("state/body_of[{}]: is not of these bodies", slot));
  };
  const std::size_t body = bodies.number_of(slot), type = index(bodies.type_of[slot]);
  if (body >= seen.size() || seen[body] || type >= bodies.types.size()) refuse();
  seen[body] = true;
  if (slot >= bodies.body_count) {
    if (body != slot || bodies.type_of[slot] != type_of_wall[slot - bodies.body_count] ||
        loop.model.setup.material_of[slot] != bodies.types[type].material || bodies.is_free(slot)) {
      refuse();
    }
    return;
  }
  const BodyType& own = bodies.types[type];
  if (body >= bodies.body_count || own.shape < 0 || own.shape != loop.user.bodies.shape_of[body] ||
      own.material != loop.model.setup.material_of[body] ||
      own.bounded != (slot >= bodies.half_spaces)) {
    refuse();
  }
  const Freedom freedom = loop.user.motion.freedom[body];
  const bool is_free = freedom == Freedom::free;
  if (freedom > Freedom::prescribed || (is_free && !own.bounded)) refuse();
  const double expected = is_free ? 1.0 / own.mass : 0.0;
  if (bodies.motion[slot].inverse_mass != expected) {
    file.fail(fmt::format("state/slot_motion[{}]: is not of this body's mass", slot));
  }
}

// The pairs of a block, checked against the bodies.
class BlockCheck {
 public:
  BlockCheck(const Loop& loop, std::size_t i, const Hdf5Reader& file)
      : loop_(loop), block_(loop.neighbours.blocks[i]), number_(i), file_(file) {}

  void run() const {
    check_sizes();
    for (std::size_t k = 0; k < block_.size(); ++k) {
      check_pair(k);
      if (!block_.image.empty() && block_.image[k] >= loop_.neighbours.shift.size()) {
        fail("image", k, "is not a periodic image");
      }
      if (!block_.touching.empty() && block_.touching[k] > 1) fail("touching", k, "is not 0 or 1");
      if (block_.walls) check_nearby(k);
      if (!block_.surface.empty()) check_surface(k);
      if (!block_.points.empty()) check_points(k);
      check_numbers(k);
    }
  }

 private:
  [[noreturn]] void fail(const char* array, std::size_t k, const char* what) const {
    file_.fail(fmt::format("state/block_{}/{}[{}]: {}", number_, array, k, what));
  }

  // The other arrays: talus/sim/loop/checkpoint.cpp, which lists them.
  void check_sizes() const {
    const std::size_t starts = block_.walls ? block_.size() + 1 : 0;
    if (block_.nearby_start.size() != starts || (!block_.walls && !block_.nearby.empty())) {
      file_.fail(fmt::format("state/block_{}/nearby_start: has {} entries for {} pairs", number_,
                             block_.nearby_start.size(), block_.size()));
    }
  }

  // Both bodies exist, have the kinds of the block, and differ.
  void check_pair(std::size_t k) const {
    const BodyTable& bodies = loop_.bodies;
    const std::size_t a = index(block_.a[k]), b = index(block_.b[k]);
    if (a >= bodies.body_count ||
        (block_.walls ? bodies.kind_on_wall(a) : kind_of(bodies.shape(a))) != block_.kind_a) {
      fail("a", k, "is not a body of this kind");
    }
    const bool fits =
        block_.walls ? b >= bodies.body_count && b < bodies.object_count()
                     : b < bodies.body_count && b != a && kind_of(bodies.shape(b)) == block_.kind_b;
    if (!fits) fail("b", k, "is not a body of this kind");
  }

  // Keys are compared by their difference and counted up (contact_keys.h). The largest, of a wall
  // with the most features, have 61 bits.
  void check_points(std::size_t k) const {
    constexpr std::int64_t most_key = std::int64_t{1} << 62;
    for (const KeyedContact& point : block_.points[k]) {
      if (!is_count(point.key, most_key)) fail("points", k, "has a key out of range");
      if (!is_history(point.history) || !is_finite(point.rolling) ||
          !is_finite(point.position_in_a)) {
        fail("points", k, "is not finite");
      }
    }
  }

  void check_numbers(std::size_t k) const {
    if (!block_.safe_until.empty() && std::isnan(block_.safe_until[k])) {
      fail("safe_until", k, "is not a number");
    }
    if (!block_.history.empty() && !is_history(block_.history[k])) {
      fail("history", k, "is not finite");
    }
    if (!block_.rolling.empty() && !is_finite(block_.rolling[k])) {
      fail("rolling", k, "is not finite");
    }
  }

  void check_nearby(std::size_t k) const {
    const std::int64_t from = block_.nearby_start[k], to = block_.nearby_start[k + 1];
    if (from < 0 || to < from || index(to) > block_.nearby.size()) {
      fail("nearby_start", k, "is not a range of triangles");
    }
    const TriangleWall& wall = loop_.model.walls[index(block_.b[k]) - loop_.bodies.body_count];
    for (std::int64_t t = from; t < to; ++t) {
      if (index(block_.nearby[index(t)]) >= wall.triangles().size()) {
        fail("nearby", index(t), "is not a triangle of the wall");
      }
    }
  }

  void check_surface(std::size_t k) const {
    const SurfaceCache& cache = block_.surface[k];
    if (cache.count < 0 || cache.count > SurfaceCache::capacity || std::isnan(cache.margin)) {
      fail("surface", k, "has a number of facets out of range");
    }
    // Facets of the mesh that a convex body touches.
    const Shape& mesh = loop_.bodies.shape(index(block_.b[k]));
    const std::int32_t size = std::get<Mesh>(mesh).view().facet_count;
    for (int i = 0; i < cache.count; ++i) {
      if (cache.point[i] < 0 || cache.point[i] >= size) {
        fail("surface", k, "has a facet that the mesh has not");
      }
    }
  }

  const Loop& loop_;
  const PairBlock& block_;
  std::size_t number_;
  const Hdf5Reader& file_;
};

}  // namespace

void check_kinds(const PairBlock& block, const std::string& group, const Hdf5Reader& file) {
  const auto valid = [](Kind kind) {
    return static_cast<int>(kind) >= 0 && static_cast<int>(kind) < kind_count;
  };
  if (valid(block.kind_a) && valid(block.kind_b) && block.kind_a <= block.kind_b &&
      (!block.walls || block.kind_b == Kind::mesh)) {
    return;
  }
  file.fail(group + "/scalars: is not of two shapes");
}

void check_restored_bodies(const Loop& loop, const Hdf5Reader& file) {
  const BodyTable& bodies = loop.bodies;
  std::vector<std::int32_t> type_of_wall;
  for (std::size_t t = 0; t < bodies.types.size(); ++t) {
    if (bodies.types[t].shape < 0) type_of_wall.push_back(static_cast<std::int32_t>(t));
  }
  std::vector<bool> seen(bodies.object_count());
  for (std::size_t i = 0; i < bodies.object_count(); ++i) {
    check_slot(loop, i, seen, type_of_wall, file);
  }
  const UserState& user = loop.user;
  require_finite("poses", user.bodies.poses, file);
  require_finite("velocity", user.motion.velocity, file);
  require_finite("angular_momentum", user.motion.angular_momentum, file);
  require_finite("angular_velocity", user.motion.angular_velocity, file);
  require_finite("force", user.motion.force, file);
  require_finite("torque", user.motion.torque, file);
  require_finite("skin_centre", loop.skins.centre, file);
  require_finite("skin_orientation", loop.skins.orientation, file);
  require_finite("slot_motion", bodies.motion, file);
  require_finite("slot_angular_momentum", bodies.angular_momentum, file);
  for (std::size_t i = 0; i < bodies.object_count(); ++i) {
    const BodyPose& own = bodies.poses[i];
    if (!is_finite(own.pose) || !is_unit(own.pose.orientation) || std::isnan(own.path_length)) {
      file.fail(fmt::format("state/slot_pose[{}]: is not a pose", i));
    }
    if (!is_not_negative(loop.skins.skin[i]) || std::isnan(loop.skins.path_limit[i])) {
      file.fail(fmt::format("state/skin[{}]: is not a skin", i));
    }
  }
  for (std::size_t i = 0; i < user.periods.size(); ++i) {
    for (const std::int64_t periods : user.periods[i]) {
      if (periods >= -most && periods <= most) continue;
      file.fail(fmt::format("state/periods[{}]: is out of range", i));
    }
  }
  require_finite("shift", loop.neighbours.shift, file);
  for (std::size_t i = 0; i < loop.loads.size(); ++i) {
    const LoadSum& sum = loop.loads[i];
    const Vec3<double> all = sum.force + sum.torque + sum.impulse + sum.angular_impulse;
    if (is_finite(all) && sum.first_step >= 0 && sum.first_step <= loop.progress.steps) continue;
    file.fail(fmt::format("state/loads[{}]: is not a load of this run", i));
  }
  for (std::size_t i = 0; i < loop.planes.size(); ++i) {
    const PlaneSum& sum = loop.planes[i];
    if (is_count(sum.forward) && is_count(sum.backward) && std::isfinite(sum.mass) &&
        is_finite(sum.momentum) && is_count(sum.first_step, loop.progress.steps)) {
      continue;
    }
    file.fail(fmt::format("state/flow_planes[{}]: is not a plane of this run", i));
  }
  // Grains have ids of bodies.
  const std::int64_t ids = user.next_id, steps = loop.progress.steps;
  for (std::size_t i = 0; i < loop.flow.inlets.size(); ++i) {
    const InletSum& sum = loop.flow.inlets[i];
    if (is_not_negative(sum.mass) && is_not_negative(sum.most_missing) &&
        is_not_negative(sum.read_mass) && is_finite(sum.momentum) && is_count(sum.count, ids) &&
        is_count(sum.attempts) && sum.next_step >= -1 && sum.next_step <= most &&
        is_count(sum.read_step, steps) && is_count(sum.first_blocked, ids + 1) &&
        is_count(sum.first_blocked_step, steps) && is_count(sum.blocked_visits) &&
        is_count(sum.outside) && is_count(sum.body) && is_count(sum.wall)) {
      continue;
    }
    file.fail(fmt::format("state/flow_inlets[{}]: is not an inlet of this run", i));
  }
  for (std::size_t i = 0; i < loop.flow.outlets.size(); ++i) {
    const OutletSum& sum = loop.flow.outlets[i];
    if (is_not_negative(sum.mass) && is_not_negative(sum.read_mass) && is_finite(sum.momentum) &&
        is_count(sum.count) && is_count(sum.waiting, ids) && is_count(sum.read_step, steps)) {
      continue;
    }
    file.fail(fmt::format("state/flow_outlets[{}]: is not an outlet of this run", i));
  }
  for (const std::int64_t grains : loop.flow.of_part) {
    if (!is_count(grains, ids)) file.fail("state/flow_parts: are not grains of this run");
  }
}

void check_restored_progress(const Loop& loop, const Hdf5Reader& file) {
  const Progress& progress = loop.progress;
  const std::int64_t next_id = loop.user.next_id;
  if (!is_count(progress.steps) || !is_count(next_id) ||
      progress.time != static_cast<double>(progress.steps) * loop.model.step) {
    file.fail(
        fmt::format("state/scalars: steps and ids must be from 0 to {}, and the time that of "
                    "the steps; got step {} at {} s and the id {}",
                    most, progress.steps, progress.time, next_id));
  }
  const auto objects = static_cast<std::int64_t>(loop.bodies.object_count());
  const auto is_object = [&](std::int64_t i) { return i < objects && i >= -1; };
  const auto is_id = [&](std::int64_t id) { return id < next_id && id >= -1; };
  // -1 also of bodies that were removed.
  const auto is_report = [&](const Excess& excess) {
    return is_count(excess.steps, progress.steps) && is_count(excess.first_step, progress.steps) &&
           is_object(excess.a) && is_object(excess.b) && is_id(excess.left_a) &&
           is_id(excess.left_b);
  };
  const ContactSums& sums = progress.sums;
  const bool holds =
      is_report(progress.large_overlaps) && is_report(progress.large_travels) &&
      is_report(progress.unsolved) && is_report(progress.large_residuals) &&
      is_finite(progress.ledger) && std::isfinite(progress.next_drag_heat) &&
      std::isfinite(progress.gravity_work) && !std::isnan(progress.travel.relative) &&
      std::isfinite(sums.elastic) && std::isfinite(sums.damping) && std::isfinite(sums.friction) &&
      std::isfinite(sums.rolling) && std::isfinite(sums.boundary_work) &&
      !std::isnan(sums.largest_overlap) && is_count(sums.count) && is_count(sums.unsolved) &&
      is_object(sums.unsolved_pair[0]) && is_object(sums.unsolved_pair[1]) &&
      is_object(sums.deepest[0]) && is_object(sums.deepest[1]) && is_object(sums.passed[0]) &&
      is_object(sums.passed[1]);
  if (!holds) file.fail("state/scalars: are not of these bodies");
}

void check_restored_block(const Loop& loop, std::size_t i, const Hdf5Reader& file) {
  BlockCheck(loop, i, file).run();
}

}  // namespace talus
