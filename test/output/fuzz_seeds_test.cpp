// The seeds of the fuzz targets run_folder and view (test/fuzz/run_folder_reader.cpp,
// view_reader.cpp): a change of a format must not turn them into inputs that are refused in their
// first line, or into edits of nothing.
#include <gmock/gmock.h>

#include <set>

#include "fuzz/run_folder_input.h"
#include "oracle/source_folder.h"
#include "output/example_run.h"
#include "output/folder_for_tests.h"
#include "talus/output/run_writer.h"

namespace {

using namespace talus;
using namespace talus::fuzz;
namespace fs = std::filesystem;

fs::path corpus() { return oracle::source_folder() / "test/fuzz/corpus"; }

// What a resume of the run says, or why it is refused.
std::string outcome_of(const std::string& seed) {
  const RunFolderInput input(bytes_of(corpus() / "run_folder" / seed));
  std::string outcome;
  try {
    for (const std::string& note : resume_at_step_10(input.path())) outcome += note + '\n';
  } catch (const FileError& error) {
    outcome = std::string("refused: ") + error.what();
  }
  return outcome;
}

TEST(RunFolderSeeds, WholeRunIsResumedWithoutRepairs) { EXPECT_EQ(outcome_of("whole"), ""); }

// Those that libFuzzer found have names of 40 digits.
TEST(RunFolderSeeds, AreRefusedIfTheirNamesSaySo) {
  int accepted = 0;
  for (const auto& entry : fs::directory_iterator(corpus() / "run_folder")) {
    const std::string name = entry.path().filename();
    if (name.size() == 40) continue;
    const std::string outcome = outcome_of(name);
    EXPECT_EQ(outcome.starts_with("refused"), name.starts_with("refused_")) << name << outcome;
    accepted += outcome.starts_with("refused") ? 0 : 1;
  }
  EXPECT_GT(accepted, 40);
}

using ViewSeeds = test::FolderTest;

TEST_F(ViewSeeds, EditWhatIsInARun) {
  const char* runs[] = {"same", "changing"};
  for (const char* run : runs) {
    const bool bodies_change = run == runs[1];
    RunOutput output;
    output.vtk = output.picture = false;
    output.bodies_change = bodies_change;
    RunWriter writer(RunFolder::fresh(folder() / run, 7), output);
    const test::ExampleRun example;
    FrameView view = example.view();
    view.bodies_change = bodies_change;
    writer.frame(view);
    writer.close();
  }
  std::set<std::string> known;  // "frames/000000.h5 bodies/id"
  int edits = 0;
  for (const auto& entry : fs::directory_iterator(corpus() / "view")) {
    std::ifstream in(entry.path());
    std::string line, file, run = runs[0];
    while (std::getline(in, line)) {
      if (line.starts_with('@')) {
        if (line == "@changes") run = runs[1];
        const bool is_edit = line.starts_with("@edit ");
        file = is_edit ? line.substr(line.find(' ') + 1) : "";
        if (file.starts_with("frames/")) file = "frames/000000.h5";
      } else if (!file.empty()) {
        const std::string name = line.substr(0, line.find(' '));
        const std::string what = run + '/' + file + ' ' + name;
        ++edits;
        if (name.starts_with('/') || known.contains(what)) continue;
        const bool is_there = Hdf5Reader(folder() / run / file).has(name);
        EXPECT_TRUE(is_there) << entry.path().filename() << ": " << what;
        if (is_there) known.insert(what);
      }
    }
  }
  EXPECT_GT(edits, 150);
}

}  // namespace
