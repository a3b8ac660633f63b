#include "talus/output/run_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "talus/output/checkpoint.h"
#include "talus/output/frame_file.h"
#include "talus/output/results_index.h"
#include "talus/output/tessellate.h"
#include "talus/output/vtk_frame.h"

namespace talus {
namespace fs = std::filesystem;

namespace {

constexpr const char* written_group = "written";
constexpr std::array vtk_parts{"bodies", "walls", "forces"};

std::string vtk_name(const std::string& part, int number) {
  return "vtk/" + part + "_" + frame_name(number) + ".vtp";
}

// The more bodies, the coarser, against files of hundreds of megabytes. A choice.
Detail vtk_detail(std::size_t body_count) {
  constexpr std::size_t most_medium = 500, most_coarse = 20000;
  if (body_count <= most_medium) return Detail::medium;
  return body_count <= most_coarse ? Detail::coarse : Detail::sparse;
}

}  // namespace

struct RunWriter::Impl {
  RunFolder own;
  fs::path folder;
  RunOutput output;
  bool rewrites;  // frames that are there are written again
  std::optional<FrameIndex> index;
  std::optional<Series> series;
  std::vector<std::unique_ptr<MeasureTable>> measures;  // of RunOutput::measures
  std::size_t measured_lines{};                         // in measures.h5, of this process
  std::optional<ResultsIndex> results;
  std::vector<VtkSeries> vtk_series;  // of vtk_parts
  bool model_written = false;
  std::vector<Surface> surface;   // of every shape, once there is a frame
  std::set<fs::path> not_synced;  // written since the last checkpoint

  Impl(RunFolder own_folder, const RunOutput& own_output, std::int64_t step, std::size_t frames)
      : own(std::move(own_folder)),
        folder(own.path()),
        output(own_output),
        rewrites(step == all_steps) {
    const bool had_list = own.state().has_value();
    // Both are read before anything is changed.
    FramePlan frame_plan = FrameIndex::plan(folder / "frames.csv", step, frames);
    TablePlan series_plan;
    if (output.csv) series_plan = Series::plan(folder / "series.csv", step, output.bodies_change);
    std::vector<TablePlan> plans{frame_plan.table, series_plan};
    for (const MeasureHead& head : output.measures) {
      plans.push_back(MeasureTable::plan(folder / measure_file(head), head, step));
    }
    for (const TablePlan& table : plans) {
      for (const std::string& text : table.notes) own.note(text);
    }
    if (own.is_resumed()) {
      own.drop_frames(frame_plan.records.size());
      // All of a version that kept no list, else the one that the run goes on from.
      adopt_checkpoints(checkpoint_folder(folder), had_list ? step : all_steps);
    }
    index.emplace(own.claim("frames.csv"), std::move(frame_plan));
    if (output.csv) series.emplace(own.claim("series.csv"), series_plan, output.bodies_change);
    if (!output.measures.empty()) make_folder(folder / "measures");
    for (std::size_t i = 0; i < output.measures.size(); ++i) {
      const MeasureHead& head = output.measures[i];
      measures.push_back(
          std::make_unique<MeasureTable>(own.claim(measure_file(head)), head, plans[i + 2]));
    }
    if (output.hdf5) make_folder(folder / "frames");
    if (output.vtk) make_folder(folder / "vtk");
    if (output.hdf5) {
      results.emplace(written("results.h5"), index->records(), !output.measures.empty());
      copy_measures();
    }
    if (output.vtk) begin_vtk_series();
  }

  // The path of a file that is about to be written.
  fs::path written(const std::string& name) { return *not_synced.insert(own.claim(name)).first; }

  // Everything there was to write is on the disk.
  void sync() {
    for (const char* table : {"frames.csv", "series.csv"}) not_synced.insert(folder / table);
    for (const MeasureHead& head : output.measures) not_synced.insert(folder / measure_file(head));
    own.sync();
    sync_files(not_synced);
    not_synced.clear();
  }

  // The last frame, in constant time.
  void add_to_indices() {
    const FrameRecord& record = index->records().back();
    if (output.hdf5) {
      written("results.h5");
      results->add(index->records());
    }
    for (std::size_t i = 0; i < vtk_series.size(); ++i) {
      written(std::string(vtk_parts[i]) + ".pvd");
      vtk_series[i].add(record.time, vtk_name(vtk_parts[i], record.number));
    }
  }

  std::size_t lines_of_measures() const {
    std::size_t lines = 0;
    for (const auto& table : measures) lines += table->lines();
    return lines;
  }

