// A table of a quantity over time in a CSV file:
//
//   time [s],position [m]
//   0,0
//   0.5,0.02
//
// The first line names the columns; units in brackets may be left out and are ignored. Empty lines
// are passed over.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace talus::scene {

// The message names the file and the line.
class TableFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TableFile {
  std::string quantity;  // the name of the second column
  std::vector<double> time, value;
};

// `quantities` are the names that the second column may have, and the first one is the time, or
// what else it is said to be. At least 2 rows and at most most_table_rows, of finite numbers.
// Throws TableFileError.
TableFile read_table_file(const std::filesystem::path& file,
                          std::span<const std::string_view> quantities,
                          std::string_view first_column = "time");

}  // namespace talus::scene
