// Bodies from voxel data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "shape/mesh/grains.h"
#include "talus/error.h"
#include "talus/mesh_file.h"
#include "talus/shape/mesh/classify.h"

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
  const Mesh body = make_mesh(volume, {middle_value(volume), false});
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

// A page per slice, all of them square but the last.
template <class Number>
std::filesystem::path write_tiff(const std::filesystem::path& path,
                                 const std::vector<Number>& voxels, int format, int compression,
                                 int last_height = side) {
  TIFF* file = TIFFOpen(path.c_str(), "w");
  for (int k = 0; k < side; ++k) {
    const int height = k + 1 == side ? last_height : side;
    TIFFSetField(file, TIFFTAG_IMAGEWIDTH, side);
    TIFFSetField(file, TIFFTAG_IMAGELENGTH, height);
    TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * sizeof(Number)));
    TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(file, TIFFTAG_SAMPLEFORMAT, format);
    TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(file, TIFFTAG_COMPRESSION, compression);
    TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, 7);
    for (int j = 0; j < height; ++j) {
      std::vector<Number> row(voxels.begin() + (k * side + j) * side,
                              voxels.begin() + (k * side + j + 1) * side);
      TIFFWriteScanline(file, row.data(), static_cast<std::uint32_t>(j));
    }
    TIFFWriteDirectory(file);
  }
  TIFFClose(file);
  return path;
}

TEST_F(VolumeFile, Tiff) {
  const std::vector<std::uint8_t> voxels = scan();
  std::vector<std::uint16_t> wide;
  std::vector<std::int16_t> shifted;
  std::vector<float> real;
  for (const std::uint8_t v : voxels) {
    wide.push_back(static_cast<std::uint16_t>(257 * v));
    shifted.push_back(static_cast<std::int16_t>(v - 1000));
    real.push_back(0.001f * v);
  }
  const auto read = [&](const std::filesystem::path& path, float scale, float shift) {
    const VoxelVolume volume = read_volume_file(path);
    ASSERT_EQ(volume.values.size(), voxels.size());
    for (std::size_t i = 0; i < voxels.size(); ++i) {
      ASSERT_EQ(volume.values[i], scale * voxels[i] + shift) << i;
    }
    expect_torus(volume, 1.0);
  };
  read(write_tiff(folder_ / "a.tif", voxels, SAMPLEFORMAT_UINT, COMPRESSION_NONE), 1, 0);
  read(write_tiff(folder_ / "b.tiff", wide, SAMPLEFORMAT_UINT, COMPRESSION_LZW), 257, 0);
  read(write_tiff(folder_ / "c.tif", shifted, SAMPLEFORMAT_INT, COMPRESSION_PACKBITS), 1, -1000);
  read(write_tiff(folder_ / "d.tif", real, SAMPLEFORMAT_IEEEFP, COMPRESSION_NONE), 0.001f, 0);
}

TEST_F(VolumeFile, TiffRefusals) {
  const auto refused = [](const std::filesystem::path& path) -> std::string {
    try {
      read_volume_file(path);
    } catch (const ShapeError& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_THAT(refused(write("a.tif", "hello, I am no picture")), HasSubstr("is no TIFF file"));
  EXPECT_THAT(refused(write("empty.tif", "")), HasSubstr("is no TIFF file"));
  EXPECT_THAT(refused(folder_ / "none.tif"), HasSubstr("cannot be opened: No such file"));
  const std::vector<std::uint8_t> voxels = scan();
  EXPECT_THAT(
      refused(write_tiff(folder_ / "b.tif", voxels, SAMPLEFORMAT_UINT, COMPRESSION_NONE, side - 1)),
      HasSubstr("page 40: has 40 x 39 voxels, the first page 40 x 40"));
  EXPECT_THAT(refused(write_tiff(folder_ / "c.tif", std::vector<double>(side * side * side),
                                 SAMPLEFORMAT_IEEEFP, COMPRESSION_NONE)),
              HasSubstr("page 1: voxels must be integers of 8, 16 or 32 bits or floats of 32"));
  // Cut in the middle.
  const auto whole = write_tiff(folder_ / "d.tif", voxels, SAMPLEFORMAT_UINT, COMPRESSION_NONE);
  std::filesystem::resize_file(whole, std::filesystem::file_size(whole) / 2);
  EXPECT_THAT(refused(whole), HasSubstr("cannot be read"));
}

// A body that the border cuts is closed there; the dark part of a scan is a body, too.
TEST_F(VolumeFile, BordersAndInversion) {
  VoxelVolume volume{{8, 8, 8}, {1, 1, 1}, {0, 0, 0}, std::vector<float>(512, 1.0f)};
  const Mesh full = make_mesh(volume, {0.5, false});
  EXPECT_NEAR(mass_properties(full).volume, 512.0, 25.0);  // its edges are cut off
  volume.values[3 + 8 * 3 + 64 * 3] = 0.0f;
  const Mesh speck = make_mesh(volume, {0.5, true});
  EXPECT_NEAR(mass_properties(speck).volume, 1.0 / 6.0, 1e-9);  // an octahedron
  EXPECT_LT(mass_properties(make_mesh(volume, {0.5, false})).volume,
            mass_properties(full).volume - 0.1);
}

TEST_F(VolumeFile, Refusals) {
  const std::string head = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 4 4\n";
  EXPECT_THAT(refusal("hello"), HasSubstr("is no NRRD file"));
  std::string many = "NRRD0004\n";
  for (int i = 0; i < 2000; ++i) many += "field" + std::to_string(i) + ": 1\n";
  EXPECT_THAT(refusal(many), HasSubstr("header has more than 1000 fields"));
  EXPECT_THAT(refusal("NRRD0004\nfield: " + std::string(100000, 'x')),
              HasSubstr("a line of its header has more than 65536 bytes"));
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
      make_mesh(VoxelVolume{{2, 2, 2}, {1, 1, 1}, {}, std::vector<float>(8, 0.0f)}, {0.5, false}),
      ShapeError);
}

TEST_F(VolumeFile, ExtensionsInAnyCaseAndSpacingsInRange) {
  const std::string head = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 2\n";
  const std::string data = "encoding: raw\n\n" + std::string("\0\1\2\3\4\5\6\7", 8);
  EXPECT_EQ(read_volume_file(write("a.NRRD", head + data)).values.size(), 8u);
  EXPECT_EQ(read_volume_file(write("a.NHdr", head + data)).values.size(), 8u);
  EXPECT_THAT(refusal(head + "spacings: 1e308 1e308 1e308\n" + data), HasSubstr("1e-12 to 1e+12"));
  EXPECT_THAT(refusal(head + "spacings: 1e-308 1 1\n" + data), HasSubstr("1e-12 to 1e+12"));
  EXPECT_THAT(refusal(head + "spacings: 1 1\n" + data), HasSubstr("spacings: expected 3 numbers"));
  EXPECT_THAT(refusal(head + "spacings: 1 1 nan\n" + data), HasSubstr("spacings"));
  EXPECT_THAT(refusal(head + "space directions: (1,0,0) (0,1\n" + data),
              HasSubstr("expected 3 vectors"));
  EXPECT_THAT(refusal("NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1000 1000 1000\n" + data),
              HasSubstr("need 1000000000 bytes, got 8"));
  EXPECT_THAT(refusal("NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1000 1000 1000\n"
                      "encoding: ascii\n\n1 2 3"),
              HasSubstr("expected 1000000000 voxels, got"));
}

}  // namespace
}  // namespace talus
