// HDF5 files, as much of them as Talus needs: groups, tables of numbers, attributes, and links to
// other files. A file is put together in memory, for the library does not survive a full disk well,
// and then written as an AtomicFile: no half-written file is ever taken for a whole one. Times are
// not recorded: equal contents give equal files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "talus/output/file.h"

namespace talus {

// The message names the file, and what in it.
class Hdf5Error : public FileError {
 public:
  using FileError::FileError;
};

// A checksum in front of the contents (in HDF5's user block) identifies complete files.
enum class Checksum { no, yes };
bool checksum_holds(const std::filesystem::path& file);

class Hdf5Writer {
 public:
  explicit Hdf5Writer(const std::filesystem::path& file, Checksum checksum = Checksum::no);
  ~Hdf5Writer();  // a file that is not finished is removed
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  void group(const std::string& name);
  // A table of `columns` numbers per row; with 0 columns a list.
  void table(const std::string& name, std::span<const double> values, std::size_t columns = 0);
  void table(const std::string& name, std::span<const std::int32_t> values,
             std::size_t columns = 0);
  void table(const std::string& name, std::span<const std::int64_t> values,
             std::size_t columns = 0);
  void table(const std::string& name, std::span<const std::uint64_t> values,
             std::size_t columns = 0);
  void table(const std::string& name, std::span<const std::string> values);
  // As they are in memory: for the same program on a machine of the same kind.
  void bytes(const std::string& name, std::span<const std::byte> values);
  // `object` of another file, whose path is relative to this one's folder.
  void link(const std::string& name, const std::string& file, const std::string& object);
  // Of a group or a table; "/" is the file itself.
  void attribute(const std::string& object, const std::string& name, double value);
  void attribute(const std::string& object, const std::string& name, std::int64_t value);
  void attribute(const std::string& object, const std::string& name, std::uint64_t value);
  void attribute(const std::string& object, const std::string& name, const std::string& value);

  // Writes the file and gives it its name; "No space left on device" is one of the
  // things that an Hdf5Error may say.
  void finish(Sync sync = Sync::now);

 private:
  std::filesystem::path file_;
  Checksum checksum_;
  std::unique_ptr<AtomicFile> out_;
  std::int64_t id_;
};

class Hdf5Source;  // talus/output/hdf5_source.h

// Reads a file in a child process: HDF5 crashes on some crafted files, and such a crash is an
// Hdf5Error here. Extents and types are checked before anything is allocated.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& file);
  // Of any source, named `file` in messages.
  Hdf5Reader(const std::filesystem::path& file, std::unique_ptr<Hdf5Source> source);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  // Refuses larger tables and lists from now on, before memory is allocated for them.
  void limit_tables(std::uint64_t rows, std::uint64_t bytes);

  bool has(const std::string& name) const;
  // Row by row; the table must have that many columns.
  std::vector<double> doubles(const std::string& name, std::size_t columns = 0) const;
  std::vector<std::int32_t> integers(const std::string& name, std::size_t columns = 0) const;
  std::vector<std::int64_t> int64s(const std::string& name, std::size_t columns = 0) const;
  std::vector<std::uint64_t> uint64s(const std::string& name, std::size_t columns = 0) const;
  std::vector<std::byte> bytes(const std::string& name) const;
  std::vector<std::string> strings(const std::string& name) const;
  double number(const std::string& object, const std::string& name) const;
  std::int64_t integer(const std::string& object, const std::string& name) const;
  std::uint64_t natural(const std::string& object, const std::string& name) const;
  std::string text(const std::string& object, const std::string& name) const;

  // "FILE: what": for what is wrong with the contents.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::filesystem::path file_;
  std::unique_ptr<Hdf5Source> source_;
};

}  // namespace talus
