#include "app/shape_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/shape_format.h"
#include "app/usage_error.h"
#include "talus/input/input_file.h"

namespace talus {

bool is_mesh_file(const std::string& file) {
  const std::string extension = extension_of(file);
  return extension == ".stl" || extension == ".obj" || extension == ".ply";
}

void require_readable(const std::string& file) {
  try {
    input_file_size(file);
  } catch (const UnreadableFile& error) {
    throw UsageError(error.cannot_read(file));
  }
}

std::string read_json_file(const std::string& file) {
  try {
    return read_input_file(file, most_json_bytes);
  } catch (const UnreadableFile& error) {
    throw UsageError(error.cannot_read(file));
  }
}

ShapeFile read_shape_file(const std::string& file) {
  require_readable(file);
  if (is_mesh_file(file)) {
    const MeshHull mesh = polyhedron_from_mesh_file(file);
    return {mesh.polyhedron, mesh};
  }
  const std::string text = read_json_file(file);
  MeshLibrary meshes(std::filesystem::path(file).parent_path());
  return {read_shape(parse_json(text), JsonPath(), meshes), std::nullopt};
}

}  // namespace talus
