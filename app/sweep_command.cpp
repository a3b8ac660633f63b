#include "app/sweep_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <thread>

#include "app/interrupt.h"
#include "app/log.h"
#include "app/output_file.h"
#include "app/sweep_plan.h"
#include "app/usage_error.h"
#include "talus/input/input_file.h"
#include "talus/output/file.h"
#include "talus/output/view/stored_run.h"

extern char** environ;

namespace talus {
namespace {

namespace fs = std::filesystem;
constexpr int error_status = 1, interrupted_status = 130;
constexpr const char* done = "done";
constexpr const char* failed = "failed";
constexpr const char* interrupted = "interrupted";

std::string folder_of_sweep(const SweepOptions& options) {
  std::string folder =
      options.out.empty() ? fs::path(options.scene).stem().string() + "_sweep" : options.out;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return folder;
}

// A folder is empty, missing, or of this very study.
void take_folder(const SweepPlan& plan, const std::string& folder) {
  const fs::path mark = fs::path(folder) / "sweep.json";
  std::error_code none;
  if (fs::exists(mark, none)) {
    std::string found;
    try {
      found = read_input_file(mark, most_json_bytes);
    } catch (const UnreadableFile& error) {
      throw FileError(error.cannot_read(mark.string()));
    }
    if (found == plan.text()) return;
    throw FileError(
        fmt::format("{}: belongs to a sweep of another scene or of other values; state "
                    "another folder with --out",
                    folder));
  }
  if (fs::exists(folder, none) && !(fs::is_directory(folder, none) && fs::is_empty(folder, none))) {
    throw FileError(
        fmt::format("{}: is not empty and has no sweep.json; state another folder with "
                    "--out",
                    folder));
  }
  make_folder(folder);
  AtomicFile file(mark);
  file.write(plan.text());
  file.finish();
}

bool is_over(const std::string& folder) {
  try {
    return StoredRun(folder).is_over();
  } catch (const FileError&) {
    return false;
  }
}

// talus run, which writes its messages into a log. 0: it could not be started.
pid_t start(const SweepPlan& plan, const SweepOptions& options, const std::string& folder,
            std::size_t run) {
  const std::string out = folder + "/" + SweepPlan::name_of(run), log_file = out + ".log";
  std::vector<std::string> words{"/proc/self/exe", "run",       plan.scene,
                                 "--out",          out,         "--resume",
                                 "--quiet",        "--threads", std::to_string(options.threads)};
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
  pid_t process = 0;
  const int error =
      posix_spawn(&process, "/proc/self/exe", &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  return error == 0 ? process : 0;
}

// Runs and their ends. Children get the signals of the terminal themselves and save their states.
class Jobs {
 public:
  Jobs(const SweepPlan& plan, const SweepOptions& options, const std::string& folder)
      : plan_(plan), options_(options), folder_(folder), status_(plan.runs(), interrupted) {}

  const std::vector<std::string>& run(const Interrupt& interrupt) {
    for (std::size_t run = 0; run < status_.size() || !running_.empty();) {
      if (interrupt.is_requested()) run = status_.size();
      if (run < status_.size() && is_over(folder_ + "/" + SweepPlan::name_of(run))) {
        finish(run++, done);
      } else if (run < status_.size() &&
                 running_.size() < static_cast<std::size_t>(options_.jobs)) {
        const pid_t process = start(plan_, options_, folder_, run);
        if (process != 0) running_[process] = run;
        if (process == 0) finish(run, failed);
        ++run;
      } else if (!running_.empty()) {
        wait(interrupt);
      }
    }
    return status_;
  }

 private:
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
    const int code = WIFEXITED(end) ? WEXITSTATUS(end) : error_status;
    finish(found->second, code == 0 ? done : code == interrupted_status ? interrupted : failed);
    running_.erase(found);
  }

  void finish(std::size_t run, const char* status) {
    status_[run] = status;
    if (options_.quiet) return;
    std::string values;
    for (const SceneChange& change : plan_.changes(run)) {
      values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", change.key, change.value);
    }
    log("talus: run {} of {}: {}: {}\n", run + 1, status_.size(), values, status);
  }

  const SweepPlan& plan_;
  const SweepOptions& options_;
  const std::string& folder_;
  std::vector<std::string> status_;
  std::map<pid_t, std::size_t> running_;
  bool told_{};
};

int sweep(const SweepPlan& plan, const SweepOptions& options) {
  const std::string folder = folder_of_sweep(options);
  take_folder(plan, folder);
  const Interrupt interrupt;
  Jobs jobs(plan, options, folder);
  const std::vector<std::string> status = jobs.run(interrupt);
  AtomicFile table(fs::path(folder) / "sweep.csv");
  table.write(sweep_table(plan, folder, status));
  table.finish();
  if (!options.quiet) log("talus: wrote {}/sweep.csv\n", folder);
  std::size_t failures = 0;
  for (std::size_t run = 0; run < status.size(); ++run) {
    if (status[run] != failed) continue;
    if (failures++ == 0) {
      log("talus: run {} failed; see {}/{}.log\n", run + 1, folder, SweepPlan::name_of(run));
    }
  }
  if (interrupt.is_requested()) {
    log("talus: interrupted by {}; the same command goes on\n", interrupt.name());
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
    return sweep(plan, options);
  } catch (const SceneError& error) {
    for (const std::string& message : error.messages()) log("talus: {}\n", message);
  } catch (const FileError& error) {
    log("talus: {}\n", error.what());
  }
  return error_status;
}

}  // namespace talus
