// Where Hdf5Reader gets its tables and attributes from: a child process that has the file open, or
// memory, for tests. What comes from a source is checked by the reader, and by nobody before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace talus {

// What the reader asks for; numbers are converted by the source.
enum class Hdf5Type : std::uint8_t { float64, int32, int64, uint64, uint8, text };

struct Hdf5Data {
  // elsewhere: in a file that this one refers to; beyond_limit: of limit_tables; extent and
  // element_bytes are given
  enum class State : std::uint8_t {
    read,
    missing,
    other_type,
    too_large,
    unreadable,
    elsewhere,
    beyond_limit
  };

  State state = State::missing;
  std::vector<std::uint64_t> extent;  // none of a scalar
  std::uint64_t element_bytes{};
  std::vector<std::byte> bytes;
};

class Hdf5Source {
 public:
  virtual ~Hdf5Source() = default;
  virtual bool has(const std::string& name) = 0;
  virtual Hdf5Data table(const std::string& name, Hdf5Type type) = 0;
  virtual Hdf5Data attribute(const std::string& object, const std::string& name, Hdf5Type type) = 0;
  // Of tables from now on, in memory: larger ones are beyond_limit.
  virtual void limit_tables(std::uint64_t /*rows*/, std::uint64_t /*bytes*/) {}
};

// Whether links of a file to objects of others are followed.
enum class OtherFiles { refused, linked };

// The file in a child process (talus/input/child_process.h). Throws Hdf5Error, here and by its
// functions.
std::unique_ptr<Hdf5Source> open_hdf5(const std::filesystem::path& file,
                                      OtherFiles others = OtherFiles::refused);

}  // namespace talus
