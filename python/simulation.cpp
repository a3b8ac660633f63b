// talus.Simulation: the time loop, and its memory as NumPy arrays.
#include "talus/simulation.h"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <map>
#include <mutex>
#include <optional>
#include <variant>

#include "file_errors.h"
#include "running.h"
#include "scene_values.h"
#include "setup_parts.h"
#include "talus/scene.h"
#include "without_gil.h"

namespace talus::python {
namespace {

std::unique_ptr<Running> start(Setup setup, int threads) {
  if (threads < 1) throw py::value_error(fmt::format("threads: at least 1, got {}", threads));
  return without_gil([&] { return std::make_unique<Running>(std::move(setup), threads); });
}

std::unique_ptr<Running> from_scene(const std::filesystem::path& file, int threads,
                                    const std::optional<py::dict>& set) {
  const auto on_progress = [](const std::string&, const FillProgress&) { check_interrupt(); };
  const std::vector<SceneChange> changes = changes_from(set);
  try {
    return start(without_gil([&] { return read_scene(file, on_progress, changes).setup; }),
                 threads);
  } catch (const SceneError& error) {
    throw py::value_error(error.what());
  }
}

void step(Running& running, std::int64_t count) {
  if (count < 0) throw py::value_error(fmt::format("count: at least 0, got {}", count));
  advance(running, count);
}

}  // namespace

// Ctrl-C ends it between two steps, or while grains of an inlet get their places.
void advance(Running& running, std::int64_t count) {
  const py::gil_scoped_release release;
  const InterruptScope scope(&check_signals);
  while (count > 0) {
    {
      const std::scoped_lock lock(running.lock);
      count -= running.pace.advance(running.simulation, count);
    }
    check_signals();
  }
}

namespace {

// The contacts of one moment: a copy.
struct Contacts {
  ContactTable table;
  std::vector<std::int64_t> id_a, id_b;  // mesh walls: -1 - i
};

Contacts contacts_of(const Running& running) {
  const Locked lock(running.lock);
  const std::vector<std::int64_t>& ids = running.simulation.ids();
  const auto ids_of = [&](const std::vector<std::int32_t>& objects) {
    std::vector<std::int64_t> found;
    for (const std::int32_t i : objects) {
      const auto k = static_cast<std::size_t>(i);
      found.push_back(k < ids.size() ? ids[k] : -1 - static_cast<std::int64_t>(k - ids.size()));
    }
    return found;
  };
  const ContactTable& table = running.simulation.contacts();
  return {table, ids_of(table.a), ids_of(table.b)};
}

py::dict ledger_of(const Running& running) {
  const Ledger l = [&] {
    const Locked lock(running.lock);
    return running.simulation.ledger();
  }();
  py::dict d;
  d["kinetic"] = l.kinetic, d["potential"] = l.potential, d["elastic"] = l.elastic;
  d["damping"] = l.damping, d["friction"] = l.friction, d["rolling"] = l.rolling;
  d["drag"] = l.drag, d["boundary_work"] = l.boundary_work, d["start"] = l.start;
  d["entered"] = l.entered, d["left"] = l.left;
  d["residual"] = l.residual();
  return d;
}

py::dict wall_load(Running& running, const std::string& name, bool restart) {
  const WallLoad load = [&] {
    const Locked lock(running.lock);
    return restart ? running.simulation.read_wall_load(name) : running.simulation.wall_load(name);
  }();
  py::dict d;
  d["from"] = load.from, d["time"] = load.time, d["steps"] = load.steps;
  d["force"] = to_array(load.force), d["torque"] = to_array(load.torque);
  d["mean_force"] = to_array(load.mean_force), d["mean_torque"] = to_array(load.mean_torque);
  return d;
}

py::dict flow_of(Running& running, const std::string& name, bool restart) {
  const Flow flow = [&] {
    const Locked lock(running.lock);
    return restart ? running.simulation.read_flow(name) : running.simulation.flow(name);
  }();
  py::dict d;
  d["from"] = flow.from, d["time"] = flow.time, d["steps"] = flow.steps;
  d["count"] = flow.count, d["mass"] = flow.mass, d["momentum"] = to_array(flow.momentum);
  d["mean_mass_rate"] = flow.mean_mass_rate, d["due"] = flow.due;
  d["missing"] = flow.missing, d["missing_mass"] = flow.missing_mass;
  d["most_missing"] = flow.most_missing, d["waiting"] = flow.waiting;
  return d;
}

py::dict plane_flow_of(Running& running, const std::string& name, bool restart) {
  const PlaneFlow flow = [&] {
    const Locked lock(running.lock);
    return restart ? running.simulation.read_plane_flow(name) : running.simulation.plane_flow(name);
  }();
  py::dict d;
  d["from"] = flow.from, d["time"] = flow.time, d["steps"] = flow.steps;
  d["forward"] = flow.forward, d["backward"] = flow.backward;
  d["mass"] = flow.mass, d["momentum"] = to_array(flow.momentum);
  d["mean_number_rate"] = flow.mean_number_rate, d["mean_mass_rate"] = flow.mean_mass_rate;
  d["mean_momentum_rate"] = to_array(flow.mean_momentum_rate);
  return d;
}

std::map<std::string, double> profile_of(const Running& running) {
  const Locked lock(running.lock);
  std::map<std::string, double> seconds;
  for (const auto& [name, time] : running.simulation.profile().part) seconds[name] += time;
  return seconds;
}

void save(const Running& running, const std::filesystem::path& path) {
  with_file([&] {
    without_gil([&] {
      const std::scoped_lock lock(running.lock);
      running.simulation.save(path);
    });
  });
}

void restore(Running& running, const std::filesystem::path& path) {
  with_file([&] {
    without_gil([&] {
      const std::scoped_lock lock(running.lock);
      running.simulation.restore(path);
    });
  });
}

void prescribe(Running& running, const std::variant<std::int64_t, MeshWallHandle>& body,
               const py::object& velocity, const py::object& angular_velocity) {
  const Vec3<double> v = vec3_from(velocity, "velocity");
  const Vec3<double> w = vec3_from(angular_velocity, "angular_velocity");
  const Locked lock(running.lock);
  const auto check = [](std::int64_t index, std::size_t count, const char* what) {
    if (index >= 0 && static_cast<std::size_t>(index) < count) return;
    throw py::value_error(fmt::format("body: there are {} {}, got {}", count, what, index));
  };
  if (const auto* wall = std::get_if<MeshWallHandle>(&body)) {
    check(wall->index, running.simulation.setup().mesh_walls.size(), "mesh walls");
    running.simulation.prescribe(*wall, v, w);
  } else {
    const std::int64_t index = std::get<std::int64_t>(body);
    check(index, running.simulation.bodies().size(), "bodies");
    running.simulation.prescribe(static_cast<std::int32_t>(index), v, w);
  }
}

void bind_contacts(py::module_& module) {
  py::class_<Contacts> type(
      module, "SimulationContacts",
      "The contacts of one moment of a simulation, one row for each pair of bodies that push each "
      "other: a copy that stays as it is. Its arrays are read-only. Mesh walls are numbered after "
      "the bodies.");
  const auto column = [&](const char* name, auto member, const char* what) {
    type.def_property_readonly(
        name,
        [member](const py::object& self) {
          return view(self.cast<const Contacts&>().table.*member, self);
        },
        what);
  };
  column("a", &ContactTable::a, "(N,) int32: bodies.");
  column("b", &ContactTable::b, "(N,) int32.");
  const auto id = [&](const char* name, auto member, const char* what) {
    type.def_property_readonly(
        name,
        [member](const py::object& self) {
          return view(self.cast<const Contacts&>().*member, self);
        },
        what);
  };
  id("id_a", &Contacts::id_a, "(N,) int64: ids of the bodies a; of the mesh wall i: -1 - i.");
  id("id_b", &Contacts::id_b, "(N,) int64.");
  column("point", &ContactTable::point, "(N, 3), m: where the force acts, beside body a.");
  column("normal", &ContactTable::normal, "(N, 3): unit, from a to b.");
  column("force", &ContactTable::force, "(N, 3), N: on b.");
  column("branch", &ContactTable::branch, "(N, 3), m: from the centre of a to that of b.");
  column("overlap", &ContactTable::overlap, "(N,), m.");
  column("area", &ContactTable::area, "(N,), m2: of the patch; 0 where the law has none.");
  type.def("__len__", [](const Contacts& c) { return c.table.size(); });
}

using Type = py::class_<Running>;

void bind_state(Type& type) {
  const auto number = [&](const char* name, auto method, const char* what) {
    type.def_property_readonly(
        name,
        [method](const Running& r) {
          const Locked lock(r.lock);
          return (r.simulation.*method)();
        },
        what);
  };
  number("time", &Simulation::time, "s since the start.");
  number("steps", &Simulation::steps, "Since the start.");
  number("time_step", &Simulation::time_step, "s.");
  number("largest_time_step", &Simulation::largest_time_step, "s: the largest that is safe.");
  number("time_step_reason", &Simulation::time_step_reason, "Which contact sets that limit.");
  number("contact_count", &Simulation::contact_count, "Pairs of bodies that touch.");
  number("largest_overlap", &Simulation::largest_overlap,
         "Of all contacts now, relative to the size of the smaller body.");
  number("largest_travel", &Simulation::largest_travel,
         "Longest path of a body in the last step, relative to the size of the smallest body.");
  const auto steps = [&](const char* name, auto method, const char* what) {
    type.def_property_readonly(
        name,
        [method](const Running& r) {
          const Locked lock(r.lock);
          return (r.simulation.*method)().steps;
        },
        what);
  };
  steps("large_overlap_steps", &Simulation::large_overlaps,
        "Steps since the start with an overlap above 5 % of the smaller body's size.");
  steps("large_travel_steps", &Simulation::large_travels,
        "Steps since the start with a path above 10 % of the smallest body's size.");
  steps("unsolved_contact_steps", &Simulation::unsolved_contacts,
        "Steps since the start with a contact whose query failed; the bound of its distance was "
        "taken.");
  steps("large_residual_checks", &Simulation::large_residuals,
        "Checks of the energy ledger, every 100 steps, in which more than 10 % was not accounted "
        "for.");
  number("warnings", &Simulation::warnings,
         "A sentence about the first of each, with the names of the bodies and the time.");
  number("bytes", &Simulation::bytes, "Memory of all arrays.");
  type.def_property_readonly("contacts", &contacts_of, "The contacts of this moment, copied.");
  type.def(
      "unbalanced_force",
      [](const Running& r) {
        const Locked lock(r.lock);
        return r.simulation.unbalanced_force();
      },
      "How far the bodies are from equilibrium: the mean of the magnitudes of the resultant forces "
      "on free bodies over the mean of those of the contact forces, as YADE's unbalancedForce; "
      "inf while nothing touches.");
  type.def("ledger", &ledger_of,
           "Where the energy is and where it went, in joules: kinetic, potential (0 at the start), "
           "elastic; damping, friction, rolling and drag since the start; boundary_work; start; "
           "entered and left with bodies that came and went; "
           "and the residual, what is not accounted for.");
  type.def("wall_load", &wall_load, py::arg("name"), py::arg("restart") = true,
           "The load on walls by a measure of the setup or scene: force (N) and torque (N m) in "
           "the last step; mean_force and mean_torque over all steps between the times from and "
           "time (s), which are those since the last reading. A reading begins a new mean unless "
           "restart is False. The mean force times the time is the impulse that the bodies gave "
           "the walls, to rounding.");
  type.def("flow", &flow_of, py::arg("name"), py::arg("restart") = true,
           "What came through an inlet or left by an outlet (or \"beyond\" the domain) since the "
           "start: count, mass (kg), momentum (kg m/s); mean_mass_rate (kg/s) between the times "
           "from and time, which begins anew with a reading unless restart is False. Of inlets "
           "due, the integral of the rate (kg or grains), missing, what of it had no room and "
           "waits, missing_mass (kg), and most_missing so far; of outlets waiting, the bodies that "
           "had no room where they are to go.");
  type.def("plane_flow", &plane_flow_of, py::arg("name"), py::arg("restart") = true,
           "What passed a plane of Setup.add_flow_plane, or of a scene, between the times from and "
           "time (s): forward and backward, the crossings of centres of mass along and against the "
           "normal; mass (kg) and momentum (kg m/s), forward minus backward; mean_number_rate "
           "(1/s), mean_mass_rate (kg/s) and mean_momentum_rate (N). A reading begins anew unless "
           "restart is False.");
  type.def("profile", &profile_of, "Seconds by part of the time loop.");
}

}  // namespace

void add_simulation(py::module_& module) {
  const auto& simulation_error =
      py::register_exception<SimulationError>(module, "SimulationError", PyExc_RuntimeError);
  simulation_error.doc() =
      "A setup that cannot be run, or a run that went wrong; names the body or the pair.";
  py::register_exception<LimitError>(module, "LimitError", simulation_error).doc() =
      "A body passed a mesh wall, or an overlap or a path exceeded a limit of the setup. The state "
      "is valid: it can be looked at and saved.";
  bind_contacts(module);
  Type type(module, "Simulation",
            "Bodies that fall, touch and come to rest: made from a talus.Setup, or from a scene "
            "file. The same setup gives the same bits for any number of threads.");
  type.def(py::init([](const SetupParts& setup, int threads) {
             return start(setup.complete(), threads);
           }),
           py::arg("setup"), py::arg("threads") = 1);
  type.def_static(
      "from_scene", &from_scene, py::arg("file"), py::arg("threads") = 1,
      py::arg("set") = py::none(),
      "The simulation of a scene file (docs/scene.md), before its first step; set: values "
      "that count in place of those of the file, by keys such as "
      "\"material.stone.friction\". ValueError with all errors of the scene.");
  type.def("step", &step, py::arg("count") = 1,
           "Goes on by so many steps. Other threads of Python run meanwhile; what they ask of this "
           "simulation waits for a part of the steps, and two calls of step take turns. Ctrl-C "
           "ends it after the steps of about a twentieth of a second, with a state that is "
           "valid.");
  type.def("save", &save, py::arg("file"), "Writes the complete state.");
  type.def("restore", &restore, py::arg("file"),
           "Goes back to a saved state of the same setup, one of talus run included, and from "
           "there on bit for bit as before.");
  type.def(
      "prescribe", &prescribe, py::arg("body"), py::arg("velocity"),
      py::arg("angular_velocity") = py::make_tuple(0.0, 0.0, 0.0),
      "Changes how a body that is not free moves, from the next step on: a prescribed one, a fixed "
      "one such as a half-space at rest, or a mesh wall, by the handle of add_mesh_wall. A mesh "
      "wall turns about its centre, which moves along.");
  bind_state(type);
  bind_bodies(type);
  bind_measures(type);
  bind_walls(module, type);
  type.def("__len__", [](const Running& r) {
    const Locked lock(r.lock);
    return r.simulation.bodies().size();
  });
  type.def("__repr__", [](const Running& r) {
    const Locked lock(r.lock);
    return fmt::format("<talus.Simulation of {} bodies at {:.6g} s>", r.simulation.bodies().size(),
                       r.simulation.time());
  });
}

}  // namespace talus::python
