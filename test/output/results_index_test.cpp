// results.h5 while a run goes on: the HDF5 library reads it after every write, and appending gives
// the bytes of a file written at once.
#include "talus/output/results_index.h"

#include <gmock/gmock.h>
#include <hdf5.h>

#include "output/folder_for_tests.h"
#include "output/recorded_hdf5.h"
#include "talus/output/frame_file.h"
#include "talus/output/hdf5.h"

namespace {

using namespace talus;
using namespace talus::test;

using ResultsIndexTest = FolderTest;

std::vector<FrameRecord> some_records(std::size_t count) {
  std::vector<FrameRecord> records;
  for (std::size_t i = 0; i < count; ++i) {
    const auto k = static_cast<std::int64_t>(i);
    records.push_back({static_cast<int>(i), 7 * k, static_cast<double>(k) / 3});
  }
  return records;
}

std::size_t links_in(const fs::path& file) {
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  H5G_info_t info{};
  const herr_t good = H5Gget_info_by_name(id, "frames", &info, H5P_DEFAULT);
  H5Fclose(id);
  return good < 0 ? ~std::size_t{0} : static_cast<std::size_t>(info.nlinks);
}

// The oracle is the HDF5 library.
void expect_reads_as(const fs::path& file, std::span<const FrameRecord> records) {
  const Hdf5Reader in(file);
  ASSERT_EQ(in.text("/", "format"), "talus results");
  ASSERT_EQ(in.integer("/", "version"), 1);
  ASSERT_EQ(in.text("index/time", "unit"), "s");
  const std::vector<double> time = in.doubles("index/time");
  const std::vector<std::int64_t> step = in.int64s("index/step");
  const std::vector<std::string> names = in.strings("index/file");
  ASSERT_EQ(time.size(), records.size());
  ASSERT_EQ(step.size(), records.size());
  ASSERT_EQ(names.size(), records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    ASSERT_EQ(time[i], records[i].time);
    ASSERT_EQ(step[i], records[i].step);
    ASSERT_EQ(names[i], "frames/" + frame_name(records[i].number) + ".h5");
  }
  ASSERT_EQ(links_in(file), records.size());
}

TEST_F(ResultsIndexTest, AppendedIndexIsReadAfterEveryFrame) {
  const std::vector<FrameRecord> records = some_records(300);
  ResultsIndex index(file("results.h5"), {});
  expect_reads_as(file("results.h5"), {});
  for (std::size_t count = 1; count <= records.size(); ++count) {
    const std::span some = std::span(records).first(count);
    index.add(some);
    ASSERT_EQ(bytes_of(file("results.h5")), ResultsIndex::bytes_of(some)) << count;
    expect_reads_as(file("results.h5"), some);
  }
}

TEST_F(ResultsIndexTest, LinksLeadToTheFrames) {
  fs::create_directories(file("frames"));
  const std::vector<FrameRecord> records = some_records(130);
  for (const FrameRecord& record : records) {
    Hdf5Writer frame(file("frames/" + frame_name(record.number) + ".h5"));
    frame.table("list", std::vector<double>{record.time});
    frame.finish(Sync::later);
  }
  ResultsIndex(file("results.h5"), records);
  const Hdf5Reader in = linked_reader(file("results.h5"));
  for (const FrameRecord& record : records) {
    EXPECT_EQ(in.doubles("frames/" + frame_name(record.number) + "/list").front(), record.time);
  }
}

// Names beyond a million frames are longer.
TEST_F(ResultsIndexTest, SizesAroundThePowersOfTwoAndAMillion) {
  const std::vector<FrameRecord> records = some_records(1000002);
  for (const std::size_t count : {std::size_t{64}, std::size_t{65}, std::size_t{128},
                                  std::size_t{129}, std::size_t{4097}, std::size_t{1000002}}) {
    const std::span some = std::span(records).first(count);
    ResultsIndex index(file("results.h5"), some.first(count - 1));
    index.add(some);
    const Hdf5Reader in = linked_reader(file("results.h5"));
    EXPECT_EQ(in.int64s("index/step").size(), count);
    EXPECT_EQ(in.strings("index/file").back(),
              "frames/" + frame_name(static_cast<int>(count - 1)) + ".h5");
    EXPECT_EQ(links_in(file("results.h5")), count);
  }
}

// Whichever of its writes was the last before the process died.
TEST_F(ResultsIndexTest, EveryStateBetweenTwoWritesCanBeRead) {
  const std::vector<FrameRecord> records = some_records(130);
  for (const std::size_t count :
       {std::size_t{1}, std::size_t{63}, std::size_t{112}, std::size_t{113}, std::size_t{129}}) {
    const std::string before = ResultsIndex::bytes_of(std::span(records).first(count));
    const std::string after = ResultsIndex::bytes_of(std::span(records).first(count + 1));
    if (before.size() != after.size()) continue;  // replaced as a whole
    std::string between = before;
    constexpr std::size_t page = 4096;
    // Pages from the last to the first, as they are written.
    for (std::size_t at = before.size() / page * page;; at -= page) {
      between.replace(at, page, after.substr(at, page));
      std::ofstream(file("results.h5"), std::ios::binary) << between;
      const Hdf5Reader in = linked_reader(file("results.h5"));
      const std::size_t rows = in.int64s("index/step").size(), links = links_in(file("results.h5"));
      EXPECT_TRUE(rows == count || rows == count + 1);
      EXPECT_TRUE(links == rows || links == rows + 1);
      if (at == 0) break;
    }
  }
}

}  // namespace
