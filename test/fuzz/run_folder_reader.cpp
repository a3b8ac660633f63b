#include <cstdlib>
#include <cstring>

#include "fuzz/readers.h"
#include "fuzz/run_folder_input.h"
#include "output/recorded_hdf5.h"

namespace talus {
namespace {

template <class T>
Hdf5Data scalar(T value) {
  Hdf5Data data{Hdf5Data::State::read, {}, sizeof(T), std::vector<std::byte>(sizeof(T))};
  std::memcpy(data.bytes.data(), &value, sizeof(T));
  return data;
}

}  // namespace

// In place of that of talus/output/hdf5_source.cpp, which starts a process for every frame that is
// looked at (bodies_file is its target): a file is the frame of RunParts, or none.
std::unique_ptr<Hdf5Source> open_hdf5(const std::filesystem::path& file, OtherFiles) {
  static const test::Hdf5Contents frame{
      {}, {{"/@step", scalar(std::int64_t{0})}, {"/@time", scalar(0.0)}}, {}};
  if (fuzz::bytes_of(file) != fuzz::RunParts::get().frame()) {
    throw Hdf5Error(file.string() + ": is not an HDF5 file");
  }
  return std::make_unique<test::RecordedSource>(frame);
}

namespace fuzz {

void run_folder(std::string_view bytes) {
  const RunFolderInput input(bytes);
  const std::filesystem::path& folder = input.path();
  expect_no_other_failure([&] { RunFolder::check_overwrite(folder); });
  expect_no_other_failure([&] { RunFolder::fresh(folder, scene_fingerprint); });
  for (const std::int64_t step : {std::int64_t{-1}, std::int64_t{10}, all_steps}) {
    for (const bool bodies_change : {false, true}) {
      expect_no_other_failure([&] { Series::plan(folder / "series.csv", step, bodies_change); });
    }
    expect_no_other_failure([&] { FrameIndex::plan(folder / "frames.csv", step, 1); });
    expect_no_other_failure([&] {
      MeasureTable::plan(folder / measure_file(measure_of_inputs()), measure_of_inputs(), step);
    });
  }
  expect_no_other_failure([&] { resume_at_step_10(folder); });
  newest_checkpoint(folder / "checkpoints");
  expect_no_other_failure([&] { RunFolder::overwrite(folder, scene_fingerprint); });
  if (!input.are_others_whole()) std::abort();
}

}  // namespace fuzz
}  // namespace talus
