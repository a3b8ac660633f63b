// Checkpoints whose checksum holds and whose contents do not fit: refused with the array, and the
// simulation is as it was; or run on without touching memory that is not theirs (which the
// sanitizers watch).
#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <random>

#include "fuzz/checkpoint_scene.h"
#include "sim/flow_for_tests.h"
#include "talus/sim/loop/flow_state.h"
#include "talus/sim/loop/plane_flow.h"
#include "talus/sim/loop/progress.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::HasSubstr;

class DamagedCheckpoint : public testing::Test {
 protected:
  DamagedCheckpoint()
      : file_(std::filesystem::temp_directory_path() /
              ("talus_damaged_" + std::to_string(::getpid()) + ".h5")),
        recorded_(recorded_checkpoint(file_)) {}
  ~DamagedCheckpoint() override { std::filesystem::remove(file_); }

  // The error of restoring, or "none". After an error, users see what they saw before.
  std::string restore(const Hdf5Contents& contents) {
    const std::string before = seen();
    try {
      SimulationArchive::restore(*recorded_.simulation, recorded_reader(contents));
    } catch (const Hdf5Error& error) {
      EXPECT_TRUE(seen() == before) << error.what();
      return error.what();
    }
    return "none";
  }

  std::string seen() const {
    try {
      return bits_of(*recorded_.simulation);
    } catch (const SimulationError& error) {  // a step of a damaged state failed
      return error.what();
    }
  }

  std::filesystem::path file_;
  RecordedCheckpoint recorded_;
};

void resize(Hdf5Data& data, std::uint64_t elements) {
  data.bytes.resize(elements * data.element_bytes);
  data.extent = {elements};
}

TEST_F(DamagedCheckpoint, HoldsEveryKindOfPair) {
  EXPECT_EQ(restore(recorded_.contents), "none");
  EXPECT_GE(recorded_.simulation->contact_count(), 10);
  for (const char* array : {"surface", "nearby", "image", "history", "touching", "rolling", "spot",
                            "cache_features", "cache_places", "points", "bulged"}) {
    bool found = false;
    for (const auto& [name, data] : recorded_.contents.tables) {
      found = found || (name.ends_with(array) && !data.bytes.empty());
    }
    EXPECT_TRUE(found) << array;
  }
}

TEST_F(DamagedCheckpoint, EveryArrayOfAnotherLengthIsRefused) {
  for (const auto& [name, data] : recorded_.contents.tables) {
    for (const int change : {-1, 1}) {
      Hdf5Contents contents = recorded_.contents;
      // In units that all element sizes divide: the length itself is the damage.
      const auto elements = static_cast<std::int64_t>(data.extent[0]);
      const std::int64_t unit = 3584;  // a multiple of most structures up to 512 bytes
      if (change < 0 && elements == 0) continue;
      resize(contents.tables[name],
             static_cast<std::uint64_t>(change < 0 ? 0 : elements + unit * 15));
      if (name == "state/contacts" && change < 0) continue;  // a state without contacts is valid
      if (name == "state/shift" && change > 0) continue;     // images that no pair uses
      if (name.ends_with("nearby") && change > 0) continue;  // triangles that no pair uses
      if (name.ends_with("/points") && change > 0) continue;
      EXPECT_NE(restore(contents), "none") << name << " " << change;
    }
  }
}

TEST_F(DamagedCheckpoint, EveryIndexOutOfRangeIsRefused) {
  for (const auto& [name, data] : recorded_.contents.tables) {
    const bool is_index = name.ends_with("/a") || name.ends_with("/b") ||
                          name.ends_with("body_of") || name.ends_with("type_of") ||
                          name.ends_with("nearby");
    if (!is_index || data.bytes.empty()) continue;
    for (const std::int32_t wrong : {-1, 1000000, INT32_MAX, INT32_MIN}) {
      Hdf5Contents contents = recorded_.contents;
      std::memcpy(contents.tables[name].bytes.data(), &wrong, sizeof(wrong));
      EXPECT_THAT(restore(contents), HasSubstr("state/")) << name << " " << wrong;
    }
  }
  Hdf5Contents contents = recorded_.contents;
  contents.attributes["state@blocks"].bytes.assign(8, std::byte{0x7f});
  EXPECT_THAT(restore(contents), HasSubstr("blocks of pairs"));
}

