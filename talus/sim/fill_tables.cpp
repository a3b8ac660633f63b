#include "talus/sim/fill_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "talus/error.h"
#include "talus/physics/law/registry.h"
#include "talus/physics/mix_materials.h"
#include "talus/setup/names.h"
#include "talus/setup/unit_axis.h"
#include "talus/sim/held_shapes.h"
#include "talus/sim/loop/flow_gates.h"
#include "talus/sim/loop/object_tables.h"
#include "talus/sim/loop/shape_tables.h"

namespace talus {

namespace {

bool is_finite(const Vec3<double>& v) { return std::isfinite(v.x + v.y + v.z); }

}  // namespace

void check_body(const BodyStart& body, const BodyType& type, const Law& law) {
  const auto refuse = [&](const std::string& why) {
    throw SimulationError(fmt::format("{}: {}", body.name, why));
  };
  if (const std::string why = why_not_held(law, *type.geometry); !why.empty()) refuse(why);
  if (!is_finite(body.pose.position)) refuse("its position is not finite");
  if (!is_finite(body.velocity)) refuse("its velocity is not finite");
  if (!is_finite(body.angular_velocity)) refuse("its angular velocity is not finite");
  if (!type.bounded) {
    if (body.freedom == Freedom::free) {
      refuse("a half-space cannot move freely; make it fixed or prescribed");
    }
    if (!(body.angular_velocity == Vec3<double>{})) {
      refuse("a half-space cannot turn; use a mesh wall");
    }
  }
  if (body.freedom == Freedom::fixed &&
      !(body.velocity == Vec3<double>{} && body.angular_velocity == Vec3<double>{})) {
    refuse("it is fixed, but has a velocity");
  }
  if (!type.bounded) return;
  // The inverses are used, too: they overflow for numbers below the range of normal ones.
  for (const double value : {type.mass, type.inertia.x, type.inertia.y, type.inertia.z}) {
    if (value > 0.0 && std::isnormal(value) && std::isnormal(1.0 / value)) continue;
    refuse(
        fmt::format("its mass and moments of inertia must be within the range of numbers, got "
                    "{:.3g} kg and {:.3g}, {:.3g}, {:.3g} kg m2; check its size and density",
                    type.mass, type.inertia.x, type.inertia.y, type.inertia.z));
  }
}

namespace {

void check_names(const Setup& setup) {
  const auto check = [](const char* what, std::size_t i, const std::string& name) {
    if (is_name(name)) return;
    throw SimulationError(fmt::format("{} {}: its name {}", what, i, name_defect(name)));
  };
  for (std::size_t i = 0; i < setup.name.size(); ++i) check("body", i, setup.name[i]);
  for (std::size_t i = 0; i < setup.mesh_walls.size(); ++i) {
    check("mesh wall", i, setup.mesh_walls[i].name);
  }
  const std::vector<Material>& materials = setup.materials.material;
  for (std::size_t i = 0; i < materials.size(); ++i) check("material", i, materials[i].name);
}

// Every shape has a mass; the message names the first body that has the shape.
void check_shapes(const Setup& setup) {
  const std::vector<Shape>& shapes = setup.bodies.shapes;
  std::vector<std::string> name(shapes.size());
  for (std::size_t i = setup.bodies.size(); i-- > 0;) {
    const std::int32_t shape = setup.bodies.shape_of[i];
    if (shape < 0 || static_cast<std::size_t>(shape) >= shapes.size()) {
      throw SimulationError(
          fmt::format("{}: shape {} of {} does not exist", setup.name[i], shape, shapes.size()));
    }
    name[static_cast<std::size_t>(shape)] = setup.name[i];
  }
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    if (kind_of(shapes[s]) == Kind::half_space) continue;
    const std::string subject = name[s].empty() ? fmt::format("shape {}", s) : name[s];
    try {
      if (mass_properties(shapes[s]).volume > 0.0) continue;
    } catch (const ShapeError& error) {
      throw SimulationError(fmt::format("{}: {}", subject, error.what()));
    }
    throw SimulationError(fmt::format("{}: {}: a body of a simulation needs a volume", subject,
                                      name_of(kind_of(shapes[s]))));
  }
}

// Body types, one for every combination of shape and material. Returns the type by body.
std::vector<std::int32_t> find_types(const Setup& setup, const Law& law, const Bodies& bodies,
                                     std::vector<BodyType>& types) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> known;
  std::vector<std::int32_t> type_of(bodies.size());
  for (std::size_t i = 0; i < type_of.size(); ++i) {
    const std::int32_t shape = bodies.shape_of[i], material = setup.material_of[i];
    const auto [at, is_new] =
        known.try_emplace({shape, material}, static_cast<std::int32_t>(types.size()));
    type_of[i] = at->second;
    if (!is_new) continue;
    const double density = setup.materials.material[static_cast<std::size_t>(material)].density;
    types.push_back(body_type(bodies.shape(i), density));
    types.back().shape = shape;
    types.back().material = material;
  }
  // Body types of the grains that inlets add.
  for (const Inlet& inlet : setup.inlets) {
    for (const FillPart& part : inlet.parts) {
      for (const std::int32_t shape : part.shapes) {
        const auto [at, is_new] =
            known.try_emplace({shape, inlet.material}, static_cast<std::int32_t>(types.size()));
        if (!is_new) continue;
        const auto material = static_cast<std::size_t>(inlet.material);
        types.push_back(body_type(bodies.shapes[static_cast<std::size_t>(shape)],
                                  setup.materials.material[material].density));
        types.back().shape = shape;
        types.back().material = inlet.material;
        check_body({inlet.name, {}, inlet.velocity, inlet.angular_velocity, Freedom::free},
                   types.back(), law);
      }
    }
  }
  return type_of;
}

