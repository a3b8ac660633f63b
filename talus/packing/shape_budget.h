// How many vertices the shapes have that a scene or a mix makes from a few numbers: variants of
// random polyhedra, size classes. A file of a kilobyte can ask for more than any memory holds.
#pragma once

#include <cstdint>
#include <string>

#include "talus/shape/shape.h"

namespace talus {

// Of a distribution of sizes.
inline constexpr int most_size_classes = 1000;

// Of all shapes of a scene or a mix. A polyhedron takes 0.5 kB (of 500 vertices) to 1.4 kB (of 26)
// a vertex.
inline constexpr std::uint64_t most_made_vertices = 5'000'000;

// Vertices of a polyhedron, facets of a mesh, 1 of any other shape.
std::uint64_t vertices_of(const Shape& shape);

class ShapeBudget {
 public:
  // Counts this many copies of shapes with so many vertices; false, and nothing is counted, if all
  // together are more than there may be.
  bool spend(std::uint64_t copies, std::uint64_t vertices);
  // "100000 shapes of 1000 vertices ..., at most 5000000 vertices in all are allowed"
  static std::string refusal(std::uint64_t copies, std::uint64_t vertices);

 private:
  std::uint64_t spent_{};
};

}  // namespace talus