// Each array is damaged in turn, so that a restore fails after it has read ever more of the others.
TEST_F(DamagedCheckpoint, StepsAfterARefusalHaveTheBitsOfASimulationThatNeverReadTheFile) {
  Simulation twin(crowded_setup(), 1);
  SimulationArchive::restore(twin, recorded_reader(recorded_.contents));
  int refused = 0;
  for (const auto& [name, data] : recorded_.contents.tables) {
    Hdf5Contents contents = recorded_.contents;
    contents.tables["state/velocity"].bytes[0] ^= std::byte{1};
    contents.tables[name].state = Hdf5Data::State::unreadable;
    EXPECT_NE(restore(contents), "none") << name;
    if (++refused % 16 != 0) continue;
    recorded_.simulation->step(3);
    twin.step(3);
    ASSERT_TRUE(bits_of(*recorded_.simulation) == bits_of(twin)) << name;
  }
  EXPECT_GT(refused, 100);
}

// A body of the type of a mesh wall, which has no shape.
TEST_F(DamagedCheckpoint, BodiesWithoutAShapeAreRefused) {
  Hdf5Contents contents = recorded_.contents;
  const auto number = [&](const char* array, std::size_t i) {
    return contents.tables[array].bytes.data() + i * sizeof(std::int32_t);
  };
  const std::size_t last = contents.tables["state/type_of"].bytes.size() / sizeof(std::int32_t) - 1;
  std::int32_t floor = 0;
  std::memcpy(&floor, number("state/body_of", 0), sizeof(floor));
  std::memcpy(number("state/type_of", 0), number("state/type_of", last), sizeof(floor));
  const std::int32_t none = -1;
  std::memcpy(number("state/shape_of", static_cast<std::size_t>(floor)), &none, sizeof(none));
  EXPECT_THAT(restore(contents), HasSubstr("state/type_of[0]: is not of these bodies"));
}

// Users who hold references to arrays go on seeing the simulation.
TEST_F(DamagedCheckpoint, RefusedStatesOfOtherBodiesLeaveTheArraysInPlace) {
  const Simulation& simulation = *recorded_.simulation;
  SimulationArchive::keep_arrays(simulation);
  const auto* poses = simulation.bodies().poses.data();
  Hdf5Contents contents = recorded_.contents;
  resize(contents.tables["state/ids"], 3);
  EXPECT_NE(restore(contents), "none");
  EXPECT_EQ(simulation.bodies().poses.data(), poses);
  EXPECT_FALSE(SimulationArchive::bodies_change(simulation));
  recorded_.simulation->step(10);
  EXPECT_EQ(simulation.bodies().poses.data(), poses);
}

TEST_F(DamagedCheckpoint, InletsThatCountMoreThanBodiesAndStepsAreRefused) {
  TestScene scene;
  scene.setup.time_step = 1e-4;
  scene.setup.inlets = {feed_of(scene)};
  recorded_ = recorded_checkpoint(file_, scene.setup);
  ASSERT_EQ(restore(recorded_.contents), "none");
  for (const std::size_t at :
       {offsetof(InletSum, count), offsetof(InletSum, next_step), offsetof(InletSum, attempts),
        offsetof(InletSum, first_blocked), offsetof(InletSum, outside), offsetof(InletSum, body),
        offsetof(InletSum, wall), offsetof(InletSum, blocked_visits)}) {
    for (const std::int64_t wrong : {INT64_MAX, INT64_MIN}) {
      Hdf5Contents contents = recorded_.contents;
      std::memcpy(contents.tables["state/flow_inlets"].bytes.data() + at, &wrong, sizeof(wrong));
      EXPECT_THAT(restore(contents), HasSubstr("is not an inlet of this run")) << at;
    }
  }
}

// Offsets in state/scalars, which begins with the steps, the time and the time step and ends with
// the next id.
TEST_F(DamagedCheckpoint, StepsAndIdsThatCannotBeCountedUpAreRefused) {
  const std::size_t last = recorded_.contents.tables["state/scalars"].bytes.size() - 8;
  constexpr std::int64_t most = std::int64_t{1} << 53;
  for (const std::size_t at : {std::size_t{0}, last}) {
    for (const std::int64_t wrong : {INT64_MAX, INT64_MAX - 1, most + 1, std::int64_t{-1}}) {
      Hdf5Contents contents = recorded_.contents;
      std::memcpy(contents.tables["state/scalars"].bytes.data() + at, &wrong, sizeof(wrong));
      EXPECT_THAT(restore(contents), HasSubstr("state/")) << at << " " << wrong;
    }
  }
  Hdf5Contents contents = recorded_.contents;
  std::memcpy(contents.tables["state/scalars"].bytes.data() + last, &most, sizeof(most));
  ASSERT_EQ(restore(contents), "none");
  recorded_.simulation->step(2);
}

