#include "talus/shape/mesh/volume_tiff.h"

#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>

#include "talus/error.h"
#include "talus/input/child_process.h"
#include "talus/input/input_file.h"

namespace talus {
namespace {

// A page of floats has 4 MB; a file may keep it in one strip, with some overhead. bytes
constexpr tmsize_t most_allocated = tmsize_t{1} << 30;
// Values per byte of the file: what its compressions can do at best.
constexpr std::uint64_t most_compression = 2000;

using Tiff = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

// Keeps the last complaint of libtiff, which would print it otherwise.
int keep_message(TIFF*, void* message, const char*, const char* format, va_list arguments) {
  char text[256];
  std::vsnprintf(text, sizeof(text), format, arguments);
  *static_cast<std::string*>(message) = text;
  return 1;
}

int ignore_message(TIFF*, void*, const char*, const char*, va_list) { return 1; }

Tiff open(const std::filesystem::path& path, std::string& message) {
  const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(
      TIFFOpenOptionsAlloc(), &TIFFOpenOptionsFree);
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_message, &message);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore_message, nullptr);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), most_allocated);
  Tiff file(TIFFOpenExt(path.c_str(), "r", options.get()), &TIFFClose);
  if (!file) throw ShapeError(fmt::format("{}: is no TIFF file ({})", path.string(), message));
  return file;
}

struct Page {
  std::uint32_t width{}, height{};
  std::uint16_t bits = 1, samples = 1, format = SAMPLEFORMAT_UINT, photometric{};
};

Page page_of(TIFF* file, const std::string& where) {
  Page page;
  TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &page.width);
  TIFFGetField(file, TIFFTAG_IMAGELENGTH, &page.height);
  TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &page.bits);
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &page.samples);
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &page.format);
  TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &page.photometric);
  if (page.samples != 1 || page.photometric > PHOTOMETRIC_MINISBLACK) {
    throw ShapeError(fmt::format("{}: voxels must be grey values, not colours", where));
  }
  const bool is_float = page.format == SAMPLEFORMAT_IEEEFP;
  const bool is_integer = page.format == SAMPLEFORMAT_UINT || page.format == SAMPLEFORMAT_INT;
  if (!(is_float && page.bits == 32) &&
      !(is_integer && (page.bits == 8 || page.bits == 16 || page.bits == 32))) {
    throw ShapeError(
        fmt::format("{}: voxels must be integers of 8, 16 or 32 bits or floats of 32, got {} bits",
                    where, page.bits));
  }
  if (TIFFIsTiled(file) != 0) {
    throw ShapeError(fmt::format("{}: is stored in tiles, only strips are supported", where));
  }
  if (page.width < 1 || page.height < 1 || page.width > most_voxels_along ||
      page.height > most_voxels_along) {
    throw ShapeError(fmt::format("{}: a volume has 1 to {} voxels along each axis, got {} x {}",
                                 where, most_voxels_along, page.width, page.height));
  }
  return page;
}

template <class Number>
void append(std::vector<float>& values, const std::vector<unsigned char>& row,
            std::uint32_t width) {
  for (std::uint32_t i = 0; i < width; ++i) {
    Number value;
    std::memcpy(&value, row.data() + i * sizeof(Number), sizeof(Number));
    values.push_back(static_cast<float>(value));
  }
}

void append_row(std::vector<float>& values, const std::vector<unsigned char>& row,
                const Page& page) {
  const bool is_signed = page.format == SAMPLEFORMAT_INT;
  if (page.format == SAMPLEFORMAT_IEEEFP) return append<float>(values, row, page.width);
  switch (page.bits) {
    case 8:
      return is_signed ? append<std::int8_t>(values, row, page.width)
                       : append<std::uint8_t>(values, row, page.width);
    case 16:
      return is_signed ? append<std::int16_t>(values, row, page.width)
                       : append<std::uint16_t>(values, row, page.width);
    default:
      return is_signed ? append<std::int32_t>(values, row, page.width)
                       : append<std::uint32_t>(values, row, page.width);
  }
}

// Whether there is another page, which then is the current one.
bool next_page(TIFF* file, const VoxelVolume& volume, const std::string& where,
               const std::string& message) {
  if (volume.size[2] > most_voxels_along || TIFFLastDirectory(file) != 0) return false;
  if (TIFFReadDirectory(file) == 0) {
    throw ShapeError(fmt::format("{}: the page after it cannot be read ({})", where, message));
  }
  return true;
}

