#include "talus/sim/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talus/output/checkpoint.h"
#include "talus/sim/fingerprint.h"

namespace talus {
namespace {

const std::string group = "run";
constexpr double most_steps = 1e15;  // of a run; more than anybody can wait for

RunOutput output_of(const RunOptions& options) {
  RunOutput output;
  output.csv = options.csv;
  output.hdf5 = options.hdf5;
  output.vtk = options.vtk;
  output.picture = options.picture;
  return output;
}

}  // namespace

Run::Run(Scene scene, const std::filesystem::path& folder, bool resume, int threads)
    : options_(scene.run),
      fingerprint_(fingerprint(scene.setup)),
      simulation_(std::move(scene.setup), threads) {
  if (!(options_.duration / simulation_.time_step() < most_steps)) {
    throw SimulationError(fmt::format("duration: {} s are more than {:g} steps of {:.3g} s",
                                      options_.duration, most_steps, simulation_.time_step()));
  }
  frame_steps_ = steps_in(options_.output_interval);
  line_steps_ = steps_in(options_.series_interval);
  // A duration that is a whole number of steps but for rounding has no step more.
  last_step_ = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil(options_.duration / simulation_.time_step() - 1e-6)));
  if (!resume) {
    writer_.emplace(folder, output_of(options_));
  } else {
    const std::optional<Checkpoint> newest =
        newest_checkpoint(RunWriter::checkpoint_folder(folder));
    if (newest) {
      const Hdf5Reader file(newest->file);
      if (file.natural(group, "fingerprint") != fingerprint_) {
        throw SimulationError(fmt::format(
            "{} belongs to another scene: its bodies, materials, walls, gravity, law or time step "
            "are others; run the scene it was made with, or choose another folder",
            newest->file.string()));
      }
      simulation_.restore(file);
      record_.peak_kinetic_energy = file.number(group, "peak_kinetic_energy");
      record_.largest_overlap = file.number(group, "largest_overlap");
      if (simulation_.steps() % line_steps_ == 0) update_record(moment());
      over_ = over_ || simulation_.steps() >= last_step_;
    }
    writer_.emplace(folder, output_of(options_), newest ? newest->step : -1);
  }
  first_step_ = simulation_.steps();
  if (first_step_ == 0) write_due();
}

std::int64_t Run::steps_in(double seconds) const {
  return std::max<std::int64_t>(
      1, std::llround(std::min(seconds / simulation_.time_step(), most_steps)));
}

Moment Run::moment() const {
  return {simulation_.time(), simulation_.steps(), simulation_.contact_count(),
          simulation_.ledger(), simulation_.largest_overlap()};
}

FrameView Run::view() const {
  const broad::Domain& domain = simulation_.setup().domain;
  FrameView view{
      moment(),
      simulation_.bodies(),
      simulation_.motion(),
      simulation_.names(),
      simulation_.material_of(),
      simulation_.setup().materials,
      simulation_.contacts(),
      {},
      {domain.lower, domain.upper, {domain.periodic[0], domain.periodic[1], domain.periodic[2]}}};
  for (const MeshWall& wall : simulation_.mesh_walls()) {
    view.walls.push_back({wall.name, wall.vertex, wall.triangle, wall.material});
  }
  return view;
}

// Called at the steps of the lines only, so that an interrupted and resumed run ends at the same
// step.
void Run::update_record(const Moment& now) {
  record_.peak_kinetic_energy = std::max(record_.peak_kinetic_energy, now.ledger.kinetic);
  record_.largest_overlap = std::max(record_.largest_overlap, now.largest_overlap);
  over_ = over_ || now.ledger.kinetic < options_.kinetic_energy_ratio * record_.peak_kinetic_energy;
}

void Run::write_due() {
  const std::int64_t step = simulation_.steps();
  if (step % line_steps_ == 0) {
    const Moment now = moment();
    update_record(now);
    writer_->series(now);
  }
  over_ = over_ || step >= last_step_;
  if (step % frame_steps_ == 0) writer_->frame(view());
  const std::int64_t interval = options_.checkpoint_interval;
  if (interval > 0 && step > 0 && step % interval == 0 && !over_) save();
}

std::int64_t Run::steps_until_due() const {
  const std::int64_t step = simulation_.steps(), interval = options_.checkpoint_interval;
  const auto until = [step](std::int64_t every) { return every - step % every; };
  std::int64_t count = std::min({last_step_ - step, until(line_steps_), until(frame_steps_)});
  if (interval > 0) count = std::min(count, until(interval));
  return std::max<std::int64_t>(1, count);
}

void Run::advance() {
  pace_.advance(simulation_, steps_until_due());
  write_due();
}

void Run::save() {
  writer_->checkpoint(simulation_.steps(), [this](Hdf5Writer& file) {
    file.group(group);
    file.attribute(group, "fingerprint", fingerprint_);
    file.attribute(group, "peak_kinetic_energy", record_.peak_kinetic_energy);
    file.attribute(group, "largest_overlap", record_.largest_overlap);
    simulation_.save(file);
  });
}

void Run::finish() {
  update_record(moment());
  writer_->finish(view());
  save();
}

}  // namespace talus