// Slots in the order of the setup, but half-spaces first.
void number_slots(const std::vector<std::int32_t>& type_of_body, std::size_t walls,
                  BodyTable& bodies) {
  const auto bounded = [&](std::int32_t body) {
    return bodies.types[static_cast<std::size_t>(type_of_body[static_cast<std::size_t>(body)])]
        .bounded;
  };
  bodies.body_count = type_of_body.size();
  bodies.body_of.resize(bodies.body_count + walls);
  std::iota(bodies.body_of.begin(), bodies.body_of.end(), 0);
  const auto end = bodies.body_of.begin() + static_cast<std::ptrdiff_t>(bodies.body_count);
  const auto first = std::stable_partition(bodies.body_of.begin(), end,
                                           [&](std::int32_t body) { return !bounded(body); });
  bodies.half_spaces = static_cast<std::size_t>(first - bodies.body_of.begin());
  for (std::size_t i = 0; i < bodies.body_count; ++i) {
    bodies.type_of.push_back(type_of_body[bodies.number_of(i)]);
  }
}

void place_bodies(Loop& loop) {
  Setup& setup = loop.model.setup;
  BodyTable& bodies = loop.bodies;
  Motion& motion = loop.user.motion;
  const std::size_t n = loop.user.bodies.size(), objects = n + setup.mesh_walls.size();
  number_slots(find_types(setup, *loop.model.law, loop.user.bodies, bodies.types),
               setup.mesh_walls.size(), bodies);
  motion.velocity = std::move(setup.velocity);
  motion.angular_velocity = std::move(setup.angular_velocity);
  motion.freedom = std::move(setup.freedom);
  motion.angular_momentum.assign(n, {});
  motion.force.assign(n, {});
  motion.torque.assign(n, {});
  motion.mass.assign(n, 0.0);
  motion.inertia.assign(n, {});
  loop.user.ids.resize(n);
  std::iota(loop.user.ids.begin(), loop.user.ids.end(), std::int64_t{0});
  loop.user.next_id = static_cast<std::int64_t>(n);
  if (!setup.domain.is_open()) loop.user.periods.assign(n, {});
  bodies.motion.resize(objects);
  bodies.poses.resize(objects);
  bodies.angular_momentum.assign(objects, {});
  loop.skins.skin.assign(objects, 0.0);
  loop.skins.path_limit.assign(objects, 0.0);
  loop.skins.centre.assign(objects, {});
  for (std::size_t slot = 0; slot < n; ++slot) {
    const std::size_t i = bodies.number_of(slot);
    const BodyType& type = bodies.type(slot);
    motion.mass[i] = type.mass;
    motion.inertia[i] = type.inertia;
    bodies.poses[slot].pose = loop.user.bodies.poses[i];
    BodyMotion& own = bodies.motion[slot];
    own.centre = centre_of_mass(type, bodies.pose(slot));
    own.velocity = motion.velocity[i];
    own.spin = motion.angular_velocity[i];
    if (motion.freedom[i] == Freedom::free) own.inverse_mass = 1.0 / type.mass;
    check_body({setup.name[i], bodies.pose(slot), motion.velocity[i], motion.angular_velocity[i],
                motion.freedom[i]},
               type, *loop.model.law);
    if (!bodies.is_free(slot)) continue;
    bodies.angular_momentum[slot] = angular_momentum(
        type.rotor, type.inertia, bodies.pose(slot).orientation, motion.angular_velocity[i]);
  }
}

