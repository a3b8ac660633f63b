// NRRD: "NRRD000x", lines "field: value" up to an empty line, then the data, or a field "data file"
// that names the file with them (http://teem.sourceforge.net/nrrd/format.html).
#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <locale>
#include <map>
#include <sstream>

#include "talus/error.h"
#include "talus/input/input_file.h"
#include "talus/mesh_file.h"
#include "talus/shape/mesh/mesh_size.h"
#include "talus/shape/mesh/volume_tiff.h"

namespace talus {
namespace {

std::string read_all(const std::filesystem::path& path) {
  try {
    return read_input_file(path, most_volume_bytes);
  } catch (const UnreadableFile& error) {
    throw ShapeError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

// By the names that NRRD allows; also the number of bytes.
struct ValueType {
  int bytes;
  bool is_signed, is_float;
};

ValueType type_of(const std::string& name, const std::string& file) {
  static const std::map<std::string, ValueType> types = {{"signed char", {1, true, false}},
                                                         {"int8", {1, true, false}},
                                                         {"int8_t", {1, true, false}},
                                                         {"uchar", {1, false, false}},
                                                         {"unsigned char", {1, false, false}},
                                                         {"uint8", {1, false, false}},
                                                         {"uint8_t", {1, false, false}},
                                                         {"short", {2, true, false}},
                                                         {"int16", {2, true, false}},
                                                         {"int16_t", {2, true, false}},
                                                         {"ushort", {2, false, false}},
                                                         {"unsigned short", {2, false, false}},
                                                         {"uint16", {2, false, false}},
                                                         {"uint16_t", {2, false, false}},
                                                         {"int", {4, true, false}},
                                                         {"int32", {4, true, false}},
                                                         {"int32_t", {4, true, false}},
                                                         {"uint", {4, false, false}},
                                                         {"unsigned int", {4, false, false}},
                                                         {"uint32", {4, false, false}},
                                                         {"uint32_t", {4, false, false}},
                                                         {"float", {4, true, true}},
                                                         {"double", {8, true, true}}};
  const auto found = types.find(name);
  if (found == types.end()) {
    throw ShapeError(fmt::format("{}: unknown type of voxels \"{}\"", file, name));
  }
  return found->second;
}

float value_at(const char* bytes, const ValueType& type, bool big_endian) {
  std::uint64_t bits = 0;
  for (int i = 0; i < type.bytes; ++i) {
    bits = bits << 8 | static_cast<unsigned char>(bytes[big_endian ? i : type.bytes - 1 - i]);
  }
  if (type.is_float && type.bytes == 8) return static_cast<float>(std::bit_cast<double>(bits));
  if (type.is_float) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (!type.is_signed) return static_cast<float>(bits);
  const int shift = 64 - 8 * type.bytes;
  return static_cast<float>(static_cast<std::int64_t>(bits << shift) >> shift);
}

std::size_t voxel_count(const VoxelVolume& volume) {
  return static_cast<std::size_t>(volume.size[0]) * volume.size[1] * volume.size[2];
}

void fill_raw(VoxelVolume& volume, std::string_view data, const ValueType& type, bool big_endian,
              const std::string& file) {
  const std::size_t count = voxel_count(volume), expected = count * type.bytes;
  if (data.size() < expected) {
    throw ShapeError(fmt::format("{}: {} x {} x {} voxels need {} bytes, got {}", file,
                                 volume.size[0], volume.size[1], volume.size[2], expected,
                                 data.size()));
  }
  volume.values.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    volume.values[i] = value_at(data.data() + i * type.bytes, type, big_endian);
  }
}

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == ','; }

void fill_text(VoxelVolume& volume, std::string_view data, const std::string& file) {
  // A voxel takes a digit and a blank.
  const std::size_t count = voxel_count(volume);
  const auto refuse = [&](std::size_t found) {
    throw ShapeError(fmt::format("{}: expected {} voxels, got {}", file, count, found));
  };
  if (count > data.size() / 2 + 1) refuse(data.size() / 2 + 1);
  volume.values.resize(count);
  const char* at = data.data();
  const char* const last = data.data() + data.size();
  for (std::size_t i = 0; i < count; ++i) {
    while (at != last && is_blank(*at)) ++at;
    if (at != last && *at == '+') ++at;
    const auto [end, error] = std::from_chars(at, last, volume.values[i]);
    if (error != std::errc{} || (end != last && !is_blank(*end))) refuse(i);
    at = end;
  }
}

// Bodies of up to 1022 voxels are no larger than a mesh may be (most_mesh_size).
constexpr double least_spacing = least_mesh_size, most_spacing = 1e-3 * most_mesh_size;

void require_valid(const VoxelVolume& volume, const std::string& file) {
  constexpr int most = most_voxels_along;
  for (int axis = 0; axis < 3; ++axis) {
    if (volume.size[axis] < 1 || volume.size[axis] > most) {
      throw ShapeError(fmt::format("{}: a volume has 1 to {} voxels along each axis, got {}", file,
                                   most, volume.size[axis]));
    }
    if (!(volume.spacing[axis] >= least_spacing && volume.spacing[axis] <= most_spacing)) {
      throw ShapeError(fmt::format("{}: the spacing of voxels must be {:g} to {:g}, got {}", file,
                                   least_spacing, most_spacing, volume.spacing[axis]));
    }
  }
}

void require_finite_values(const VoxelVolume& volume, const std::string& file) {
  for (const float value : volume.values) {
    if (!std::isfinite(value)) throw ShapeError(fmt::format("{}: a voxel is not finite", file));
  }
}

struct Header {
  std::map<std::string, std::string> fields;
  std::size_t end = 0;  // where the data begin