// All numbers of state/scalars but the largest overlap and the reports, which are only shown.
TEST_F(DamagedCheckpoint, ScalarsThatAreNoNumbersAreRefused) {
  const std::vector<std::byte>& good = recorded_.contents.tables["state/scalars"].bytes;
  const double nan = std::nan("");
  const std::size_t sums = 3 * 8, ledger = sums + sizeof(ContactSums);
  std::vector<std::size_t> places{8, 16};
  for (std::size_t k = 0; k < 6; ++k) places.push_back(sums + 8 * k);
  for (std::size_t k = 0; k < sizeof(Ledger) / 8 + 3; ++k) places.push_back(ledger + 8 * k);
  for (const std::size_t at : places) {
    Hdf5Contents contents = recorded_.contents;
    ASSERT_LT(at, good.size());
    std::memcpy(contents.tables["state/scalars"].bytes.data() + at, &nan, sizeof(nan));
    EXPECT_NE(restore(contents), "none") << at;
  }
}

TEST_F(DamagedCheckpoint, ArraysThatAreNotFiniteAreRefused) {
  const double nan = std::nan(""), infinity = INFINITY;
  int refused = 0;
  for (const auto& [name, data] : recorded_.contents.tables) {
    bool is_checked = false;
    for (const char* array : {"/force", "/torque", "/velocity", "/poses", "/skin", "/skin_centre",
                              "/skin_orientation", "/slot_motion", "/shift", "/rolling"}) {
      is_checked = is_checked || name.ends_with(array);
    }
    if (!is_checked || data.bytes.empty()) continue;
    for (const double wrong : {nan, infinity}) {
      Hdf5Contents contents = recorded_.contents;
      std::memcpy(contents.tables[name].bytes.data(), &wrong, sizeof(wrong));
      EXPECT_THAT(restore(contents), HasSubstr("state/")) << name;
      ++refused;
    }
  }
  EXPECT_GE(refused, 20);
  for (const auto& [name, data] : recorded_.contents.tables) {
    const bool is_history = name.ends_with("/history");
    if ((!is_history && !name.ends_with("/points")) || data.bytes.empty()) continue;
    Hdf5Contents contents = recorded_.contents;  // the elongation of the spring; behind a key
    std::memcpy(contents.tables[name].bytes.data() + (is_history ? 8 : 16), &nan, sizeof(nan));
    EXPECT_THAT(restore(contents), HasSubstr("is not finite")) << name;
  }
  Hdf5Contents contents = recorded_.contents;
  const std::int64_t far = INT64_MIN;
  std::memcpy(contents.tables["state/periods"].bytes.data(), &far, sizeof(far));
  EXPECT_THAT(restore(contents), HasSubstr("state/periods[0]: is out of range"));
}

TEST_F(DamagedCheckpoint, NamesThatDoNotFitAreRefused) {
  const auto with = [&](const char* table, std::size_t at, auto value) {
    Hdf5Contents contents = recorded_.contents;
    std::memcpy(contents.tables[table].bytes.data() + at, &value, sizeof(value));
    return restore(contents);
  };
  for (const std::int64_t wrong : {INT64_MAX, INT64_MIN, std::int64_t{-1}, std::int64_t{1000}}) {
    EXPECT_THAT(with("state/name_lengths", 0, wrong), HasSubstr("state/name_lengths[0]: is not"));
  }
  EXPECT_THAT(with("state/name_lengths", 0, std::int64_t{0}), HasSubstr("state/names"));
  for (const char letter : {'\0', '\n', '\x1b', '\x7f'}) {
    EXPECT_THAT(with("state/names", 2, letter), HasSubstr("without control characters"));
  }
  EXPECT_EQ(with("state/names", 2, ' '), "none");
}

// A refusal after the names and shapes were read, without memory to put them back with.
TEST_F(DamagedCheckpoint, RefusedStatesOfAddedShapesArePutBack) {
  Simulation& simulation = *recorded_.simulation;
  NewBodies cube;
  cube.shape = cube_of(0.05);
  cube.poses = {make_pose({0, 0, 0.5}, {1, 0, 0, 0})};
  NewBodies mesh = cube;
  mesh.shape = make_mesh(cube_mesh(0.06), {.cells = 8});
  mesh.poses = {make_pose({0, 0.2, 0.5}, {1, 0, 0, 0})};
  Simulation twin(crowded_setup(), 1);
  SimulationArchive::restore(twin, recorded_reader(recorded_.contents));
  for (Simulation* s : {&simulation, &twin}) s->add(cube), s->add(mesh), s->step(5);
  const std::vector<std::string> names = simulation.names();
  Hdf5Contents contents = recorded_.contents;
  contents.tables["state/contacts"].state = Hdf5Data::State::unreadable;
  EXPECT_NE(restore(contents), "none");
  EXPECT_EQ(simulation.names(), names);
  for (Simulation* s : {&simulation, &twin}) s->step(20);
  EXPECT_TRUE(bits_of(simulation) == bits_of(twin));
}

