// Finds the boundary cells in which the planes of the facets decide inside from outside.
//
// Let P be the intersection of the half-spaces behind a cell's facets. If all parts of the facets
// in the cell lie in P, they lie on its boundary, and no surface is in the inside of P or beyond
// it. What is beyond the plane of a facet is a convex part of the cell and contains one of its
// corners; so if the corners inside P are those that are known to be inside the body, the body and
// P are the same in this cell: it is convex. A concave cell is the same with the sides exchanged.
#include "talus/shape/mesh/arrays.h"
#include "talus/shape/mesh/stencil.h"

namespace talus {
namespace {

constexpr int most_corners = 9;  // of a triangle cut by the six faces of a box

struct Polygon {
  Vec3<double> corner[most_corners];
  int count = 0;
};

// The part of the polygon with sign * (x - at) <= 0 along the axis (Sutherland and Hodgman).
Polygon cut(const Polygon& polygon, int axis, double at, double sign) {
  Polygon result;
  for (int n = 0; n < polygon.count; ++n) {
    const Vec3<double>&p = polygon.corner[n], &q = polygon.corner[(n + 1) % polygon.count];
    const double from = sign * (p[axis] - at), to = sign * (q[axis] - at);
    if (from <= 0.0 && result.count < most_corners) result.corner[result.count++] = p;
    if ((from <= 0.0) != (to <= 0.0) && result.count < most_corners) {
      result.corner[result.count++] = p + (from / (from - to)) * (q - p);
    }
  }
  return result;
}

Polygon part_in_cell(const MeshView<double>& view, const MeshIndex& w, int f) {
  Polygon polygon;
  for (int k = 0; k < 3; ++k) polygon.corner[polygon.count++] = view.corner(f, k);
  const Vec3<double> lower = lower_corner(view, w), upper = corner_of(view, w, 7);
  for (int axis = 0; axis < 3; ++axis) {
    polygon = cut(polygon, axis, lower[axis], -1.0);
    polygon = cut(polygon, axis, upper[axis], 1.0);
  }
  return polygon;
}

// side = +1 tests the facets as they are, -1 their reverse.
bool is_bounded_by_planes(const MeshView<double>& view, int row, double side) {
  const MeshDescriptor& cell = view.descriptor[row];
  const MeshIndex w{cell.cell[0], cell.cell[1], cell.cell[2]};
  const int begin = cell.first_facet, end = view.descriptor[row + 1].first_facet;
  const auto height = [&](int listed, const Vec3<double>& p) {
    const MeshPlane<double>& plane = view.facet_plane[view.cell_facet[listed]];
    return side * (dot(plane.normal, p) - plane.offset);
  };
  for (int g = begin; g < end; ++g) {
    const Polygon part = part_in_cell(view, w, view.cell_facet[g]);
    for (int n = 0; n < part.count; ++n) {
      for (int f = begin; f < end; ++f) {
        if (height(f, part.corner[n]) > view.rounding) return false;
      }
    }
  }
  for (int c = 0; c < 8; ++c) {
    const Vec3<double> p = corner_of(view, w, c);
    bool behind_all = true;
    for (int f = begin; f < end; ++f) behind_all = behind_all && height(f, p) <= 0.0;
    const bool inside = (cell.code >> c & 1) != 0;
    if (behind_all != (side > 0.0 ? inside : !inside)) return false;
  }
  return true;
}

}  // namespace

void fill_cell_shapes(MeshArrays& body) {
  for (std::int32_t r = 0; r < body.view.boundary_count; ++r) {
    constexpr int most_facets = 16;  // beyond that the segment test is no slower
    MeshDescriptor& row = body.descriptor[r];
    const int count = body.descriptor[r + 1].first_facet - row.first_facet;
    row.shape = count > most_facets                        ? MeshCellShape::mixed
                : is_bounded_by_planes(body.view, r, 1.0)  ? MeshCellShape::convex
                : is_bounded_by_planes(body.view, r, -1.0) ? MeshCellShape::concave
                                                           : MeshCellShape::mixed;
  }
}

}  // namespace talus
