// The folder of the example run: written at once, interrupted, resumed, compared.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "output/example_run.h"
#include "output/folder_for_tests.h"
#include "talus/output/checkpoint.h"
#include "talus/output/run_writer.h"

namespace talus::test {

inline constexpr std::int64_t last_step = 60;

inline RunOutput all_output() {
  RunOutput output;
  output.picture_options.width = 32;
  output.picture_options.height = 24;
  return output;
}

// As a program does it: a line every 3 steps, a frame every 10, a checkpoint every 14.
inline void go_on(RunWriter& writer, ExampleRun& run, std::int64_t until) {
  for (std::int64_t step = run.step(); step <= until; ++step) {
    run.go_to(step);
    if (step % 3 == 0) writer.series(run.moment());
    if (step % 10 == 0) writer.frame(run.view());
    if (step % 14 == 0) {
      writer.checkpoint(step, [&](Hdf5Writer& out) { out.attribute("/", "state", step); });
    }
  }
}

inline void run_to_the_end(RunWriter& writer, ExampleRun& run) {
  go_on(writer, run, last_step);
  writer.finish(run.view());
  writer.checkpoint(last_step, [](Hdf5Writer& out) { out.attribute("/", "state", last_step); });
  writer.close();
}

inline constexpr std::uint64_t scene = 0x1234;

inline RunWriter new_run(const fs::path& folder) {
  return RunWriter(RunFolder::fresh(folder, scene), all_output());
}

// Returns what was repaired, cut or deleted.
inline std::vector<std::string> resume_to_the_end(const fs::path& folder) {
  const auto checkpoint = newest_checkpoint(RunWriter::checkpoint_folder(folder));
  ExampleRun run;
  if (checkpoint) run.go_to(checkpoint->step);
  RunFolder own = RunFolder::resume(folder, scene);
  const std::int64_t start = own.is_resumed() ? all_steps : -1;
  const std::size_t frames = checkpoint ? RunWriter::frames_at(Hdf5Reader(checkpoint->file)) : 0;
  RunWriter writer(std::move(own), all_output(), checkpoint ? checkpoint->step : start, frames);
  run_to_the_end(writer, run);
  return writer.notes();
}

inline std::map<std::string, std::string> uninterrupted(const fs::path& folder) {
  ExampleRun run;
  {
    RunWriter writer = new_run(folder);
    run_to_the_end(writer, run);
  }
  return contents_of(folder);
}

inline void expect_equal(const std::map<std::string, std::string>& a,
                         const std::map<std::string, std::string>& b) {
  std::vector<std::string> names_a, names_b;
  for (const auto& [name, bytes] : a) names_a.push_back(name);
  for (const auto& [name, bytes] : b) names_b.push_back(name);
  ASSERT_EQ(names_a, names_b);
  for (const auto& [name, bytes] : a) EXPECT_TRUE(bytes == b.at(name)) << name << " differs";
}

}  // namespace talus::test
