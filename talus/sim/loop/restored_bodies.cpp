#include "talus/sim/loop/restored_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include "talus/error.h"
#include "talus/output/shape_table.h"
#include "talus/setup/names.h"
#include "talus/sim/loop/object_tables.h"
#include "talus/sim/loop/shape_tables.h"

namespace talus {
namespace {

using TypeKey = std::pair<std::int32_t, std::int32_t>;  // shape and material

constexpr std::array by_body{"poses",  "velocity", "angular_momentum", "angular_velocity", "force",
                             "torque", "ids",      "shape_of",         "freedom"};

constexpr const char *name_bytes = "state/names", *name_lengths = "state/name_lengths";

void write_names(const std::vector<std::string>& names, std::size_t count, Hdf5Writer& file) {
  std::vector<std::int64_t> lengths;
  std::string all;
  for (std::size_t i = 0; i < count; ++i) {
    lengths.push_back(static_cast<std::int64_t>(names[i].size()));
    all += names[i];
  }
  file.bytes(name_bytes, std::as_bytes(std::span(all)));
  file.bytes(name_lengths, std::as_bytes(std::span(lengths)));
}

std::vector<std::string> read_names(const Hdf5Reader& file) {
  const std::vector<std::byte> all = file.bytes(name_bytes), raw = file.bytes(name_lengths);
  std::vector<std::int64_t> lengths(raw.size() / sizeof(std::int64_t));
  if (raw.size() % sizeof(std::int64_t) != 0) {
    file.fail(fmt::format("{}: has the wrong length", name_lengths));
  }
  if (!raw.empty()) std::memcpy(lengths.data(), raw.data(), raw.size());
  std::vector<std::string> names;
  const char* at = reinterpret_cast<const char*>(all.data());
  const char* const end = at + all.size();
  for (const std::int64_t length : lengths) {
    if (length < 0 || length > end - at) {
      file.fail(fmt::format("{}[{}]: is not within the names", name_lengths, names.size()));
    }
    const std::string_view name(at, static_cast<std::size_t>(length));
    if (!is_name(name)) {
      file.fail(fmt::format("{}[{}]: {}", name_bytes, names.size(), name_defect(name)));
    }
    names.emplace_back(name);
    at += length;
  }
  if (at != end) file.fail(fmt::format("{}: are longer than their lengths", name_bytes));
  return names;
}

}  // namespace

void write_added_bodies(const Loop& loop, Hdf5Writer& file) {
  write_names(loop.model.setup.name, loop.bodies.body_count, file);
  const AddedShapes added = added_shapes(loop);
  std::vector<std::int32_t> types;
  for (const auto& [shape, material] : added.types) types.insert(types.end(), {shape, material});
  file.bytes("state/added_types", std::as_bytes(std::span(types)));
  if (added.shapes.empty()) return;
  for (const Shape& shape : added.shapes) {
    if (kind_of(shape) != Kind::mesh) continue;
    throw SimulationError(
        "a mesh that was added to the simulation cannot be saved: have a body of the setup with "
        "it, and add bodies by the number of that shape");
  }
  write_shapes(file, added.shapes);
}

void read_added_bodies(Loop& loop, const Hdf5Reader& file) {
  AddedShapes added;
  if (file.has("shapes")) added.shapes = read_shapes(file);
  const std::vector<std::byte> raw = file.bytes("state/added_types");
  if (raw.size() % sizeof(TypeKey) != 0) file.fail("state/added_types: has the wrong length");
  std::vector<std::int32_t> types(raw.size() / sizeof(std::int32_t));
  if (!raw.empty()) std::memcpy(types.data(), raw.data(), types.size() * sizeof(types[0]));
  const auto shapes = static_cast<std::int32_t>(loop.user.setup_shapes + added.shapes.size());
  const auto materials = static_cast<std::int32_t>(loop.model.setup.materials.material.size());
  std::set<TypeKey> known;
  for (std::size_t t = 0; t < loop.bodies.setup_types; ++t) {
    known.emplace(loop.bodies.types[t].shape, loop.bodies.types[t].material);
  }
  for (std::size_t t = 0; t < types.size(); t += 2) {
    const TypeKey key{types[t], types[t + 1]};
    const bool exists =
        key.first >= 0 && key.first < shapes && key.second >= 0 && key.second < materials;
    if (!exists || !known.insert(key).second) {
      file.fail(fmt::format("state/added_types[{}]: does not exist or is there twice", t / 2));
    }
    added.types.push_back(key);
  }
  try {
    set_added_shapes(loop, added);
  } catch (const ShapeError& error) {
    file.fail(fmt::format("shapes: {}", error.what()));
  }
  std::vector<std::string> names = read_names(file);
  for (const MeshWall& wall : loop.model.setup.mesh_walls) names.push_back(wall.name);
  loop.model.setup.name = std::move(names);
}

RestoredSizes::RestoredSizes(const Loop& loop, std::size_t bodies)
    : bodies_(bodies),
      objects_(bodies + loop.model.setup.mesh_walls.size()),
      open_(loop.model.setup.domain.is_open()),
      turns_(any_turns(loop.bodies)) {}

std::size_t RestoredSizes::rows(std::string_view name, std::size_t present) const {
  if (std::find(by_body.begin(), by_body.end(), name) != by_body.end()) return bodies_;
  if (name == "loads" || name.starts_with("flow_")) return present;
  if (name == "periods") return open_ ? 0 : bodies_;
  if (name == "skin_orientation") return turns_ ? objects_ : 0;
  return objects_;
}

void RestoredSizes::apply(Loop& loop, const Hdf5Reader& file) const {
  BodyTable& bodies = loop.bodies;
  bodies.body_count = bodies_;
  for (std::size_t slot = 0; slot < objects_; ++slot) {
    const auto type = static_cast<std::size_t>(bodies.type_of[slot]);
    const bool of_wall = type < bodies.types.size() && bodies.types[type].shape < 0;
    if (type >= bodies.types.size() || of_wall != (slot >= bodies_)) {
      file.fail(fmt::format("state/type_of[{}]: is not of these bodies", slot));
    }
  }
  if (loop.model.setup.name.size() != objects_) file.fail("state/names: are not of these bodies");
  const std::vector<std::int64_t>& ids = loop.user.ids;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::int64_t least = i == 0 ? 0 : ids[i - 1] + 1;
    if (ids[i] >= least && ids[i] < loop.user.next_id) continue;
    file.fail(fmt::format("state/ids[{}]: is not of these bodies", i));
  }
  count_half_spaces(bodies);
}

void count_half_spaces(BodyTable& bodies) {
  bodies.half_spaces = 0;
  while (bodies.half_spaces < bodies.body_count && !bodies.type(bodies.half_spaces).bounded) {
    ++bodies.half_spaces;
  }
}

void complete_bodies(Loop& loop) {
  const BodyTable& bodies = loop.bodies;
  Motion& motion = loop.user.motion;
  motion.mass.resize(bodies.body_count);
  motion.inertia.resize(bodies.body_count);
  for (std::size_t slot = 0; slot < bodies.body_count; ++slot) {
    motion.mass[bodies.number_of(slot)] = bodies.type(slot).mass;
    motion.inertia[bodies.number_of(slot)] = bodies.type(slot).inertia;
  }
  update_object_tables(loop);
}

}  // namespace talus
