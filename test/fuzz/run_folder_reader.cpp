#include <sys/stat.h>

#include <cstdlib>

#include "fuzz/reader_input.h"
#include "fuzz/readers.h"
#include "talus/output/checkpoint.h"
#include "talus/output/run_folder.h"
#include "talus/output/series.h"

namespace talus::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t scene_fingerprint = 0x1234;

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary).write(text.data(), static_cast<long>(text.size()));
}

// What the readers find beside the tables: a frame, a checkpoint without contents, files of others.
class RunParts {
 public:
  RunParts() {
    const TemporaryFile file("", ".h5");
    fs::remove(file.path());
    Hdf5Writer frame(file.path(), Checksum::no);
    frame.attribute("/", "step", std::int64_t{0});
    frame.attribute("/", "time", 0.0);
    frame.finish();
    frame_ = bytes_of(file.path());
  }

  void make(const fs::path& folder) const {
    for (const char* part : {"frames", "vtk", "checkpoints"}) fs::create_directories(folder / part);
    write(folder / "frames/000000.h5", frame_);
    write(folder / "frames/000001.h5", "no frame");
    write(folder / "checkpoints/checkpoint_000000000010.h5", "talus, but damaged");
    for (const char* name : foreign) write(folder / name, "mine");
  }
  static bool are_others_whole(const fs::path& folder) {
    for (const char* name : foreign) {
      if (bytes_of(folder / name) != "mine") return false;
    }
    return true;
  }

 private:
  static constexpr const char* foreign[] = {"notes.txt", "frames/notes_0001", "vtk/a.part",
                                            "checkpoints/checkpoint_1.h5"};
  std::string frame_;
};

// "@series.csv", then the text up to the next such line. Before the name there may be what has it:
// "@pipe series.csv", "@link", "@folder", "@hole" (of a terabyte). Returns whether it replaced a
// folder.
bool make_section(const fs::path& folder, std::string_view head, std::string_view text) {
  constexpr std::string_view names[] = {
      "frames.csv", "series.csv", "talus_run.txt", "talus.lock", "checkpoints/written.txt",
      "frames",     "checkpoints"};
  const std::size_t blank = head.find(' ');
  const std::string_view kind = blank == head.npos ? "" : head.substr(0, blank);
  const std::string_view name = blank == head.npos ? head : head.substr(blank + 1);
  if (std::find(std::begin(names), std::end(names), name) == std::end(names)) return false;
  const fs::path file = folder / name;
  std::error_code ignored;
  fs::remove_all(file, ignored);
  if (kind == "pipe") {
    ::mkfifo(file.c_str(), 0600);
  } else if (kind == "link") {
    fs::create_symlink("/dev/zero", file, ignored);
  } else if (kind == "folder") {
    fs::create_directory(file, ignored);
  } else {
    write(file, text);
    if (kind == "hole") fs::resize_file(file, std::uint64_t{1} << 40, ignored);
  }
  return name == "frames" || name == "checkpoints";
}

bool make_tables(const fs::path& folder, std::string_view bytes) {
  bool replaced = false;
  while (!bytes.empty()) {
    std::size_t end = bytes.find("\n@");
    end = end == bytes.npos ? bytes.size() : end + 1;
    const std::string_view section = bytes.substr(0, end);
    bytes.remove_prefix(end);
    const std::size_t line = std::min(section.find('\n'), section.size());
    if (!section.starts_with('@')) continue;
    replaced |= make_section(folder, section.substr(1, line - 1),
                             section.substr(std::min(line + 1, section.size())));
  }
  return replaced;
}

}  // namespace

void run_folder(std::string_view bytes) {
  static const RunParts parts;
  const fs::path folder = memory_folder() / ("talus_fuzz_run_" + std::to_string(::getpid()));
  struct Removal {
    const fs::path& folder;
    ~Removal() {
      std::error_code ignored;
      fs::remove_all(folder, ignored);
    }
  };
  const Removal at_end{folder};
  const bool has_parts = !bytes.starts_with("@empty\n");
  fs::create_directories(folder / "checkpoints");
  if (has_parts) parts.make(folder);
  const bool is_replaced = make_tables(folder, bytes);
  if (!has_parts) ::rmdir((folder / "checkpoints").c_str());
  expect_no_other_failure([&] { RunFolder::check_overwrite(folder); });
  expect_no_other_failure([&] { RunFolder::fresh(folder, scene_fingerprint); });
  for (const std::int64_t step : {std::int64_t{-1}, all_steps}) {
    expect_no_other_failure([&] { Series::plan(folder / "series.csv", step); });
    expect_no_other_failure([&] { FrameIndex::plan(folder / "frames.csv", step, 1); });
  }
  // As a run that is resumed, and then one in its place.
  expect_no_other_failure([&] {
    RunFolder own = RunFolder::resume(folder, scene_fingerprint);
    const FramePlan frames = FrameIndex::plan(folder / "frames.csv", 10, 0);
    const TablePlan lines = Series::plan(folder / "series.csv", 10);
    own.drop_frames(frames.records.size());
    adopt_checkpoints(folder / "checkpoints", all_steps);
    const FrameIndex index(own.claim("frames.csv"), frames);
    const Series series(own.claim("series.csv"), lines);
    write_checkpoint(folder / "checkpoints", 11, [](Hdf5Writer&) {});
    own.set_state(RunState::finished);
    own.tidy();
  });
  newest_checkpoint(folder / "checkpoints");
  expect_no_other_failure([&] { RunFolder::overwrite(folder, scene_fingerprint); });
  if (has_parts && !is_replaced && !RunParts::are_others_whole(folder)) std::abort();
}

}  // namespace talus::fuzz
