// The surfaces of shapes as polygons, in the frame of the body, for those who draw. Polyhedra and
// meshes are exact; of smooth bodies the corners lie on the surface.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/shape/shape.h"

namespace talus {

struct Surface {
  std::vector<Vec3<double>> vertex;
  // Polygon i has the corners corner[start[i]] to corner[start[i + 1] - 1], indices into vertex,
  // counter-clockwise seen from outside; convex and flat, or a triangle.
  std::vector<std::int32_t> start{0}, corner;
  // For light: the outward unit normal of every corner is normal[normal_of[corner]], which is that
  // of the body where it is smooth and of the polygon where it has an edge.
  std::vector<Vec3<double>> normal;
  std::vector<std::int32_t> normal_of;

  std::size_t polygon_count() const { return start.size() - 1; }
};

// How finely smooth bodies are cut: into 80, 320, 1280 or 5120 triangles, superquadrics into 224,
// 528, 1520 or 3968.
enum class Detail { sparse, coarse, medium, fine };

// One for every entry of the table. Half-spaces, which have no end, and segments, which have no
// surface, are empty.
std::vector<Surface> tessellate(const std::vector<Shape>& shapes, Detail detail);

// Facets of a mesh within 37 degrees of a corner's normal are drawn as a smooth surface. A choice.
inline constexpr double smooth_corner_cosine = 0.8;

// Of triangles. A corner whose facet is within the angle of this cosine of the mean normal of all
// facets there is on a smooth part; beyond 1 none is.
Surface surface_of_facets(const std::vector<Vec3<double>>& vertex,
                          const std::vector<std::array<std::int32_t, 3>>& facet,
                          double cosine_of_sharp);

}  // namespace talus
