// Bodies from voxel data.
#include "talus/shape/dfr/volume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "shape/dfr/grains.h"
#include "talus/shape/dfr/classify.h"
#include "talus/shape/error.h"

namespace talus {
namespace {

using testing::HasSubstr;

constexpr int side = 40;

// A torus in grey values: 255 deep inside, 0 far outside, one voxel of blur.
std::vector<std::uint8_t> scan() {
  std::vector<std::uint8_t> voxels;
  for (int k = 0; k < side; ++k) {
    for (int j = 0; j < side; ++j) {
      for (int i = 0; i < side; ++i) {
        const double x = i - 19.5, y = j - 19.5, z = k - 19.5;
        const double distance = std::hypot(std::hypot(x, y) - 12.0, z) - 5.0;
        voxels.push_back(
            static_cast<std::uint8_t>(std::clamp(127.5 - 60.0 * distance, 0.0, 255.0)));
      }
    }
  }
  return voxels;
}

class VolumeFile : public testing::Test {
 protected:
  VolumeFile() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("talus_volume_" + std::string(info->name()) + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~VolumeFile() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return folder_ / name;
  }

  std::string refusal(const std::string& content) {
    try {
      read_volume_file(write("bad.nrrd", content));
    } catch (const ShapeError& error) {
      return error.what();
    }
    return "nothing was thrown";
  }

  std::filesystem::path folder_;
};

void expect_torus(const VoxelVolume& volume, double unit) {
  const Dfr body = make_dfr(volume, {middle_value(volume), false});
  const double exact = 2.0 * std::numbers::pi * std::numbers::pi * 12.0 * 25.0 * unit * unit * unit;
  EXPECT_NEAR(mass_properties(body).volume / exact, 1.0, 0.02);
  EXPECT_EQ(body.view().vertex_count - body.view().edge_count + body.view().facet_count, 0);
  EXPECT_TRUE(contains(body.view(), unit * Vec3<double>{31.5, 19.5, 19.5}));
  EXPECT_FALSE(contains(body.view(), unit * Vec3<double>{19.5, 19.5, 19.5}));
}

TEST_F(VolumeFile, NrrdAndRaw) {
  const std::vector<std::uint8_t> voxels = scan();
  const std::string bytes(voxels.begin(), voxels.end());
  const std::string head = "NRRD0004\n# a torus\ntype: uint8\ndimension: 3\nsizes: 40 40 40\n";
  expect_torus(read_volume_file(write("a.nrrd", head + "encoding: raw\n\n" + bytes)), 1.0);
  write("b.raw", bytes);
  const auto header =
      write("b.nhdr", head + "spacings: 0.5 0.5 0.5\nencoding: raw\ndata file: b.raw\n");
  expect_torus(read_volume_file(header), 0.5);
  expect_torus(read_raw_volume(folder_ / "b.raw", {40, 40, 40}, "uint8", {2, 2, 2}), 2.0);
  std::string text;
  for (const std::uint8_t v : voxels) text += std::to_string(v) + " ";
  expect_torus(read_volume_file(write("c.nrrd", head +
                                                    "encoding: ascii\nspace directions: (1,0,0) "
                                                    "(0,1,0) (0,0,1)\n\n" +
                                                    text)),
               1.0);
  // Sixteen bits, most significant first.
  std::string wide;
  for (const std::uint8_t v : voxels) wide += std::string{static_cast<char>(v), '\0'};
  const VoxelVolume big = read_volume_file(
      write("d.nrrd",
            "NRRD0004\ntype: unsigned short\ndimension: 3\nsizes: 40 40 40\nendian: "
            "big\nencoding: raw\n\n" +
                wide));
  EXPECT_EQ(big.values[0], 0.0f);
  EXPECT_EQ(*std::ranges::max_element(big.values), 65280.0f);
  expect_torus(big, 1.0);
}

// A body that the border cuts is closed there; the dark part of a scan is a body, too.
TEST_F(VolumeFile, BordersAndInversion) {
  VoxelVolume volume{{8, 8, 8}, {1, 1, 1}, {0, 0, 0}, std::vector<float>(512, 1.0f)};
  const Dfr full = make_dfr(volume, {0.5, false});
  EXPECT_NEAR(mass_properties(full).volume, 512.0, 25.0);  // its edges are cut off
  volume.values[3 + 8 * 3 + 64 * 3] = 0.0f;
  const Dfr speck = make_dfr(volume, {0.5, true});
  EXPECT_NEAR(mass_properties(speck).volume, 1.0 / 6.0, 1e-9);  // an octahedron
  EXPECT_LT(mass_properties(make_dfr(volume, {0.5, false})).volume,
            mass_properties(full).volume - 0.1);
}

TEST_F(VolumeFile, Refusals) {
  const std::string head = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 4 4\n";
  EXPECT_THAT(refusal("hello"), HasSubstr("is no NRRD file"));
  EXPECT_THAT(refusal(head + "encoding: raw\n\nabc"), HasSubstr("need 64 bytes, got 3"));
  EXPECT_THAT(refusal(head + "encoding: gzip\n\nabc"), HasSubstr("\"gzip\" is not supported"));
  EXPECT_THAT(refusal("NRRD0004\ntype: block\ndimension: 3\nsizes: 4 4 4\nencoding: raw\n\n"),
              HasSubstr("unknown type of voxels \"block\""));
  EXPECT_THAT(refusal("NRRD0004\ntype: uint8\ndimension: 2\nsizes: 4 4\n\n"),
              HasSubstr("3 dimensions"));
  EXPECT_THAT(refusal("NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 4 5000\n\n"),
              HasSubstr("1 to 1022 voxels"));
  EXPECT_THAT(refusal(head + "spacings: 1 0 1\nencoding: raw\n\n"), HasSubstr("spacing of voxels"));
  EXPECT_THROW(
      make_dfr(VoxelVolume{{2, 2, 2}, {1, 1, 1}, {}, std::vector<float>(8, 0.0f)}, {0.5, false}),
      ShapeError);
}

}  // namespace
}  // namespace talus
