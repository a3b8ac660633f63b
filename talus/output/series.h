// Tables of text that grow while a run goes on: a line per moment, numbers with 17 digits, units in
// the first line. Nothing in them depends on the machine's speed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "talus/output/file.h"
#include "talus/output/frame.h"

namespace talus {

// series.csv: the numbers of the run over time.
class Series {
 public:
  // Goes on after the last line whose step is not beyond `last_step`, and drops the rest; with a
  // negative one starts anew.
  Series(const std::filesystem::path& file, std::int64_t last_step);

  // A moment that is not after the last line is already there and is not written again.
  void add(const Moment& moment);

 private:
  AppendFile out_;
  std::int64_t last_step_;
};

// frames.csv: the frames of the run that are complete, one line each.
struct FrameRecord {
  int number{};
  std::int64_t step{};
  double time{};  // s
};

class FrameIndex {
 public:
  FrameIndex(const std::filesystem::path& file, std::int64_t last_step);  // as Series

  void add(const FrameRecord& record);
  const std::vector<FrameRecord>& records() const { return records_; }

 private:
  AppendFile out_;
  std::vector<FrameRecord> records_;
};

}  // namespace talus
