// The exact convex hull of points as triangles: quickhull (Barber, Dobkin and Huhdanpaa, 1996) with
// exact predicates, so that it needs no tolerance and cannot fail.
#pragma once

#include <span>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

struct HullTriangle {
  int vertex[3];     // counter-clockwise seen from outside
  int neighbour[3];  // the triangle across vertex[k] -> vertex[k + 1]
};

// What the points span.
enum class Span { point, line, plane, solid };

struct TriangulatedHull {
  Span span{Span::point};
  std::vector<HullTriangle> triangle;  // empty unless the points span a solid
};

// The points are distinct and scaled as orientation.h requires. A point that ends up in the middle
// of an edge or face may or may not be a vertex of the triangles, none of which is degenerate.
TriangulatedHull triangulate_hull(std::span<const Vec3<double>> points);

}  // namespace talus
