#include "talus/sim/scene/read_motions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "talus/sim/scene/read_table_file.h"

namespace talus::scene {
namespace {

constexpr std::array<std::string_view, 4> types{"constant", "oscillate", "ramp", "table"};
constexpr std::array<std::string_view, 2> gravity_types{"table", "rotating"};

constexpr std::string_view no_turn =
    "a half-space cannot turn; a wall of the type \"mesh\" or \"cylinder\" can";

// The keys "direction", or "axis" and "centre".
void read_line(Section& section, const MotionOwner& owner, PrescribedMotion& motion) {
  const Node *direction = section.find("direction"), *axis = section.find("axis");
  if (direction == nullptr && axis == nullptr) {
    section.missing("direction", owner.can_turn ? "an array of 3 numbers; or the axis of a rotation"
                                                : "an array of 3 numbers");
    return;
  }
  motion.turns = axis != nullptr;
  if (direction != nullptr && axis != nullptr) {
    section.wrong(*axis, "axis", "a motion is along a direction or about an axis, not both");
    return;
  }
  if (axis == nullptr) {
    motion.direction = section.direction("direction", motion.direction);
    return;
  }
  if (!owner.can_turn) section.wrong(*axis, "axis", no_turn);
  motion.direction = section.direction("axis", motion.direction);
  motion.centre = section.vector("centre", owner.centre);
}

void read_constant(Section& section, const MotionOwner& owner, PrescribedMotion& motion) {
  const Node *velocity = section.find("velocity"), *spin = section.find("angular_velocity");
  if ((velocity == nullptr) == (spin == nullptr)) {
    section.fail("a constant motion has either a velocity or an angular_velocity");
    return;
  }
  if (velocity != nullptr) {
    motion.direction = section.vector("velocity", {});
    motion.rate = 1.0;
    return;
  }
  if (!owner.can_turn) section.wrong(*spin, "angular_velocity", no_turn);
  const Vec3<double> rate = section.vector("angular_velocity", {});
  motion.turns = true;
  motion.rate = norm(rate);
  motion.direction = motion.rate > 0.0 ? rate / motion.rate : Vec3<double>{0.0, 0.0, 1.0};
  motion.centre = section.vector("centre", owner.centre);
}

void read_ramp(Section& section, PrescribedMotion& motion) {
  motion.from_rate = section.number("from", finite, 0.0);
  motion.to_rate = section.required_number("to", finite);
  motion.start = section.number("start", not_negative, 0.0);
  motion.end = section.required_number("end", positive);
  const Node* end = section.find("end");
  if (end != nullptr && !(motion.start < motion.end)) {
    section.wrong(*end, "end",
                  fmt::format("must be after start = {} s, got {}", motion.start, motion.end));
  }
}

// Names the first row that is not later than the one before.
void check_times(Section& section, const Node& node, std::string_view key,
                 const std::vector<double>& time) {
  for (std::size_t i = 1; i < time.size(); ++i) {
    if (time[i - 1] < time[i]) continue;
    section.wrong(node, key,
                  fmt::format("times must increase, but {} s (row {}) is followed by {} s",
                              time[i - 1], i, time[i]));
    return;
  }
}

void read_table_from_file(Section& section, const Node& file, const MotionOwner& owner,
                          std::span<const std::string_view> quantities, PrescribedMotion& motion) {
  for (const std::string_view key : {std::string_view("time"), quantities[0], quantities[1]}) {
    const Node* inline_values = section.find(key);
    if (inline_values == nullptr) continue;
    section.wrong(*inline_values, key, "the table is in the file; leave one of them out");
  }
  if (section.required_text("file").empty()) return;
  try {
    TableFile table = read_table_file(owner.folder / file.text, quantities);
    motion.time = std::move(table.time);
    motion.value = std::move(table.value);
    motion.values_are_rates = table.quantity == quantities[1];
    check_times(section, file, "file", motion.time);
  } catch (const TableFileError& error) {
    section.wrong(file, "file", error.what());
  }
}

void read_table(Section& section, const MotionOwner& owner, PrescribedMotion& motion) {
  constexpr std::array<std::string_view, 2> along{"position", "velocity"};
  constexpr std::array<std::string_view, 2> about{"angle", "angular_velocity"};
  const std::array<std::string_view, 2>& quantities = motion.turns ? about : along;
  if (const Node* file = section.find("file")) {
    read_table_from_file(section, *file, owner, quantities, motion);
    return;
  }
  const Node* times = section.require("time", "an array of times in s; or the file of a table");
  const Node *values = section.find(quantities[0]), *rates = section.find(quantities[1]);
  if ((values == nullptr) == (rates == nullptr)) {
    section.fail(fmt::format("a table {} has either {} or {}",
                             motion.turns ? "about an axis" : "along a direction", quantities[0],
                             quantities[1]));
    return;
  }
  motion.values_are_rates = rates != nullptr;
  const std::string_view key = quantities[rates != nullptr ? 1 : 0];
  motion.time = section.number_list("time", 2, most_table_rows).value_or(motion.time);
  motion.value = section.number_list(key, 2, most_table_rows).value_or(motion.value);
  if (times == nullptr || motion.time.empty()) return;
  check_times(section, *times, "time", motion.time);
  if (!motion.value.empty() && motion.value.size() != motion.time.size()) {
    section.wrong(*section.find(key), key,
                  fmt::format("needs one number for each of the {} times, got {}",
                              motion.time.size(), motion.value.size()));
  }
}

bool is_zero(const Vec3<double>& v) { return v == Vec3<double>{}; }

// The constant velocities of an object as the first motions of a list.
std::vector<PrescribedMotion> constant_motions(const Vec3<double>& velocity,
                                               const Vec3<double>& spin,
                                               const Vec3<double>& centre) {
  std::vector<PrescribedMotion> motions;
  PrescribedMotion motion;
  if (!is_zero(velocity)) {
    motion.direction = velocity;
    motion.rate = 1.0;
    motions.push_back(motion);
  }
  if (!is_zero(spin)) {
    motion.turns = true;
    motion.rate = norm(spin);
    motion.direction = spin / motion.rate;
    motion.centre = centre;
    motions.push_back(motion);
  }
  return motions;
}

void read_gravity_table(Section& section, VaryingGravity& g) {
  const Node* times = section.require("time", "an array of times in s");
  const Node* values = section.require("value", "an array of vectors in m/s2, one for each time");
  g.time = section.number_list("time", 2, most_table_rows).value_or(std::vector<double>{});
  if (times != nullptr) check_times(section, *times, "time", g.time);
  if (values == nullptr) return;
  if (values->type != Node::Type::array || values->elements.size() != g.time.size()) {
    section.wrong(
        *values, "value",
        fmt::format("expected an array of {} vectors, one for each time, got {}", g.time.size(),
                    values->type == Node::Type::array ? fmt::format("{}", values->elements.size())
                                                      : in_words(*values)));
    return;
  }
  for (std::size_t i = 0; i < values->elements.size(); ++i) {
    // Each vector is read as the one entry of a table of its own.
    Node holder;
    holder.elements.push_back(values->elements[i]);
    holder.elements[0].key = fmt::format("value[{}]", i);
    Section row(holder, section.path(), section.errors());
    const std::optional<Vec3<double>> value = row.vector(holder.elements[0].key);
    if (!value) return;
    g.value.push_back(*value);
  }
}

}  // namespace

std::optional<PrescribedMotion> read_motion(Section& section, const MotionOwner& owner) {
  const std::size_t errors = section.errors().count();
  const std::string type = section.required_choice("type", types);
  PrescribedMotion motion;
  if (type.empty()) return std::nullopt;  // the known keys depend on the type
  motion.type =
      static_cast<MotionType>(std::find(types.begin(), types.end(), type) - types.begin());
  if (motion.type == MotionType::constant) {
    read_constant(section, owner, motion);
  } else {
    read_line(section, owner, motion);
  }
  if (motion.type == MotionType::oscillate) {
    motion.amplitude = section.required_number("amplitude", finite);
    motion.frequency = section.required_number("frequency", not_negative);
    motion.phase = section.number("phase", finite, 0.0);
  }
  if (motion.type == MotionType::ramp) read_ramp(section, motion);
  if (motion.type == MotionType::table) read_table(section, owner, motion);
  section.finish();
  if (section.errors().count() > errors) return std::nullopt;
  return motion;
}

std::vector<PrescribedMotion> read_motions(Section& section, const MotionOwner& owner) {
  std::vector<PrescribedMotion> motions;
  const Node* node = section.find("motion");
  if (node == nullptr) return motions;
  std::vector<const Node*> tables;
  if (node->type == Node::Type::table) {
    tables.push_back(node);
  } else {
    tables = section.tables("motion");
  }
  for (std::size_t i = 0; i < tables.size(); ++i) {
    Section own(*tables[i], section.path_of(fmt::format("motion[{}]", i)), section.errors());
    if (std::optional<PrescribedMotion> motion = read_motion(own, owner)) {
      motions.push_back(std::move(*motion));
    }
  }
  return motions;
}

void add_motions(Section& section, const MotionOwner& owner, const ObjectList& objects,
                 Setup& setup) {
  const std::size_t errors = section.errors().count();
  std::vector<PrescribedMotion> motions = read_motions(section, owner);
  if (motions.empty() || section.errors().count() > errors) return;
  std::vector<PrescribedMotion> all;
  for (const std::int32_t i : objects.bodies) {
    const auto body = static_cast<std::size_t>(i);
    Vec3<double>&velocity = setup.velocity[body], &spin = setup.angular_velocity[body];
    all = constant_motions(velocity, spin, owner.centre);
    velocity = spin = {};
    setup.freedom[body] = Freedom::prescribed;
  }
  for (const std::int32_t i : objects.mesh_walls) {
    MeshWall& wall = setup.mesh_walls[static_cast<std::size_t>(i)];
    all = constant_motions(wall.velocity, wall.angular_velocity, wall.centre);
    wall.velocity = wall.angular_velocity = {};
  }
  std::move(motions.begin(), motions.end(), std::back_inserter(all));
  setup.motion_groups.push_back({objects, std::move(all)});
}

void add_surface_motion(Section& section, bool can_turn, const ObjectList& objects, Setup& setup) {
  SurfaceMotion surface;
  surface.objects = objects;
  surface.velocity = section.vector("surface_velocity", {});
  if (can_turn) surface.angular_velocity = section.vector("surface_angular_velocity", {});
  if (is_zero(surface.velocity) && is_zero(surface.angular_velocity)) return;
  setup.surface_motions.push_back(surface);
}

void read_gravity(Section& section, Setup& setup) {
  const Node* node = section.find("gravity");
  if (node == nullptr || node->type != Node::Type::table) {
    setup.gravity = section.vector("gravity", setup.gravity);
    return;
  }
  Section own(*node, section.path_of("gravity"), section.errors());
  const std::string type = own.required_choice("type", gravity_types);
  if (type.empty()) return;
  VaryingGravity g;
  if (type == "table") {
    read_gravity_table(own, g);
    if (!g.value.empty()) setup.gravity = g.value.front();
  } else {
    setup.gravity = own.vector("value", setup.gravity);
    g.angular_velocity = own.required_vector("angular_velocity");
  }
  own.finish();
  setup.varying_gravity = std::move(g);
}

}  // namespace talus::scene
