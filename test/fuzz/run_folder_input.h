// The folder of a run as one text: sections of a line "@NAME" and the text of the file. A word
// before the name says what has it instead: "@pipe series.csv", "@link", "@folder", "@hole" (of a
// terabyte), "@frame" (a frame of step 0), "@gone". "@locked" is a folder into which another run
// writes.
#pragma once

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "fuzz/reader_input.h"
#include "talus/output/checkpoint.h"
#include "talus/output/hdf5.h"
#include "talus/output/measure_table.h"
#include "talus/output/read_run_file.h"
#include "talus/output/run_folder.h"
#include "talus/output/run_lock.h"
#include "talus/output/series.h"

namespace talus::fuzz {

inline constexpr std::uint64_t scene_fingerprint = 0x1234;

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const std::filesystem::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary).write(text.data(), static_cast<long>(text.size()));
}

// What the readers find beside the tables: a frame, a checkpoint without contents, files of others.
class RunParts {
 public:
  RunParts() {
    const TemporaryFile file("", ".h5");
    std::filesystem::remove(file.path());
    Hdf5Writer frame(file.path(), Checksum::no);
    frame.attribute("/", "step", std::int64_t{0});
    frame.attribute("/", "time", 0.0);
    frame.finish();
    frame_ = bytes_of(file.path());
  }

  static const RunParts& get() {
    static const RunParts parts;
    return parts;
  }

  const std::string& frame() const { return frame_; }
  void make(const std::filesystem::path& folder) const {
    for (const char* part : {"frames", "vtk", "measures", "checkpoints"}) {
      std::filesystem::create_directories(folder / part);
    }
    write_bytes(folder / "frames/000000.h5", frame_);
    write_bytes(folder / "frames/000001.h5", "no frame");
    write_bytes(folder / "checkpoints/checkpoint_000000000010.h5", "talus, but damaged");
    for (const char* name : foreign) write_bytes(folder / name, "mine");
  }
  static bool are_others_whole(const std::filesystem::path& folder) {
    return std::all_of(std::begin(foreign), std::end(foreign),
                       [&](const char* name) { return bytes_of(folder / name) == "mine"; });
  }

 private:
  static constexpr const char* foreign[] = {"notes.txt", "frames/notes_0001", "vtk/a.part",
                                            "measures/notes.csv~", "checkpoints/checkpoint_1.h5"};
  std::string frame_;
};

// Removed with its contents at the end. An input that begins with "@empty", "@file" or "@missing"
// has a folder without parts, a file in its place, or nothing.
class RunFolderInput {
 public:
  explicit RunFolderInput(std::string_view bytes) {
    namespace fs = std::filesystem;
    const RunParts& parts = RunParts::get();
    is_file_ = bytes.starts_with("@file\n");
    if (is_file_) write_bytes(folder_, "mine");
    if (is_file_ || bytes.starts_with("@missing\n")) return;
    has_parts_ = !bytes.starts_with("@empty\n");
    fs::create_directories(folder_ / "checkpoints");
    if (has_parts_) parts.make(folder_);
    while (!bytes.empty()) {
      std::size_t end = bytes.find("\n@");
      end = end == bytes.npos ? bytes.size() : end + 1;
      const std::string_view section = bytes.substr(0, end);
      bytes.remove_prefix(end);
      const std::size_t line = std::min(section.find('\n'), section.size());
      if (!section.starts_with('@')) continue;
      make_section(section.substr(1, line - 1), section.substr(std::min(line + 1, section.size())),
                   parts);
    }
    if (!has_parts_) ::rmdir((folder_ / "checkpoints").c_str());
  }
  ~RunFolderInput() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  RunFolderInput(const RunFolderInput&) = delete;
  RunFolderInput& operator=(const RunFolderInput&) = delete;

  const std::filesystem::path& path() const { return folder_; }
  bool are_others_whole() const {
    if (is_file_) return bytes_of(folder_) == "mine";
    return !has_parts_ || is_replaced_ || RunParts::are_others_whole(folder_);
  }