TEST_F(DamagedCheckpoint, KeysThatCannotBeCountedUpAreRefused) {
  for (const auto& [name, data] : recorded_.contents.tables) {
    if (!name.ends_with("/points") || data.bytes.empty()) continue;
    for (const std::int64_t key : {INT64_MAX, INT64_MIN, std::int64_t{-1}}) {
      Hdf5Contents contents = recorded_.contents;
      std::memcpy(contents.tables[name].bytes.data(), &key, sizeof(key));
      EXPECT_THAT(restore(contents), HasSubstr("has a key out of range")) << name;
    }
  }
}

TEST_F(DamagedCheckpoint, AnotherVersionIsNamed) {
  Hdf5Contents contents = recorded_.contents;
  contents.attributes["state@version"].bytes[0] ^= std::byte{64};
  EXPECT_THAT(restore(contents), HasSubstr("this program reads version"));
}

TEST_F(DamagedCheckpoint, LoadsOfNoRunAreRefused) {
  const std::size_t last = recorded_.contents.tables["state/loads"].bytes.size() - 8;
  const double nan = std::nan("");
  const std::int64_t later = 1000, negative = -1;  // than the step of the checkpoint
  for (const auto& [at, wrong] : {std::pair(std::size_t{0}, static_cast<const void*>(&nan)),
                                  std::pair(last, static_cast<const void*>(&later)),
                                  std::pair(last, static_cast<const void*>(&negative))}) {
    Hdf5Contents contents = recorded_.contents;
    std::memcpy(contents.tables["state/loads"].bytes.data() + at, wrong, 8);
    EXPECT_THAT(restore(contents), HasSubstr("state/loads[0]: is not a load of this run"));
  }
}

TEST_F(DamagedCheckpoint, PlanesOfNoRunAreRefused) {
  TestScene scene;
  scene.add(scene.shape(make_sphere(0.01)), {});
  FlowPlane plane;
  plane.name = "plane";
  plane.radius = 0.1;
  scene.setup.flow_planes = {plane};
  recorded_ = recorded_checkpoint(file_, scene.setup);
  ASSERT_EQ(restore(recorded_.contents), "none");
  const double nan = std::nan("");
  const std::int64_t later = 1000000, negative = -1;
  for (const auto& [at, wrong] :
       {std::pair(offsetof(PlaneSum, forward), static_cast<const void*>(&negative)),
        std::pair(offsetof(PlaneSum, backward), static_cast<const void*>(&negative)),
        std::pair(offsetof(PlaneSum, mass), static_cast<const void*>(&nan)),
        std::pair(offsetof(PlaneSum, momentum), static_cast<const void*>(&nan)),
        std::pair(offsetof(PlaneSum, first_step), static_cast<const void*>(&later))}) {
    Hdf5Contents contents = recorded_.contents;
    std::memcpy(contents.tables["state/flow_planes"].bytes.data() + at, wrong, 8);
    EXPECT_THAT(restore(contents), HasSubstr("state/flow_planes[0]: is not a plane of this run"));
  }
}

// Random bytes anywhere. What is accepted is stepped: no crash, and an exception at worst.
TEST_F(DamagedCheckpoint, RandomDamageIsRefusedOrRunsOn) {
  std::mt19937 random(7);
  std::vector<std::string> names;
  for (const auto& [name, data] : recorded_.contents.tables) {
    if (!data.bytes.empty()) names.push_back(name);
  }
  int refused = 0, ran = 0;
  for (int i = 0; i < 300; ++i) {
    Hdf5Contents contents = recorded_.contents;
    for (unsigned k = 0; k < 1 + random() % 3; ++k) {
      std::vector<std::byte>& bytes = contents.tables[names[random() % names.size()]].bytes;
      bytes[random() % bytes.size()] = std::byte(random() % 3 == 0 ? 255 : random());
    }
    if (restore(contents) != "none") {
      ++refused;
      continue;
    }
    ++ran;
    try {
      recorded_.simulation->step(2);
      recorded_.simulation->warnings();
      recorded_.simulation->contacts();
    } catch (const SimulationError&) {
    } catch (const std::invalid_argument&) {
    }
  }
  EXPECT_GT(refused, 20);
  EXPECT_GT(ran, 20);
}

}  // namespace
