#include "talus/sim/loop/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "talus/parallel/interrupt.h"
#include "talus/sim/loop/restored_bodies.h"
#include "talus/sim/loop/restored_state.h"
#include "talus/sim/loop/shape_tables.h"

namespace talus {
namespace {

constexpr std::int64_t version = 12;

// The one list of what is saved: visited by the writer, the reader and the counter of bytes.
template <class State, class Visitor>
void visit_bodies(State& loop, Visitor&& visit) {
  auto& user = loop.user;
  visit("poses", user.bodies.poses);
  visit("velocity", user.motion.velocity);
  visit("angular_momentum", user.motion.angular_momentum);
  visit("angular_velocity", user.motion.angular_velocity);
  visit("force", user.motion.force);
  visit("torque", user.motion.torque);
  visit("periods", user.periods);
  visit("ids", user.ids);
  visit("shape_of", user.bodies.shape_of);
  visit("freedom", user.motion.freedom);
  visit("material_of", loop.model.setup.material_of);
  visit("has_new_motion", user.has_new_motion);
  visit("loads", loop.loads);
  // Not in states of setups without planes, which are as in versions before these.
  if (!loop.planes.empty()) visit("flow_planes", loop.planes);
  visit("flow_inlets", loop.flow.inlets);
  visit("flow_parts", loop.flow.of_part);
  visit("flow_outlets", loop.flow.outlets);
  auto& bodies = loop.bodies;
  visit("body_of", bodies.body_of);
  visit("type_of", bodies.type_of);
  visit("slot_motion", bodies.motion);
  visit("slot_pose", bodies.poses);
  visit("slot_angular_momentum", bodies.angular_momentum);
  auto& skins = loop.skins;
  visit("skin", skins.skin);
  visit("skin_centre", skins.centre);
  visit("skin_orientation", skins.orientation);
  visit("path_limit", skins.path_limit);
}

template <class Block, class Visitor>
void visit_block(Block& block, Visitor&& visit) {
  visit("a", block.a);
  visit("b", block.b);
  visit("image", block.image);
  visit("safe_until", block.safe_until);
  visit("touching", block.touching);
  visit("history", block.history);
  visit("rolling", block.rolling);
  visit("spot", block.spot);
  visit("bulged", block.bulged);
  visit("cache_normal", block.cache.normal);
  visit("cache_places", block.cache.surface_params);
  visit("cache_features", block.cache.features);
  visit("surface", block.surface);
  visit("nearby_start", block.nearby_start);
  visit("nearby", block.nearby);
}

// What is not an array.
struct Scalars {
  std::int64_t steps{};
  double time{}, step{};
  ContactSums sums;
  Ledger ledger;
  double next_drag_heat{};
  double gravity_work{};
  double travel{};
  Excess large_overlaps, large_travels, unsolved, large_residuals;
  std::int64_t next_id{};
};

struct BlockScalars {
  std::int64_t kind_a{}, kind_b{}, walls{}, points{};
};

template <class T>
void write(Hdf5Writer& file, const std::string& name, const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  file.bytes(name, std::as_bytes(std::span(values)));
}

template <class T>
void read(const Hdf5Reader& file, const std::string& name, std::vector<T>& values) {
  const std::vector<std::byte> raw = file.bytes(name);
  if (raw.size() % sizeof(T) != 0) file.fail(name + ": has the wrong length");
  values.resize(raw.size() / sizeof(T));
  if (!raw.empty()) std::memcpy(static_cast<void*>(values.data()), raw.data(), raw.size());
}

// Lists of lists as their lengths and one list.
void write_points(Hdf5Writer& file, const std::string& group, const PairBlock& block) {
  std::vector<std::int64_t> length;
  std::vector<KeyedContact> flat;
  for (const std::vector<KeyedContact>& points : block.points) {
    length.push_back(static_cast<std::int64_t>(points.size()));
    flat.insert(flat.end(), points.begin(), points.end());
  }
  write(file, group + "/point_count", length);
  write(file, group + "/points", flat);
}

void read_points(const Hdf5Reader& file, const std::string& group, PairBlock& block) {
  std::vector<std::int64_t> length;
  std::vector<KeyedContact> flat;
  read(file, group + "/point_count", length);
  read(file, group + "/points", flat);
  block.points.clear();
  auto next = flat.begin();
  for (const std::int64_t count : length) {
    if (count < 0 || count > flat.end() - next) file.fail(group + ": its points are damaged");
    block.points.emplace_back(next, next + count);
    next += count;
  }
}

// Which arrays a block has depends on its kinds: those of a block of one pair say so.
void check_sizes(const Model& model, const PairBlock& block, const std::string& group,
                 const Hdf5Reader& file) {
  check_kinds(block, group, file);
  PairBlock one;
  one.kind_a = block.kind_a, one.kind_b = block.kind_b, one.walls = block.walls;
  one.a = one.b = {0};
  if (!model.setup.domain.is_open()) one.image = {0};
  one.allocate_history(model.rolls);
  const auto check = [&](std::string_view name, std::size_t size, std::size_t of_one) {
    if (size == of_one * block.size() || name.starts_with("nearby")) return;
    file.fail(fmt::format("{}/{}: has {} entries for {} pairs", group, name, size, block.size()));
  };
  std::vector<std::size_t> of_one;
  visit_block(one, [&](const char*, const auto& values) { of_one.push_back(values.size()); });
  std::size_t next = 0;
  visit_block(block, [&](const char* name, const auto& values) {
    check(name, values.size(), of_one[next++]);
  });
  check("points", block.points.size(), one.points.size());
}

void check_records(const std::vector<ContactRecord>& records, const NeighbourList& neighbours,
                   const Hdf5Reader& file) {
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  for (const ContactRecord& record : records) {
    const auto block = static_cast<std::size_t>(record.block);
    if (block >= neighbours.blocks.size() ||
        static_cast<std::size_t>(record.pair) >= neighbours.blocks[block].size()) {
      file.fail("state/contacts: is not of these pairs");
    }
    pairs.emplace_back(record.block, record.pair);
  }
  std::sort(pairs.begin(), pairs.end());
  if (std::adjacent_find(pairs.begin(), pairs.end()) != pairs.end()) {
    file.fail("state/contacts: has a pair twice");
  }
}

std::string block_name(std::size_t i) { return fmt::format("state/block_{}", i); }

// The state that restore_state replaces; put back unless the new one is accepted as a whole. The
// checks read the tables of a loop, and the arrays of bodies keep their addresses, to which users
// hold references. All memory is taken at the start, so that putting it back never fails.
class StateBefore {
 public:
  explicit StateBefore(Loop& loop)
      : loop_(loop),
        progress_(loop.progress),
        body_count_(loop.bodies.body_count),
        half_spaces_(loop.bodies.half_spaces),
        next_id_(loop.user.next_id),
        object_of_(loop.model.motions.object_of),
        loads_of_(loop.model.loads_of),
        surfaces_(loop.model.surfaces) {
    visit_all([this](const auto& values) {
      const auto bytes = std::as_bytes(std::span(values));
      arrays_.emplace_back(bytes.begin(), bytes.end());
    });
    shapes_.emplace(loop);
    // Nothing fails from here on. Names come with the bodies of the new state.
    std::swap(loop.model.setup.name, names_);
    std::swap(loop.user.applied, applied_);
    std::swap(loop.neighbours, neighbours_);
  }
  ~StateBefore() {
    if (is_accepted_) return;
    loop_.progress = progress_;
    loop_.bodies.body_count = body_count_;
    loop_.bodies.half_spaces = half_spaces_;
    loop_.user.next_id = next_id_;
    std::swap(loop_.model.setup.name, names_);
    std::swap(loop_.user.applied, applied_);
    std::swap(loop_.neighbours, neighbours_);
    std::swap(loop_.model.motions.object_of, object_of_);
    std::swap(loop_.model.loads_of, loads_of_);
    std::swap(loop_.model.surfaces, surfaces_);
    shapes_.reset();
    auto before = arrays_.begin();
    visit_all([&before](auto& values) {
      // Within the memory that the array had.
      values.resize(before->size() / sizeof(values[0]));
      std::copy(before->begin(), before->end(), std::as_writable_bytes(std::span(values)).begin());
      ++before;
    });
  }
  StateBefore(const StateBefore&) = delete;
  StateBefore& operator=(const StateBefore&) = delete;

