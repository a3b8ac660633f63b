// Damaged and crafted HDF5 files: every one is read or refused, with a message that names the file.
#include <gmock/gmock.h>

#include <cstring>
#include <random>

#include "output/folder_for_tests.h"
#include "output/recorded_hdf5.h"
#include "talus/output/bodies_file.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::HasSubstr;
using State = Hdf5Data::State;

using DamagedHdf5 = FolderTest;

BodiesFile example() {
  BodiesFile contents;
  contents.bodies.shapes = {
      make_sphere(1.0), make_ellipsoid({1, 2, 3}),
      make_polyhedron(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})};
  for (int i = 0; i < 6; ++i) {
    contents.bodies.shape_of.push_back(i % 3);
    contents.bodies.poses.push_back(make_pose({1.0 * i, 0, 0}, {1, 0, 0, 0}));
  }
  contents.box_lengths = {10, 10, 10};
  contents.packing.emplace();
  return contents;
}

template <class T>
Hdf5Data data_of(std::vector<std::uint64_t> extent, const std::vector<T>& values) {
  Hdf5Data data{State::read, std::move(extent), sizeof(T), {}};
  data.bytes.resize(values.size() * sizeof(T));
  std::memcpy(data.bytes.data(), values.data(), data.bytes.size());
  return data;
}

// The library itself meets these files; it is in a child process.
TEST_F(DamagedHdf5, EveryFlippedByteIsReadOrRefused) {
  write_bodies(file("bodies.h5"), example());
  const std::string whole = bytes_of(file("bodies.h5"));
  std::mt19937 random(1);
  int refused = 0;
  constexpr int count = 150;
  for (int i = 0; i < count; ++i) {
    std::string bytes = whole;
    const auto length = random() % 4;
    if (length == 0) bytes.resize(random() % bytes.size());
    for (unsigned k = 0; k < 1 + random() % 8 && !bytes.empty(); ++k) {
      // The first kilobyte holds most of the structure.
      const std::size_t range =
          random() % 2 == 0 ? std::min<std::size_t>(1024, bytes.size()) : bytes.size();
      bytes[random() % range] = static_cast<char>(random() % 3 == 0 ? 255 : random());
    }
    std::ofstream(file("damaged.h5"), std::ios::binary) << bytes;
    const std::string message = message_of<Hdf5Error>([&] { read_bodies(file("damaged.h5")); });
    refused += message != "none";
    EXPECT_TRUE(message == "none" || message.find("damaged.h5") != message.npos) << message;
  }
  EXPECT_GT(refused, count / 4);
}

TEST_F(DamagedHdf5, SizesThatDoNotFitAreRefused) {
  Hdf5Contents contents;
  const Hdf5Reader in = recorded_reader(contents);
  constexpr std::uint64_t huge = std::uint64_t{1} << 61;  // times 8 wraps to zero
  contents.tables["a"] = data_of<double>({huge, 3}, {});
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.doubles("a", 3); }), HasSubstr("3 columns"));
  contents.tables["a"] = data_of<double>({huge}, {1.0});
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.doubles("a"); }), HasSubstr("a list"));
  contents.tables["a"] = data_of<double>({2}, {1.0});
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.doubles("a"); }), HasSubstr("a list"));
  contents.tables["a"] = data_of<float>({2}, {1.0F, 2.0F});
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.doubles("a"); }), HasSubstr("cannot be read"));
  contents.tables["a"] = {State::too_large, {huge}, 8, {}};
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.doubles("a"); }), HasSubstr("larger than the file"));
  contents.tables["a"] = {State::read, {1}, 0, {}};
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.strings("a"); }), HasSubstr("a list"));
  contents.tables["a"] = {State::read, {huge}, 16, {}};
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.strings("a"); }), HasSubstr("a list"));
}

TEST_F(DamagedHdf5, AttributesThatAreArraysAreRefused) {
  Hdf5Contents contents;
  const Hdf5Reader in = recorded_reader(contents);
  contents.attributes["/@n"] = data_of<std::int64_t>({1000}, std::vector<std::int64_t>(1000));
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.integer("/", "n"); }), HasSubstr("not a number"));
  contents.attributes["/@n"] = {State::read, {100}, 4, std::vector<std::byte>(400)};
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.text("/", "n"); }), HasSubstr("not a string"));
  contents.attributes["/@n"] = {State::read, {}, 4, std::vector<std::byte>(4, std::byte{'x'})};
  EXPECT_EQ(in.text("/", "n"), "xxxx");
}

// With h5py one can write such files; the child answers for them without a buffer that overflows.
TEST_F(DamagedHdf5, PipesAndFoldersAreRefused) {
  EXPECT_THAT(message_of<Hdf5Error>([&] { read_bodies(folder()); }), HasSubstr("a directory"));
  EXPECT_THAT(message_of<Hdf5Error>([&] { read_bodies("/dev/zero"); }), HasSubstr("a device"));
}

}  // namespace
