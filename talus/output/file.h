// Files that are never half there. An AtomicFile has another name until it is complete and on the
// disk; an AppendFile grows by whole lines. Errors carry the system's message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "talus/error.h"

namespace talus {

// When a complete file has to be on the disk, safe from a loss of power and not only from the death
// of the program. Waiting for the disk takes milliseconds.
enum class Sync { now, later };

// Waits until these files and their names are on the disk; those that are gone do not matter.
void sync_files(const std::set<std::filesystem::path>& files);

class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& file);
  ~AtomicFile();  // a file that is not finished is removed
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  // Gives the file its name: whenever the program dies, there is the old file or the whole new one.
  void finish(Sync sync = Sync::now);

 private:
  std::filesystem::path file_, part_;
  int descriptor_;
};

class AppendFile {
 public:
  // Makes the file if there is none.
  explicit AppendFile(const std::filesystem::path& file);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  std::uintmax_t size() const { return size_; }
  // All of it or, with a FileError, nothing.
  void append(std::string_view text);
  void cut(std::uintmax_t size);

 private:
  std::filesystem::path file_;
  int descriptor_;
  std::uintmax_t size_{};
};

// Throws FileError if the folder cannot be made.
void make_folder(const std::filesystem::path& folder);

}  // namespace talus
