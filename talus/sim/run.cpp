#include "talus/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "talus/output/checkpoint.h"
#include "talus/output/run_writer.h"
#include "talus/sim/frame_of.h"
#include "talus/sim/run_measures.h"
#include "talus/sim/simulation_archive.h"
#include "talus/sim/step_pace.h"

namespace talus {
namespace {

const std::string group = "run";
constexpr double most_steps = 1e15;  // of a run; more than anybody can wait for
// A duration that exceeds a whole number of steps by less than this part of a step, which is the
// rounding of the quotient and of decimal input, has no step more.
constexpr double whole_steps_tolerance = 1e-6;
// The rounding of a sum of masses, relative to it: ten grains of 0.01 kg are 0.1 kg.
constexpr double mass_rounding = 1e-12;
constexpr const char* duration_is_over = "the duration is over";

// Whether at least half of the free bodies have a contact.
bool most_bodies_touch(const Simulation& simulation) {
  const std::vector<Freedom>& freedom = simulation.motion().freedom;
  const ContactTable& contacts = simulation.contacts();
  std::vector<bool> touches(freedom.size());
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    for (const std::int32_t body : {contacts.a[k], contacts.b[k]}) {
      const auto i = static_cast<std::size_t>(body);
      if (i < touches.size()) touches[i] = true;
    }
  }
  std::size_t free = 0, touching = 0;
  for (std::size_t i = 0; i < freedom.size(); ++i) {
    if (freedom[i] != Freedom::free) continue;
    ++free;
    if (touches[i]) ++touching;
  }
  return free > 0 && 2 * touching >= free;
}

bool has_inlet(const Setup& setup, const std::string& name) {
  return std::any_of(setup.inlets.begin(), setup.inlets.end(),
                     [&](const Inlet& inlet) { return inlet.name == name; });
}

void check_flow_stop(const FlowStop& stop, const Simulation& simulation) {
  simulation.flow(stop.name);  // throws for an unknown name
  const bool is_valid = stop.count.has_value() != stop.mass.has_value() &&
                        stop.count.value_or(1) >= 1 && stop.mass.value_or(1.0) > 0.0;
  if (is_valid) return;
  throw SimulationError(fmt::format(
      "flow_stops: that of \"{}\" needs one of a count >= 1 and a mass > 0 kg", stop.name));
}

}  // namespace

struct Run::Impl {
  Impl(Scene scene, const std::filesystem::path& folder, RunStart start, int threads);

  Moment moment() const { return moment_of(simulation); }
  FrameView view() const { return frame_of(simulation); }
  std::int64_t steps_in(double seconds) const;
  void update_record(const Moment& now);
  void end(const std::string& reason);
  void check_flow_stops();
  std::int64_t steps_until_due() const;
  void write_missing();
  void write_due();
  void advance();
  void save();
  std::int64_t restore(const RunFolder& folder, std::size_t& frames);

  RunOptions options;
  Simulation simulation;
  StepPace pace;
  RunRecord record;
  std::int64_t first_step{}, last_step{};
  std::int64_t frame_steps{}, line_steps{};  // between two of them
  std::vector<std::int64_t> measure_steps;   // by measure, likewise
  bool over{};
  std::string end_reason;  // once it is over
  std::string failure;
  std::vector<std::string> passed_over;  // checkpoints that are damaged
  std::optional<RunWriter> writer;
};

Run::Impl::Impl(Scene scene, const std::filesystem::path& folder, RunStart start, int threads)
    : options(scene.run), simulation(std::move(scene.setup), threads) {
  if (!(options.duration / simulation.time_step() < most_steps)) {
    throw SimulationError(fmt::format("duration: {} s are more than {:g} steps of {:.3g} s",
                                      options.duration, most_steps, simulation.time_step()));
  }
  for (const FlowStop& stop : options.flow_stops) check_flow_stop(stop, simulation);
  frame_steps = steps_in(options.output_interval);
  line_steps = steps_in(options.series_interval);
  for (const double interval : intervals_of(simulation.setup())) {
    measure_steps.push_back(interval > 0.0 ? steps_in(interval) : line_steps);
  }
  last_step = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(
             std::ceil(options.duration / simulation.time_step() - whole_steps_tolerance)));
  const std::uint64_t fingerprint = SimulationArchive::fingerprint(simulation);
  RunFolder own = start == RunStart::fresh    ? RunFolder::fresh(folder, fingerprint)
                  : start == RunStart::resume ? RunFolder::resume(folder, fingerprint)
                                              : RunFolder::overwrite(folder, fingerprint);
  std::size_t frames = 0;
  const std::int64_t from_step = own.is_resumed() ? restore(own, frames) : -1;
  for (const std::string& text : passed_over) own.note(text);
  writer.emplace(std::move(own), output_of(options, simulation.setup()), from_step, frames);
  first_step = simulation.steps();
  write_missing();
}

