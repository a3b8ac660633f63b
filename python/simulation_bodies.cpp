// The bodies of talus.Simulation: arrays by body, and bodies that come and go.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <mutex>
#include <optional>
#include <variant>

#include "body.h"
#include "body_rows.h"
#include "running.h"
#include "talus/sim/simulation_archive.h"
#include "without_gil.h"

namespace talus::python {
namespace {

using Type = py::class_<Running>;

// A view as long as bodies neither come nor go, else a copy: their arrays may be elsewhere then.
template <class View>
py::array by_body(const py::object& self, const View& view_of) {
  const Running& running = self.cast<const Running&>();
  const Locked lock(running.lock);
  py::array array = view_of(running.simulation);
  if (!SimulationArchive::bodies_change(running.simulation)) {
    SimulationArchive::keep_arrays(running.simulation);
    return array;
  }
  py::array copy = array.attr("copy")();
  copy.attr("setflags")(py::arg("write") = false);
  return copy;
}

// Positions as if no body had been moved back into a periodic domain: a copy.
py::array_t<double> unwrapped_positions(const Running& running) {
  const Locked lock(running.lock);
  const Simulation& simulation = running.simulation;
  const std::vector<Pose<double>>& poses = simulation.bodies().poses;
  const broad::Domain& domain = simulation.setup().domain;
  py::array_t<double> rows({static_cast<py::ssize_t>(poses.size()), py::ssize_t{3}});
  double* out = rows.mutable_data();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const int axis = static_cast<int>(k);
      const std::int64_t periods = simulation.periods().empty() ? 0 : simulation.periods()[i][k];
      *out++ = poses[i].position[axis] +
               (periods == 0 ? 0.0 : static_cast<double>(periods) * domain.period(axis));
    }
  }
  return rows;
}

void bind_columns(Type& type) {
  const auto column = [&](const char* name, auto member, const char* what) {
    type.def_property_readonly(
        name,
        [member](const py::object& self) {
          return by_body(self, [&](const Simulation& s) { return view(s.motion().*member, self); });
        },
        what);
  };
  const auto poses = [&](const char* name, auto first, py::ssize_t columns, const char* what) {
    type.def_property_readonly(
        name,
        [=](const py::object& self) {
          return by_body(self, [&](const Simulation& s) {
            const std::vector<Pose<double>>& all = s.bodies().poses;
            const double* data = all.empty() ? nullptr : first(all[0]);
            return view(data, all.size(), columns, sizeof(Pose<double>), self);
          });
        },
        what);
  };
  poses(
      "positions", [](const Pose<double>& p) { return &p.position.x; }, 3,
      "(N, 3), m: of the origins of the shapes. Like all arrays of bodies a view onto the "
      "simulation's memory, read-only: it keeps the simulation alive, stays valid and changes with "
      "every step; copy what must not change. Where bodies come or go (add, remove, inlets and "
      "outlets) the arrays are copies, and views from before stay as they were. A body that leaves "
      "a periodic domain comes back on "
      "its other side.");
  type.def_property_readonly(
      "periods",
      [](const py::object& self) {
        return by_body(self, [&](const Simulation& s) {
          const auto& periods = s.periods();
          const std::int64_t* data = periods.empty() ? nullptr : periods[0].data();
          return view(data, periods.size(), 3, sizeof(std::int64_t[3]), self);
        });
      },
      "(N, 3) int64: whole periods by which each body was moved back into a periodic domain; (0, "
      "3) in an open one. A view.");
  type.def_property_readonly("unwrapped_positions", &unwrapped_positions,
                             "(N, 3), m: positions + periods * period, as if no body had been "
                             "moved back. A copy.");
  poses(
      "orientations", [](const Pose<double>& p) { return &p.orientation.w; }, 4,
      "(N, 4): unit quaternions (w, x, y, z), body to world. A view.");
  column("velocities", &Motion::velocity, "(N, 3), m/s: of the centres of mass. A view.");
  column("angular_velocities", &Motion::angular_velocity, "(N, 3), rad/s: in the world. A view.");
  column("angular_momenta", &Motion::angular_momentum,
         "(N, 3), kg m2/s: about the centres of mass, in the world; zero if not free. A view.");
  column("forces", &Motion::force, "(N, 3), N: of contacts, gravity and drag. A view.");
  column("torques", &Motion::torque, "(N, 3), N m: about the centres of mass. A view.");
  column("masses", &Motion::mass, "(N,), kg. A view.");
  type.def_property_readonly(
      "shape_index",
      [](const py::object& self) {
        return by_body(self, [&](const Simulation& s) { return view(s.bodies().shape_of, self); });
      },
      "(N,) int32: of every body, its shape among shapes. A view.");
  type.def_property_readonly(
      "ids",
      [](const py::object& self) {
        return by_body(self, [&](const Simulation& s) { return view(s.ids(), self); });
      },
      "(N,) int64: of every body, increasing; no id is used twice. Bodies of the setup have their "
      "numbers there. A view.");
  type.def_property_readonly(
      "shapes",
      [](const Running& r) {
        const Locked lock(r.lock);
        py::list list;
        for (const Shape& shape : r.simulation.bodies().shapes) list.append(to_python(shape));
        return list;
      },
      "The table of shapes.");
  type.def_property_readonly(
      "names",
      [](const Running& r) {
        const Locked lock(r.lock);
        return r.simulation.names();
      },
      "Of the bodies, then of the mesh walls.");
}

