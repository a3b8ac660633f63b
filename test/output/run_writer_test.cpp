// What a run leaves in its folder: complete, the same after any interruption, and reported clearly
// when it cannot be written.
#include "talus/output/run_writer.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <sstream>

#include "output/example_run.h"
#include "output/folder_for_tests.h"
#include "talus/output/checkpoint.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::HasSubstr;

using RunWriterTest = FolderTest;

constexpr std::int64_t last_step = 60;

RunOutput all_output() {
  RunOutput output;
  output.picture_options.width = 160;
  output.picture_options.height = 120;
  return output;
}

// As a program does it: a line every 3 steps, a frame every 10, a checkpoint every 14.
void go_on(RunWriter& writer, ExampleRun& run, std::int64_t until) {
  for (std::int64_t step = run.step(); step <= until; ++step) {
    run.go_to(step);
    if (step % 3 == 0) writer.series(run.moment());
    if (step % 10 == 0) writer.frame(run.view());
    if (step % 14 == 0) {
      writer.checkpoint(step, [&](Hdf5Writer& out) { out.attribute("/", "state", step); });
    }
  }
}

void run_to_the_end(RunWriter& writer, ExampleRun& run) {
  go_on(writer, run, last_step);
  writer.finish(run.view());
}

void resume_to_the_end(const fs::path& folder) {
  const auto checkpoint = newest_checkpoint(RunWriter::checkpoint_folder(folder));
  ExampleRun run;
  if (checkpoint) run.go_to(checkpoint->step);
  RunWriter writer(folder, all_output(), checkpoint ? checkpoint->step : -1);
  run_to_the_end(writer, run);
}

std::map<std::string, std::string> uninterrupted(const fs::path& folder) {
  ExampleRun run;
  RunWriter writer(folder, all_output());
  run_to_the_end(writer, run);
  return contents_of(folder);
}

void expect_equal(const std::map<std::string, std::string>& a,
                  const std::map<std::string, std::string>& b) {
  std::vector<std::string> names_a, names_b;
  for (const auto& [name, bytes] : a) names_a.push_back(name);
  for (const auto& [name, bytes] : b) names_b.push_back(name);
  ASSERT_EQ(names_a, names_b);
  for (const auto& [name, bytes] : a) EXPECT_TRUE(bytes == b.at(name)) << name << " differs";
}

TEST_F(RunWriterTest, SeriesHasUnitsAndSeventeenDigits) {
  uninterrupted(file("run"));
  std::ifstream in(file("run/series.csv"));
  std::string line;
  std::getline(in, line);
  EXPECT_THAT(line, HasSubstr("time [s],step,contacts,kinetic [J],"));
  ExampleRun run;
  for (std::int64_t step = 0; step <= last_step; step += 3) {
    ASSERT_TRUE(std::getline(in, line));
    run.go_to(step);
    const Moment m = run.moment();
    std::vector<double> value;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) value.push_back(std::stod(field));
    ASSERT_EQ(value.size(), 16u);
    EXPECT_EQ(value[0], m.time);
    EXPECT_EQ(value[1], static_cast<double>(step));
    EXPECT_EQ(value[2], static_cast<double>(m.contacts));
    EXPECT_EQ(value[3], m.ledger.kinetic);
    EXPECT_EQ(value[6], m.ledger.damping);
    EXPECT_EQ(value[11], m.ledger.residual());
    EXPECT_EQ(value[12], m.largest_overlap);
    EXPECT_EQ(value[13], m.largest_travel);
    EXPECT_EQ(value[14], static_cast<double>(m.large_overlap_steps));
    EXPECT_EQ(value[15], static_cast<double>(m.large_travel_steps));
  }
  EXPECT_FALSE(std::getline(in, line));
}

