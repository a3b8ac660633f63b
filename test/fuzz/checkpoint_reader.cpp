#include <cstdlib>

#include "fuzz/checkpoint_scene.h"
#include "fuzz/edited_hdf5.h"
#include "fuzz/reader_input.h"
#include "fuzz/readers.h"

namespace talus::fuzz {

void checkpoint(std::string_view bytes) {
  static const test::RecordedCheckpoint recorded = [] {
    const TemporaryFile file("", ".h5");
    return test::recorded_checkpoint(file.path());
  }();
  Simulation& simulation = *recorded.simulation;
  const auto restore = [&](const test::Hdf5Contents& contents) {
    SimulationArchive::restore(simulation, test::recorded_reader(contents));
  };
  // What the whole checkpoint gives: at once, and two steps later.
  static const std::string whole = test::bits_of(simulation);
  static const std::string later = [&] {
    simulation.step(2);
    return test::bits_of(simulation);
  }();
  restore(recorded.contents);
  try {
    restore(edited(recorded.contents, bytes));
  } catch (const FileError&) {  // refused: as if nothing had been read
    if (test::bits_of(simulation) != whole) std::abort();
    simulation.step(2);
    if (test::bits_of(simulation) != later) std::abort();
    return;
  }
  expect_no_other_failure([&] {
    test::bits_of(simulation);
    simulation.step(2);
    test::bits_of(simulation);
  });
}

}  // namespace talus::fuzz
