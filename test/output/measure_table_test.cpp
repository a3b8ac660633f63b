// Tables of measures: how they go on after an interruption, and as HDF5.
#include "talus/output/measure_table.h"

#include <gmock/gmock.h>

#include <array>
#include <fstream>

#include "output/folder_for_tests.h"
#include "output/recorded_hdf5.h"
#include "talus/output/frame_file.h"
#include "talus/output/hdf5.h"
#include "talus/output/read_run_file.h"
#include "talus/output/results_index.h"
#include "talus/output/run_file_names.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::ElementsAre;
using testing::HasSubstr;

using MeasureTableTest = FolderTest;

const MeasureHead head{"floor", "wall_load", {"from [s]", "mean_force_z [N]"}};
const std::string first_line = "time [s],step,from [s],mean_force_z [N]\n";

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

TEST_F(MeasureTableTest, GoesOnAfterTheCheckpoint) {
  const fs::path table = file("measures/floor.csv");
  fs::create_directories(table.parent_path());
  {
    MeasureTable out(table, head, MeasureTable::plan(table, head, -1));
    out.add(0.5, 5, std::array{0.0, -1.0 / 3});
    out.add(1.0, 10, std::array{0.5, 2e-300});
    out.add(1.0, 10, std::array{9.0, 9.0});  // is there already
    EXPECT_EQ(out.lines(), 2u);
  }
  const std::string whole = read_run_file(table, most_run_table_bytes);
  EXPECT_EQ(whole, first_line + "0.5,5,0,-0.33333333333333331\n1,10,0.5,2.0000000000000001e-300\n");
  std::ofstream(table, std::ios::app) << "1.5,15,1,";  // killed while it was written
  const TablePlan plan = MeasureTable::plan(table, head, 7);
  EXPECT_EQ(plan.last_step, 5);
  ASSERT_EQ(plan.notes.size(), 1u);
  EXPECT_THAT(plan.notes[0], HasSubstr("cut off 1 lines and half a line after the checkpoint"));
  MeasureTable out(table, head, plan);
  out.add(1.0, 10, std::array{0.5, 2e-300});
  EXPECT_EQ(read_run_file(table, most_run_table_bytes), whole);
}

TEST_F(MeasureTableTest, OtherColumnsAreRefused) {
  write(file("floor.csv"), "time [s],step,from [s],mean_force_x [N]\n");
  EXPECT_THROW(MeasureTable::plan(file("floor.csv"), head, 10), RunFolderError);
}

TEST_F(MeasureTableTest, AllTablesAsHdf5BehindTheIndex) {
  write(file("measures/floor.csv"),
        first_line + "0.5,5,0,-0.25\nnonsense\n1,10,0.5,3,4\n1.5,15,1,1e-17\n2,20");
  MeasureHead other = head;
  other.name = "lid";  // without a line yet
  write(file("measures/lid.csv"), first_line);
  const std::array heads{head, other};
  write_measures(file("measures.h5"), folder(), heads);
  const std::vector<FrameRecord> none;
  const auto expect = [&] {
    const Hdf5Reader in = linked_reader(file("results.h5"));
    EXPECT_THAT(in.doubles("measures/floor/time"), ElementsAre(0.5, 1.5));
    EXPECT_THAT(in.int64s("measures/floor/step"), ElementsAre(5, 15));
    EXPECT_THAT(in.doubles("measures/floor/from"), ElementsAre(0.0, 1.0));
    EXPECT_THAT(in.doubles("measures/floor/mean_force_z"), ElementsAre(-0.25, 1e-17));
    EXPECT_EQ(in.text("measures/floor/mean_force_z", "unit"), "N");
    EXPECT_EQ(in.text("measures/floor", "type"), "wall_load");
    EXPECT_TRUE(in.doubles("measures/lid/time").empty());
  };
  ResultsIndex index(file("results.h5"), none, true);
  expect();
  write_results_index(file("results.h5"), none, true);
  expect();
}

TEST_F(MeasureTableTest, NamesAreThoseOfFiles) {
  EXPECT_EQ(measure_file(head), "measures/floor.csv");
  EXPECT_TRUE(is_run_file("measures/floor.csv"));
  EXPECT_TRUE(is_run_file("measures/A-1_b.csv"));
  EXPECT_TRUE(is_run_file("measures.h5"));
  for (const char* name :
       {"measures/.csv", "measures/../x.csv", "measures/a/b.csv", "measures/a b.csv",
        "measures/floor.csv.part", "measures/", "floor.csv"}) {
    EXPECT_FALSE(is_run_file(name)) << name;
  }
  EXPECT_FALSE(is_run_file("measures/" + std::string(65, 'a') + ".csv"));
}

}  // namespace
