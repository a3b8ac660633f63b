// Reads the shape of a body or of the grains of a filling: a table with the keys of the query
// format (docs/formats.md). Scenes have random polyhedra and a scale for files in addition.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "talus/mesh_file.h"
#include "talus/packing/shape_budget.h"
#include "talus/shape/shape.h"
#include "talus/sim/scene/section.h"

namespace talus::scene {

// Cache of mesh files, and the budget of the shapes that are made of few numbers.
class MeshFiles {
 public:
  explicit MeshFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Throws ShapeError.
  const TriangleMesh& read(const std::string& file);
  ShapeBudget& budget() { return budget_; }
  // In which the files of the scene are.
  const std::filesystem::path& folder() const { return folder_; }

 private:
  ShapeBudget budget_;
  std::filesystem::path folder_;
  std::map<std::string, TriangleMesh> read_;
};

// A shape that can be made in any size. A Mesh cannot be scaled, so its triangles are kept.
struct ShapeSource {
  std::vector<Shape> variants;  // several for random polyhedra only; empty after an error
  std::optional<TriangleMesh> mesh;
  int cells{};

  // All variants with this equivalent diameter. Throws ShapeError.
  std::vector<Shape> with_diameter(double diameter) const;
};

// Records errors in the section.
ShapeSource read_shape(Section& section, std::string_view key, MeshFiles& files);

}  // namespace talus::scene
