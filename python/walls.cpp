// Walls of talus.Simulation as objects; forces that users apply; runs up to a time.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <mutex>
#include <optional>
#include <variant>

#include "body_rows.h"
#include "running.h"

namespace talus::python {
namespace {

// A wall, or another body that is not free. It keeps its simulation alive.
struct Wall {
  py::object simulation;
  std::string name, kind;
  std::variant<std::int64_t, MeshWallHandle> which;  // the id of a body

  Running& running() const { return simulation.cast<Running&>(); }
};

// With the lock held.
std::int32_t index_of(const Wall& wall) {
  const std::int32_t index = wall.running().simulation.index_of(std::get<std::int64_t>(wall.which));
  if (index >= 0) return index;
  throw py::value_error(fmt::format("{}: is no longer in the simulation", wall.name));
}

WallState state_of(const Wall& wall) {
  const Running& running = wall.running();
  const Locked lock(running.lock);
  if (const auto* handle = std::get_if<MeshWallHandle>(&wall.which)) {
    return running.simulation.wall_state(*handle);
  }
  return running.simulation.wall_state(index_of(wall));
}

void prescribe(const Wall& wall, const Vec3<double>& velocity, const Vec3<double>& turning) {
  Running& running = wall.running();
  const Locked lock(running.lock);
  if (const auto* handle = std::get_if<MeshWallHandle>(&wall.which)) {
    running.simulation.prescribe(*handle, velocity, turning);
  } else {
    running.simulation.prescribe(index_of(wall), velocity, turning);
  }
}

std::vector<Wall> walls_of(const py::object& self) {
  const Running& running = self.cast<const Running&>();
  const Locked lock(running.lock);
  const Simulation& simulation = running.simulation;
  std::vector<Wall> walls;
  for (std::size_t i = 0; i < simulation.bodies().size(); ++i) {
    if (simulation.motion().freedom[i] == Freedom::free) continue;
    walls.push_back({self, simulation.names()[i],
                     std::string(name_of(kind_of(simulation.bodies().shape(i)))),
                     simulation.ids()[i]});
  }
  const std::vector<MeshWall>& meshes = simulation.setup().mesh_walls;
  for (std::size_t w = 0; w < meshes.size(); ++w) {
    walls.push_back(
        {self, meshes[w].name, "mesh_wall", MeshWallHandle{static_cast<std::int32_t>(w)}});
  }
  return walls;
}

Wall wall_named(const py::object& self, const std::string& name) {
  std::string known;
  for (Wall& wall : walls_of(self)) {
    if (wall.name == name) return wall;
    known += (known.empty() ? "" : ", ") + wall.name;
  }
  throw py::key_error(
      fmt::format("there is no wall \"{}\"; there are: {}", name, known.empty() ? "none" : known));
}

void bind_wall(py::module_& module) {
  py::class_<Wall> type(
      module, "Wall",
      "A wall of a simulation, or another body that is not free, by Simulation.wall: its "
      "motion and the loads on it, of the present state of the simulation. SI units.");
  type.def_property_readonly(
      "name", [](const Wall& wall) { return wall.name; }, "As in the setup.");
  type.def_property_readonly(
      "kind", [](const Wall& wall) { return wall.kind; },
      "\"half_space\", \"mesh_wall\", or the kind of a body's shape.");
  const auto column = [&](const char* name, auto member, const char* what) {
    type.def_property_readonly(
        name, [member](const Wall& wall) { return to_array(state_of(wall).*member); }, what);
  };
  column("position", &WallState::centre,
         "m: of the centre of mass, or of rotation of a mesh wall.");
  column(
      "force", &WallState::force,
      "N: of all contacts on it in the last step; not known after restore before the next step.");
  column("torque", &WallState::torque, "N m: the same, about position.");
  type.def_property(
      "velocity", [](const Wall& wall) { return to_array(state_of(wall).velocity); },
      [](const Wall& wall, const py::object& value) {
        prescribe(wall, vec3_from(value, "velocity"), state_of(wall).angular_velocity);
      },
      "m/s; one that is set counts from the next step on, in place of the motion of the setup.");
  type.def_property(
      "angular_velocity",
      [](const Wall& wall) { return to_array(state_of(wall).angular_velocity); },
      [](const Wall& wall, const py::object& value) {
        prescribe(wall, state_of(wall).velocity, vec3_from(value, "angular_velocity"));
      },
      "rad/s, about position; the same.");
  type.def("__repr__", [](const Wall& wall) {
    return fmt::format("<talus.Wall \"{}\", {}>", wall.name, wall.kind);
  });
}

std::vector<Vec3<double>> rows_from(const py::object& value, const char* name, py::ssize_t count) {
  std::vector<Vec3<double>> rows;
  if (value.is_none()) return rows;
  const Rows given(value, name, 3, count);
  for (py::ssize_t i = 0; i < count; ++i) rows.push_back(given.vec3(i));
  return rows;
}

void apply(Running& running, const py::object& forces, const py::object& torques) {
  const Locked lock(running.lock);
  const auto count = static_cast<py::ssize_t>(running.simulation.bodies().size());
  const std::vector<Vec3<double>> force = rows_from(forces, "forces", count);
  const std::vector<Vec3<double>> torque = rows_from(torques, "torques", count);
  running.simulation.apply(force, torque);
}

constexpr double most_steps = 1e15;  // more than anybody can wait for

// Steps in which `seconds` are over; a rounding of the quotient is no step more.
std::int64_t steps_in(double seconds, double step) {
  constexpr double tolerance = 1e-6;
  if (!(seconds / step < most_steps)) {
    throw py::value_error(fmt::format("until: {} s are more than {:g} steps", seconds, most_steps));
  }
  return static_cast<std::int64_t>(std::ceil(seconds / step - tolerance));
}

// False as Python and NumPy have it: comparisons of arrays give numpy.False_. Nothing else, such as
// None or an empty list.
bool is_false(const py::object& answer) {
  if (py::isinstance<py::bool_>(answer)) return !answer.cast<bool>();
  if (!py::hasattr(answer, "dtype")) return false;
  const py::array array = py::array::ensure(answer);
  return array && array.dtype().kind() == 'b' && array.size() == 1 &&
         !*static_cast<const bool*>(array.data());
}

void run(const py::object& self, double until, const std::optional<double>& every,
         const py::object& call) {
  Running& running = self.cast<Running&>();
  const double step = [&] {
    const Locked lock(running.lock);
    return running.simulation.time_step();
  }();
  const auto now = [&] {
    const Locked lock(running.lock);
    return running.simulation.steps();
  };
  const std::int64_t last = steps_in(finite_not_negative(until, "until"), step);
  if (every.has_value() != !call.is_none()) {
    throw py::value_error("every and call: expected both or none of them");
  }
  if (every && !PyCallable_Check(call.ptr())) {
    throw py::value_error(fmt::format("call: expected a function of the simulation, got {}",
                                      py::repr(call).cast<std::string>()));
  }
  const std::int64_t interval =
      every ? std::max<std::int64_t>(
                  1, std::llround(std::min(finite_positive(*every, "every") / step, most_steps)))
            : last;
  for (std::int64_t at = now(); at < last; at = now()) {
    const std::int64_t due = every ? (at / interval + 1) * interval : last;
    advance(running, std::min(due, last) - at);
    if (!every || due > last) continue;
    if (is_false(call(self))) return;
  }
}

}  // namespace

void bind_walls(py::module_& module, py::class_<Running>& type) {
  bind_wall(module);
  type.def_property_readonly("walls", &walls_of,
                             "Half-spaces and other bodies that are not free, then mesh walls.");
  type.def("wall", &wall_named, py::arg("name"), "The first wall of that name; KeyError.");
  type.def("apply", &apply, py::arg("forces") = py::none(), py::arg("torques") = py::none(),
           "Applies forces (N, 3), N, and torques about the centres of mass (N, 3), N m, to the "
           "bodies in every step from now on, in place of those of the call before; one row counts "
           "for all. Bodies that are not free ignore theirs, and bodies that come later have none. "
           "Their work is in the ledger's boundary_work, and saved states hold them.");
  type.def(
      "run", &run, py::arg("until"), py::arg("every") = py::none(), py::arg("call") = py::none(),
      "Goes on to a time, s since the start; nothing happens if it is over. With every (s) and "
      "call, call(simulation) is called after the steps at whole multiples of every since the "
      "start, which is rounded to whole steps; one that returns False, of Python or NumPy, ends "
      "the run.");
}

}  // namespace talus::python
