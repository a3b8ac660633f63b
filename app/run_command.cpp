#include "app/run_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "app/interrupt.h"
#include "app/progress_bar.h"
#include "app/run_report.h"
#include "talus/output/file.h"
#include "talus/parallel/parallel_for.h"
#include "talus/run.h"

namespace talus {
namespace {

constexpr int error_status = 1, interrupted_status = 130;

std::string folder_of(const RunCommand& command) {
  return command.out.empty() ? std::filesystem::path(command.scene).stem().string() : command.out;
}

Scene read_with_progress(const RunCommand& command) {
  ProgressBar bar(!command.quiet);
  return read_scene(command.scene, [&](const std::string& name, const FillProgress& progress) {
    if (!bar.is_due()) return;
    bar.show(static_cast<double>(progress.placed) / static_cast<double>(progress.total),
             fmt::format("{}: {} of {} placed", name, progress.placed, progress.total));
  });
}

// Prints the warnings from number `shown` on, each once.
void show_warnings(const Run& run, ProgressBar& bar, std::size_t& shown) {
  if (run.simulation().large_overlaps().steps == 0 && run.simulation().large_travels().steps == 0) {
    return;
  }
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
    run.advance();
    show_warnings(run, bar, shown);
    if (bar.is_due()) bar.show(share_done(run), progress_text(run, bar.seconds()));
  }
  return true;
}

std::string resume_text(const RunCommand& command) {
  return fmt::format("  talus run {} --out {} --resume\n", command.scene, folder_of(command));
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
    throw FileError(fmt::format(
        "{}\ntalus: what was written before is whole; when that is mended, go on with\n{}",
        error.what(), resume_text(command)));
  }
}

int run_with(const RunCommand& command) {
  const Interrupt interrupt;
  Scene scene = read_with_progress(command);
  const int threads = command.threads > 0     ? command.threads
                      : scene.run.threads > 0 ? scene.run.threads
                                              : available_threads();
  Run run(std::move(scene), folder_of(command), command.resume, threads);
  if (!command.quiet) fmt::print(stderr, "{}", start_text(run, folder_of(command), threads));
  const ProgressBar clock(false);
  const bool done = simulate_and_write(run, command, interrupt);
  if (!command.quiet) fmt::print(stderr, "{}", summary(run, clock.seconds()));
  if (command.profile) fmt::print("{}", profile_table(run, clock.seconds()));
  if (!run.failure().empty()) {
    fmt::print(stderr, "talus: {}: {}; what was computed until then is written\n", command.scene,
               run.failure());
    return error_status;
  }
  if (done) return 0;
  fmt::print(stderr, "talus: interrupted at {:.6g} s (step {}); the state is saved. To go on:\n{}",
             run.simulation().time(), run.simulation().steps(), resume_text(command));
  return interrupted_status;
}

}  // namespace

int run_scene(const RunCommand& command) {
  try {
    return run_with(command);
  } catch (const SceneError& error) {
    for (const std::string& message : error.messages()) fmt::print(stderr, "talus: {}\n", message);
    if (error.messages().size() > 1) {
      fmt::print(stderr, "talus: {} errors in the scene\n", error.messages().size());
    }
  } catch (const SimulationError& error) {
    fmt::print(stderr, "talus: {}: {}\n", command.scene, error.what());
  } catch (const FileError& error) {
    fmt::print(stderr, "talus: {}\n", error.what());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "talus: {}: not enough memory; fewer bodies or cells of meshes need less\n",
               command.scene);
  } catch (const std::exception& error) {
    fmt::print(stderr, "talus: {}: {}\n", command.scene, error.what());
  }
  return error_status;
}

}  // namespace talus
