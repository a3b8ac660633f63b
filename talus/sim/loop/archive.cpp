#include "talus/sim/loop/archive.h"

#include <fmt/format.h>

#include <cstring>
#include <type_traits>

#include "talus/sim/loop/pair_chunks.h"

namespace talus {
namespace {

constexpr std::int64_t version = 3;

// The one list of what is saved: visited by the writer, the reader and the counter of bytes.
template <class State, class Visitor>
void visit_bodies(State& s, Visitor&& visit) {
  visit("poses", s.bodies.poses);
  visit("velocity", s.motion.velocity);
  visit("angular_momentum", s.motion.angular_momentum);
  visit("angular_velocity", s.motion.angular_velocity);
  visit("force", s.motion.force);
  visit("torque", s.motion.torque);
  visit("body_of", s.body_of);
  visit("make_of", s.make_of);
  visit("state", s.state);
  visit("place", s.place);
  visit("slot_angular_momentum", s.angular_momentum);
  visit("found_centre", s.found_centre);
  visit("found_orientation", s.found_orientation);
  visit("room", s.room);
  visit("way_limit", s.way_limit);
}

template <class Block, class Visitor>
void visit_block(Block& block, Visitor&& visit) {
  visit("a", block.a);
  visit("b", block.b);
  visit("image", block.image);
  visit("safe_until", block.safe_until);
  visit("in_touch", block.in_touch);
  visit("point", block.point);
  visit("rolling", block.rolling);
  visit("cache_normal", block.cache.normal);
  visit("cache_places", block.cache.places);
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
  std::vector<KeyedPoint> flat;
  for (const std::vector<KeyedPoint>& points : block.points) {
    length.push_back(static_cast<std::int64_t>(points.size()));
    flat.insert(flat.end(), points.begin(), points.end());
  }
  write(file, group + "/point_count", length);
  write(file, group + "/points", flat);
}

void read_points(const Hdf5Reader& file, const std::string& group, PairBlock& block) {
  std::vector<std::int64_t> length;
  std::vector<KeyedPoint> flat;
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

// Slots are numbered as bodies can be, whatever else the file is damaged by.
void check_numbers(const LoopState& s, const Hdf5Reader& file) {
  std::vector<bool> seen(s.object_count());
  for (std::size_t i = 0; i < s.object_count(); ++i) {
    const auto body = static_cast<std::size_t>(s.body_of[i]);
    const auto make = static_cast<std::size_t>(s.make_of[i]);
    const bool known = body < seen.size() && !seen[body] && make < s.facts.size();
    if (!known || (i >= s.body_count() && body != i) ||
        (i < s.body_count() && s.facts[make].shape != s.bodies.shape_of[body])) {
      file.fail("state/body_of: is not of these bodies");
    }
    seen[body] = true;
  }
}

std::string block_name(std::size_t i) { return fmt::format("state/block_{}", i); }

}  // namespace

void save_state(const LoopState& s, Hdf5Writer& file) {
  file.group("state");
  file.attribute("state", "version", version);
  file.attribute("state", "blocks", static_cast<std::int64_t>(s.blocks.size()));
  const auto array = [&](const char* name, const auto& values) {
    write(file, fmt::format("state/{}", name), values);
  };
  write(file, "state/scalars", std::vector<Scalars>{{s.steps, s.time, s.step, s.sums, s.ledger}});
  visit_bodies(s, array);
  array("shift", s.shift);
  for (std::size_t i = 0; i < s.blocks.size(); ++i) {
    const PairBlock& block = s.blocks[i];
    const std::string group = block_name(i);
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

void restore_state(LoopState& s, const Hdf5Reader& file) {
  if (file.integer("state", "version") != version) file.fail("state: is of another version");
  std::vector<Scalars> scalars;
  read(file, "state/scalars", scalars);
  if (scalars.size() != 1) file.fail("state/scalars: has the wrong length");
  if (scalars[0].step != s.step) {
    file.fail(
        fmt::format("state: was made with a time step of {} s, not {} s", scalars[0].step, s.step));
  }
  s.steps = scalars[0].steps;
  s.time = scalars[0].time;
  s.sums = scalars[0].sums;
  s.ledger = scalars[0].ledger;
  const auto array = [&](const char* name, auto& values) {
    read(file, fmt::format("state/{}", name), values);
  };
  visit_bodies(s, [&](const char* name, auto& values) {
    const std::size_t expected = values.size();
    array(name, values);
    if (values.size() == expected) return;
    file.fail(fmt::format("state/{}: is of {} bodies, not {}", name, values.size(), expected));
  });
  check_numbers(s, file);
  array("shift", s.shift);
  s.blocks.assign(static_cast<std::size_t>(file.integer("state", "blocks")), {});
  for (std::size_t i = 0; i < s.blocks.size(); ++i) {
    PairBlock& block = s.blocks[i];
    const std::string group = block_name(i);
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
  }
  make_chunks(s);
}

std::size_t bytes_of(const LoopState& s) {
  std::size_t total = 0;
  const auto count = [&total](const char*, const auto& values) {
    total += values.capacity() * sizeof(values[0]);
  };
  visit_bodies(s, count);
  for (const PairBlock& block : s.blocks) {
    visit_block(block, count);
    count("", block.share_a), count("", block.share_b);
    for (const std::vector<KeyedPoint>& points : block.points) {
      total += sizeof(points) + points.capacity() * sizeof(KeyedPoint);
    }
  }
  count("", s.chunks), count("", s.share);
  count("", s.share_start), count("", s.share_list);
  count("", s.group_list), count("", s.group_chunks), count("", s.loose_groups);
  count("", s.held), count("", s.facts), count("", s.reach), count("", s.shift);
  count("", s.motion.mass), count("", s.motion.inertia), count("", s.motion.freedom);
  count("", s.bodies.shape_of);
  count("", s.setup.material_of), count("", s.setup.name);
  return total;
}

}  // namespace talus
