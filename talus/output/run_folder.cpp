#include "talus/output/run_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>

#include "talus/output/checkpoint.h"
#include "talus/output/read_run_file.h"
#include "talus/output/run_file_names.h"
#include "talus/output/series.h"

namespace talus {
namespace fs = std::filesystem;

namespace {

using Reason = RunFolderError::Reason;

constexpr const char* list_name = "talus_run.txt";
constexpr const char* lock_name = "talus.lock";
constexpr std::array run_folders{"frames", "vtk", "measures", "checkpoints"};
constexpr std::string_view mark = "talus run, version 1, scene ";
// Of equal length: the word is written over another.
constexpr std::array<std::string_view, 4> state_words{"begun   ", "saved   ", "finished",
                                                      "failed  "};
constexpr std::size_t fingerprint_digits = 16;
constexpr std::size_t state_at = mark.size() + fingerprint_digits + 2;
constexpr std::string_view rest_of_mark =
    "\nOnly the files below are ever replaced or deleted by talus.\n";

// How often the list has to be on the disk at least, so that files after a loss of power are still
// known as the run's own.
constexpr auto sync_interval = std::chrono::seconds(1);

bool is_there(const fs::path& file) {
  struct stat status {};
  return ::lstat(file.c_str(), &status) == 0;
}

std::string head(std::uint64_t fingerprint, RunState state) {
  return fmt::format("{}{:016x}, {}{}", mark, fingerprint,
                     state_words[static_cast<std::size_t>(state)], rest_of_mark);
}

// A lock that is not one of ours is somebody's file.
bool is_own_lock(const fs::path& file) {
  return special_file(file).empty() && is_lock_text(start_of_run_file(file, longest_lock_text + 1));
}

// Names that are neither a lock nor a mark that was being written when the process was killed.
std::vector<std::string> contents_of(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool own = (name == lock_name && is_own_lock(entry.path())) ||
                     name == std::string(list_name) + ".part";
    if (!own) names.push_back(name + (entry.is_directory(error) ? "/" : ""));
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    throw FileError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string first_few(const std::vector<std::string>& names) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

enum class Contents { nothing, marked_run, older_run, other };

Contents classify(const fs::path& folder) {
  if (is_there(folder / list_name)) return Contents::marked_run;
  if (contents_of(folder).empty()) return Contents::nothing;
  return is_frame_table(folder / "frames.csv") ? Contents::older_run : Contents::other;
}

[[noreturn]] void refuse_foreign(const fs::path& folder) {
  throw RunFolderError(Reason::foreign,
                       fmt::format("{} is not empty and holds no run of talus (it has {})",
                                   folder.string(), first_few(contents_of(folder))));
}

std::string list_of(const fs::path& folder) {
  const fs::path file = folder / list_name;
  return special_file(file).empty() ? read_run_file(file, most_run_list_bytes) : "";
}

// The state of the run, if the mark can be read.
std::optional<RunState> marked_state(const std::string& list) {
  if (!list.starts_with(mark) || list.size() < state_at + state_words[0].size()) return {};
  const std::string_view word = std::string_view(list).substr(state_at, state_words[0].size());
  const auto found = std::find(state_words.begin(), state_words.end(), word);
  if (found == state_words.end()) return {};
  return static_cast<RunState>(found - state_words.begin());
}

void require_no_run(const fs::path& folder) {
  const Contents contents = classify(folder);
  if (contents == Contents::nothing) return;
  if (contents == Contents::other) refuse_foreign(folder);
  const std::optional<RunState> state = marked_state(list_of(folder));
  throw RunFolderError(Reason::holds_run,
                       fmt::format("{} already holds a run{}", folder.string(),
                                   !state                        ? ""
                                   : state == RunState::finished ? ", a finished one"
                                   : state == RunState::failed   ? ", one that a limit ended"
                                                                 : ", an unfinished one"));
}

void require_mark(const fs::path& folder) {
  if (marked_state(list_of(folder))) return;
  throw RunFolderError(Reason::damaged,
                       fmt::format("{} cannot be read as the list of the files of a run: it is "
                                   "damaged, or is not one",
                                   (folder / list_name).string()));
}

// Files behind a link to a folder are not the run's own: nothing is read, written or deleted there.
void require_own_folders(const fs::path& folder) {
  for (const char* part : run_folders) {
    const std::string kind = special_file(folder / part);
    if ((kind.empty() && !is_there(folder / part)) || kind == "a directory") continue;
    throw RunFolderError(Reason::damaged,
                         fmt::format("{} is {}, where a run has a folder: move it "
                                     "away, and put the folder back",
                                     (folder / part).string(), kind.empty() ? "a file" : kind));
  }
}

void require_overwritable(const fs::path& folder) {
  const Contents contents = classify(folder);
  if (contents == Contents::other) refuse_foreign(folder);
  if (contents == Contents::older_run) {
    throw RunFolderError(
        Reason::foreign,
        fmt::format("{} holds a run of a version that kept no list of its files "
                    "({} is missing): delete it yourself, or choose another folder",
                    folder.string(), list_name));
  }
  if (contents == Contents::marked_run) require_mark(folder);
  require_own_folders(folder);
}

}  // namespace

RunFolder::RunFolder(const fs::path& folder, std::uint64_t fingerprint)
    : folder_(folder), fingerprint_(fingerprint), lock_(std::in_place, folder / lock_name) {
  if (!lock_->is_held()) {
    note(fmt::format("{}: the file system has no locks; start no second run in this folder",
                     folder.string()));
  }
}

void RunFolder::check_fresh(const fs::path& folder) {
  require_no_run(folder);
  check_unlocked(folder / lock_name);
}

void RunFolder::check_overwrite(const fs::path& folder) {
  require_overwritable(folder);
  check_unlocked(folder / lock_name);
}

// The folder is checked again under the lock.
RunFolder RunFolder::fresh(const fs::path& folder, std::uint64_t fingerprint) {
  check_fresh(folder);
  make_folder(folder);
  RunFolder own(folder, fingerprint);
  require_no_run(folder);
  own.begin();
  return own;
}

RunFolder RunFolder::overwrite(const fs::path& folder, std::uint64_t fingerprint) {
  check_overwrite(folder);
  make_folder(folder);
  RunFolder own(folder, fingerprint);
  require_overwritable(folder);
  if (own.read_list()) own.remove_all();
  own.begin();
  return own;
}

RunFolder RunFolder::resume(const fs::path& folder, std::uint64_t fingerprint) {
  const auto refuse = [&] {
    const Contents contents = classify(folder);
    if (contents == Contents::other) refuse_foreign(folder);
    if (contents == Contents::marked_run) require_mark(folder);
    require_own_folders(folder);
    return contents;
  };
  refuse();
  make_folder(folder);
  RunFolder own(folder, fingerprint);
  const Contents contents = refuse();
  own.resumed_ = contents != Contents::nothing;
  if (!own.resumed_) {
    own.note(fmt::format("{}: there is no run yet, a new one begins", folder.string()));
    own.begin();
  } else if (contents == Contents::older_run) {
    own.adopt();
  } else {
    own.read_list();
    own.list_ = std::make_unique<AppendFile>(folder / list_name);
    if (own.state_ == RunState::failed) {
      own.note(
          fmt::format("{}: a limit of the scene ended this run; it goes on from there, beyond the "
                      "limit",
                      folder.string()));
    }
  }
  return own;
}

void RunFolder::begin() {
  state_ = RunState::begun;
  write_list();
}

// False if there is none. Names that a run does not use are not taken over: whatever they name is
// never deleted.
bool RunFolder::read_list() {
  const std::string text = list_of(folder_);
  state_ = marked_state(text);
  if (!state_) return false;
  std::uint64_t scene{};
  const char* digits = text.data() + mark.size();
  std::from_chars(digits, digits + fingerprint_digits, scene, 16);
  if (resumed_ && scene != fingerprint_) {
    throw RunFolderError(
        Reason::other_scene,
        fmt::format(
            "the run in {} belongs to another scene: its bodies, materials, walls, gravity, "
            "motions, measures, law or time step are others",
            folder_.string()));
  }
  std::size_t at = text.find('\n', text.find('\n') + 1);
  while (at < text.size()) {
    const std::size_t end = text.find('\n', ++at);
    if (end == std::string::npos) break;  // half a line: its file was not made
    const std::string name = text.substr(at, end - at);
    if (is_run_file(name)) files_.insert(name);
    at = end;
  }
  return true;
}

// The files of a run without a list: those with a name of the format, and of frames only those that
// the table of frames has and the one after them, which was being written.
void RunFolder::adopt() {
  const std::string table = read_run_file(folder_ / "frames.csv", most_run_table_bytes);
  const auto lines = static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n'));
  for (const char* part : {"", "frames", "vtk"}) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder_ / part, none)) {
      fs::path name = fs::path(part) / entry.path().filename();
      if (name.extension() == ".part") name.replace_extension();
      const std::optional<std::size_t> number = frame_number_in(name.string());
      if (is_run_file(name.string()) && (!number || *number < lines)) files_.insert(name.string());
    }
  }
}

