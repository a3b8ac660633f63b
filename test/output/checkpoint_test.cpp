// Whatever happens, the newest whole checkpoint is found and the state in it is the one saved.
#include "talus/output/checkpoint.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include "output/folder_for_tests.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::HasSubstr;

using CheckpointTest = FolderTest;

void save_number(Hdf5Writer& out, std::int64_t number) {
  out.group("state");
  out.table("state/numbers", std::vector<std::int64_t>(20000, number));
}

void write(const fs::path& folder, std::int64_t step) {
  write_checkpoint(folder, step, [&](Hdf5Writer& out) { save_number(out, step); });
}

// The state that is found, which must agree with its step; -1 if there is none.
std::int64_t found_in(const fs::path& folder) {
  const std::optional<Checkpoint> newest = newest_checkpoint(folder);
  if (!newest) return -1;
  const Hdf5Reader in(newest->file);
  EXPECT_EQ(in.integer("/", "step"), newest->step);
  EXPECT_EQ(in.text("/", "format"), "talus checkpoint");
  EXPECT_EQ(in.int64s("state/numbers"), std::vector<std::int64_t>(20000, newest->step));
  return newest->step;
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST_F(CheckpointTest, NewestTwoAreKept) {
  EXPECT_EQ(found_in(file("none")), -1);
  EXPECT_EQ(found_in(folder()), -1);
  for (const std::int64_t step : {0, 9, 10, 1000, 123456789}) {
    write(folder(), step);
    EXPECT_EQ(found_in(folder()), step);
  }
  EXPECT_EQ(files_in(folder()), 3u);  // with the list of them
}

TEST_F(CheckpointTest, ListOfThemStaysShortAndFilesOfOthersStay) {
  std::ofstream(file("checkpoint_000000000007.h5")) << "mine";
  std::ofstream(file("checkpoint_000000000150.h5.part")) << "mine";
  for (std::int64_t step = 8; step < 120; ++step) write(folder(), step);
  EXPECT_EQ(found_in(folder()), 119);
  EXPECT_EQ(files_in(folder()), 5u);
  EXPECT_LT(fs::file_size(file("written.txt")), 3000u);
  EXPECT_THAT(message_of<FileError>([&] { write(folder(), 7); }),
              HasSubstr("is there already and this run did not write it"));
  EXPECT_EQ(bytes_of(file("checkpoint_000000000007.h5")), "mine");
  EXPECT_EQ(bytes_of(file("checkpoint_000000000150.h5.part")), "mine");
}

TEST_F(CheckpointTest, DefectsAreNamed) {
  write(folder(), 1);
  std::ofstream(file("checkpoint_000000000002.h5")) << "damaged";
  fs::create_directories(file("checkpoint_000000000003.h5"));
  const CheckpointSearch search = find_checkpoint(folder());
  EXPECT_EQ(search.newest->step, 1);
  EXPECT_THAT(search.defects,
              testing::ElementsAre(HasSubstr("03.h5 is a directory"),
                                   HasSubstr("02.h5 is damaged: its checksum does not hold")));
}

TEST_F(CheckpointTest, DamagedOnesArePassedOver) {
  for (const std::int64_t step : {1, 2}) write(folder(), step);
  const fs::path newest = newest_checkpoint(folder())->file;
  const std::string whole = bytes_of(newest);
  for (const std::size_t length : {std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
    std::ofstream(newest, std::ios::binary) << whole.substr(0, length);
    EXPECT_EQ(found_in(folder()), 1);
  }
  // A run that goes on from the older one replaces the damaged future.
  write(folder(), 2);
  EXPECT_EQ(found_in(folder()), 2);
  std::ofstream(folder() / "checkpoint_000000000009.h5") << "damaged";
  write(folder(), 3);
  EXPECT_EQ(files_in(folder()), 4u);  // that one was not written here, and stays
  fs::remove(folder() / "checkpoint_000000000009.h5");
  EXPECT_EQ(found_in(folder()), 3);
}

TEST_F(CheckpointTest, OtherFilesAreNoCheckpoints) {
  for (const char* name : {"checkpoint_.h5", "checkpoint_x.h5", "checkpoint_1.h5.part", "1.h5"}) {
    std::ofstream(file(name)) << "text";
  }
  EXPECT_EQ(found_in(folder()), -1);
}

TEST_F(CheckpointTest, FailedSaveLeavesTheOlder) {
  write(folder(), 1);
  EXPECT_THROW(write_checkpoint(folder(), 2,
                                [](Hdf5Writer& out) {
                                  save_number(out, 2);
                                  throw std::runtime_error("no");
                                }),
               std::runtime_error);
  EXPECT_EQ(found_in(folder()), 1);
  EXPECT_EQ(files_in(folder()), 2u);
}

TEST_F(CheckpointTest, FullDiskLeavesTheOlder) {
  write(folder(), 1);
  {
    const SmallFiles limit(5000);
    EXPECT_THAT(message_of<FileError>([&] { write(folder(), 2); }), HasSubstr("File too large"));
  }
  EXPECT_EQ(found_in(folder()), 1);
  EXPECT_EQ(files_in(folder()), 2u);
}

// A process that does nothing but write checkpoints is killed at many different moments.
TEST_F(CheckpointTest, KilledWritersLeaveAWholeOne) {
  write(folder(), 0);
  std::int64_t last = 0;
  int moved = 0;
  for (int round = 0; round < 40; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (std::int64_t step = last + 1;; ++step) write(folder(), step);
    }
    ::usleep(static_cast<useconds_t>(2000 + 331 * round));
    ::kill(child, SIGKILL);
    int status{};
    ::waitpid(child, &status, 0);
    const std::int64_t found = found_in(folder());
    EXPECT_GE(found, last);
    moved += found > last ? 1 : 0;
    last = found;
  }
  EXPECT_GT(moved, 10);
}

}  // namespace
