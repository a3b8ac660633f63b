// HDF5 files, as much of them as Talus needs: groups, tables of numbers, and attributes. A file
// under way has another name until it is complete, so that no half-written file is ever taken for a
// whole one. Times are not recorded: equal contents give equal files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace talus {

// The message names the file, and what in it.
class Hdf5Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Hdf5Writer {
 public:
  explicit Hdf5Writer(const std::filesystem::path& file);
  ~Hdf5Writer();  // a file that is not finished is removed
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  void group(const std::string& name);
  // A table of `columns` numbers per row; with 0 columns a list.
  void table(const std::string& name, std::span<const double> values, std::size_t columns = 0);
  void table(const std::string& name, std::span<const std::int32_t> values,
             std::size_t columns = 0);
  void table(const std::string& name, std::span<const std::string> values);
  // Of a group or a table; "/" is the file itself.
  void attribute(const std::string& object, const std::string& name, double value);
  void attribute(const std::string& object, const std::string& name, std::int64_t value);
  void attribute(const std::string& object, const std::string& name, std::uint64_t value);
  void attribute(const std::string& object, const std::string& name, const std::string& value);

  // Closes the file and gives it its name.
  void finish();

 private:
  std::filesystem::path file_, part_;
  std::int64_t id_;
};

class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& file);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  bool has(const std::string& name) const;
  // Row by row; the table must have that many columns.
  std::vector<double> doubles(const std::string& name, std::size_t columns = 0) const;
  std::vector<std::int32_t> integers(const std::string& name) const;
  std::vector<std::string> strings(const std::string& name) const;
  double number(const std::string& object, const std::string& name) const;
  std::int64_t integer(const std::string& object, const std::string& name) const;
  std::uint64_t natural(const std::string& object, const std::string& name) const;
  std::string text(const std::string& object, const std::string& name) const;

  // "FILE: what": for what is wrong with the contents.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::filesystem::path file_;
  std::int64_t id_;
};

}  // namespace talus
