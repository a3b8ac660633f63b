// Tables of text that grow while a run goes on: a line per moment, numbers with 17 digits, units in
// the first line. Nothing in them depends on the machine's speed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "talus/output/file.h"
#include "talus/output/frame.h"

namespace talus {

// As the last step: every line that is whole stays.
constexpr std::int64_t all_steps = std::numeric_limits<std::int64_t>::max();

// How a table goes on. Reading changes nothing, so that a run can still be refused.
struct TablePlan {
  std::uintmax_t kept{};           // bytes that stay
  std::string replacement;         // if not empty, what those bytes are replaced by
  std::int64_t last_step = -1;     // of the lines that stay
  std::vector<std::string> notes;  // what is repaired or cut
};

// How a table with this first line goes on, whose lines have so many fields, the first two of them
// time and step: after the last line whose step is not beyond `last_step`. Lines before it that
// cannot be read stay as they are. Throws RunFolderError for a table with other columns.
TablePlan plan_lines(const std::filesystem::path& file, std::int64_t last_step,
                     std::string_view header, int fields);

// series.csv: the numbers of the run over time.
class Series {
 public:
  // As plan_lines. A run whose bodies change has columns for that.
  static TablePlan plan(const std::filesystem::path& file, std::int64_t last_step,
                        bool bodies_change = false);
  Series(const std::filesystem::path& file, const TablePlan& plan, bool bodies_change = false);

  // A moment that is not after the last line is already there and is not written again.
  void add(const Moment& moment);

 private:
  AppendFile out_;
  std::int64_t last_step_;
  bool bodies_change_;
};

// frames.csv: the frames of the run that are complete, one line each.
struct FrameRecord {
  int number{};
  std::int64_t step{};
  double time{};  // s
};

struct FramePlan {
  TablePlan table;
  std::vector<FrameRecord> records;
};

class FrameIndex {
 public:
  // As Series, but lines that cannot be read, are missing or double are replaced: what was in them
  // is taken from the frames themselves (frames/000012.h5, beside the table). Throws RunFolderError
  // if that is not possible, or if there are fewer than `expected` frames.
  static FramePlan plan(const std::filesystem::path& file, std::int64_t last_step,
                        std::size_t expected);
  FrameIndex(const std::filesystem::path& file, FramePlan plan);

  void add(const FrameRecord& record);
  const std::vector<FrameRecord>& records() const { return records_; }

 private:
  AppendFile out_;
  std::vector<FrameRecord> records_;
};

// Whether this is a table of frames, of any length.
bool is_frame_table(const std::filesystem::path& file);

}  // namespace talus
