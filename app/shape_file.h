// A file that holds one shape: JSON in the query format, or a mesh, which means its convex hull.
#pragma once

#include <optional>
#include <string>

#include "talus/mesh_file.h"
#include "talus/shape/shape.h"

namespace talus {

struct ShapeFile {
  Shape shape;
  std::optional<MeshHull> mesh;  // if it came from a mesh file
};

// By its name: .stl, .obj or .ply.
bool is_mesh_file(const std::string& file);

// Throws UsageError for a file that cannot be opened, and for what is not a regular file.
void require_readable(const std::string& file);

// The text of a JSON file. Throws UsageError for a file that cannot be read.
std::string read_json_file(const std::string& file);

// Throws UsageError for a file that cannot be read, FormatError or ShapeError for what is in it.
ShapeFile read_shape_file(const std::string& file);

}  // namespace talus