// Restores the newest checkpoint that is whole. Returns its step, or all_steps for a run that was
// interrupted before its first one.
std::int64_t Run::Impl::restore(const RunFolder& folder, std::size_t& frames) {
  using Reason = RunFolderError::Reason;
  const std::filesystem::path checkpoints = RunWriter::checkpoint_folder(folder.path());
  const CheckpointSearch search = find_checkpoint(checkpoints);
  passed_over = search.defects;
  if (!search.newest) {
    if (folder.state() == RunState::begun && search.defects.empty()) return all_steps;
    std::string found;
    for (const std::string& defect : search.defects) found += "; " + defect;
    throw RunFolderError(
        Reason::no_checkpoint,
        fmt::format("{}: there is no checkpoint to resume from{}", folder.path().string(),
                    found.empty() ? fmt::format("; {} is missing or holds none: put it back",
                                                checkpoints.string())
                                  : found));
  }
  try {
    const Hdf5Reader file(search.newest->file);
    if (file.natural(group, "fingerprint") != SimulationArchive::fingerprint(simulation)) {
      throw RunFolderError(
          Reason::other_scene,
          fmt::format(
              "{} belongs to another scene: its bodies, materials, walls, gravity, motions, "
              "measures, law or time step are others",
              search.newest->file.string()));
    }
    SimulationArchive::restore(simulation, file);
    frames = RunWriter::frames_at(file);
    record.peak_kinetic_energy = file.number(group, "peak_kinetic_energy");
    record.largest_overlap = file.number(group, "largest_overlap");
  } catch (const Hdf5Error& error) {  // of another version, or not as a run writes it
    throw RunFolderError(Reason::damaged, error.what());
  }
  if (simulation.steps() % line_steps == 0) update_record(moment());
  if (simulation.steps() >= last_step) end(duration_is_over);
  return search.newest->step;
}

std::int64_t Run::Impl::steps_in(double seconds) const {
  return std::max<std::int64_t>(
      1, std::llround(std::min(seconds / simulation.time_step(), most_steps)));
}

// Called at the steps of the lines only, so that an interrupted and resumed run ends at the same
// step.
void Run::Impl::update_record(const Moment& now) {
  record.peak_kinetic_energy = std::max(record.peak_kinetic_energy, now.ledger.kinetic);
  record.largest_overlap = std::max(record.largest_overlap, now.largest_overlap);
  const double peak = record.peak_kinetic_energy;
  if (now.ledger.kinetic < options.kinetic_energy_ratio * peak) {
    end(fmt::format("the kinetic energy is {:.3g} of its peak, below {:g}",
                    now.ledger.kinetic / peak, options.kinetic_energy_ratio));
  }
  if (now.unbalanced_force < options.unbalanced_force && most_bodies_touch(simulation)) {
    end(fmt::format("the unbalanced force is {:.3g}, below {:g}", now.unbalanced_force,
                    options.unbalanced_force));
  }
}

// The first reason counts.
void Run::Impl::end(const std::string& reason) {
  if (over) return;
  over = true;
  end_reason = reason;
}

// Called at multiples of outlet_steps only, as update_record at those of the lines.
void Run::Impl::check_flow_stops() {
  for (const FlowStop& stop : options.flow_stops) {
    const Flow flow = simulation.flow(stop.name);
    const bool is_inlet = has_inlet(simulation.setup(), stop.name);
    const char* words = is_inlet ? "have come through" : "have left by";
    if (stop.count && flow.count >= *stop.count) {
      end(fmt::format("{} bodies {} {}", flow.count, words, stop.name));
    }
    if (stop.mass && flow.mass >= *stop.mass * (1.0 - mass_rounding)) {
      end(fmt::format("{:.6g} kg {} {}", flow.mass, words, stop.name));
    }
  }
}