  void accept_new() {
    is_accepted_ = true;
    shapes_->accept_new();
  }

 private:
  // What is saved, and the two arrays that follow from it.
  template <class Visitor>
  void visit_all(const Visitor& visit) {
    visit_bodies(loop_, [&](const char*, auto& values) { visit(values); });
    visit(loop_.user.motion.mass);
    visit(loop_.user.motion.inertia);
  }

  Loop& loop_;
  Progress progress_;
  std::size_t body_count_, half_spaces_;
  std::int64_t next_id_;
  std::vector<std::int32_t> object_of_;
  std::vector<std::vector<std::int32_t>> loads_of_;
  std::vector<SurfaceVelocity> surfaces_;
  std::vector<std::vector<std::byte>> arrays_;  // in the order of visit_all
  std::vector<std::string> names_;
  std::vector<AppliedLoad> applied_;
  NeighbourList neighbours_;
  std::optional<ShapeTablesBefore> shapes_;
  bool is_accepted_{};
};

}  // namespace

void save_state(const Loop& loop, Hdf5Writer& file) {
  const std::vector<PairBlock>& blocks = loop.neighbours.blocks;
  file.group("state");
  file.attribute("state", "version", version);
  file.attribute("state", "blocks", static_cast<std::int64_t>(blocks.size()));
  const auto array = [&](const char* name, const auto& values) {
    check_interrupt();
    write(file, fmt::format("state/{}", name), values);
  };
  const Progress& progress = loop.progress;
  write(file, "state/scalars",
        std::vector<Scalars>{{progress.steps, progress.time, loop.model.step, progress.sums,
                              progress.ledger, progress.next_drag_heat, progress.gravity_work,
                              progress.travel.relative, progress.large_overlaps,
                              progress.large_travels, progress.unsolved, progress.large_residuals,
                              loop.user.next_id}});
  visit_bodies(loop, array);
  if (!loop.user.applied.empty()) array("applied", loop.user.applied);
  write_added_bodies(loop, file);
  array("shift", loop.neighbours.shift);
  std::vector<ContactRecord> records;
  for (const std::vector<ContactRecord>& chunk : loop.contacts.records()) {
    records.insert(records.end(), chunk.begin(), chunk.end());
  }
  array("contacts", records);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const PairBlock& block = blocks[i];
    const std::string group = block_name(i);
    check_interrupt();
    file.group(group);
    write(file, group + "/scalars",
          std::vector<BlockScalars>{{static_cast<std::int64_t>(block.kind_a),
                                     static_cast<std::int64_t>(block.kind_b), block.walls,
                                     !block.points.empty()}});
    visit_block(block, [&](const char* name, const auto& values) {
      write(file, fmt::format("{}/{}", group, name), values);
    });
    if (!block.points.empty()) write_points(file, group, block);
  }
}

