// What is written is read back bit for bit, and what is wrong with a file is reported.
#include "talus/output/bodies_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "talus/output/hdf5.h"
#include "talus/shape/shape.h"

namespace {

using namespace talus;
namespace fs = std::filesystem;

// A folder of its own that goes away with the test.
class BodiesFileTest : public testing::Test {
 protected:
  BodiesFileTest()
      : folder_(fs::temp_directory_path() /
                ("talus_bodies_" + std::to_string(::getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~BodiesFileTest() override { fs::remove_all(folder_); }

  fs::path file(const std::string& name) const { return folder_ / name; }

 private:
  fs::path folder_;
};

BodiesFile example() {
  BodiesFile contents;
  Bodies& bodies = contents.bodies;
  const std::vector<Vec3<double>> corners{{0, 0, 0}, {1, 0, 0}, {0, 1.1, 0}, {0, 0, 1 / 3.0}};
  bodies.shapes = {make_sphere(0.1),
                   make_ellipsoid({1.0, 2.0, 3.0}),
                   make_superquadric({1.0, 2.0, 3.0}, 4.5, 2.5),
                   make_polyhedron(corners),
                   make_half_space({0, 0, 1}, -0.5),
                   make_segment({0, 0, 0}, {1, 2, 3})};
  for (int i = 0; i < 8; ++i) {
    bodies.shape_of.push_back(i % 6);
    bodies.poses.push_back(make_pose({i / 7.0, 1e-300 * i, -1e6 * i}, {0.5, -0.5, 0.5, -0.5}));
  }
  contents.box_lengths = {10.0, 20.0, 1e-3};
  contents.packing = PackingRecord{~std::uint64_t{0}, 123456789012345, 9, 0.125, 0.25};
  return contents;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST_F(BodiesFileTest, IsReadBackAsItWas) {
  const BodiesFile written = example();
  write_bodies(file("a.h5"), written);
  EXPECT_FALSE(fs::exists(file("a.h5.part")));
  const BodiesFile read = read_bodies(file("a.h5"));
  ASSERT_EQ(read.bodies.shapes.size(), 6u);
  EXPECT_EQ(std::get<Sphere<double>>(read.bodies.shapes[0]).radius, 0.1);
  EXPECT_EQ(std::get<Ellipsoid<double>>(read.bodies.shapes[1]).semi_axes.z, 3.0);
  EXPECT_EQ(std::get<Superquadric<double>>(read.bodies.shapes[2]).n1, 4.5);
  EXPECT_EQ(std::get<Superquadric<double>>(read.bodies.shapes[2]).n2, 2.5);
  const auto& view = std::get<Polyhedron>(read.bodies.shapes[3]).view();
  const auto& own = std::get<Polyhedron>(written.bodies.shapes[3]).view();
  ASSERT_EQ(view.vertex_count, 4);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(view.vertex(i), own.vertex(i));
  EXPECT_EQ(std::get<HalfSpace<double>>(read.bodies.shapes[4]).offset, -0.5);
  EXPECT_EQ(std::get<Segment<double>>(read.bodies.shapes[5]).to.y, 2.0);
  EXPECT_EQ(read.bodies.shape_of, written.bodies.shape_of);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(read.bodies.poses[i].position, written.bodies.poses[i].position);
    EXPECT_EQ(read.bodies.poses[i].orientation.x, -0.5);
  }
  EXPECT_EQ(read.box_lengths, written.box_lengths);
  ASSERT_TRUE(read.packing);
  EXPECT_EQ(read.packing->seed, ~std::uint64_t{0});
  EXPECT_EQ(read.packing->attempts, 123456789012345);
  EXPECT_EQ(read.packing->wanted_volume_fraction, 0.25);
}

TEST_F(BodiesFileTest, MayBeEmptyAndWithoutRecord) {
  BodiesFile contents;
  contents.box_lengths = {1, 1, 1};
  write_bodies(file("empty.h5"), contents);
  const BodiesFile read = read_bodies(file("empty.h5"));
  EXPECT_EQ(read.bodies.size(), 0u);
  EXPECT_TRUE(read.bodies.shapes.empty());
  EXPECT_FALSE(read.packing);
}

TEST_F(BodiesFileTest, EqualContentsGiveEqualFiles) {
  write_bodies(file("a.h5"), example());
  write_bodies(file("b.h5"), example());
  EXPECT_EQ(bytes_of(file("a.h5")), bytes_of(file("b.h5")));
}

TEST_F(BodiesFileTest, AnUnfinishedOneLeavesNothingAndSparesTheOld) {
  write_bodies(file("a.h5"), example());
  const std::string before = bytes_of(file("a.h5"));
  {
    Hdf5Writer writer(file("a.h5"));
    writer.group("half");
  }
  EXPECT_EQ(bytes_of(file("a.h5")), before);
  EXPECT_FALSE(fs::exists(file("a.h5.part")));
}

class BodiesFileErrors : public BodiesFileTest {
 protected:
  static std::string message(const std::function<void()>& work) {
    try {
      work();
    } catch (const Hdf5Error& error) {
      return error.what();
    }
    return "none";
  }
};

TEST_F(BodiesFileErrors, NameTheFileAndWhatIsWrong) {
  using testing::HasSubstr;
  EXPECT_THAT(message([&] { read_bodies(file("no.h5")); }),
              HasSubstr("no.h5: No such file or directory"));
  EXPECT_THAT(message([&] { read_bodies(fs::temp_directory_path()); }), HasSubstr("directory"));
  EXPECT_THAT(message([&] { write_bodies(file("no/such/a.h5"), example()); }),
              HasSubstr("a.h5: No such file or directory"));
  std::ofstream(file("text.h5")) << "not HDF5";
  EXPECT_THAT(message([&] { read_bodies(file("text.h5")); }), HasSubstr("not an HDF5 file"));
  std::ofstream(file("cut.h5"), std::ios::binary) << [&] {
    write_bodies(file("a.h5"), example());
    return bytes_of(file("a.h5")).substr(0, 900);
  }();
  EXPECT_THAT(message([&] { read_bodies(file("cut.h5")); }), HasSubstr("damaged"));
  {
    Hdf5Writer other(file("other.h5"));
    other.attribute("/", "format", std::string("something else"));
    other.finish();
  }
  EXPECT_THAT(message([&] { read_bodies(file("other.h5")); }), HasSubstr("not a file of bodies"));
}

// The file with one table replaced by another.
TEST_F(BodiesFileErrors, OfTheContentsNameThePlace) {
  const auto with = [&](const std::function<void(BodiesFile&)>& change) {
    BodiesFile contents = example();
    change(contents);
    write_bodies(file("a.h5"), contents);
    return message([&] { read_bodies(file("a.h5")); });
  };
  using testing::HasSubstr;
  EXPECT_THAT(with([](BodiesFile& f) { f.bodies.shape_of[3] = 6; }),
              HasSubstr("bodies/shape[3]: must be an index into the 6 shapes, got 6"));
  EXPECT_THAT(with([](BodiesFile& f) { f.bodies.shape_of.pop_back(); }),
              HasSubstr("bodies: shape, position and orientation have 7, 8 and 8 rows"));
  EXPECT_THAT(with([](BodiesFile& f) { f.bodies.poses[2].orientation.w = 3; }),
              HasSubstr("bodies[2]: "));
  EXPECT_THAT(with([](BodiesFile& f) { std::get<0>(f.bodies.shapes[0]).radius = -1; }),
              HasSubstr("shapes[0]: sphere: radius must be finite and > 0, got -1"));
  EXPECT_THAT(with([](BodiesFile& f) { f.box_lengths.y = 0; }),
              HasSubstr("box/lengths: expected 3 positive numbers"));
}

}  // namespace
