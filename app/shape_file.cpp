#include "app/shape_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/shape_format.h"
#include "app/usage_error.h"

namespace talus {

bool is_mesh_file(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".stl" || extension == ".obj" || extension == ".ply";
}

void require_readable(const std::string& file) {
  const std::ifstream stream(file, std::ios::binary);
  if (!stream) throw UsageError(fmt::format("cannot open {}: {}", file, std::strerror(errno)));
  if (std::filesystem::is_directory(file)) {
    throw UsageError(fmt::format("cannot read {}: it is a directory", file));
  }
}

ShapeFile read_shape_file(const std::string& file) {
  require_readable(file);
  if (is_mesh_file(file)) {
    const MeshHull mesh = polyhedron_from_mesh_file(file);
    return {mesh.polyhedron, mesh};
  }
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  MeshLibrary meshes(std::filesystem::path(file).parent_path());
  return {read_shape(parse_json(text), JsonPath(), meshes), std::nullopt};
}

}  // namespace talus