  std::string at(const std::string& name, const std::string& fallback) const {
    const auto found = fields.find(name);
    return found == fields.end() ? fallback : found->second;
  }
};

// NRRD has about 30 fields; a program may add its own.
constexpr std::size_t most_fields = 1000, longest_field = 65536;

Header read_header(const std::string& content, const std::string& file) {
  if (!content.starts_with("NRRD000")) {
    throw ShapeError(fmt::format("{}: is no NRRD file, which begins with \"NRRD000\"", file));
  }
  Header header;
  std::size_t at = content.find('\n');
  while (at != std::string::npos) {
    const std::size_t begin = at + 1;
    at = content.find('\n', begin);
    if (std::min(at, content.size()) - begin > longest_field) {
      throw ShapeError(
          fmt::format("{}: a line of its header has more than {} bytes", file, longest_field));
    }
    std::string line = content.substr(begin, at == std::string::npos ? at : at - begin);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    header.end = at == std::string::npos ? content.size() : at + 1;
    if (line.empty()) break;
    const std::size_t colon = line.find(": ");
    if (line.front() != '#' && colon != std::string::npos) {
      header.fields[line.substr(0, colon)] = line.substr(colon + 2);
      if (header.fields.size() > most_fields) {
        throw ShapeError(fmt::format("{}: its header has more than {} fields", file, most_fields));
      }
    }
  }
  return header;
}

bool read_three(const std::string& text, double* values) {
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  return static_cast<bool>(stream >> values[0] >> values[1] >> values[2]);
}

void read_geometry(const Header& header, VoxelVolume& volume, const std::string& file) {
  if (header.at("dimension", "") != "3") {
    throw ShapeError(
        fmt::format("{}: a volume has 3 dimensions, got \"{}\"", file, header.at("dimension", "")));
  }
  const auto refuse = [&](const char* field, const std::string& value) {
    throw ShapeError(fmt::format("{}: {}: expected 3 numbers, got \"{}\"", file, field, value));
  };
  const std::string sizes = header.at("sizes", "");
  std::istringstream stream(sizes);
  stream.imbue(std::locale::classic());
  for (int& n : volume.size) stream >> n;
  if (!stream) refuse("sizes", sizes);
  const std::string spacings = header.at("spacings", "1 1 1");
  if (!read_three(spacings, &volume.spacing.x)) refuse("spacings", spacings);
  // "(a,0,0) (0,b,0) (0,0,c)"
  const std::string directions = header.at("space directions", "");
  if (directions.empty()) return;
  std::string numbers = directions;
  for (char& c : numbers) c = c == '(' || c == ')' || c == ',' ? ' ' : c;
  std::istringstream matrix(numbers);
  matrix.imbue(std::locale::classic());
  double m[9] = {};
  for (double& x : m) matrix >> x;
  if (!matrix) {
    throw ShapeError(fmt::format(
        "{}: space directions: expected 3 vectors of 3 numbers, got \"{}\"", file, directions));
  }
  for (int i = 0; i < 9; ++i) {
    if (i % 4 != 0 && m[i] != 0.0) {
      throw ShapeError(
          fmt::format("{}: space directions must be along the axes, got {}", file, directions));
    }
  }
  volume.spacing = {m[0], m[4], m[8]};
}

}  // namespace

VoxelVolume read_volume_file(const std::filesystem::path& path) {
  const std::string file = path.string(), extension = extension_of(path);
  if (extension == ".tif" || extension == ".tiff") {
    VoxelVolume volume = read_tiff_volume(path);
    require_valid(volume, file);
    require_finite_values(volume, file);
    return volume;
  }
  const std::string content = read_all(path);
  const Header header = read_header(content, file);
  VoxelVolume volume;
  read_geometry(header, volume, file);
  require_valid(volume, file);
  const std::string detached = header.at("data file", header.at("datafile", ""));
  const std::string encoding = header.at("encoding", "raw");
  const std::string other = detached.empty() ? "" : read_all(path.parent_path() / detached);
  const std::string_view data =
      detached.empty() ? std::string_view(content).substr(header.end) : std::string_view(other);
  if (encoding == "raw") {
    fill_raw(volume, data, type_of(header.at("type", ""), file),
             header.at("endian", "little") == "big", file);
  } else if (encoding == "ascii" || encoding == "text" || encoding == "txt") {
    fill_text(volume, data, file);
  } else {
    throw ShapeError(
        fmt::format("{}: encoding \"{}\" is not supported, only raw and ascii", file, encoding));
  }
  require_finite_values(volume, file);
  return volume;
}

VoxelVolume read_raw_volume(const std::filesystem::path& path, const int (&size)[3],
                            const std::string& type, const Vec3<double>& spacing) {
  const std::string file = path.string();
  VoxelVolume volume;
  for (int axis = 0; axis < 3; ++axis) volume.size[axis] = size[axis];
  volume.spacing = spacing;
  require_valid(volume, file);
  const std::string data = read_all(path);
  fill_raw(volume, data, type_of(type, file), false, file);
  require_finite_values(volume, file);
  return volume;
}

}  // namespace talus
