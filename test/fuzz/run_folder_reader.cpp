#include <cstdlib>

#include "fuzz/readers.h"
#include "fuzz/run_folder_input.h"

namespace talus::fuzz {

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

}  // namespace talus::fuzz
