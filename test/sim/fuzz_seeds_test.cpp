// The seeds of the fuzz target checkpoint (test/fuzz/checkpoint_reader.cpp) with edits by name: a
// change of the format must not turn them into edits of nothing.
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

#include "fuzz/checkpoint_scene.h"
#include "fuzz/edited_hdf5.h"
#include "oracle/source_folder.h"

namespace {

using namespace talus;
using namespace talus::test;
namespace fs = std::filesystem;

// The outcome of every seed of one scene, by name; whole checkpoints are accepted.
void expect_edits(RecordedCheckpoint recorded, const std::string& scene) {
  int refused = 0, accepted = 0;
  for (const auto& entry :
       fs::directory_iterator(oracle::source_folder() / "test/fuzz/corpus/checkpoint")) {
    const std::string seed = entry.path().filename();
    if (!seed.starts_with(scene + "_")) continue;
    std::ifstream in(entry.path());
    std::string line;
    std::getline(in, line);
    EXPECT_EQ(line, "@" + scene) << seed;
    Hdf5Contents contents = recorded.contents;
    while (std::getline(in, line)) {
      EXPECT_TRUE(fuzz::edit_by_name(contents, line)) << seed << ": " << line;
    }
    std::string error = "none";
    try {
      SimulationArchive::restore(*recorded.simulation, recorded_reader(contents));
      ++accepted;
    } catch (const Hdf5Error& refusal) {
      error = refusal.what();
      ++refused;
    }
    if (seed == scene + "_whole") {
      EXPECT_EQ(error, "none");
    }
  }
  EXPECT_GT(accepted, 10) << scene;
  EXPECT_GT(refused, 40) << scene;
}

fs::path checkpoint_file() {
  return fs::temp_directory_path() / ("talus_seeds_" + std::to_string(::getpid()) + ".h5");
}

TEST(CheckpointSeeds, EditACrowd) { expect_edits(recorded_checkpoint(checkpoint_file()), "crowd"); }

TEST(CheckpointSeeds, EditBodiesThatComeAndGo) {
  RecordedCheckpoint recorded =
      recorded_checkpoint(checkpoint_file(), flowing_setup(), change_bodies);
  // Something of everything that such a checkpoint holds.
  const Simulation& simulation = *recorded.simulation;
  for (const char* gate : {"feed", "blocked", "drain", beyond_name}) {
    EXPECT_GT(simulation.flow(gate).count, 0) << gate;
  }
  EXPECT_GT(simulation.flow("blocked").missing, 0.0);
  EXPECT_EQ(simulation.index_of(1), -1);
  EXPECT_TRUE(recorded.contents.names.at("shapes"));
  EXPECT_GT(simulation.contact_count(), 5u);
  expect_edits(std::move(recorded), "flow");
  fs::remove(checkpoint_file());
}

}  // namespace