namespace {

void check_version(const Hdf5Reader& file) {
  const std::int64_t found = file.integer("state", "version");
  if (found == version) return;
  file.fail(
      fmt::format("state: is of version {}; this program reads version {} only", found, version));
}

}  // namespace

std::vector<std::int64_t> restored_ids(const Hdf5Reader& file) {
  check_version(file);
  std::vector<std::int64_t> ids;
  read(file, "state/ids", ids);
  return ids;
}

namespace {

// Only in states of simulations to which users apply loads.
void read_applied(Loop& loop, const Hdf5Reader& file) {
  std::vector<AppliedLoad>& applied = loop.user.applied;
  applied.clear();
  if (!file.has("state/applied")) return;
  read(file, "state/applied", applied);
  if (applied.size() != loop.bodies.body_count) {
    file.fail(fmt::format("state/applied: is of {} bodies, not {}", applied.size(),
                          loop.bodies.body_count));
  }
  for (const AppliedLoad& load : applied) {
    const Vec3<double> sum = load.force + load.torque;
    if (!std::isfinite(sum.x + sum.y + sum.z)) file.fail("state/applied: is not finite");
  }
}

}  // namespace

void restore_state(Loop& loop, const Hdf5Reader& file) {
  check_version(file);
  std::vector<Scalars> scalars;
  read(file, "state/scalars", scalars);
  if (scalars.size() != 1) file.fail("state/scalars: has the wrong length");
  const double step = loop.model.step;
  if (scalars[0].step != step) {
    file.fail(
        fmt::format("state: was made with a time step of {} s, not {} s", scalars[0].step, step));
  }
  StateBefore before(loop);
  const Scalars& saved = scalars[0];
  loop.progress = {saved.steps,    saved.time,           saved.sums,
                   saved.ledger,   saved.next_drag_heat, saved.gravity_work,
                   {saved.travel}, saved.large_overlaps, saved.large_travels,
                   saved.unsolved, saved.large_residuals};
  loop.user.next_id = saved.next_id;
  const auto array = [&](const char* name, auto& values) {
    check_interrupt();
    read(file, fmt::format("state/{}", name), values);
  };
  read_added_bodies(loop, file);
  const RestoredSizes expected(loop, restored_ids(file).size());
  // In place: users may hold references to the arrays of as many bodies.
  visit_bodies(loop, [&](const char* name, auto& values) {
    std::decay_t<decltype(values)> read_values;
    array(name, read_values);
    const std::size_t rows = expected.rows(name, values.size());
    if (read_values.size() != rows) {
      file.fail(fmt::format("state/{}: is of {} bodies, not {}", name, read_values.size(), rows));
    }
    values.resize(rows);
    std::copy(read_values.begin(), read_values.end(), values.begin());
  });
  expected.apply(loop, file);
  read_applied(loop, file);
  check_restored_progress(loop, file);
  array("shift", loop.neighbours.shift);
  check_restored_bodies(loop, file);
  complete_bodies(loop);
  std::vector<PairBlock>& blocks = loop.neighbours.blocks;
  const std::int64_t block_count = file.integer("state", "blocks");
  if (block_count < 0 || block_count > most_blocks) {
    file.fail(fmt::format("state: has {} blocks of pairs", block_count));
  }
  blocks.assign(static_cast<std::size_t>(block_count), {});
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    PairBlock& block = blocks[i];
    const std::string group = block_name(i);
    check_interrupt();
    std::vector<BlockScalars> own;
    read(file, group + "/scalars", own);
    if (own.size() != 1) file.fail(group + "/scalars: has the wrong length");
    block.kind_a = static_cast<Kind>(own[0].kind_a);
    block.kind_b = static_cast<Kind>(own[0].kind_b);
    block.walls = own[0].walls != 0;
    visit_block(block, [&](const char* name, auto& values) {
      read(file, fmt::format("{}/{}", group, name), values);
    });
    if (own[0].points != 0) read_points(file, group, block);
    block.reset_caches();
    check_sizes(loop.model, block, group, file);
    check_restored_block(loop, i, file);
  }
  std::vector<ContactRecord> records;
  array("contacts", records);
  check_records(records, loop.neighbours, file);
  ContactSchedule schedule = make_schedule(loop.bodies, blocks);
  loop.bodies.constrained.reserve(loop.bodies.object_count());
  loop.contacts.set_records(std::move(records));
  // Nothing fails from here on.
  loop.bodies.list_constrained();
  loop.schedule = std::move(schedule);
  before.accept_new();
}