void RunFolder::write_list() {
  // Only of this process, or of one that was killed: nothing else has this name under the lock.
  ::unlink((folder_ / (std::string(list_name) + ".part")).c_str());
  std::string text = head(fingerprint_, state_.value_or(RunState::saved));
  for (const std::string& name : files_) text += name + '\n';
  AtomicFile file(folder_ / list_name);
  file.write(text);
  file.finish(Sync::now);
  list_ = std::make_unique<AppendFile>(folder_ / list_name);
}

void RunFolder::set_state(RunState state) {
  if (state_ == state) return;
  if (!list_) write_list();
  list_->overwrite(state_at, state_words[static_cast<std::size_t>(state)]);
  list_->sync();
  state_ = state;
}

fs::path RunFolder::claim(const std::string& name) {
  const fs::path file = folder_ / name, part = folder_ / (name + ".part");
  if (!owns(name)) {
    for (const fs::path& taken : {file, part}) {
      if (!is_there(taken)) continue;
      throw RunFolderError(
          Reason::foreign,
          fmt::format("{} is there already and this run did not write it: move it away",
                      taken.string()));
    }
    if (!list_) write_list();
    list_->append(name + '\n');
    files_.insert(name);
    if (std::chrono::steady_clock::now() - synced_ > sync_interval) sync();
    return file;
  }
  const std::string special = special_file(file);
  if (!special.empty()) {
    throw RunFolderError(
        Reason::foreign,
        fmt::format("{} is {} where this run had a file: move it away", file.string(), special));
  }
  ::unlink(part.c_str());  // of a write that was interrupted
  return file;
}

