// A folder that belongs to one run.
//
//   talus_run.txt   the mark: version, fingerprint of the scene, how far the run came; below it the
//                   names of the files that the run wrote. Only these are ever replaced or deleted.
//   talus.lock      locked while a process writes into the folder (talus/output/run_lock.h)
//
// A name is listed before its file is made, so that a killed run leaves nothing that is not listed.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "talus/output/file.h"
#include "talus/output/run_lock.h"

namespace talus {

// How far a run came. saved: there was a checkpoint; failed: a limit ended it, and it is over.
enum class RunState { begun, saved, finished, failed };

class RunFolder {
 public:
  // All throw RunFolderError, and nothing in the folder is then changed.
  //
  // For a new run: the folder is made, or is empty.
  static RunFolder fresh(const std::filesystem::path& folder, std::uint64_t fingerprint);
  // For a new run in place of one that is there, whose files are deleted.
  static RunFolder overwrite(const std::filesystem::path& folder, std::uint64_t fingerprint);
  // To go on with a run. Folders of versions without a mark get one. If the folder is missing or
  // empty, a new run begins.
  static RunFolder resume(const std::filesystem::path& folder, std::uint64_t fingerprint);
  // What fresh() and overwrite() would refuse, before long work. Makes no file.
  static void check_fresh(const std::filesystem::path& folder);
  static void check_overwrite(const std::filesystem::path& folder);

  const std::filesystem::path& path() const { return folder_; }
  // Whether the run was there before.
  bool is_resumed() const { return resumed_; }
  // Of the run that was there; unknown if its version had no mark.
  std::optional<RunState> state() const { return state_; }
  void set_state(RunState state);

  // The path of a file that is about to be written ("frames/000012.h5"). Throws RunFolderError if
  // the name is taken by something that this run did not write.
  std::filesystem::path claim(const std::string& name);
  bool owns(const std::string& name) const { return files_.contains(name); }
  // Deletes the files of all frames but the first `count`, and what was being written.
  void drop_frames(std::size_t count);
  // Sorts the list: it is then the same after any interruption.
  void tidy();
  void sync();
  // Lets other processes in.
  void release() { lock_.reset(); }

  // What was repaired, cut or deleted: a sentence each, for the log.
  void note(const std::string& text) { notes_.push_back(text); }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  RunFolder(const std::filesystem::path& folder, std::uint64_t fingerprint);

  void begin();
  bool read_list();
  void adopt();
  void write_list();
  void remove_all();

  std::filesystem::path folder_;
  std::uint64_t fingerprint_;
  std::optional<RunLock> lock_;
  bool resumed_{};
  std::optional<RunState> state_;
  std::set<std::string> files_;
  std::unique_ptr<AppendFile> list_;
  std::chrono::steady_clock::time_point synced_{};
  std::vector<std::string> notes_;
};

}  // namespace talus
