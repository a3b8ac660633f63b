#include "app/sweep_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <thread>

#include "app/interrupt.h"
#include "app/log.h"
#include "app/output_file.h"
#include "app/sweep_plan.h"
#include "app/usage_error.h"
#include "talus/input/input_file.h"
#include "talus/output/file.h"
#include "talus/output/run_lock.h"
#include "talus/output/view/stored_run.h"
#include "talus/sim/scene/scene_values.h"

extern char** environ;

namespace talus {
namespace {

namespace fs = std::filesystem;
constexpr int error_status = 1, interrupted_status = 130;

std::string folder_of_sweep(const SweepOptions& options) {
  std::string folder =
      options.out.empty() ? fs::path(options.scene).stem().string() + "_sweep" : options.out;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return folder;
}

fs::path mark_of(const std::string& folder) { return fs::path(folder) / "sweep.json"; }

bool has_mark(const std::string& folder) {
  std::error_code none;
  return fs::exists(mark_of(folder), none);
}

// Whether nothing is in it but what a sweep leaves that was killed at its very beginning.
bool is_empty(const fs::path& folder) {
  std::error_code none;
  if (!fs::is_directory(folder, none)) return false;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    if (name != "talus.lock" && !name.starts_with("sweep.json.part")) return false;
  }
  return !none;
}

// A folder is empty, missing, or of this very study.
void check_folder(const SweepPlan& plan, const std::string& folder) {
  std::error_code none;
  if (!has_mark(folder)) {
    if (!fs::exists(folder, none) || is_empty(folder)) return;
    throw FileError(fmt::format(
        "{}: {}; state another folder with --out", folder,
        fs::is_directory(folder, none) ? "is not empty and has no sweep.json" : "is not a folder"));
  }
  std::string found;
  try {
    found = read_input_file(mark_of(folder), most_json_bytes);
  } catch (const UnreadableFile& error) {
    throw FileError(error.cannot_read(mark_of(folder).string()));
  }
  const std::string difference = plan.difference(found);
  if (difference.empty()) return;
  throw FileError(fmt::format(
      "{}: {}\ntalus: nothing was changed: put that back to go on, or state another folder with "
      "--out",
      folder, difference));
}

// Checked again under the lock: another sweep may have begun in between.
RunLock take_folder(const SweepPlan& plan, const std::string& folder) {
  check_folder(plan, folder);
  make_folder(folder);
  RunLock lock(fs::path(folder) / "talus.lock", "computes a sweep in it");
  if (!lock.is_held()) {
    log("talus: {}: the file system has no locks; start no second sweep in this folder\n", folder);
  }
  check_folder(plan, folder);
  if (!has_mark(folder)) {
    AtomicFile file(mark_of(folder));
    file.write(plan.text());
    file.finish();
  }
  return lock;
}

// A study none of whose runs can begin is refused as a whole: a key may be misspelt. Of a large one
// a part is tried, and as a rule the first can begin.
void check_runs(const SweepPlan& plan) {
  constexpr std::size_t most_tried = 32;
  const std::size_t runs = plan.runs(), tried = std::min(runs, most_tried);
  std::optional<SceneError> first;
  for (std::size_t i = 0; i < tried; ++i) {
    try {
      return check_scene(plan.scene, plan.changes(i * runs / tried));
    } catch (const SceneError& error) {
      if (!first) first = error;
    }
  }
  log("talus: no run of the sweep can begin; the first:\n");
  throw SceneError(*first);
}

enum class Stored { open, done, failed };

Stored stored_run(const std::string& folder) {
  try {
    const StoredRun run(folder);
    return run.has_failed() ? Stored::failed : run.is_over() ? Stored::done : Stored::open;
  } catch (const FileError&) {
    return Stored::open;
  }
}

std::string log_of(const std::string& folder, std::size_t run) {
  return folder + "/" + SweepPlan::name_of(run) + ".log";
}

// talus run, which writes its messages into a log. 0 or errno.
int start(const SweepPlan& plan, const SweepOptions& options, const std::string& folder,
          std::size_t run, pid_t& process) {
  const std::string out = folder + "/" + SweepPlan::name_of(run), log_file = log_of(folder, run);
  // A run that a limit ended begins anew: behind its last state nothing would meet the limit again.
  const bool anew = stored_run(out) == Stored::failed;
  std::vector<std::string> words{"/proc/self/exe",
                                 "run",
                                 plan.scene,
                                 "--out",
                                 out,
                                 "--quiet",
                                 "--threads",
                                 std::to_string(options.threads)};
  words.emplace_back(anew ? "--overwrite" : "--resume");
  for (const SceneChange& change : plan.changes(run)) {
    words.insert(words.end(), {"--set", change.key + "=" + change.value});
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log_file.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0666);
  const int error =
      posix_spawn(&process, "/proc/self/exe", &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

std::string read_log(const std::string& file) {
  constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20;
  try {
    return read_input_file(file, most_bytes);
  } catch (const UnreadableFile&) {
    return {};
  }
}

// Runs and their ends. Children get the signals of the terminal themselves and save their states.
class Jobs {
 public:
  Jobs(const SweepPlan& plan, const SweepOptions& options, const std::string& folder)
      : plan_(plan), options_(options), folder_(folder), ends_(plan.runs()) {}

  const std::vector<SweepEnd>& run(const Interrupt& interrupt) {
    for (std::size_t run = 0; run < ends_.size() || !running_.empty();) {
      if (interrupt.is_requested()) run = ends_.size();
      if (run < ends_.size() &&
          stored_run(folder_ + "/" + SweepPlan::name_of(run)) == Stored::done) {
        finish(run++, {"done"});
      } else if (run < ends_.size() && running_.size() < static_cast<std::size_t>(options_.jobs)) {
        begin(run++);
      } else if (!running_.empty()) {
        wait(interrupt);
      }
    }
    return ends_;
  }

 private:
  void begin(std::size_t run) {
    pid_t process = 0;
    const int error = start(plan_, options_, folder_, run, process);
    if (error == 0) {
      running_[process] = run;
    } else {
      finish(run, {"failed", fmt::format("cannot be started: {}", std::strerror(error))});
    }
  }

  void wait(const Interrupt& interrupt) {
    constexpr std::chrono::milliseconds pause{20};
    int end = 0;
    const pid_t process = ::waitpid(-1, &end, WNOHANG);
    if (process <= 0) {
      if (interrupt.is_requested() && !told_) {
        for (const auto& [child, run] : running_) ::kill(child, SIGTERM);
        told_ = true;
      }
      std::this_thread::sleep_for(pause);
      return;
    }
    const auto found = running_.find(process);
    if (found == running_.end()) return;
    finish(found->second, end_of(found->second, end));
    running_.erase(found);
  }

  SweepEnd end_of(std::size_t run, int end) const {
    if (WIFSIGNALED(end)) {
      const int signal = WTERMSIG(end);
      if (signal == SIGINT || signal == SIGTERM) return {"interrupted"};  // before it could save
      return {"failed", fmt::format("ended by signal {} ({})", signal, ::strsignal(signal))};
    }
    const int code = WEXITSTATUS(end);
    if (code == 0) return {"done"};
    if (code == interrupted_status) return {"interrupted"};
    const std::string message =
        failure_in(read_log(log_of(folder_, run)), folder_ + "/" + SweepPlan::name_of(run));
    return {"failed", message.empty() ? fmt::format("ended with status {}", code) : message};
  }

  void finish(std::size_t run, const SweepEnd& end) {
    ends_[run] = end;
    if (options_.quiet) return;
    std::string values;
    for (const SceneChange& change : plan_.changes(run)) {
      values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", change.key, change.value);
    }
    log("talus: run {} of {}: {}: {}\n", run + 1, ends_.size(), values, end.status);
  }

  const SweepPlan& plan_;
  const SweepOptions& options_;
  const std::string& folder_;
  std::vector<SweepEnd> ends_;
  std::map<pid_t, std::size_t> running_;
  bool told_{};
};

std::size_t report_failures(const std::vector<SweepEnd>& ends, const std::string& folder) {
  std::size_t failures = 0;
  for (std::size_t run = 0; run < ends.size(); ++run) {
    if (ends[run].status != "failed" || failures++ > 0) continue;
    log("talus: run {} failed: {} (see {})\n", run + 1, ends[run].message, log_of(folder, run));
  }
  if (failures > 0) {
    log("talus: {} of {} runs failed; the same command tries them again\n", failures, ends.size());
  }
  return failures;
}

int sweep(const SweepPlan& plan, const SweepOptions& options) {
  const std::string folder = folder_of_sweep(options);
  check_folder(plan, folder);
  if (!has_mark(folder)) check_runs(plan);
  const RunLock lock = take_folder(plan, folder);
  // If the signal were ignored, as by some parents, the ends of runs would be lost.
  std::signal(SIGCHLD, SIG_DFL);
  const Interrupt interrupt;
  Jobs jobs(plan, options, folder);
  const std::vector<SweepEnd> ends = jobs.run(interrupt);
  AtomicFile table(fs::path(folder) / "sweep.csv");
  table.write(sweep_table(plan, folder, ends));
  table.finish();
  if (!options.quiet) log("talus: wrote {}/sweep.csv\n", folder);
  const std::size_t failures = report_failures(ends, folder);
  const auto open = std::count_if(ends.begin(), ends.end(),
                                  [](const SweepEnd& end) { return end.status == "interrupted"; });
  if (open > 0) {
    log("talus: interrupted{}{}: {} of {} runs are left; the same command goes on\n",
        interrupt.is_requested() ? " by " : "", interrupt.name(), open, ends.size());
    return interrupted_status;
  }
  return failures > 0 ? error_status : 0;
}

}  // namespace

int run_sweep(const SweepOptions& options) {
  SweepPlan plan{options.scene, {}};
  for (const std::string& text : options.parameters)
    plan.parameters.push_back(sweep_parameter(text));
  check_plan(plan);
  try {
    plan.values = scene_values(plan.scene, plan.changes(0));
    return sweep(plan, options);
  } catch (const SceneError& error) {
    for (const std::string& message : error.messages()) log("talus: {}\n", message);
  } catch (const FileError& error) {
    log("talus: {}\n", error.what());
  }
  return error_status;
}

}  // namespace talus
