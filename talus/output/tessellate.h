// The surfaces of shapes as polygons, in the frame of the body, for those who draw. Polyhedra and
// meshes are exact; of smooth bodies the corners lie on the surface.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/shape/shape.h"

namespace talus {

struct Surface {
  std::vector<Vec3<double>> vertex;
  // Polygon i has the corners corner[start[i]] to corner[start[i + 1] - 1], counter-clockwise seen
  // from outside; convex and flat, or a triangle.
  std::vector<std::int32_t> start{0}, corner;
  std::vector<Vec3<double>> normal;  // unit, outward, one for every corner: where edges are sharp,
                                     // the polygon's own

  std::size_t polygon_count() const { return start.size() - 1; }
};

// How finely smooth bodies are cut: the fewer bodies, the finer.
enum class Detail { coarse, medium, fine };
Detail detail_for(std::size_t body_count);

// Half-spaces, which have no end, and segments, which have no surface, are empty.
Surface tessellate(const Shape& shape, Detail detail);

// One for every entry of the table.
std::vector<Surface> tessellate(const std::vector<Shape>& shapes, Detail detail);

}  // namespace talus
