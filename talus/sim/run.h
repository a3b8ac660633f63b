// A run of a scene in a folder: time steps, and the lines, frames and checkpoints that are due
// between them. The step number alone decides what is due, so that an interrupted and resumed run
// leaves the same files as an uninterrupted one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "talus/output/run_writer.h"
#include "talus/sim/scene/scene.h"
#include "talus/sim/simulation.h"
#include "talus/sim/step_pace.h"

namespace talus {

// Extrema of a run, stored in its checkpoints beside the state of the simulation.
struct RunRecord {
  double peak_kinetic_energy{};  // J
  // Relative to the size of the smaller body, over all moments at which a line was written.
  double largest_overlap{};
};

class Run {
 public:
  // A new run in a folder that holds none. With `resume` it goes on from the newest whole
  // checkpoint there, or starts again where there is none. Throws SimulationError for a scene that
  // cannot be simulated, and for a checkpoint of another scene; FileError for what cannot be
  // written.
  Run(Scene scene, const std::filesystem::path& folder, bool resume, int threads);

  // Whether the duration is over, or the kinetic energy low enough.
  bool is_over() const { return over_; }
  // Steps until something is due, which is written, or for about 50 ms. Throws SimulationError and
  // FileError.
  void advance();
  // A checkpoint of this moment, from which the run can be resumed.
  void save();
  // The last line, frame and checkpoint, and the picture.
  void finish();

  const Simulation& simulation() const { return simulation_; }
  const RunRecord& record() const { return record_; }
  std::int64_t last_step() const { return last_step_; }    // of the duration
  std::int64_t first_step() const { return first_step_; }  // 0, or where it was resumed
  const RunOptions& options() const { return options_; }

 private:
  Moment moment() const;
  FrameView view() const;
  std::int64_t steps_in(double seconds) const;
  void update_record(const Moment& now);
  std::int64_t steps_until_due() const;
  void write_due();

  RunOptions options_;
  std::uint64_t fingerprint_;
  Simulation simulation_;
  StepPace pace_;
  RunRecord record_;
  std::int64_t first_step_{}, last_step_{};
  std::int64_t frame_steps_{}, line_steps_{};  // between two of them
  bool over_{};
  std::optional<RunWriter> writer_;
};

}  // namespace talus
