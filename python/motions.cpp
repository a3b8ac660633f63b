// Motions, belts and measures of talus.Setup: the tables of a scene as dictionaries, read by the
// reader of scenes.
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <optional>

#include "convert.h"
#include "scene_tables.h"
#include "setup_parts.h"
#include "talus/setup/names.h"
#include "talus/shape.h"
#include "talus/sim/scene/read_motions.h"

namespace talus::python {
namespace {

using scene::Node;

void add_object(const SetupParts& parts, const py::handle& object, ObjectList& list) {
  const auto check = [](std::int64_t i, std::size_t count, const char* what) {
    if (i >= 0 && static_cast<std::size_t>(i) < count) return static_cast<std::int32_t>(i);
    throw py::value_error(fmt::format("objects: there are {} {}, got {}", count, what, i));
  };
  if (py::isinstance<MeshWallHandle>(object)) {
    list.mesh_walls.push_back(
        check(object.cast<MeshWallHandle>().index, parts.setup.mesh_walls.size(), "mesh walls"));
  } else if (PyIndex_Check(object.ptr())) {
    const auto number = py::int_(py::reinterpret_borrow<py::object>(object)).cast<std::int64_t>();
    list.bodies.push_back(check(number, parts.setup.bodies.size(), "bodies"));
  } else {
    throw py::type_error("objects: expected numbers of bodies and handles of mesh walls");
  }
}

// A number of a body, a handle of a mesh wall, or several of them.
ObjectList objects_from(const SetupParts& parts, const py::object& value) {
  ObjectList list;
  // A NumPy array has __index__, too.
  if (py::isinstance<py::iterable>(value)) {
    for (const py::handle& object : value) add_object(parts, object, list);
  } else {
    add_object(parts, value, list);
  }
  if (list.bodies.empty() && list.mesh_walls.empty()) throw py::value_error("objects: none given");
  return list;
}

bool is_half_space(const Setup& setup, std::int32_t body) {
  return kind_of(setup.bodies.shape(static_cast<std::size_t>(body))) == Kind::half_space;
}

// Rotations that state no centre turn about the first object's.
scene::MotionOwner owner_of(const Setup& setup, const ObjectList& objects) {
  scene::MotionOwner owner;
  for (const std::int32_t i : objects.bodies) {
    owner.can_turn = owner.can_turn && !is_half_space(setup, i);
  }
  if (!owner.can_turn) return owner;
  if (objects.bodies.empty()) {
    owner.centre = setup.mesh_walls[static_cast<std::size_t>(objects.mesh_walls[0])].centre;
    return owner;
  }
  const auto first = static_cast<std::size_t>(objects.bodies[0]);
  const Pose<double>& pose = setup.bodies.poses[first];
  owner.centre = pose.position + rotation_of(pose.orientation) *
                                     mass_properties(setup.bodies.shape(first)).centroid;
  return owner;
}

void require_no_velocity(const Setup& setup, const ObjectList& objects) {
  if (objects.bodies.size() + objects.mesh_walls.size() == 1) return;
  const Vec3<double> none{};
  bool moves = false;
  for (const std::int32_t i : objects.bodies) {
    const auto body = static_cast<std::size_t>(i);
    moves = moves || !(setup.velocity[body] == none) || !(setup.angular_velocity[body] == none);
  }
  for (const std::int32_t i : objects.mesh_walls) {
    const MeshWall& wall = setup.mesh_walls[static_cast<std::size_t>(i)];
    moves = moves || !(wall.velocity == none) || !(wall.angular_velocity == none);
  }
  if (!moves) return;
  throw py::value_error(
      "objects: one has a velocity already; several move together by a constant motion instead");
}

void add_motion(SetupParts& parts, const py::object& objects, const py::object& motion) {
  const ObjectList list = objects_from(parts, objects);
  require_no_velocity(parts.setup, list);
  Node table;
  table.elements.push_back(node_from(motion, "motion"));
  read_table(table, [&](scene::Section& section) {
    scene::add_motions(section, owner_of(parts.setup, list), list, parts.setup);
  });
}

void add_surface_velocity(SetupParts& parts, const py::object& objects, const py::object& velocity,
                          const py::object& angular_velocity) {
  SurfaceMotion surface;
  surface.objects = objects_from(parts, objects);
  surface.velocity = vec3_from(velocity, "velocity");
  surface.angular_velocity = vec3_from(angular_velocity, "angular_velocity");
  for (const std::int32_t i : surface.objects.bodies) {
    if (!is_half_space(parts.setup, i)) {
      throw py::value_error("objects: only walls have a surface velocity");
    }
    if (surface.angular_velocity == Vec3<double>{}) continue;
    throw py::value_error("angular_velocity: the surface of a half-space cannot turn");
  }
  parts.setup.surface_motions.push_back(std::move(surface));
}

void add_wall_load(SetupParts& parts, const std::string& name, const py::object& objects,
                   const py::object& about) {
  if (!is_measure_name(name)) {
    throw py::value_error(
        fmt::format("name: must be of {}, got \"{}\"", measure_name_words, printable(name)));
  }
  for (const WallLoadMeasure& known : parts.setup.wall_loads) {
    if (known.name != name) continue;
    throw py::value_error(
        fmt::format("name: another measure, inlet or outlet is already called \"{}\"", name));
  }
  WallLoadMeasure measure;
  measure.name = name;
  measure.objects = objects_from(parts, objects);
  measure.about = vec3_from(about, "about");
  for (const std::int32_t i : measure.objects.bodies) {
    if (parts.setup.freedom[static_cast<std::size_t>(i)] != Freedom::free) continue;
    throw py::value_error(fmt::format(
        "objects: {} is free; loads are measured on walls and on bodies that are fixed or "
        "prescribed",
        parts.setup.name[static_cast<std::size_t>(i)]));
  }
  parts.setup.wall_loads.push_back(std::move(measure));
}

}  // namespace

void read_gravity(SetupParts& parts, const py::object& gravity) {
  if (!py::isinstance<py::dict>(gravity)) {
    parts.setup.gravity = vec3_from(gravity, "gravity");
    return;
  }
  Node table;
  table.elements.push_back(node_from(gravity, "gravity"));
  read_table(table, [&](scene::Section& section) { scene::read_gravity(section, parts.setup); });
}

void bind_motions(py::class_<SetupParts>& type) {
  const py::tuple none = py::make_tuple(0.0, 0.0, 0.0);
  type.def("add_motion", &add_motion, py::arg("objects"), py::arg("motion"),
           "Moves walls and bodies, which are then prescribed: a number of a body, a handle of a "
           "mesh wall or several of them, and a dictionary with the keys of [[wall.motion]] of a "
           "scene, or a list of them, each carried along by those before it. Rotations without a "
           "centre turn about that of the first object. A constant velocity that an object has "
           "comes first in the list.");
  type.def("add_surface_velocity", &add_surface_velocity, py::arg("objects"),
           py::arg("velocity") = none, py::arg("angular_velocity") = none,
           "Makes the surface of walls move along itself, as a conveyor belt, while the walls stay "
           "where they are; m/s, and rad/s about the centre of a mesh wall.");
  type.def("add_wall_load", &add_wall_load, py::arg("name"), py::arg("objects"),
           py::arg("about") = none,
           "Measures the force on walls and on bodies that are not free, and the torque about a "
           "point, m, for Simulation.wall_load.");
}

}  // namespace talus::python
