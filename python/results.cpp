// What talus.read and talus.run are made of: the files of a run, read back, and runs of scenes.
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <memory>

#include "app/view_page.h"
#include "file_errors.h"
#include "running.h"
#include "scene_values.h"
#include "talus/output/run_lock.h"
#include "talus/output/run_writer.h"
#include "talus/output/view/export_page.h"
#include "talus/output/view/stored_run.h"
#include "talus/run.h"
#include "talus/scene.h"
#include "talus/sim/frame_of.h"
#include "talus/sim/scene/scene_values.h"
#include "talus/sim/simulation_archive.h"
#include "without_gil.h"

namespace talus::python {
namespace {

// As talus view: crafted files state any size.
constexpr std::uint64_t most_rows = 32'000'000, most_table_bytes = std::uint64_t{1} << 30;

// An HDF5 file in a child process, which a crafted file may crash.
struct Hdf5File {
  explicit Hdf5File(Hdf5Reader* opened) : reader(opened) {
    reader->limit_tables(most_rows, most_table_bytes);
  }
  std::unique_ptr<Hdf5Reader> reader;
};

template <class Number>
py::array array_of(const std::vector<Number>& values, std::size_t columns) {
  py::array_t<Number> flat(static_cast<py::ssize_t>(values.size()), values.data());
  if (columns == 0) return flat;
  return flat.reshape({py::ssize_t{-1}, static_cast<py::ssize_t>(columns)});
}

void bind_file(py::module_& module) {
  py::class_<Hdf5File> type(module, "_Hdf5File",
                            "A file of a run, of which tables are read: of talus.results.");
  const auto table = [&](const char* name, auto read, const char* what) {
    type.def(
        name,
        [read](const Hdf5File& file, const std::string& table_name, std::size_t columns) {
          return with_file([&] {
            return array_of(
                without_gil([&] { return ((*file.reader).*read)(table_name, columns); }), columns);
          });
        },
        py::arg("name"), py::arg("columns") = 0, what);
  };
  table("doubles", &Hdf5Reader::doubles, "A table of numbers with so many columns; 0: a list.");
  table("integers", &Hdf5Reader::integers, "The same of int32.");
  table("int64s", &Hdf5Reader::int64s, "The same of int64.");
  type.def(
      "strings",
      [](const Hdf5File& file, const std::string& name) {
        return with_file([&] { return without_gil([&] { return file.reader->strings(name); }); });
      },
      py::arg("name"), "A list of text.");
  type.def(
      "number",
      [](const Hdf5File& file, const std::string& object, const std::string& name) {
        return with_file([&] { return file.reader->number(object, name); });
      },
      py::arg("object"), py::arg("name"), "An attribute.");
  type.def(
      "has",
      [](const Hdf5File& file, const std::string& name) {
        return with_file([&] { return file.reader->has(name); });
      },
      py::arg("name"), "Whether there is a table or a group of that name.");
}

void bind_run(py::module_& module) {
  py::class_<StoredRun> type(
      module, "_RunFolder",
      "The folder of a run, finished or not, of which nothing is changed: of "
      "talus.results.");
  type.def(py::init([](const std::filesystem::path& folder) {
             return with_file([&] { return StoredRun(folder); });
           }),
           py::arg("folder"));
  type.def(
      "frames",
      [](const StoredRun& run) {
        const std::vector<FrameRecord> frames = with_file([&] { return run.frames(); });
        std::vector<std::int64_t> number, step;
        std::vector<double> time;
        for (const FrameRecord& frame : frames) {
          number.push_back(frame.number), step.push_back(frame.step), time.push_back(frame.time);
        }
        return py::make_tuple(array_of(number, 0), array_of(step, 0), array_of(time, 0));
      },
      "Numbers, steps and times (s) of the frames that are complete.");
  const auto text = [&](const char* name, auto read, const char* what) {
    type.def(
        name, [read](const StoredRun& run) { return with_file([&] { return (run.*read)(); }); },
        what);
  };
  text("series", &StoredRun::series, "The text of series.csv; empty if there is none.");
  text("measures", &StoredRun::measures, "The names of the measures.");
  text("is_over", &StoredRun::is_over, "Whether the run is finished.");
  text("has_failed", &StoredRun::has_failed, "Whether it is over since a limit ended it.");
  text("is_running", &StoredRun::is_running, "Whether a process writes into the folder.");
  type.def(
      "measure",
      [](const StoredRun& run, const std::string& name) {
        return with_file([&] {
          const std::vector<std::string> names = run.measures();
          const auto at = std::find(names.begin(), names.end(), name);
          if (at == names.end()) throw FileError(fmt::format("there is no measure \"{}\"", name));
          return run.measure(static_cast<std::size_t>(at - names.begin()));
        });
      },
      py::arg("name"), "The text of its table.");
  type.def(
      "open_model",
      [](const StoredRun& run) {
        return with_file([&] { return Hdf5File(new Hdf5Reader(run.open_model())); });
      },
      "model.h5");
  type.def(
      "open_frame",
      [](const StoredRun& run, int number) {
        return with_file([&] { return Hdf5File(new Hdf5Reader(run.open_frame(number))); });
      },
      py::arg("number"), "frames/NUMBER.h5");
}

// A page that shows a run; what could not be read is left out, a sentence each.
std::vector<std::string> export_view(const std::filesystem::path& folder,
                                     const std::filesystem::path& file, std::size_t every) {
  if (every == 0) throw py::value_error("every: at least 1, got 0");
  if (view_page().empty()) {
    throw std::runtime_error(
        "this package was built without the page of talus view; install node and "
        "npm and build it with script/build");
  }
  return with_file([&] {
    return without_gil([&] {
      RunView view(folder);
      return export_page(view, view_page(), file, {every});
    });
  });
}

// The present state as a run of one frame.
void write_snapshot(const Running& running, const std::filesystem::path& folder) {
  with_file([&] {
    without_gil([&] {
      const std::scoped_lock lock(running.lock);
      const Simulation& simulation = running.simulation;
      RunOutput output;
      output.vtk = output.picture = false;
      output.bodies_change = changes_bodies(simulation.setup());
      RunWriter writer(RunFolder::fresh(folder, SimulationArchive::fingerprint(simulation)),
                       output);
      writer.finish(frame_of(simulation));
      writer.close();
    });
  });
}

void steps_of(Run& run) {
  while (!run.is_over()) {
    check_interrupt();
    run.advance();
  }
}

void run_scene(const std::filesystem::path& scene, const std::filesystem::path& out,
               const std::optional<py::dict>& set, int threads, bool resume, bool overwrite) {
  if (threads < 1) throw py::value_error(fmt::format("threads: at least 1, got {}", threads));
  const RunStart start = overwrite ? RunStart::overwrite
                         : resume  ? RunStart::resume
                                   : RunStart::fresh;
  const std::vector<SceneChange> changes = changes_from(set);
  const auto on_progress = [](const std::string&, const FillProgress&) { check_interrupt(); };
  try {
    with_file([&] {
      without_gil([&] {
        Run::check_folder(out, start);
        Run run(read_scene(scene, on_progress, changes), out, start, threads);
        try {
          steps_of(run);
        } catch (const py::error_already_set&) {  // Ctrl-C: the run can be resumed
          run.save();
          throw;
        }
        run.finish();
        if (!run.failure().empty()) throw SimulationError(run.failure());
      });
    });
  } catch (const SceneError& error) {
    throw py::value_error(error.what());
  }
}

// What a parameter study does with a scene before its runs begin.
template <class Work>
auto with_scene(const std::optional<py::dict>& set, const Work& work) {
  const std::vector<SceneChange> changes = changes_from(set);
  try {
    return without_gil([&] { return work(changes); });
  } catch (const SceneError& error) {
    throw py::value_error(error.what());
  }
}

void bind_studies(py::module_& module) {
  using Values = std::optional<py::dict>;
  module.def(
      "_scene_values",
      [](const std::filesystem::path& scene, const Values& set) {
        return with_scene(set, [&](const auto& changes) { return scene_values(scene, changes); });
      },
      py::arg("scene"), py::arg("set"),
      "The values of a scene file, a line each, where those of `set` are 0.");
  module.def(
      "_check_scene",
      [](const std::filesystem::path& scene, const Values& set) {
        with_scene(set, [&](const auto& changes) { check_scene(scene, changes); });
      },
      py::arg("scene"), py::arg("set"), "Reads a scene but places no grains; ValueError.");
  module.def(
      "_check_values", [](const Values& set) { changes_from(set); }, py::arg("set"),
      "TypeError for values that a scene cannot have.");
  py::class_<RunLock>(module, "_StudyLock", "The folder of a study, while this object exists.")
      .def(py::init([](const std::filesystem::path& folder) {
             return with_file([&] {
               return std::make_unique<RunLock>(folder / "talus.lock", "computes a study in it");
             });
           }),
           py::arg("folder"));
}

}  // namespace

void add_results(py::module_& module) {
  bind_studies(module);
  bind_file(module);
  bind_run(module);
  module.def("_export_view", &export_view, py::arg("folder"), py::arg("file"), py::arg("every") = 1,
             "Writes one HTML file that shows a run, of every N-th frame and the last, and returns "
             "what was left out, a sentence each.");
  module.def(
      "_write_snapshot", &write_snapshot, py::arg("simulation"), py::arg("folder"),
      "Writes the present state of a simulation as a run of one frame, into a folder that is "
      "missing or empty.");
  module.def("_run_scene", &run_scene, py::arg("scene"), py::arg("out"),
             py::arg("set") = py::none(), py::arg("threads") = 1, py::arg("resume") = false,
             py::arg("overwrite") = false, "As talus run; see talus.run.");
}

}  // namespace talus::python