// The line and the frame of this step; what is there already is not written again.
void Run::Impl::write_missing() {
  const std::int64_t step = simulation.steps();
  if (step % line_steps == 0) {
    const Moment now = moment();
    update_record(now);
    writer->series(now);
  }
  if (step % outlet_steps == 0) check_flow_stops();
  if (step >= last_step) end(duration_is_over);
  for (std::size_t i = 0; i < measure_steps.size(); ++i) {
    if (step % measure_steps[i] == 0) write_measure(i, simulation, *writer);
  }
  if (step % frame_steps == 0) writer->frame(view());
}

void Run::Impl::write_due() {
  write_missing();
  const std::int64_t step = simulation.steps();
  const std::int64_t interval = options.checkpoint_interval;
  if (interval > 0 && step > 0 && step % interval == 0 && !over) save();
}

std::int64_t Run::Impl::steps_until_due() const {
  const std::int64_t step = simulation.steps(), interval = options.checkpoint_interval;
  const auto until = [step](std::int64_t every) { return every - step % every; };
  std::int64_t count = std::min({last_step - step, until(line_steps), until(frame_steps)});
  if (interval > 0) count = std::min(count, until(interval));
  for (const std::int64_t every : measure_steps) count = std::min(count, until(every));
  if (!options.flow_stops.empty()) count = std::min(count, until(outlet_steps));
  return std::max<std::int64_t>(1, count);
}

void Run::Impl::save() {
  writer->checkpoint(simulation.steps(), [this](Hdf5Writer& file) {
    file.group(group);
    file.attribute(group, "fingerprint", SimulationArchive::fingerprint(simulation));
    file.attribute(group, "peak_kinetic_energy", record.peak_kinetic_energy);
    file.attribute(group, "largest_overlap", record.largest_overlap);
    SimulationArchive::save(simulation, file);
  });
}

Run::Run(Scene scene, const std::filesystem::path& folder, RunStart start, int threads)
    : impl_(std::make_unique<Impl>(std::move(scene), folder, start, threads)) {}
Run::Run(Run&&) noexcept = default;
Run::~Run() = default;

bool Run::is_over() const { return impl_->over; }
const std::string& Run::end_reason() const { return impl_->end_reason; }
const Simulation& Run::simulation() const { return impl_->simulation; }
const RunRecord& Run::record() const { return impl_->record; }
std::int64_t Run::last_step() const { return impl_->last_step; }
std::int64_t Run::first_step() const { return impl_->first_step; }
const std::vector<std::string>& Run::notes() const { return impl_->writer->notes(); }

void Run::check_folder(const std::filesystem::path& folder, RunStart start) {
  if (start == RunStart::fresh) RunFolder::check_fresh(folder);
  if (start == RunStart::overwrite) RunFolder::check_overwrite(folder);
}

const RunOptions& Run::options() const { return impl_->options; }
void Run::save() { impl_->save(); }

// A run that a limit ends, ends with the step after, wherever a call of the simulation ended.
void Run::Impl::advance() {
  try {
    pace.advance(simulation, steps_until_due());
  } catch (const LimitError& error) {
    failure = error.what();
    if (simulation.steps() == error.step) {
      write_due();
      try {
        simulation.step();
      } catch (const LimitError&) {  // the same limit
      }
    }
    end(failure);
  }
  write_due();
}

void Run::advance() { impl_->advance(); }
const std::string& Run::failure() const { return impl_->failure; }

void Run::finish() {
  impl_->update_record(impl_->moment());
  for (std::size_t i = 0; i < impl_->measure_steps.size(); ++i) {
    write_measure(i, impl_->simulation, *impl_->writer);
  }
  impl_->writer->finish(impl_->view());
  impl_->save();
  impl_->writer->close(!impl_->failure.empty());
}

}  // namespace talus