 private:
  void make_section(std::string_view head, std::string_view text, const RunParts& parts) {
    namespace fs = std::filesystem;
    constexpr std::string_view folders[] = {"frames", "measures", "checkpoints"};
    constexpr std::string_view names[] = {"frames.csv",
                                          "series.csv",
                                          "talus_run.txt",
                                          "talus_run.txt.part",
                                          "talus.lock",
                                          "frames/000000.h5",
                                          "frames/000001.h5",
                                          "measures/a.csv",
                                          "measures.h5",
                                          "checkpoints/written.txt",
                                          "checkpoints/checkpoint_000000000010.h5",
                                          "checkpoints/checkpoint_000000000010.h5.part",
                                          "checkpoints/checkpoint_000000000011.h5",
                                          "checkpoints/checkpoint_000000000011.h5.part"};
    const std::size_t blank = head.find(' ');
    const std::string_view kind = blank == head.npos ? "" : head.substr(0, blank);
    const std::string_view name = blank == head.npos ? head : head.substr(blank + 1);
    const auto has = [&](const auto& list) {
      return std::find(std::begin(list), std::end(list), name) != std::end(list);
    };
    if (head == "locked" && !lock_) {
      expect_no_other_failure([&] { lock_.emplace(folder_ / "talus.lock"); });
    }
    if (!has(names) && !has(folders)) return;
    is_replaced_ = is_replaced_ || has(folders);
    const fs::path file = folder_ / name;
    std::error_code ignored;
    fs::remove_all(file, ignored);
    if (kind == "gone") return;
    if (kind == "pipe") {
      ::mkfifo(file.c_str(), 0600);
    } else if (kind == "link") {
      fs::create_symlink("/dev/zero", file, ignored);
    } else if (kind == "folder") {
      fs::create_directory(file, ignored);
    } else {
      write_bytes(file, kind == "frame" ? parts.frame() : text);
      if (kind == "hole") fs::resize_file(file, std::uint64_t{1} << 40, ignored);
    }
  }

  std::filesystem::path folder_ =
      memory_folder() / ("talus_fuzz_run_" + std::to_string(::getpid()));
  bool has_parts_{}, is_replaced_{}, is_file_{};
  std::optional<RunLock> lock_;
};

inline const MeasureHead& measure_of_inputs() {
  static const MeasureHead head{"a", "wall_load", {"mean_force_x [N]", "impulse_x [N s]"}};
  return head;
}

// As the program goes on with a run from step 10. Throws what the parts throw. Returns the notes.
inline std::vector<std::string> resume_at_step_10(const std::filesystem::path& folder) {
  constexpr std::int64_t step = 10;
  RunFolder own = RunFolder::resume(folder, scene_fingerprint);
  const FramePlan frames = FrameIndex::plan(folder / "frames.csv", step, 0);
  // Runs whose bodies change have further columns; here the table says which run it is.
  const bool bodies_change =
      start_of_run_file(folder / "series.csv", 400).find(",bodies,") != std::string::npos;
  const TablePlan lines = Series::plan(folder / "series.csv", step, bodies_change);
  const TablePlan of_measure =
      MeasureTable::plan(folder / measure_file(measure_of_inputs()), measure_of_inputs(), step);
  for (const TablePlan* plan : {&frames.table, &lines, &of_measure}) {
    for (const std::string& note : plan->notes) own.note(note);
  }
  own.drop_frames(frames.records.size());
  adopt_checkpoints(folder / "checkpoints", all_steps);
  FrameIndex index(own.claim("frames.csv"), frames);
  Series series(own.claim("series.csv"), lines, bodies_change);
  Moment moment;
  moment.step = step + 1;
  series.add(moment);
  make_folder(folder / "measures");
  MeasureTable measure(own.claim(measure_file(measure_of_inputs())), measure_of_inputs(),
                       of_measure);
  measure.add(0.1, step + 1, std::vector<double>(measure_of_inputs().columns.size()));
  write_measures(own.claim("measures.h5"), folder, {&measure_of_inputs(), 1});
  write_checkpoint(folder / "checkpoints", step + 1, [](Hdf5Writer&) {});
  own.set_state(RunState::finished);
  own.tidy();
  return own.notes();
}

}  // namespace talus::fuzz
