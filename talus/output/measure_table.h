// What a run measures: measures/NAME.csv, a line per interval, and all of them as measures.h5.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "talus/output/file.h"
#include "talus/output/series.h"

namespace talus {

// The name of a measure and its columns after time and step, with units: "mean_force_x [N]".
struct MeasureHead {
  std::string name, type;
  std::vector<std::string> columns;
};

// "measures/NAME.csv"
std::string measure_file(const MeasureHead& head);

class MeasureTable {
 public:
  static TablePlan plan(const std::filesystem::path& file, const MeasureHead& head,
                        std::int64_t last_step);
  MeasureTable(const std::filesystem::path& file, const MeasureHead& head, const TablePlan& plan);

  // A line that is not after the last one is already there and is not written again.
  void add(double time, std::int64_t step, std::span<const double> values);
  std::size_t lines() const { return lines_; }

 private:
  AppendFile out_;
  std::int64_t last_step_;
  std::size_t lines_{};  // of this process
};

// All tables of the folder in one HDF5 file: a group per measure, a list per column. Lines that
// cannot be read are left out. Throws FileError.
void write_measures(const std::filesystem::path& file, const std::filesystem::path& folder,
                    std::span<const MeasureHead> heads);

}  // namespace talus
