// results.h5, the index of a run: links to model.h5 and to all frames, and their times. It grows by
// a frame in constant time and is whole at every moment, whenever the program is killed, which the
// HDF5 library does not offer: it rewrites parts of a file in no order that is safe. So the bytes
// are written here, after the "HDF5 File Format Specification Version 3.0" (sections in brackets).
//
//   page 0        superblock [II.C], the groups / and /index, the headers of the tables [IV.A.1.b]
//   link pages    continuation blocks of the group /frames [IV.A.1.b]: links to frames
//   tables        time, step and file, one row per frame
//
// All of them have room for `capacity` frames, a power of two; beyond it a new file of twice the
// capacity replaces the old one. A frame is added by three writes: its rows behind the end of the
// tables, which no reader reads yet; the page with its link; page 0 with the new number of rows. A
// page is written at once, so that a process that is killed has written it or has not.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "talus/output/file.h"
#include "talus/output/series.h"

namespace talus {

class ResultsIndex {
 public:
  // Replaces the file. Throws FileError.
  // `with_measures`: with a link to measures.h5.
  ResultsIndex(const std::filesystem::path& file, std::span<const FrameRecord> records,
               bool with_measures = false);

  // `records` with one more than before, the last one.
  void add(std::span<const FrameRecord> records);

  // The whole file, a function of these alone.
  static std::string bytes_of(std::span<const FrameRecord> records, bool with_measures = false);

 private:
  void write(std::span<const FrameRecord> records);

  std::filesystem::path file_;
  bool with_measures_;
  std::size_t capacity_{};
  std::unique_ptr<AppendFile> out_;
};

}  // namespace talus
