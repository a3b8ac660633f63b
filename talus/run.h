/// @file
/// A run of a scene in a folder: steps, and between them the results (docs/formats.md) and
/// checkpoints that are due. SI units.
///
/// What is due depends on the number of the step alone: a run that was interrupted and resumed
/// leaves the same files, byte for byte, as one that was not. Files are replaced atomically or grow
/// by whole lines. A Run may be used by one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "talus/error.h"
#include "talus/scene.h"
#include "talus/simulation.h"

namespace talus {

/// What a run records beside the state of the simulation.
struct RunRecord {
  double peak_kinetic_energy{};  ///< Over all lines of the series, J.
  double largest_overlap{};      ///< The same, relative to the size of the smaller body.
};

/// Simulates a scene and writes its results.
class Run {
 public:
  /// @param scene Moved in.
  /// @param folder For all files; created if it does not exist.
  /// @param resume Whether to continue from the newest valid checkpoint in the folder, or from the
  ///   start if there is none. If false, a folder that holds a run is refused.
  /// @param threads At least 1; the result is the same for any number.
  /// @throws SimulationError for a scene that cannot be simulated, and for a checkpoint of another
  ///   scene.
  /// @throws FileError for files that cannot be written or read.
  Run(Scene scene, const std::filesystem::path& folder, bool resume, int threads);
  /// @param other Left empty; may only be destroyed.
  Run(Run&& other) noexcept;
  ~Run();

  /// @return Whether the duration is over, the kinetic energy low enough, or failure() not empty.
  bool is_over() const;
  /// @return Why a limit of the scene, or a body that passed a mesh wall, ended the run; empty: it
  ///   did not. What was computed until then is valid: finish() writes it.
  const std::string& failure() const;
  /// Steps until a file is due, and writes it, or for about 50 ms.
  /// @throws SimulationError as Simulation::step does.
  /// @throws FileError for files that cannot be written.
  void advance();
  /// Writes a checkpoint of this moment.
  /// @throws FileError if it cannot be written; earlier checkpoints are still there.
  void save();
  /// Writes the last line, frame and checkpoint, and the picture.
  /// @throws FileError for files that cannot be written.
  void finish();

  /// @return The simulation, owned by the run.
  const Simulation& simulation() const;
  /// @return Peak values so far.
  const RunRecord& record() const;
  /// @return The step at which the duration is over.
  std::int64_t last_step() const;
  /// @return 0, or the step of the checkpoint from which the run was resumed.
  std::int64_t first_step() const;
  /// @return The options of the scene.
  const RunOptions& options() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace talus
