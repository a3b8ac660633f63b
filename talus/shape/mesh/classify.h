// Whether a point is inside: the constant-time question of P4 (sections 1.3.1 and 5.4). Cells
// wholly inside or outside answer by their kind. In a boundary cell the answer is exact with
// respect to the facets: by their planes where these suffice (cell_shapes.cpp), else by the signs
// of the corners, which are known: the facets of this one cell that the segment from the point to a
// corner crosses give the side.
//
// A segment that passes an edge or a plane of a facet within rounding proves nothing; another
// corner is tried then. If none of the eight helps, the point is on the surface to within rounding,
// or the cell is crowded with degenerate facets, and the interpolated distance decides. Points of
// the surface itself count as inside or outside as rounding has it.
#pragma once

#include "talus/shape/mesh/distance.h"

namespace talus {

enum class MeshCrossing { no, yes, unclear };

// Whether the segment from p to p + u crosses facet f.
template <class T>
TALUS_HD MeshCrossing crosses_facet(const MeshView<T>& body, int f, const Vec3<T>& p,
                                    const Vec3<T>& u) {
  const MeshPlane<T>& plane = body.facet_plane[f];
  const T from = dot(plane.normal, p) - plane.offset, to = from + dot(plane.normal, u);
  if ((from > body.rounding && to > body.rounding) ||
      (from < -body.rounding && to < -body.rounding)) {
    return MeshCrossing::no;
  }
  if (plane.normal == Vec3<T>{}) return MeshCrossing::no;  // no area: nothing can cross it
  const Vec3<T> a = body.corner(f, 0) - p, b = body.corner(f, 1) - p, c = body.corner(f, 2) - p;
  // Six volumes of u with the sides: on which side of each the line passes.
  const T side[3] = {dot(u, cross(a, b)), dot(u, cross(b, c)), dot(u, cross(c, a))};
  const T error = T(4) * body.rounding * max_norm(u) * (max_norm(a) + max_norm(b) + max_norm(c));
  const bool left = side[0] > error && side[1] > error && side[2] > error;
  const bool right = side[0] < -error && side[1] < -error && side[2] < -error;
  const bool between = absolute(from) > body.rounding && absolute(to) > body.rounding;
  if (left || right) return between ? MeshCrossing::yes : MeshCrossing::unclear;
  const bool some_left = side[0] > error || side[1] > error || side[2] > error;
  const bool some_right = side[0] < -error || side[1] < -error || side[2] < -error;
  return some_left && some_right ? MeshCrossing::no : MeshCrossing::unclear;
}

template <class T>
TALUS_HD bool inside_mixed_cell(const MeshView<T>& body, int row, const Vec3<T>& p) {
  const MeshDescriptor& cell = body.descriptor[row];
  const MeshIndex w{cell.cell[0], cell.cell[1], cell.cell[2]};
  const int end = body.descriptor[row + 1].first_facet;
  // From the nearest corner to the farthest: the shorter the segment, the fewer facets it meets.
  const Vec3<T> t = multiply_componentwise(p - lower_corner(body, w), body.inverse_cell_size);
  const int nearest = (t.x > T(0.5) ? 1 : 0) + (t.y > T(0.5) ? 2 : 0) + (t.z > T(0.5) ? 4 : 0);
  for (int k = 0; k < 8; ++k) {
    const int c = nearest ^ k;
    const Vec3<T> u = corner_of(body, w, c) - p;
    bool inside = (cell.code >> c & 1) != 0, clear = true;
    for (int i = cell.first_facet; i < end && clear; ++i) {
      const MeshCrossing crossing = crosses_facet(body, body.cell_facet[i], p, u);
      clear = crossing != MeshCrossing::unclear;
      inside ^= crossing == MeshCrossing::yes;
    }
    if (clear) return inside;
  }
  return sample_in_cell(body, w, p).distance < T(0);
}

// Most cells hold a part of the body that is convex, or whose complement is: the planes decide.
template <class T>
TALUS_HD bool inside_boundary_cell(const MeshView<T>& body, int row, const Vec3<T>& p) {
  const MeshDescriptor& cell = body.descriptor[row];
  if (cell.shape == MeshCellShape::mixed) return inside_mixed_cell(body, row, p);
  const bool is_convex = cell.shape == MeshCellShape::convex;
  const int end = body.descriptor[row + 1].first_facet;
  for (int i = cell.first_facet; i < end; ++i) {
    const MeshPlane<T>& plane = body.facet_plane[body.cell_facet[i]];
    if ((dot(plane.normal, p) <= plane.offset) != is_convex) return !is_convex;
  }
  return is_convex;
}

template <class T>
TALUS_INLINE bool contains(const MeshView<T>& body, const Vec3<T>& p) {
  const std::int32_t entry = stencil_entry(body, cell_of(body, p));
  return entry >= 0 ? inside_boundary_cell(body, entry, p) : entry == mesh_internal;
}

// The kind of the point's cell, which is all that levels 1 to 3 know.
template <class T>
TALUS_HD MeshCell classify_cell(const MeshView<T>& body, const Vec3<T>& p) {
  return kind_of_entry(stencil_entry(body, cell_of(body, p)));
}

}  // namespace talus
