#include <cstdlib>

#include "fuzz/checkpoint_scene.h"
#include "fuzz/edited_hdf5.h"
#include "fuzz/reader_input.h"
#include "fuzz/readers.h"

namespace talus::fuzz {
namespace {

// A checkpoint, and what it gives without edits: at once, and two steps later.
class RestoredScene {
 public:
  explicit RestoredScene(const Setup& setup, void (*change)(Simulation&) = nullptr) {
    const TemporaryFile file("", ".h5");
    recorded_ = test::recorded_checkpoint(file.path(), setup, change);
    whole_ = test::bits_of(simulation());
    simulation().step(2);
    later_ = test::bits_of(simulation());
  }

  const test::Hdf5Contents& contents() const { return recorded_.contents; }

  void read(const test::Hdf5Contents& edits) {
    restore(contents());
    try {
      restore(edits);
    } catch (const FileError&) {  // refused: as if nothing had been read
      if (test::bits_of(simulation()) != whole_) std::abort();
      simulation().step(2);
      if (test::bits_of(simulation()) != later_) std::abort();
      return;
    }
    expect_no_other_failure([&] {
      test::bits_of(simulation());
      simulation().step(2);
      test::bits_of(simulation());
    });
  }

 private:
  Simulation& simulation() { return *recorded_.simulation; }
  void restore(const test::Hdf5Contents& contents) {
    SimulationArchive::restore(simulation(), test::recorded_reader(contents));
  }

  test::RecordedCheckpoint recorded_;
  std::string whole_, later_;
};

}  // namespace

// "@flow" or "@crowd", edits by name of this scene, an empty line, records; or records of the crowd
// alone.
void checkpoint(std::string_view bytes) {
  static RestoredScene crowd(test::crowded_setup());
  static RestoredScene flow(test::flowing_setup(), test::change_bodies);
  constexpr std::string_view flow_head = "@flow\n", crowd_head = "@crowd\n";
  if (bytes.starts_with(flow_head)) {
    flow.read(edited_by_name(flow.contents(), bytes.substr(flow_head.size())));
  } else if (bytes.starts_with(crowd_head)) {
    crowd.read(edited_by_name(crowd.contents(), bytes.substr(crowd_head.size())));
  } else {
    crowd.read(edited(crowd.contents(), bytes));
  }
}

}  // namespace talus::fuzz