std::size_t bytes_of(const Loop& loop) {
  std::size_t total = loop.search.bytes() + loop.contacts.bytes();
  const auto count = [&total](const char*, const auto& values) {
    total += values.capacity() * sizeof(values[0]);
  };
  const auto count_all = [&](const auto&... values) { (count("", values), ...); };
  visit_bodies(loop, count);
  for (const PairBlock& block : loop.neighbours.blocks) {
    visit_block(block, count);
    count_all(block.accumulator_a, block.accumulator_b);
    for (const FeatureCache& list : block.features) {
      total += sizeof(list) +
               (list.crease.capacity() + list.corner.capacity()) * sizeof(FeatureCache::Feature);
    }
    for (const mesh_mesh::FacetPairList& list : block.facet_pairs) {
      total += sizeof(list) + list.pair.capacity() * sizeof(mesh_mesh::FacetPair);
    }
    for (const std::vector<KeyedContact>& points : block.points) {
      total += sizeof(points) + points.capacity() * sizeof(KeyedContact);
    }
  }
  const ContactSchedule& schedule = loop.schedule;
  count_all(schedule.chunks, schedule.accumulators, schedule.start, schedule.list,
            schedule.group_list, schedule.chunks_of_group, schedule.unpaired_groups);
  const BodyTable& bodies = loop.bodies;
  count_all(bodies.constrained, bodies.types, bodies.reach, bodies.inverse_diameter,
            loop.neighbours.shift);
  const UserState& user = loop.user;
  count_all(user.motion.mass, user.motion.inertia, user.applied);
  count_all(loop.model.setup.name);
  return total;
}

}  // namespace talus