// Ids of one shape and many positions; the id of one position.
py::object add(Running& running, const std::variant<std::int64_t, Body>& shape,
               const py::object& position, const py::object& orientation,
               const py::object& velocity, const py::object& angular_velocity,
               const std::optional<std::string>& material, bool fixed, bool prescribed,
               const std::string& name) {
  const Numbers positions = real_numbers(position);
  const bool single = !positions || positions.ndim() != 2;
  const py::ssize_t count = single ? 1 : positions.shape(0);
  const Rows at(position, "position", 3, count), turned(orientation, "orientation", 4, count);
  const Rows moving(velocity, "velocity", 3, count);
  const Rows turning(angular_velocity, "angular_velocity", 3, count);
  check_name(name);
  const Locked lock(running.lock);
  const Simulation& simulation = running.simulation;
  NewBodies bodies;
  if (const auto* body = std::get_if<Body>(&shape)) {
    bodies.shape = body->shape;
  } else {
    const std::int64_t number = std::get<std::int64_t>(shape);
    const std::size_t shapes = simulation.bodies().shapes.size();
    if (number < 0 || static_cast<std::size_t>(number) >= shapes) {
      throw py::value_error(fmt::format("shape: there are {}, got {}", shapes, number));
    }
    bodies.shape_index = static_cast<std::int32_t>(number);
  }
  bodies.material = material_from(simulation.setup().materials, material);
  bodies.freedom = freedom_of(fixed, prescribed);
  bodies.name = name;
  for (py::ssize_t i = 0; i < count; ++i) {
    bodies.poses.push_back(make_pose(at.vec3(i), turned.quat(i)));
    bodies.velocity.push_back(moving.vec3(i));
    bodies.angular_velocity.push_back(turning.vec3(i));
  }
  const std::vector<std::int64_t> ids = without_gil([&] { return running.simulation.add(bodies); });
  if (single) return py::int_(ids[0]);
  return py::array_t<std::int64_t>(static_cast<py::ssize_t>(ids.size()), ids.data());
}

void remove(Running& running, const py::object& ids) {
  const py::array given = py::array::ensure(ids);
  const bool whole =
      given && given.ndim() <= 1 &&
      (given.dtype().kind() == 'i' || given.dtype().kind() == 'u' || given.size() == 0);
  PyErr_Clear();
  if (!whole) throw py::value_error("ids: expected an integer or a list of integers");
  const auto flat = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(given);
  const std::vector<std::int64_t> all(flat.data(), flat.data() + flat.size());
  const Locked lock(running.lock);
  const py::gil_scoped_release release;
  running.simulation.remove(all);
}

void bind_changes(Type& type) {
  const py::tuple none = py::make_tuple(0.0, 0.0, 0.0);
  type.def("add", &add, py::arg("shape"), py::arg("position"),
           py::arg("orientation") = py::make_tuple(1.0, 0.0, 0.0, 0.0), py::arg("velocity") = none,
           py::arg("angular_velocity") = none, py::arg("material") = py::none(),
           py::arg("fixed") = false, py::arg("prescribed") = false, py::arg("name") = "body",
           "A body between two steps, and its id; or with positions of shape (N, 3) as many of one "
           "shape, and the array of their ids. The shape may be the number of one in shapes. "
           "SimulationError, and nothing is added, if the time step is too long for them or they "
           "overlap others by more than a tenth of the smaller one's size.");
  type.def("remove", &remove, py::arg("ids"),
           "Removes bodies, by one id or a list of ids, between two steps, with their contacts.");
  type.def(
      "index_of",
      [](const Running& r, std::int64_t id) {
        const Locked lock(r.lock);
        return r.simulation.index_of(id);
      },
      py::arg("id"), "The row of a body in all arrays now; -1 if it is not there.");
}

}  // namespace

void bind_bodies(py::class_<Running>& type) {
  bind_columns(type);
  bind_changes(type);
}

}  // namespace talus::python