RoundWall round_wall_of(const MeshWall& wall) {
  const Tube& tube = *wall.tube;
  const bool is_unit = is_unit_axis(tube.axis);
  for (const double length : {tube.radius, tube.top_radius, tube.height}) {
    if (is_unit && length > 0.0 && std::isfinite(length) && is_finite(tube.base)) continue;
    throw SimulationError(fmt::format(
        "{}: its tube must have finite positive radii and height and a unit axis", wall.name));
  }
  return {tube.base - wall.centre,
          tube.axis,
          tube.radius,
          tube.top_radius,
          tube.height,
          tube.bottom,
          tube.top};
}

// Mesh walls have the slots after all bodies, and each a body type of its own.
void place_walls(Loop& loop) {
  Setup& setup = loop.model.setup;
  BodyTable& bodies = loop.bodies;
  std::vector<std::optional<RoundWall>>& round = loop.model.round_walls;
  round.reserve(setup.mesh_walls.size());  // body types point to them
  for (const MeshWall& wall : setup.mesh_walls) {
    if (const std::string why = why_walls_are_not_held(*loop.model.law); !why.empty()) {
      throw SimulationError(fmt::format("{}: {}", wall.name, why));
    }
    std::vector<Vec3<double>> vertex = wall.vertex;
    BodyType type;
    type.material = wall.material;
    type.rotor.all_centred = true;
    for (Vec3<double>& v : vertex) {
      v = v - wall.centre;
      type.rotor.turn_reach = larger(type.rotor.turn_reach, norm(v));
    }
    round.emplace_back();
    if (wall.tube) {
      round.back() = round_wall_of(wall);
      type.round_wall = &*round.back();
      // The height of an arc over its chord, at most.
      type.surface_margin = 0.5 * larger(wall.tube->radius, wall.tube->top_radius) *
                            square(std::numbers::pi / wall.tube->segments);
      type.rotor.turn_reach += type.surface_margin;
    }
    const std::size_t slot = bodies.type_of.size();
    bodies.type_of.push_back(static_cast<std::int32_t>(bodies.types.size()));
    bodies.types.push_back(type);
    try {
      loop.model.walls.emplace_back(std::move(vertex), wall.triangle);
    } catch (const ShapeError& error) {
      throw SimulationError(fmt::format("{}: {}", wall.name, error.what()));
    }
    bodies.poses[slot].pose.position = bodies.motion[slot].centre = wall.centre;
    bodies.motion[slot].velocity = wall.velocity;
    bodies.motion[slot].spin = wall.angular_velocity;
    setup.name.push_back(wall.name);
    setup.material_of.push_back(wall.material);
  }
}

// The law by its name, and the contact materials of all pairs of materials.
void set_law(Model& model) {
  const Setup& setup = model.setup;
  model.law = find_law(setup.law);
  if (model.law == nullptr) {
    throw SimulationError(fmt::format("law: expected {}, got \"{}\"", law_names(), setup.law));
  }
  model.law_index = static_cast<int>(built_in_index(*model.law));
  if (setup.no_tension && model.law->adhesion != nullptr) {
    throw SimulationError(fmt::format(
        "no_tension: the law \"{}\" is cohesive, its contacts pull; allowed: false", setup.law));
  }
  try {
    model.contact_materials = mix_materials(setup.materials, *model.law, setup.no_tension);
  } catch (const MaterialError& error) {
    throw SimulationError(error.what());
  }
  for (const ContactMaterial& m : model.contact_materials) {
    model.rolls = model.rolls || m.rolling_friction > 0.0;
  }
}