constexpr std::size_t most_message_bytes = 65536;

ChildLimits limits_for(std::uint64_t file_bytes) {
  constexpr std::uint64_t spare_memory = std::uint64_t{6} << 30;  // 1022^3 floats
  constexpr std::uint64_t slowest_reading = 1'000'000;            // bytes per second
  const auto seconds =
      static_cast<int>(std::min<std::uint64_t>(file_bytes / slowest_reading, 86400));
  return {spare_memory + 4 * file_bytes, seconds + 60, seconds + 60.0};
}

void send_volume(Connection& parent, const std::filesystem::path& path, std::uint64_t file_bytes) {
  VoxelVolume volume;
  std::string error;
  try {
    volume = parse_tiff(path, file_bytes);
  } catch (const ShapeError& shape_error) {
    error = shape_error.what();
    error.resize(std::min(error.size(), most_message_bytes));
    volume = {};
  }
  if (send_text(parent, error) && send_value(parent, volume.size)) {
    parent.send(volume.values.data(), volume.values.size() * sizeof(float));
  }
}

VoxelVolume receive_volume(ChildProcess& child) {
  const std::string error = child.receive_text(most_message_bytes);
  VoxelVolume volume;
  child.receive(volume.size, sizeof(volume.size));
  if (!error.empty()) throw ShapeError(error);
  std::size_t count = 1;
  for (const int n : volume.size) {
    if (n < 1 || n > most_voxels_along + 1) throw ChildError("its answer makes no sense");
    count *= static_cast<std::size_t>(n);
  }
  volume.values.resize(count);
  child.receive(volume.values.data(), count * sizeof(float));
  return volume;
}

}  // namespace

VoxelVolume parse_tiff(const std::filesystem::path& path, std::uint64_t file_bytes) {
  std::string message;
  const Tiff file = open(path, message);
  VoxelVolume volume;
  std::string where;
  do {
    where = fmt::format("{}: page {}", path.string(), volume.size[2] + 1);
    const Page page = page_of(file.get(), where);
    const int width = static_cast<int>(page.width), height = static_cast<int>(page.height);
    if (volume.size[2] == 0) volume.size[0] = width, volume.size[1] = height;
    if (width != volume.size[0] || height != volume.size[1]) {
      throw ShapeError(fmt::format("{}: has {} x {} voxels, the first page {} x {}", where, width,
                                   height, volume.size[0], volume.size[1]));
    }
    const std::uint64_t pixels = std::uint64_t{page.width} * page.height;
    if (volume.values.size() + pixels > most_compression * file_bytes) {
      throw ShapeError(fmt::format("{}: {} bytes cannot hold so many voxels", where, file_bytes));
    }
    const tmsize_t row_bytes = TIFFScanlineSize(file.get());
    if (row_bytes < static_cast<tmsize_t>(page.width * (page.bits / 8u))) {
      throw ShapeError(fmt::format("{}: its rows are shorter than its width", where));
    }
    std::vector<unsigned char> row(static_cast<std::size_t>(row_bytes));
    for (std::uint32_t j = 0; j < page.height; ++j) {
      if (TIFFReadScanline(file.get(), row.data(), j, 0) < 0) {
        throw ShapeError(fmt::format("{}: row {} cannot be read ({})", where, j + 1, message));
      }
      append_row(volume.values, row, page);
    }
    ++volume.size[2];
  } while (next_page(file.get(), volume, where, message));
  return volume;
}

// The library may crash on a crafted file: it does so in a child process, and that is a message.
VoxelVolume read_tiff_volume(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& what) {
    throw ShapeError(fmt::format("{}: {}", path.string(), what));
  };
  try {
    const std::uint64_t file_bytes = input_file_size(path);
    ChildProcess child(limits_for(file_bytes),
                       [&](Connection& parent) { send_volume(parent, path, file_bytes); });
    return receive_volume(child);
  } catch (const UnreadableFile& error) {
    refuse(error.what());
  } catch (const ChildError& error) {
    refuse(error.what());
  }
  return {};
}

}  // namespace talus
