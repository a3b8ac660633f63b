// Files that are read. A file is regular and not larger than a stated limit: a pipe would block the
// program, a device has no end, and a size that a file claims is worth no more than its length.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace talus {

// Why a file cannot be read, without its name: "is a directory", "cannot be opened: Permission
// denied". The caller adds the name.
class UnreadableFile : public std::runtime_error {
 public:
  // `system_error` is the system's reason alone, empty if the file itself is the reason.
  explicit UnreadableFile(const std::string& reason, std::string system_error = {})
      : std::runtime_error(reason), system_error_(std::move(system_error)) {}

  // For "cannot read FILE: ...": "it is a directory", "Permission denied".
  std::string after_cannot_read() const {
    return system_error_.empty() ? std::string("it ") + what() : system_error_;
  }
  // "cannot read FILE: it is a directory", "cannot open FILE: Permission denied".
  std::string cannot_read(const std::string& file) const {
    return (system_error_.empty() ? "cannot read " : "cannot open ") + file + ": " +
           after_cannot_read();
  }

 private:
  std::string system_error_;
};

// Largest sizes of files, bytes. Binary STL: 42 million triangles; scenes: a million bodies.
inline constexpr std::uint64_t most_mesh_bytes = std::uint64_t{2} << 30;
inline constexpr std::uint64_t most_scene_bytes = std::uint64_t{256} << 20;
inline constexpr std::uint64_t most_json_bytes = std::uint64_t{256} << 20;
// 1022^3 voxels of 8 bytes, and a header.
inline constexpr std::uint64_t most_volume_bytes = std::uint64_t{8} << 30;

// All bytes of a regular file of at most `most` bytes. Throws UnreadableFile.
std::string read_input_file(const std::filesystem::path& file, std::uint64_t most);

// The length of a regular file that can be opened. Throws UnreadableFile.
std::uint64_t input_file_size(const std::filesystem::path& file);

// The extension in lower case, with its dot: ".stl".
std::string extension_of(const std::filesystem::path& file);

}  // namespace talus
