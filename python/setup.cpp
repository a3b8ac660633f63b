// talus.Setup: what a simulation is made of, put together in code.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "body.h"
#include "body_rows.h"
#include "convert.h"
#include "setup_parts.h"
#include "talus/physics/law/registry.h"
#include "talus/physics/mix_materials.h"
#include "triangles.h"
#include "without_gil.h"

namespace talus::python {

Interaction SetupParts::between_materials(std::size_t a, std::size_t b) const {
  for (auto stated = interactions.rbegin(); stated != interactions.rend(); ++stated) {
    if (stated->a == a && stated->b == b) return stated->value;
    if (stated->a == b && stated->b == a) return stated->value;
  }
  return a == b ? own[a] : mix_interactions(own[a], own[b]);
}

Setup SetupParts::complete() const {
  Setup whole = setup;
  for (std::size_t a = 0; a < own.size(); ++a) {
    for (std::size_t b = 0; b < own.size(); ++b) {
      whole.materials.interaction.push_back(between_materials(a, b));
    }
  }
  return whole;
}

namespace {

void require_range(const Parameter& parameter, double value) {
  if (parameter.range.holds(value)) return;
  throw py::value_error(
      fmt::format("{}: must be {}, got {}", parameter.name, parameter.range.words, value));
}

// Sets the parameters of an interaction that are given by name.
void set_parameters(Interaction& value, const py::kwargs& given) {
  const std::vector<InteractionParameter> known = interaction_parameters();
  for (const auto& [key, number] : given) {
    const auto name = key.cast<std::string>();
    const auto p = std::find_if(known.begin(), known.end(),
                                [&](const InteractionParameter& k) { return k.name == name; });
    if (p == known.end()) {
      throw py::type_error(fmt::format("unexpected keyword argument \"{}\"", name));
    }
    if (number.is_none()) continue;
    const auto given_value = number.cast<double>();
    require_range(*p, given_value);
    p->set(value, given_value);
  }
}

// The parameters of interactions for a docstring.
std::string parameter_list() {
  std::string text;
  for (const InteractionParameter& p : interaction_parameters()) {
    text += fmt::format("\n  {} = {}{}{}: {}", p.name, p.default_value, p.unit.empty() ? "" : " ",
                        p.unit, p.description);
  }
  return text;
}

broad::Domain domain_from(const py::object& lower, const py::object& upper,
                          const std::array<bool, 3>& periodic) {
  broad::Domain domain;
  if (!lower.is_none()) domain.lower = vec3_from(lower, "lower");
  if (!upper.is_none()) domain.upper = vec3_from(upper, "upper");
  for (std::size_t k = 0; k < 3; ++k) {
    domain.periodic[k] = periodic[k];
    const int axis = static_cast<int>(k);
    if (!periodic[k] || domain.lower[axis] < domain.upper[axis]) continue;
    throw py::value_error(fmt::format("upper: must be above lower = {} along a periodic {}, got {}",
                                      domain.lower[axis], "xyz"[k], domain.upper[axis]));
  }
  return domain;
}

Beyond beyond_from(const std::string& word) {
  if (word == "ignore") return Beyond::ignore;
  if (word == "remove") return Beyond::remove;
  if (word == "error") return Beyond::error;
  throw py::value_error(fmt::format("beyond: expected ignore, remove or error, got \"{}\"", word));
}

SetupParts make_setup(const py::object& gravity, const std::string& law, double time_step,
                      double drag, const py::object& lower, const py::object& upper,
                      const std::array<bool, 3>& periodic, double stop_overlap, double stop_travel,
                      bool no_tension, double stop_residual, const std::string& beyond,
                      double local_damping) {
  SetupParts parts;
  read_gravity(parts, gravity);
  if (find_law(law) == nullptr) {
    throw py::value_error(fmt::format("law: expected {}, got \"{}\"", law_names(), law));
  }
  parts.setup.law = law;
  parts.setup.time_step = finite_not_negative(time_step, "time_step");
  parts.setup.drag = finite_not_negative(drag, "drag");
  if (!(local_damping >= 0.0 && local_damping < 1.0)) {
    throw py::value_error(
        fmt::format("local_damping: must be >= 0 and < 1, got {}", local_damping));
  }
  parts.setup.local_damping = local_damping;
  parts.setup.stop_overlap = finite_not_negative(stop_overlap, "stop_overlap");
  parts.setup.stop_travel = finite_not_negative(stop_travel, "stop_travel");
  parts.setup.stop_residual = finite_not_negative(stop_residual, "stop_residual");
  parts.setup.no_tension = no_tension;
  parts.setup.domain = domain_from(lower, upper, periodic);
  parts.setup.beyond = beyond_from(beyond);
  return parts;
}

void add_material(SetupParts& parts, const std::string& name, double density, double young,
                  double poisson, const Interaction& own) {
  check_name(name);
  for (const Material& known : parts.setup.materials.material) {
    if (known.name != name) continue;
    throw py::value_error(fmt::format("name: another material is already called \"{}\"", name));
  }
  const Material material{name, density, young, poisson};
  for (const MaterialParameter& p : material_parameters()) require_range(p, material.*p.member);
  parts.setup.materials.material.push_back(material);
  parts.own.push_back(own);
}

// The numbers of the new bodies: one shape, many positions.
py::object add_bodies(SetupParts& parts, const Body& shape, const py::object& position,
                      const py::object& orientation, const py::object& velocity,
                      const py::object& angular_velocity,
                      const std::optional<std::string>& material, bool fixed, bool prescribed,
                      const std::optional<std::string>& name) {
  if (name) check_name(*name);
  const Numbers positions = real_numbers(position);
  const bool single = !positions || positions.ndim() != 2;
  const py::ssize_t count = single ? 1 : positions.shape(0);
  const Rows at(position, "position", 3, count), turned(orientation, "orientation", 4, count);
  const Rows moving(velocity, "velocity", 3, count);
  const Rows turning(angular_velocity, "angular_velocity", 3, count);
  const std::int32_t made_of = material_from(parts.setup.materials, material);
  const Freedom freedom = freedom_of(fixed, prescribed);
  std::vector<Pose<double>> poses;
  for (py::ssize_t i = 0; i < count; ++i) poses.push_back(make_pose(at.vec3(i), turned.quat(i)));

  Setup& setup = parts.setup;
  const std::size_t first = setup.bodies.size();
  if (count == 0) return py::module_::import("builtins").attr("range")(first, first);
  setup.bodies.shapes.push_back(shape.shape);
  for (py::ssize_t i = 0; i < count; ++i) {
    const std::size_t body = setup.bodies.size();
    setup.bodies.shape_of.push_back(static_cast<std::int32_t>(setup.bodies.shapes.size()) - 1);
    setup.bodies.poses.push_back(poses[static_cast<std::size_t>(i)]);
    setup.name.push_back(!name    ? fmt::format("body {}", body)
                         : single ? *name
                                  : fmt::format("{} {}", *name, i));
    setup.material_of.push_back(made_of);
    setup.freedom.push_back(freedom);
    setup.velocity.push_back(moving.vec3(i));
    setup.angular_velocity.push_back(turning.vec3(i));
  }
  if (single) return py::int_(first);
  return py::module_::import("builtins").attr("range")(first, setup.bodies.size());
}

py::object add_half_space(SetupParts& parts, const py::object& normal, double offset,
                          const py::object& velocity, const std::optional<std::string>& material,
                          const std::optional<std::string>& name) {
  const Vec3<double> moving = vec3_from(velocity, "velocity");
  const bool moves = !(moving == Vec3<double>{});
  const Body wall{make_half_space(unchecked_vec3(normal, "normal"), offset)};
  const py::tuple origin = py::make_tuple(0.0, 0.0, 0.0);
  return add_bodies(parts, wall, origin, py::make_tuple(1.0, 0.0, 0.0, 0.0), velocity, origin,
                    material, !moves, moves, name);
}

MeshWallHandle add_wall(SetupParts& parts, const py::object& vertices, const py::object& triangles,
                        const py::object& velocity, const py::object& angular_velocity,
                        const py::object& centre, const std::optional<std::string>& material,
                        const std::optional<std::string>& name) {
  if (name) check_name(*name);
  TriangleMesh mesh = triangles_from(vertices, triangles);
  MeshWall wall;
  wall.vertex = std::move(mesh.vertices);
  wall.triangle.assign(mesh.triangles.begin(), mesh.triangles.end());
  wall.velocity = vec3_from(velocity, "velocity");
  wall.angular_velocity = vec3_from(angular_velocity, "angular_velocity");
  wall.centre = vec3_from(centre, "centre");
  wall.material = material_from(parts.setup.materials, material);
  wall.name = name.value_or(fmt::format("wall {}", parts.setup.mesh_walls.size()));
  return add_mesh_wall(parts.setup, std::move(wall));
}

MeshWallHandle add_cylinder(SetupParts& parts, const py::object& base, double radius, double height,
                            const py::object& axis, std::optional<double> top_radius, bool bottom,
                            bool top, std::optional<std::int64_t> segments,
                            const py::object& velocity, const py::object& angular_velocity,
                            const py::object& centre, const std::optional<std::string>& material,
                            const std::optional<std::string>& name) {
  if (name) check_name(*name);
  Tube tube;
  tube.base = vec3_from(base, "base");
  tube.axis = vec3_from(axis, "axis");
  const double length = norm(tube.axis);
  if (!(length > 0.0) || !std::isfinite(length)) {
    throw py::value_error("axis: must be finite and not zero");
  }
  tube.axis = tube.axis / length;
  tube.radius = radius;
  tube.top_radius = top_radius.value_or(radius);
  tube.height = height;
  for (const auto& [key, value] : {std::pair("radius", radius), std::pair("height", height),
                                   std::pair("top_radius", tube.top_radius)}) {
    if (value > 0.0 && std::isfinite(value)) continue;
    throw py::value_error(fmt::format("{}: must be positive, got {}", key, value));
  }
  tube.bottom = bottom;
  tube.top = top;
  if (segments && (*segments < fewest_segments || *segments > most_segments)) {
    throw py::value_error(fmt::format("segments: must be {} to {}, got {}", fewest_segments,
                                      most_segments, *segments));
  }
  if (segments) tube.segments = static_cast<int>(*segments);
  MeshWall wall = without_gil([&] { return segments ? mesh_of(tube) : round_wall(tube); });
  wall.velocity = vec3_from(velocity, "velocity");
  wall.angular_velocity = vec3_from(angular_velocity, "angular_velocity");
  wall.centre = centre.is_none() ? tube.base : vec3_from(centre, "centre");
  wall.material = material_from(parts.setup.materials, material);
  wall.name = name.value_or(fmt::format("wall {}", parts.setup.mesh_walls.size()));
  return add_mesh_wall(parts.setup, std::move(wall));
}

void bind_materials(py::class_<SetupParts>& type) {
  const Material m;
  type.def(
      "add_material",
      [](SetupParts& parts, const std::string& name, double density, double young, double poisson,
         const py::kwargs& interaction) {
        Interaction own;
        set_parameters(own, interaction);
        add_material(parts, name, density, young, poisson, own);
      },
      py::arg("name"), py::arg("density") = m.density, py::arg("young") = m.young,
      py::arg("poisson") = m.poisson,
      ("A material and its interaction with itself, as [[material]] of a scene; SI units. Keywords "
       "of the interaction, with their defaults:" +
       parameter_list())
          .c_str());
  type.def(
      "add_interaction",
      [](SetupParts& parts, const std::string& a, const std::string& b,
         const py::kwargs& interaction) {
        Override stated{
            material_named(parts.setup.materials, a), material_named(parts.setup.materials, b), {}};
        stated.value = parts.between_materials(stated.a, stated.b);
        set_parameters(stated.value, interaction);
        parts.interactions.push_back(stated);
      },
      py::arg("a"), py::arg("b"),
      "The interaction of two materials. Keywords as of add_material; one that is left out keeps "
      "the value mixed from both materials.");
}

void bind_bodies(py::class_<SetupParts>& type) {
  const py::tuple none = py::make_tuple(0.0, 0.0, 0.0);
  type.def("add_body", &add_bodies, py::arg("shape"), py::arg("position"),
           py::arg("orientation") = py::make_tuple(1.0, 0.0, 0.0, 0.0), py::arg("velocity") = none,
           py::arg("angular_velocity") = none, py::arg("material") = py::none(),
           py::arg("fixed") = false, py::arg("prescribed") = false, py::arg("name") = py::none(),
           "A body, and its number; or with positions of shape (N, 3) as many of one shape, and "
           "the range of their numbers. Orientations, velocities and angular velocities are one "
           "for all or one for each. The material may be left out where there is only one.");
  type.def("add_half_space", &add_half_space, py::arg("normal"), py::arg("offset") = 0.0,
           py::arg("velocity") = none, py::arg("material") = py::none(),
           py::arg("name") = py::none(),
           "A wall, solid where normal.x <= offset, that stands or keeps a velocity; its number "
           "among the bodies.");
  type.def(
      "add_mesh_wall", &add_wall, py::arg("vertices"), py::arg("triangles") = py::none(),
      py::arg("velocity") = none, py::arg("angular_velocity") = none, py::arg("centre") = none,
      py::arg("material") = py::none(), py::arg("name") = py::none(),
      "A surface of triangles, open or closed, that bodies cannot pass from either side, from "
      "arrays "
      "or, without triangles, from an object with vertices and faces, such as a Trimesh. It "
      "keeps a velocity, and an angular velocity about an axis through the centre. A handle for "
      "Simulation.prescribe.");
  type.def(
      "add_cylinder", &add_cylinder, py::arg("base"), py::arg("radius"), py::arg("height"),
      py::arg("axis") = py::make_tuple(0.0, 0.0, 1.0), py::arg("top_radius") = py::none(),
      py::arg("bottom") = false, py::arg("top") = false, py::arg("segments") = py::none(),
      py::arg("velocity") = none, py::arg("angular_velocity") = none,
      py::arg("centre") = py::none(), py::arg("material") = py::none(),
      py::arg("name") = py::none(),
      "The wall of a cylinder or, with another top_radius, of a cone about an axis from the base; "
      "bottom and top close its ends. Bodies meet the true surface from inside and outside, or, "
      "with segments, a mesh wall of so many facets. It turns about the centre, the base if not "
      "stated. A handle for Simulation.prescribe.");
}

}  // namespace

void add_setup(py::module_& module) {
  py::class_<MeshWallHandle>(module, "MeshWallHandle",
                             "A mesh wall of a setup, for Simulation.prescribe.")
      .def_readonly("index", &MeshWallHandle::index, "Among the mesh walls of the setup.")
      .def("__repr__", [](const MeshWallHandle& wall) {
        return fmt::format("<talus.MeshWallHandle {}>", wall.index);
      });
  py::class_<SetupParts> type(
      module, "Setup",
      ("What a simulation is made of: materials first, then bodies and walls of them. gravity: a "
       "vector, or a dictionary {'type': 'table', 'time', 'value'} or {'type': 'rotating', "
       "'value', "
       "'angular_velocity'}; law: " +
       law_names() +
       "; time_step 0: a safe one is chosen; drag: part of the velocities lost per second outside "
       "of contacts; lower, upper and periodic: where everything repeats; stop_overlap and "
       "stop_travel: an overlap relative to the smaller body's size, or a path in one step "
       "relative to the smallest body's size, beyond which step raises talus.LimitError; 0: "
       "never; no_tension: contacts never pull; stop_residual: likewise for the part of the energy "
       "that "
       "the ledger does not account for; beyond: what happens to free bodies beyond lower and "
       "upper along directions that are not periodic: ignore, remove, or error; local_damping: "
       "part "
       "of every component of the force and torque on free bodies that opposes their motion "
       "(Cundall 1987), for quasi-static work: free fall is slower by this part. SI units.")
          .c_str());
  type.def(py::init(&make_setup), py::arg("gravity") = py::make_tuple(0.0, 0.0, -9.81),
           py::arg("law") = "hertz-mindlin", py::arg("time_step") = 0.0, py::arg("drag") = 0.0,
           py::arg("lower") = py::none(), py::arg("upper") = py::none(),
           py::arg("periodic") = std::array<bool, 3>{false, false, false},
           py::arg("stop_overlap") = 0.0, py::arg("stop_travel") = 0.0,
           py::arg("no_tension") = false, py::arg("stop_residual") = 0.0,
           py::arg("beyond") = "ignore", py::arg("local_damping") = 0.0);
  bind_materials(type);
  bind_bodies(type);
  bind_motions(type);
  bind_flow(type);
  type.def("__len__", [](const SetupParts& parts) { return parts.setup.bodies.size(); });
  type.def("__repr__", [](const SetupParts& parts) {
    return fmt::format("<talus.Setup of {} bodies>", parts.setup.bodies.size());
  });
}

}  // namespace talus::python
