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
  const test::Hdf5Contents contents = edited(recorded.contents, bytes);
  expect_no_other_failure([&] {
    SimulationArchive::restore(*recorded.simulation, test::recorded_reader(contents));
    recorded.simulation->step(2);
    recorded.simulation->contacts();
    recorded.simulation->warnings();
  });
}

}  // namespace talus::fuzz
