// The shape of a body or of the grains of a filling: an inline table with the keys of the query
// format (docs/formats.md), and random polyhedra and scaled files beside them.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "talus/mesh_file.h"
#include "talus/shape/shape.h"
#include "talus/sim/scene/section.h"

namespace talus::scene {

// Mesh files, each read once.
class MeshFiles {
 public:
  explicit MeshFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Throws ShapeError.
  const TriangleMesh& read(const std::string& file);

 private:
  std::filesystem::path folder_;
  std::map<std::string, TriangleMesh> read_;
};

// A shape in any size. Meshes cannot be scaled once they are made, so their source is kept.
struct ShapeSource {
  std::vector<Shape> variants;  // more than one only for random polyhedra; none if it was wrong
  std::optional<TriangleMesh> mesh;
  int cells{};

  // All variants with this equivalent diameter. Throws ShapeError.
  std::vector<Shape> with_diameter(double diameter) const;
};

// What is wrong goes to the mistakes of the section.
ShapeSource read_shape(Section& section, std::string_view key, MeshFiles& files);

}  // namespace talus::scene
