// What a run leaves in its folder: complete, the same after any interruption, and reported clearly
// when it cannot be written.
#include "talus/output/run_writer.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <sstream>

#include "output/example_run_folder.h"
#include "output/recorded_hdf5.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::HasSubstr;

using RunWriterTest = FolderTest;

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
    ASSERT_EQ(value.size(), 19u);
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
    EXPECT_EQ(value[16], static_cast<double>(m.unsolved_contact_steps));
    EXPECT_EQ(value[17], static_cast<double>(m.large_residual_checks));
    EXPECT_EQ(value[18], m.unbalanced_force);
  }
  EXPECT_FALSE(std::getline(in, line));
}

TEST_F(RunWriterTest, FramesAreReachedThroughTheIndex) {
  uninterrupted(file("run"));
  const Hdf5Reader in = linked_reader(file("run/results.h5"));
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
      RunWriter writer = new_run(folder);
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
      RunWriter writer = new_run(folder);
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
    RunWriter writer = new_run(folder);
    go_on(writer, run, 30);
  }
  std::ofstream(folder / "series.csv", std::ios::app) << "0.01,33,1";
  std::ofstream(folder / "frames.csv", std::ios::app) << "4,3";
  std::ofstream(folder / "talus_run.txt", std::ios::app)
      << "frames/000004.h5\nframes/000005.h5\nvtk/bo";
  std::ofstream(folder / "frames/000004.h5.part") << "half";
  std::ofstream(folder / "frames/000005.h5") << "of a later one";
  resume_to_the_end(folder);
  expect_equal(whole, contents_of(folder));
}

TEST_F(RunWriterTest, DamagedTableOfFramesIsMendedFromTheFrames) {
  const auto whole = uninterrupted(file("whole"));
  const std::string table = bytes_of(file("whole/frames.csv"));
  std::vector<std::string> lines;
  std::istringstream in(table);
  for (std::string line; std::getline(in, line);) lines.push_back(line + "\n");
  const std::vector<std::string> garbage{"", "\n", "3,20\n", "5,20,0.1\n",
                                         std::string("\0\0\0\n", 4)};
  for (const std::size_t k : {0, 1, 3, 6, 7}) {
    for (const std::string& instead : garbage) {
      std::string damaged;
      for (std::size_t i = 0; i < lines.size(); ++i) damaged += i == k ? instead : lines[i];
      std::ofstream(file("whole/frames.csv"), std::ios::binary) << damaged;
      EXPECT_THAT(resume_to_the_end(file("whole")),
                  testing::Contains(HasSubstr("frames.csv: had lines")));
      expect_equal(whole, contents_of(file("whole")));
    }
  }
  for (const std::string& other : {std::string(), table + table, lines[0] + lines[3]}) {
    std::ofstream(file("whole/frames.csv"), std::ios::binary) << other;
    resume_to_the_end(file("whole"));
    expect_equal(whole, contents_of(file("whole")));
  }
  fs::remove(file("whole/frames.csv"));
  resume_to_the_end(file("whole"));
  expect_equal(whole, contents_of(file("whole")));
}

TEST_F(RunWriterTest, TablesThatCannotBeMendedAreRefusedAndStay) {
  uninterrupted(file("run"));
  std::string table = bytes_of(file("run/frames.csv"));
  table.replace(table.find("\n2,") + 1, 1, "x");
  std::ofstream(file("run/frames.csv"), std::ios::binary) << table;
  fs::rename(file("run/frames/000002.h5"), file("moved"));
  const auto before = contents_of(file("run"));
  EXPECT_THAT(message_of<RunFolderError>([&] { resume_to_the_end(file("run")); }),
              HasSubstr("frames.csv: the line of frame 2 cannot be read, and frames/000002.h5"));
  expect_equal(before, contents_of(file("run")));
  fs::rename(file("moved"), file("run/frames/000002.h5"));
  std::ofstream(file("run/series.csv"), std::ios::binary) << "other,columns\n1,2\n";
  EXPECT_THAT(message_of<RunFolderError>([&] { resume_to_the_end(file("run")); }),
              HasSubstr("series.csv: its first line is not the one that this version writes"));
  EXPECT_EQ(bytes_of(file("run/series.csv")), "other,columns\n1,2\n");
}

TEST_F(RunWriterTest, LinesOfTheSeriesThatCannotBeReadCostNoOthers) {
  uninterrupted(file("run"));
  std::string series = bytes_of(file("run/series.csv"));
  const std::size_t second = series.find('\n', series.find('\n') + 1) + 1;
  series.replace(second, 4, "#%&/");
  std::ofstream(file("run/series.csv"), std::ios::binary) << series;
  EXPECT_THAT(resume_to_the_end(file("run")),
              testing::Contains(HasSubstr("series.csv: line 3 cannot be read and stays as it is")));
  EXPECT_EQ(bytes_of(file("run/series.csv")), series);
}

TEST_F(RunWriterTest, ResumingAFinishedRunChangesNothing) {
  const auto whole = uninterrupted(file("run"));
  resume_to_the_end(file("run"));
  expect_equal(whole, contents_of(file("run")));
}

TEST_F(RunWriterTest, OnlyWhatIsAskedForIsWritten) {
  RunOutput output{false, true, false, false, {}};
  ExampleRun run;
  RunWriter writer(RunFolder::fresh(file("run"), scene), output);
  run_to_the_end(writer, run);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(file("run"))) {
    names.push_back(entry.path().filename().string());
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre("frames.csv", "series.csv", "checkpoints",
                                                   "talus_run.txt", "talus.lock"));
}

}  // namespace