TEST_F(RunWriterTest, FramesAreReachedThroughTheIndex) {
  uninterrupted(file("run"));
  const Hdf5Reader in(file("run/results.h5"));
  EXPECT_EQ(in.text("/", "format"), "talus results");
  EXPECT_EQ(in.int64s("index/step"), (std::vector<std::int64_t>{0, 10, 20, 30, 40, 50, 60}));
  EXPECT_EQ(in.strings("index/file")[2], "frames/000002.h5");
  ExampleRun run;
  run.go_to(20);
  const FrameView view = run.view();
  const std::string frame = "frames/000002/";
  const std::vector<double> position = in.doubles(frame + "bodies/position", 3);
  ASSERT_EQ(position.size(), 3 * view.bodies.size());
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    EXPECT_EQ(position[3 * i + 2], view.bodies.poses[i].position.z);
  }
  EXPECT_EQ(in.doubles(frame + "contacts/overlap"), view.contacts.overlap);
  EXPECT_EQ(in.doubles(frame + "contacts/area"), view.contacts.area);
  EXPECT_EQ(in.doubles(frame + "contacts/branch", 3)[0], view.contacts.branch[0].x);
  EXPECT_EQ(in.number(frame + "ledger", "kinetic"), view.moment.ledger.kinetic);
  EXPECT_EQ(in.number(frame + "ledger", "residual"), view.moment.ledger.residual());
  EXPECT_EQ(in.doubles(frame + "walls/vertices", 3).size(), 12u);
  EXPECT_EQ(in.strings(frame + "model/bodies/name")[11], "floor");
  EXPECT_EQ(in.strings("model/shapes/type")[4], "mesh");
  EXPECT_EQ(in.strings("model/materials/name"), (std::vector<std::string>{"glass", "steel"}));
}

TEST_F(RunWriterTest, ResumedRunLeavesTheSameFiles) {
  const auto whole = uninterrupted(file("whole"));
  for (const std::int64_t stop : {0, 13, 14, 20, 29, 59}) {
    const fs::path folder = file("cut_at_" + std::to_string(stop));
    {
      ExampleRun run;
      RunWriter writer(folder, all_output());
      go_on(writer, run, stop);
    }
    resume_to_the_end(folder);
    expect_equal(whole, contents_of(folder));
  }
}

TEST_F(RunWriterTest, KilledRunLeavesTheSameFiles) {
  const auto whole = uninterrupted(file("whole"));
  for (int round = 0; round < 8; ++round) {
    const fs::path folder = file("killed_" + std::to_string(round));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ExampleRun run;
      RunWriter writer(folder, all_output());
      run_to_the_end(writer, run);
      ::_exit(0);
    }
    ::usleep(static_cast<useconds_t>(5000 + 9000 * round));
    ::kill(child, SIGKILL);
    int status{};
    ::waitpid(child, &status, 0);
    resume_to_the_end(folder);
    expect_equal(whole, contents_of(folder));
  }
}

TEST_F(RunWriterTest, HalfALineAndHalfAFrameAreDropped) {
  const auto whole = uninterrupted(file("whole"));
  const fs::path folder = file("run");
  {
    ExampleRun run;
    RunWriter writer(folder, all_output());
    go_on(writer, run, 30);
  }
  std::ofstream(folder / "series.csv", std::ios::app) << "0.01,33,1";
  std::ofstream(folder / "frames.csv", std::ios::app) << "4,3";
  std::ofstream(folder / "frames/000004.h5.part") << "half";
  std::ofstream(folder / "frames/000005.h5") << "of a later one";
  resume_to_the_end(folder);
  expect_equal(whole, contents_of(folder));
}

TEST_F(RunWriterTest, ResumingAFinishedRunChangesNothing) {
  const auto whole = uninterrupted(file("run"));
  resume_to_the_end(file("run"));
  expect_equal(whole, contents_of(file("run")));
}

TEST_F(RunWriterTest, OnlyWhatIsAskedForIsWritten) {
  RunOutput output{false, true, false, false, {}};
  ExampleRun run;
  RunWriter writer(file("run"), output);
  run_to_the_end(writer, run);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(file("run"))) {
    names.push_back(entry.path().filename().string());
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre("frames.csv", "series.csv", "checkpoints"));
}

TEST_F(RunWriterTest, RefusesAFolderWithARunAndOneThatCannotBeMade) {
  uninterrupted(file("run"));
  EXPECT_THAT(message_of<FileError>([&] { RunWriter(file("run"), all_output()); }),
              HasSubstr("already holds a run"));
  std::ofstream(file("text")) << "a file";
  EXPECT_THAT(message_of<FileError>([&] { RunWriter(file("text/run"), all_output()); }),
              HasSubstr("Not a directory"));
}

}  // namespace
