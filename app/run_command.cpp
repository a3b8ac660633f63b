#include "app/run_command.h"

#include <fmt/format.h>

#include <new>
#include <string>
#include <utility>
#include <vector>

#include "app/interrupt.h"
#include "app/log.h"
#include "app/output_file.h"
#include "app/progress_bar.h"
#include "app/run_hints.h"
#include "app/run_report.h"
#include "app/start_program.h"
#include "app/usage_error.h"
#include "talus/output/file.h"
#include "talus/parallel/parallel_for.h"
#include "talus/run.h"
#include "talus/sim/scene/scene_errors.h"

namespace talus {
namespace {

constexpr int error_status = 1, interrupted_status = 130;
constexpr const char* no_memory =
    "talus: {}: not enough memory; fewer bodies or cells of meshes need less\n";

// A signal came before the run had begun.
struct InterruptedEarly {};

RunStart start_of(const RunCommand& command) {
  return command.resume      ? RunStart::resume
         : command.overwrite ? RunStart::overwrite
                             : RunStart::fresh;
}

Scene read_with_progress(const RunCommand& command, const Interrupt& interrupt) {
  ProgressBar bar(!command.quiet);
  std::vector<SceneChange> changes;
  for (const std::string& text : command.changes) changes.push_back(scene_change(text));
  const auto on_progress = [&](const std::string& name, const FillProgress& progress) {
    if (interrupt.is_requested()) throw InterruptedEarly();
    if (!bar.is_due()) return;
    bar.show(static_cast<double>(progress.placed) / static_cast<double>(progress.total),
             fmt::format("{}: {} of {} placed", name, progress.placed, progress.total));
  };
  return read_scene(command.scene, on_progress, changes);
}

// Prints the warnings from number `shown` on, each once.
void show_warnings(const Run& run, ProgressBar& bar, std::size_t& shown) {
  const std::vector<std::string> warnings = run.simulation().warnings();
  for (; shown < warnings.size(); ++shown) {
    bar.message(fmt::format("talus: warning: {}", warnings[shown]));
  }
}

// Steps until the run is over (true) or interrupted.
bool simulate(Run& run, bool quiet, const Interrupt& interrupt) {
  ProgressBar bar(!quiet);
  std::size_t shown = run.simulation().warnings().size();  // before a restart
  while (!run.is_over()) {
    if (interrupt.is_requested()) return false;
    if (interrupt.take_save_request()) {
      run.save();
      bar.message(fmt::format("talus: SIGUSR1: saved at {:.6g} s (step {})",
                              run.simulation().time(), run.simulation().steps()));
    }
    run.advance();
    show_warnings(run, bar, shown);
    if (bar.is_due()) bar.show(share_done(run), progress_text(run, bar.seconds()));
  }
  return true;
}

// What was computed since the last checkpoint is worth trying to save: another file may have met
// the limit of file sizes or of a quota.
bool save_after_failure(Run& run) {
  try {
    run.save();
    return true;
  } catch (const FileError&) {
    return false;
  }
}

// What has begun and fails leaves whole files and checkpoints behind.
bool simulate_and_write(Run& run, const RunCommand& command, const Interrupt& interrupt) {
  try {
    const bool done = simulate(run, command.quiet, interrupt);
    if (done) {
      run.finish();
    } else {
      run.save();
    }
    return done;
  } catch (const FileError& error) {
    const bool saved = save_after_failure(run);
    throw FileError(
        fmt::format("{}\ntalus: {}; when that is mended, go on with\n{}", error.what(),
                    saved ? fmt::format("the state of step {} is saved", run.simulation().steps())
                          : "what was written before is whole",
                    resume_text(command)));
  }
}

// Prints from number `shown` on what was repaired, cut or deleted: --quiet does not hide that.
void log_notes(const Run& run, std::size_t& shown) {
  for (; shown < run.notes().size(); ++shown) log("talus: {}\n", run.notes()[shown]);
}

// In a process of its own, which only reads the folder: the run computes the same with it or
// without.
void start_viewer(const RunCommand& command) {
  constexpr double patience = 10.0;  // s, for a busy machine
  std::vector<std::string> arguments{"view", folder_of(command), "--port",
                                     "0",    "--quiet",          "--until-closed"};
  if (command.no_open) arguments.emplace_back("--no-open");
  const std::string address = start_self(arguments, patience);
  if (address.empty()) {
    log("talus: the viewer did not start; the run goes on. Try: talus view {}\n",
        folder_of(command));
  } else {
    log("talus: the run is shown at {}\n", address);
  }
}

int run_with(RunCommand command, const Interrupt& interrupt) {
  if (!command.restart) Run::check_folder(folder_of(command), start_of(command));
  Scene scene = read_with_progress(command, interrupt);
  const int threads = command.threads > 0     ? command.threads
                      : scene.run.threads > 0 ? scene.run.threads
                                              : available_threads();
  if (command.restart) command.out = new_folder(command);
  Run run(std::move(scene), folder_of(command), start_of(command), threads);
  std::size_t shown = 0;
  log_notes(run, shown);
  if (!command.quiet) log_text(start_text(run, folder_of(command), threads));
  if (command.view) start_viewer(command);
  const ProgressBar clock(false);
  const bool done = simulate_and_write(run, command, interrupt);
  log_notes(run, shown);
  if (!command.quiet) log_text(summary(run, clock.seconds()));
  if (!run.failure().empty()) {
    log("talus: {}: {}; what was computed until then is written\n", command.scene, run.failure());
  }
  if (!done) {
    log("talus: interrupted at {:.6g} s (step {}) by {}; the state is saved. To go on:\n{}",
        run.simulation().time(), run.simulation().steps(), interrupt.name(), resume_text(command));
  }
  if (command.profile) print(profile_table(run, clock.seconds()));
  if (!run.failure().empty()) return error_status;
  return done ? 0 : interrupted_status;
}

}  // namespace

int run_scene(const RunCommand& command) {
  const Interrupt interrupt;
  // Signals are served between two steps, and not while a message waits for its reader.
  constexpr double seconds_per_message = 1.0;
  const LogPatience patience(seconds_per_message);
  try {
    return run_with(command, interrupt);
  } catch (const InterruptedEarly&) {
    log("talus: interrupted by {} before the first step; nothing was written\n", interrupt.name());
    return interrupted_status;
  } catch (const SceneError& error) {
    const LogPatience for_pagers(wait_for_ever);  // the list may be long
    for (const std::string& message : error.messages()) log("talus: {}\n", message);
    const std::size_t count = error.messages().size();
    if (count > 1 && count <= scene::most_listed_errors) {
      log("talus: {} errors in the scene\n", count);
    }
  } catch (const SimulationError& error) {
    log("talus: {}: {}\n", command.scene, error.what());
  } catch (const RunFolderError& error) {
    log("talus: {}\n{}", error.what(), hints(error.reason, command));
  } catch (const FileError& error) {
    log("talus: {}\n", error.what());
  } catch (const UsageError&) {
    throw;  // output that cannot be written
  } catch (const std::bad_alloc&) {
    log(no_memory, command.scene);
  } catch (const std::length_error&) {  // of a container
    log(no_memory, command.scene);
  } catch (const std::exception& error) {
    log("talus: {}: {}\n", command.scene, error.what());
  }
  return error_status;
}

}  // namespace talus
