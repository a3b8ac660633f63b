#include "talus/output/run_writer.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "talus/output/checkpoint.h"
#include "talus/output/frame_file.h"
#include "talus/output/series.h"
#include "talus/output/tessellate.h"
#include "talus/output/vtk_frame.h"

namespace talus {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t from_the_start = -1;

// The more bodies, the coarser, against files of hundreds of megabytes. A choice.
Detail vtk_detail(std::size_t body_count) {
  constexpr std::size_t most_medium = 500, most_coarse = 20000;
  if (body_count <= most_medium) return Detail::medium;
  return body_count <= most_coarse ? Detail::coarse : Detail::sparse;
}

// The number at the end of "bodies_000012.vtp" or "000012.h5".
std::optional<int> frame_number_in(const fs::path& file) {
  const std::string name = file.stem().string();
  const std::size_t first = name.find_last_not_of("0123456789") + 1;
  int number{};
  const auto [end, error] = std::from_chars(name.data() + first, name.data() + name.size(), number);
  if (error != std::errc{}) return {};
  return number;
}

// What was being written when the run died, and frames after the first `count`.
void remove_leftovers(const fs::path& folder, std::size_t count) {
  std::vector<fs::path> leftover;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::optional<int> number = frame_number_in(entry.path());
    if (entry.path().extension() == ".part" ||
        (number && static_cast<std::size_t>(*number) >= count)) {
      leftover.push_back(entry.path());
    }
  }
  for (const fs::path& file : leftover) fs::remove(file, ignored);
}

fs::path checked_new(const fs::path& folder) {
  if (RunWriter::holds_run(folder)) {
    throw FileError(
        fmt::format("{} already holds a run: resume it or choose another folder", folder.string()));
  }
  make_folder(folder);
  return folder;
}

}  // namespace

struct RunWriter::Impl {
  fs::path folder;
  RunOutput output;
  FrameIndex index;
  std::optional<Series> series;
  bool model_written = false;
  std::vector<Surface> surface;   // of every shape, once there is a frame
  std::set<fs::path> not_synced;  // written since the last checkpoint

  Impl(const fs::path& own_folder, const RunOutput& own_output, std::int64_t step)
      : folder(own_folder), output(own_output), index(folder / "frames.csv", step) {
    if (output.csv) series.emplace(folder / "series.csv", step);
    if (output.hdf5) make_folder(folder / "frames");
    if (output.vtk) make_folder(folder / "vtk");
    for (const char* name : {"frames", "vtk"}) {
      remove_leftovers(folder / name, index.records().size());
    }
    write_indices();
  }

  // The path of a file that is about to be written.
  fs::path written(const fs::path& name) { return *not_synced.insert(folder / name).first; }

  // Everything there was to write is on the disk.
  void sync() {
    for (const char* table : {"frames.csv", "series.csv"}) written(table);
    sync_files(not_synced);
    not_synced.clear();
  }

  void write_indices() {
    if (output.hdf5) write_results_index(written("results.h5"), index.records());
    if (output.vtk) write_vtk_indices();
  }

  void write_vtk(const FrameView& view, const std::string& name) {
    if (surface.empty()) surface = tessellate(view.bodies.shapes, vtk_detail(view.bodies.size()));
    bodies_as_vtk(view, surface).write(written("vtk/bodies_" + name + ".vtp"));
    walls_as_vtk(view).write(written("vtk/walls_" + name + ".vtp"));
    forces_as_vtk(view).write(written("vtk/forces_" + name + ".vtp"));
  }

  void write_vtk_indices() {
    for (const std::string part : {"bodies", "walls", "forces"}) {
      std::vector<double> times;
      std::vector<std::string> files;
      for (const FrameRecord& record : index.records()) {
        const std::string file = "vtk/" + part + "_" + frame_name(record.number) + ".vtp";
        if (!fs::exists(folder / file)) continue;  // the run began without these files
        times.push_back(record.time);
        files.push_back(file);
      }
      write_vtk_series(written(part + ".pvd"), times, files);
    }
  }

  void write_hdf5(const FrameView& view, const std::string& name) {
    if (!model_written) write_model(written("model.h5"), view);
    model_written = true;
    write_frame(written("frames/" + name + ".h5"), view);
  }
};

RunWriter::RunWriter(const fs::path& folder, const RunOutput& output)
    : impl_(std::make_unique<Impl>(checked_new(folder), output, from_the_start)) {}

RunWriter::RunWriter(const fs::path& folder, const RunOutput& output, std::int64_t from_step)
    : impl_(std::make_unique<Impl>(folder, output, from_step)) {}

RunWriter::RunWriter(RunWriter&&) noexcept = default;
RunWriter::~RunWriter() = default;

bool RunWriter::holds_run(const fs::path& folder) {
  std::error_code ignored;  // an unreadable folder is reported by the first write
  return fs::exists(folder / "frames.csv", ignored) ||
         fs::exists(checkpoint_folder(folder), ignored);
}

fs::path RunWriter::checkpoint_folder(const fs::path& folder) { return folder / "checkpoints"; }

void RunWriter::series(const Moment& moment) {
  if (impl_->series) impl_->series->add(moment);
}

void RunWriter::frame(const FrameView& view) {
  Impl& m = *impl_;
  const std::vector<FrameRecord>& records = m.index.records();
  if (!records.empty() && records.back().step >= view.moment.step) return;
  const FrameRecord record{static_cast<int>(records.size()), view.moment.step, view.moment.time};
  if (m.output.hdf5) m.write_hdf5(view, frame_name(record.number));
  if (m.output.vtk) m.write_vtk(view, frame_name(record.number));
  m.index.add(record);
  m.write_indices();
}

void RunWriter::checkpoint(std::int64_t step, const std::function<void(Hdf5Writer&)>& save) {
  impl_->sync();
  write_checkpoint(checkpoint_folder(impl_->folder), step, save);
}

void RunWriter::finish(const FrameView& view) {
  series(view.moment);
  frame(view);
  if (impl_->output.picture) {
    write_picture(impl_->written("final.png"), view, impl_->output.picture_options);
  }
  impl_->sync();
}

}  // namespace talus
