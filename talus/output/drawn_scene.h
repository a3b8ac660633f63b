// Where things are drawn: bodies of a periodic box inside it, half-spaces as polygons.
#pragma once

#include <vector>

#include "talus/output/frame.h"
#include "talus/primitive.h"

namespace talus {

// What to add to a position so that it is in the box; zero along directions that are not periodic.
Vec3<double> shift_into(const PeriodicBox& box, const Vec3<double>& position);

// Of all bodies that have bounds, where they are drawn, and of the mesh walls; a unit cube if there
// are none.
BoundingBox<double> drawn_bounds(const FrameView& view);

// The plane of a half-space as far as it matters: near the bounds and outside of the other
// half-spaces. Counter-clockwise seen from outside.
struct PlanePolygon {
  std::int32_t body{};
  Vec3<double> normal{};
  std::vector<Vec3<double>> vertex;
};
std::vector<PlanePolygon> plane_polygons(const FrameView& view, const BoundingBox<double>& bounds);

}  // namespace talus