// s, where no body can move: any step will do.
constexpr double step_without_limit = 1e-3;

}  // namespace

void check_sizes(const Setup& setup) {
  const std::size_t n = setup.bodies.size();
  const auto check = [n](const char* what, std::size_t size) {
    if (size == n) return;
    throw SimulationError(fmt::format("{}: there are {} for {} bodies", what, size, n));
  };
  for (const auto& [name, value] :
       {std::pair("stop_overlap", setup.stop_overlap), std::pair("stop_travel", setup.stop_travel),
        std::pair("stop_residual", setup.stop_residual), std::pair("drag", setup.drag)}) {
    if (value >= 0.0 && std::isfinite(value)) continue;
    throw SimulationError(fmt::format("{}: must be finite and >= 0, got {}", name, value));
  }
  if (!(setup.local_damping >= 0.0 && setup.local_damping < 1.0)) {
    throw SimulationError(
        fmt::format("local_damping: must be >= 0 and < 1, got {}", setup.local_damping));
  }
  if (!is_finite(setup.gravity)) {
    const Vec3<double>& g = setup.gravity;
    throw SimulationError(fmt::format("gravity: must be finite, got [{}, {}, {}]", g.x, g.y, g.z));
  }
  if (n > most_bodies) {
    throw SimulationError(fmt::format("bodies: at most {}, got {}", most_bodies, n));
  }
  check("shape_of", setup.bodies.shape_of.size());
  check("name", setup.name.size());
  check_names(setup);
  check("material_of", setup.material_of.size());
  check("freedom", setup.freedom.size());
  check("velocity", setup.velocity.size());
  check("angular_velocity", setup.angular_velocity.size());
  const std::size_t m = setup.materials.material.size();
  if (setup.materials.interaction.size() != m * m) {
    throw SimulationError(fmt::format("interaction: there are {} for {} materials, {} are needed",
                                      setup.materials.interaction.size(), m, m * m));
  }
  const auto check_material = [m](const std::string& name, std::int32_t material) {
    if (material >= 0 && static_cast<std::size_t>(material) < m) return;
    throw SimulationError(fmt::format("{}: material {} of {} does not exist", name, material, m));
  };
  for (std::size_t i = 0; i < n; ++i) check_material(setup.name[i], setup.material_of[i]);
  for (const MeshWall& wall : setup.mesh_walls) check_material(wall.name, wall.material);
  check_shapes(setup);
  check_motions(setup);
  check_flow(setup);
}

void fill_tables(Setup setup, Loop& loop) {
  loop.user.bodies = std::move(setup.bodies);
  setup.bodies = {};
  loop.model.setup = std::move(setup);
  set_law(loop.model);
  place_bodies(loop);
  place_walls(loop);
  start_motions(loop.model.setup, loop.bodies, loop.user, loop.model.motions);
  loop.model.surfaces = surface_velocities(loop.model.setup, loop.bodies);
  loop.model.loads_of = list_loads(loop.model.setup, loop.bodies.body_count);
  loop.loads.resize(loop.model.setup.wall_loads.size());
  loop.planes.resize(loop.model.setup.flow_planes.size());
  keep_setup_tables(loop);
  loop.progress.gravity = loop.progress.mean_gravity = gravity_at(loop.model.setup, 0.0);
  loop.user.setup_shapes = loop.user.bodies.shapes.size();
  loop.bodies.setup_types = loop.bodies.types.size();
  complete_shape_tables(loop);
}

double choose_step(double requested, const TimeStepLimit& limit) {
  if (!(requested >= 0.0) || !std::isfinite(requested)) {
    throw SimulationError(fmt::format("time_step: must be positive, got {} s", requested));
  }
  const double step = requested > 0.0 ? requested : limit.chosen();
  if (step <= limit.largest()) return std::isfinite(step) ? step : step_without_limit;
  throw SimulationError(
      fmt::format("time_step: {} s is too large: {} swings with a half period of {:.3g} s, which "
                  "allows at most {:.3g} s",
                  step, limit.reason, limit.half_period, limit.largest()));
}

}  // namespace talus