void RunFolder::sync() {
  if (list_) list_->sync();
  synced_ = std::chrono::steady_clock::now();
}

void RunFolder::drop_frames(std::size_t count) {
  std::size_t removed = 0;
  for (auto name = files_.begin(); name != files_.end();) {
    const std::optional<std::size_t> number = frame_number_in(*name);
    const fs::path file = folder_ / *name;
    // A frame that is complete is not being written.
    if (!number || *number >= count) ::unlink((folder_ / (*name + ".part")).c_str());
    if (!number || *number < count) {
      ++name;
      continue;
    }
    if (special_file(file).empty() && ::unlink(file.c_str()) == 0) ++removed;
    name = files_.erase(name);
  }
  write_list();
  if (removed > 0) {
    note(
        fmt::format("{}: removed {} files of frames from number {} on, which are after the "
                    "checkpoint and are computed again",
                    folder_.string(), removed, count));
  }
}

void RunFolder::tidy() { write_list(); }

void RunFolder::remove_all() {
  std::size_t removed = remove_checkpoints(folder_ / "checkpoints");
  for (const std::string& name : files_) {
    ::unlink((folder_ / (name + ".part")).c_str());
    if (special_file(folder_ / name).empty() && ::unlink((folder_ / name).c_str()) == 0) ++removed;
  }
  files_.clear();
  // Folders with files of others stay.
  for (const char* part : run_folders) ::rmdir((folder_ / part).c_str());
  note(
      fmt::format("{}: removed the {} files of the run that was there", folder_.string(), removed));
}

}  // namespace talus
