// A run touches no file of others, shares its folder with no other run, and refuses a folder that
// is not its own.
#include "talus/output/run_folder.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include "output/example_run_folder.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::HasSubstr;

using RunFolderTest = FolderTest;

TEST_F(RunFolderTest, FilesOfOthersStay) {
  const auto whole = uninterrupted(file("whole"));
  const fs::path folder = file("run");
  {
    ExampleRun run;
    RunWriter writer = new_run(folder);
    go_on(writer, run, 30);
  }
  const std::vector<std::string> foreign{
      "notes.txt",     "frames/notes.part", "frames/scan_0001",       "frames/000099.h5",
      "vtk/a.part",    "vtk/bodies_7.vtp",  "checkpoints/mine.part",  "frames/000099.h5.part",
      "a/frames/1.h5", "series.csv.part2",  "checkpoints/notes_0002", "talus_run.txt.bak"};
  fs::create_directories(folder / "a/frames");
  for (const std::string& name : foreign) std::ofstream(folder / name) << "mine";
  resume_to_the_end(folder);
  auto contents = contents_of(folder);
  for (const std::string& name : foreign) {
    EXPECT_EQ(contents[name], "mine") << name;
    contents.erase(name);
  }
  expect_equal(whole, contents);
  RunFolder::overwrite(folder, scene);
  contents = contents_of(folder);
  for (const std::string& name : foreign) EXPECT_EQ(contents[name], "mine") << name;
  EXPECT_EQ(contents.size(), foreign.size() + 2);
}

TEST_F(RunFolderTest, ANameThatIsTakenStopsTheRunAndStaysAsItIs) {
  const auto whole = uninterrupted(file("whole"));
  for (const char* name : {"frames/000004.h5", "vtk/walls_000005.vtp", "final.png"}) {
    const fs::path folder = file(std::string("run_") + fs::path(name).stem().string());
    {
      ExampleRun run;
      RunWriter writer = new_run(folder);
      go_on(writer, run, 30);
    }
    std::ofstream(folder / name) << "mine";
    EXPECT_THAT(message_of<RunFolderError>([&] { resume_to_the_end(folder); }),
                HasSubstr(std::string(name) + " is there already and this run did not write it"));
    EXPECT_EQ(bytes_of(folder / name), "mine");
    fs::remove(folder / name);
    resume_to_the_end(folder);
    expect_equal(whole, contents_of(folder));
  }
}

TEST_F(RunFolderTest, AFolderInUseIsRefused) {
  const auto refusal = [&](auto&& open) {
    return message_of<RunFolderError>([&] { open(file("run"), scene); });
  };
  const std::string holder = "run is in use: process " + std::to_string(::getpid()) + " on ";
  {
    const RunFolder first = RunFolder::fresh(file("run"), scene);
    EXPECT_THAT(refusal(RunFolder::resume), HasSubstr(holder));
    EXPECT_THAT(refusal(RunFolder::overwrite), HasSubstr(holder));
  }
  EXPECT_EQ(refusal(RunFolder::resume), "none");
  const pid_t child = ::fork();
  if (child == 0) {
    const RunFolder held = RunFolder::resume(file("run"), scene);
    std::ofstream(file("ready"));
    for (;;) ::pause();
  }
  while (!fs::exists(file("ready"))) ::usleep(1000);
  EXPECT_THAT(refusal(RunFolder::resume),
              HasSubstr("run is in use: process " + std::to_string(child) + " on "));
  ::kill(child, SIGKILL);
  int status{};
  ::waitpid(child, &status, 0);
  EXPECT_EQ(refusal(RunFolder::resume), "none");
}

TEST_F(RunFolderTest, OnlyNamesOfARunAreDeleted) {
  uninterrupted(file("run"));
  std::ofstream(file("victim")) << "mine";
  std::ofstream(file("run/notes")) << "mine";
  std::ofstream(file("run/talus_run.txt"), std::ios::app)
      << "../victim\n"
      << file("victim").string() << "\nnotes\nframes/../notes\n";
  fs::remove(file("run/series.csv"));
  fs::create_symlink(file("victim"), file("run/series.csv"));
  RunFolder::overwrite(file("run"), scene);
  EXPECT_EQ(bytes_of(file("victim")), "mine");
  EXPECT_EQ(bytes_of(file("run/notes")), "mine");
  EXPECT_TRUE(fs::is_symlink(file("run/series.csv")));
}

TEST_F(RunFolderTest, FoldersWithoutMarkCanBeResumed) {
  const auto whole = uninterrupted(file("whole"));
  const fs::path folder = file("run");
  {
    ExampleRun run;
    RunWriter writer = new_run(folder);
    go_on(writer, run, 31);
  }
  for (const char* name : {"talus_run.txt", "talus.lock", "checkpoints/written.txt"}) {
    fs::remove(folder / name);
  }
  EXPECT_THAT(message_of<RunFolderError>([&] { RunFolder::fresh(folder, scene); }),
              HasSubstr("already holds a run"));
  std::ofstream(folder / "frames/000004.h5.part") << "half";
  std::ofstream(folder / "frames/notes_1.part") << "mine";
  resume_to_the_end(folder);
  auto contents = contents_of(folder);
  EXPECT_EQ(contents["frames/notes_1.part"], "mine");
  contents.erase("frames/notes_1.part");
  contents["checkpoints/written.txt"] = whole.at("checkpoints/written.txt");
  expect_equal(whole, contents);
}

TEST_F(RunFolderTest, RefusesAFolderWithARunAndOneThatCannotBeMade) {
  uninterrupted(file("run"));
  const auto before = contents_of(file("run"));
  const auto refusal = [&](const fs::path& folder) {
    return message_of<FileError>([&] { RunFolder::fresh(folder, scene); });
  };
  EXPECT_THAT(refusal(file("run")), HasSubstr("already holds a run, a finished one"));
  EXPECT_THAT(message_of<RunFolderError>([&] { RunFolder::resume(file("run"), scene + 1); }),
              HasSubstr("belongs to another scene"));
  expect_equal(before, contents_of(file("run")));
  std::ofstream(file("text")) << "a file";
  EXPECT_THAT(refusal(file("text/run")), HasSubstr("Not a directory"));
  for (const char* name : {"notes", "frames.csv", "talus.lock", ".hidden"}) {
    const fs::path folder = file(std::string("foreign_") + name);
    fs::create_directories(folder);
    std::ofstream(folder / name) << "mine";
    EXPECT_THAT(refusal(folder), HasSubstr("is not empty and holds no run of talus"));
    EXPECT_THAT(message_of<FileError>([&] { RunFolder::resume(folder, scene); }),
                HasSubstr("is not empty and holds no run of talus"));
    EXPECT_EQ(contents_of(folder), (std::map<std::string, std::string>{{name, "mine"}}));
  }
}

}  // namespace
