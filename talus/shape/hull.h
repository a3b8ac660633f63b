// The convex hull of points with its true faces.
#pragma once

#include <span>
#include <vector>

#include "talus/math/vec3.h"
#include "talus/shape/triangulated_hull.h"

namespace talus {

// Of the size: thinner hulls get an exact thickness. Far above the limit of make_polyhedron
// (1e-12).
inline constexpr double thin = 1e-9;

struct Hull {
  Span span{Span::point};  // everything below is empty unless it is a solid

  std::vector<int> vertex;       // indices of the input points that are corners, ascending
  std::vector<int> face_start;   // face f has the corners [face_start[f], face_start[f + 1])
  std::vector<int> face_vertex;  // positions in `vertex`, counter-clockwise, the lowest first
  std::vector<Vec3<double>> face_normal;  // unit, outward

  double size{};  // largest extent along an axis

  // Smallest distance from a face's plane to the point farthest below it, where that is small
  // enough to matter (below `thin` of the size); else some larger length.
  double thickness{};
};

// Duplicates count once (the first), interior points not at all, and nor do points in the middle of
// an edge or face. Nothing depends on an absolute length: scaling the points by a power of two
// changes only size and thickness, by that factor. At least one point, all finite.
Hull convex_hull(std::span<const Vec3<double>> points);

}  // namespace talus