  // The tables as measures.h5.
  void copy_measures() {
    if (measures.empty() || !output.hdf5) return;
    write_measures(written("measures.h5"), folder, output.measures);
    measured_lines = lines_of_measures();
  }

  void write_vtk(const FrameView& view, int number) {
    if (surface.empty()) surface = tessellate(view.bodies.shapes, vtk_detail(view.bodies.size()));
    bodies_as_vtk(view, surface).write(written(vtk_name("bodies", number)));
    walls_as_vtk(view).write(written(vtk_name("walls", number)));
    forces_as_vtk(view).write(written(vtk_name("forces", number)));
  }

  void begin_vtk_series() {
    for (const char* part : vtk_parts) {
      std::vector<double> times;
      std::vector<std::string> files;
      for (const FrameRecord& record : index->records()) {
        const std::string file = vtk_name(part, record.number);
        if (!own.owns(file)) continue;  // the run began without these files
        times.push_back(record.time);
        files.push_back(file);
      }
      vtk_series.emplace_back(written(std::string(part) + ".pvd"), times, files);
    }
  }

  void write_frame_files(const FrameView& view, int number) {
    if (output.hdf5) write_hdf5(view, frame_name(number));
    if (output.vtk) write_vtk(view, number);
  }

  void write_hdf5(const FrameView& view, const std::string& name) {
    if (!model_written) write_model(written("model.h5"), view);
    model_written = true;
    write_frame(written("frames/" + name + ".h5"), view);
  }
};

RunWriter::RunWriter(RunFolder folder, const RunOutput& output, std::int64_t from_step,
                     std::size_t frames)
    : impl_(std::make_unique<Impl>(std::move(folder), output, from_step, frames)) {}

RunWriter::RunWriter(RunWriter&&) noexcept = default;
RunWriter::~RunWriter() = default;

fs::path RunWriter::checkpoint_folder(const fs::path& folder) { return folder / "checkpoints"; }

void RunWriter::series(const Moment& moment) {
  if (impl_->series) impl_->series->add(moment);
}

void RunWriter::frame(const FrameView& view) {
  Impl& m = *impl_;
  const std::vector<FrameRecord>& records = m.index->records();
  if (!records.empty() && records.back().step >= view.moment.step) {
    const auto known = std::lower_bound(
        records.begin(), records.end(), view.moment.step,
        [](const FrameRecord& record, std::int64_t step) { return record.step < step; });
    if (m.rewrites && known->step == view.moment.step) m.write_frame_files(view, known->number);
    return;
  }
  const FrameRecord record{static_cast<int>(records.size()), view.moment.step, view.moment.time};
  m.write_frame_files(view, record.number);
  m.index->add(record);
  m.add_to_indices();
  // The whole file is written: with an eighth more lines at least, the work per line is constant.
  if (8 * (m.lines_of_measures() - m.measured_lines) > m.measured_lines) m.copy_measures();
}

void RunWriter::measure(std::size_t i, double time, std::int64_t step,
                        std::span<const double> values) {
  impl_->measures[i]->add(time, step, values);
}

void RunWriter::checkpoint(std::int64_t step, const std::function<void(Hdf5Writer&)>& save) {
  Impl& m = *impl_;
  m.sync();
  write_checkpoint(checkpoint_folder(m.folder), step, [&](Hdf5Writer& file) {
    file.group(written_group);
    file.attribute(written_group, "frames", static_cast<std::int64_t>(m.index->records().size()));
    save(file);
  });
  if (m.own.state() != RunState::saved) m.own.set_state(RunState::saved);
}

std::size_t RunWriter::frames_at(const Hdf5Reader& checkpoint) {
  if (!checkpoint.has(written_group)) return 0;
  return static_cast<std::size_t>(
      std::max<std::int64_t>(0, checkpoint.integer(written_group, "frames")));
}

const std::vector<std::string>& RunWriter::notes() const { return impl_->own.notes(); }

void RunWriter::finish(const FrameView& view) {
  series(view.moment);
  frame(view);
  if (impl_->output.hdf5) {
    impl_->results.reset();
    write_results_index(impl_->written("results.h5"), impl_->index->records(),
                        !impl_->measures.empty());
    impl_->copy_measures();
  }
  if (impl_->output.picture) {
    write_picture(impl_->written("final.png"), view, impl_->output.picture_options);
  }
  impl_->sync();
}

void RunWriter::close(bool failed) {
  impl_->own.tidy();
  impl_->own.set_state(failed ? RunState::failed : RunState::finished);
  impl_->own.release();
}

}  // namespace talus
