// The lock of a run folder: a lock of the kernel on a file, gone with its process however that
// ends. The file names the holder while the lock is held and is empty otherwise.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace talus {

// What the holder of a lock does.
inline constexpr const char* writes_a_run = "writes a run into it";

class RunLock {
 public:
  // Throws RunFolderError with host and process of the holder and its `use` of the folder, or if
  // the file is not a lock of talus, or FileError.
  explicit RunLock(const std::filesystem::path& file, const char* use = writes_a_run);
  RunLock(RunLock&& other) noexcept;
  ~RunLock();
  RunLock& operator=(RunLock&&) = delete;

  // Whether the file system has locks; some network file systems have not.
  bool is_held() const { return held_; }

 private:
  int descriptor_;
  bool held_{};
};

// What a lock may contain, "process 1234 on HOST" or nothing. Anything else is somebody's file.
inline constexpr std::size_t longest_lock_text = 512;
bool is_lock_text(std::string_view text);

// Throws RunFolderError if another process holds the lock; makes no file.
void check_unlocked(const std::filesystem::path& file);

}  // namespace talus
