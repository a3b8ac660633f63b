// Damaged and crafted HDF5 files: every one is read or refused, with a message that names the file.
#include <gmock/gmock.h>
#include <hdf5.h>

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
  const auto* first = reinterpret_cast<const decltype(data.bytes)::value_type*>(values.data());
  data.bytes.assign(first, first + values.size() * sizeof(T));
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

class CraftedFile {
 public:
  explicit CraftedFile(const fs::path& path)
      : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {}
  ~CraftedFile() { H5Fclose(file_); }
  CraftedFile(const CraftedFile&) = delete;
  CraftedFile& operator=(const CraftedFile&) = delete;
  hid_t id() const { return file_; }

  // Makes a table without writing its elements.
  void table(const char* name, hid_t type, hsize_t count, hid_t creation = H5P_DEFAULT) const {
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    H5Dclose(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    H5Sclose(space);
  }

 private:
  hid_t file_;
};

TEST_F(DamagedHdf5, ElementsThatTakeMoreBytesThanTheFileHasAreRefused) {
  {
    const CraftedFile crafted(file("a.h5"));
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, 1'900'000'000);
    crafted.table("one_string", text, 1);
    crafted.table("numbers", H5T_NATIVE_DOUBLE, 500);  // 4,000 bytes that nobody wrote
    const hid_t chunked = H5Pcreate(H5P_DATASET_CREATE);
    const hsize_t chunk = 1024;
    H5Pset_chunk(chunked, 1, &chunk);
    crafted.table("chunks", H5T_NATIVE_DOUBLE, 1'000'000, chunked);
    H5Pset_deflate(chunked, 1);
    crafted.table("deflated", H5T_NATIVE_DOUBLE, 100'000'000, chunked);
    H5Pclose(chunked);
    H5Tclose(text);
  }
  ASSERT_LT(fs::file_size(file("a.h5")), 100'000U);
  const Hdf5Reader in(file("a.h5"));
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.strings("one_string"); }), HasSubstr("larger than"));
  for (const char* name : {"numbers", "chunks", "deflated"}) {
    EXPECT_THAT(message_of<Hdf5Error>([&] { in.doubles(name); }), HasSubstr("larger than")) << name;
  }
}

TEST_F(DamagedHdf5, OtherFilesAreNotRead) {
  {
    Hdf5Writer secret(file("secret.h5"), Checksum::no);
    secret.attribute("/", "n", std::int64_t{7});
    secret.table("a", std::vector<double>{1, 2, 3});
    secret.finish();
    std::ofstream(file("secret.raw")) << "0123456789abcdef";
    const CraftedFile crafted(file("a.h5"));
    const hid_t external = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(external, file("secret.raw").c_str(), 0, 16);
    crafted.table("raw", H5T_NATIVE_UINT8, 16, external);
    H5Pclose(external);
    const hid_t virtual_table = H5Pcreate(H5P_DATASET_CREATE);
    const hsize_t count = 3;
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    H5Pset_virtual(virtual_table, space, file("secret.h5").c_str(), "a", space);
    crafted.table("virtual", H5T_NATIVE_DOUBLE, 3, virtual_table);
    H5Sclose(space);
    H5Pclose(virtual_table);
    H5Lcreate_external(file("secret.h5").c_str(), "/", crafted.id(), "link", H5P_DEFAULT,
                       H5P_DEFAULT);
  }
  EXPECT_EQ(Hdf5Reader(file("secret.h5")).doubles("a").size(), 3U);
  const Hdf5Reader in(file("a.h5"));
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.bytes("raw"); }), HasSubstr("in another file"));
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.doubles("virtual"); }), HasSubstr("in another file"));
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.doubles("link/a"); }), HasSubstr("missing"));
  EXPECT_THAT(message_of<Hdf5Error>([&] { in.integer("link", "n"); }), HasSubstr("missing"));
}

// With h5py one can write such files; the child answers for them without a buffer that overflows.
TEST_F(DamagedHdf5, PipesAndFoldersAreRefused) {
  EXPECT_THAT(message_of<Hdf5Error>([&] { read_bodies(folder()); }), HasSubstr("a directory"));
  EXPECT_THAT(message_of<Hdf5Error>([&] { read_bodies("/dev/zero"); }), HasSubstr("a device"));
}

}  // namespace
