/// @file
/// A run of a scene in a folder: steps, and between them the results (docs/formats.md) and
/// checkpoints that are due. SI units.
///
/// What is due depends on the number of the step alone: a run that was interrupted and resumed
/// leaves the same files, byte for byte, as one that was not. Files are replaced atomically or grow
/// by whole lines. The folder carries a list of the run's files, and no other file in it is ever
/// replaced or deleted; a lock keeps other processes out (docs/guarantees.md). A Run may be used by
/// one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "talus/error.h"
#include "talus/scene.h"
#include "talus/simulation.h"

namespace talus {

/// What a run records beside the state of the simulation.
struct RunRecord {
  double peak_kinetic_energy{};  ///< Over all lines of the series, J.
  double largest_overlap{};      ///< The same, relative to the size of the smaller body.
};

/// What a run does with its folder.
enum class RunStart {
  fresh,     ///< A new run; the folder is missing or empty.
  resume,    ///< Goes on from the newest whole checkpoint; a new run if the folder is missing or
             ///< empty.
  overwrite  ///< A new run; the files of a run that is there are deleted, and no others.
};

/// Simulates a scene and writes its results.
class Run {
 public:
  /// @param scene Moved in.
  /// @param folder For all files; created if it does not exist.
  /// @param start How the run begins.
  /// @param threads At least 1; the result is the same for any number.
  /// @throws SimulationError for a scene that cannot be simulated.
  /// @throws RunFolderError for a folder that holds something else, another run or a run of another
  ///   scene, is in use, or has no usable checkpoint; nothing in it is then changed.
  /// @throws FileError for files that cannot be written or read.
  Run(Scene scene, const std::filesystem::path& folder, RunStart start, int threads);
  /// The same with RunStart::resume, or RunStart::fresh if resume is false.
  /// @param scene Moved in.
  /// @param folder For all files; created if it does not exist.
  /// @param resume Whether to resume.
  /// @param threads At least 1; the result is the same for any number.
  Run(Scene scene, const std::filesystem::path& folder, bool resume, int threads)
      : Run(std::move(scene), folder, resume ? RunStart::resume : RunStart::fresh, threads) {}
  /// @param other Left empty; may only be destroyed.
  Run(Run&& other) noexcept;
  ~Run();

  /// Refuses a folder before a scene is read, as the constructor would. Changes nothing.
  /// @param folder For all files.
  /// @param start How the run would begin.
  /// @throws RunFolderError as the constructor does.
  static void check_folder(const std::filesystem::path& folder, RunStart start);

  /// @return Whether the duration is over, a condition of the options that ends the run holds, or
  ///   failure() is not empty.
  bool is_over() const;
  /// @return Why the run is over: "the duration is over", "0.1 kg have left by drain"; empty while
  ///   it is not. A run that is resumed after its end has the same reason again.
  const std::string& end_reason() const;
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
  /// Writes the last line, frame and checkpoint, and the picture, and gives the folder free.
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
  /// @return What was repaired, cut or deleted in the folder when the run began: a sentence each.
  const std::vector<std::string>& notes() const;
  /// @return The options of the scene.
  const RunOptions& options() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace talus
