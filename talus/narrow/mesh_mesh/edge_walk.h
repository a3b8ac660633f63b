// An edge of the source body walked through the cells of the target (P4, section 5.1.4 and step 3c
// of section 5.2): the edge is clipped to the target's bounds, then to one cell after the other; in
// each boundary cell the clipped piece is tested against the facets of that cell. The side
// at which the edge leaves a cell is that of the next cell, so that a cell costs three comparisons.
//
// Every crossing of the edge with the surface is reported once: a facet that lies in two cells is
// crossed only in the cell whose piece of the edge holds the crossing. Crossings within rounding of
// the border of two cells, or of two facets' common edge, may be reported twice or not at all; the
// caller decides by the point between two crossings, not by counting them.
#pragma once

#include "talus/shape/mesh/classify.h"

namespace talus::mesh_mesh {

// The part from `begin` to `end` (0 to 1) of the segment p + t u that is in the box; begin > end:
// none. Sutherland and Cohen's clipping in its parametric form.
template <class T>
struct ClippedEdge {
  T begin, end;
};

template <class T>
TALUS_HD ClippedEdge<T> clip_edge(const Vec3<T>& p, const Vec3<T>& u, const BoundingBox<T>& box) {
  ClippedEdge<T> part{T(0), T(1)};
  for (int axis = 0; axis < 3; ++axis) {
    if (u[axis] == T(0)) {
      if (p[axis] < box.lower[axis] || p[axis] > box.upper[axis]) return {T(1), T(0)};
      continue;
    }
    const T low = (box.lower[axis] - p[axis]) / u[axis],
            high = (box.upper[axis] - p[axis]) / u[axis];
    part.begin = larger(part.begin, smaller(low, high));
    part.end = smaller(part.end, larger(low, high));
  }
  return part;
}

// Where the segment p + t u crosses facet f: t, or a negative number.
template <class T>
TALUS_HD T crossing_of(const MeshView<T>& body, int f, const Vec3<T>& p, const Vec3<T>& u) {
  const MeshPlane<T>& plane = body.facet_plane[f];
  const T from = dot(plane.normal, p) - plane.offset, slope = dot(plane.normal, u);
  if (!((from > T(0) && from + slope <= T(0)) || (from <= T(0) && from + slope > T(0)))) {
    return T(-1);
  }
  const Vec3<T> a = body.corner(f, 0) - p, b = body.corner(f, 1) - p, c = body.corner(f, 2) - p;
  const T s0 = dot(u, cross(a, b)), s1 = dot(u, cross(b, c)), s2 = dot(u, cross(c, a));
  const bool left = s0 >= T(0) && s1 >= T(0) && s2 >= T(0);
  const bool right = s0 <= T(0) && s1 <= T(0) && s2 <= T(0);
  return left || right ? -from / slope : T(-1);
}

// Calls visit(entry, begin, end) for the cells within `bounds` that the segment p + t u passes
// through, from p on: their entry in the stencil and the part of the segment in them. The walk ends
// after as many cells as the grid has along its three sides.
template <class T, class Visit>
TALUS_HD void walk_cells(const MeshView<T>& target, const Vec3<T>& p, const Vec3<T>& u,
                         const BoundingBox<T>& bounds, Visit visit) {
  const ClippedEdge<T> inside = clip_edge(p, u, bounds);
  if (!(inside.begin <= inside.end)) return;
  MeshIndex w = cell_of(target, p + inside.begin * u);
  int index[3] = {w.cell, w.prism, w.slice};
  T begin = inside.begin;
  for (int left = target.cells[0] + target.cells[1] + target.cells[2] + 4; left > 0; --left) {
    // The nearest face of the cell ahead.
    T end = infinity_of<T>();
    int exit = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (u[axis] == T(0)) continue;
      const int face = index[axis] + (u[axis] > T(0) ? 1 : 0);
      const T at = (target.origin[axis] + T(face) * target.cell_size[axis] - p[axis]) / u[axis];
      if (at < end) end = at, exit = axis;
    }
    visit(stencil_entry(target, {index[0], index[1], index[2]}), begin, end);
    if (!(end < inside.end)) return;
    begin = larger(begin, end);
    index[exit] += u[exit] > T(0) ? 1 : -1;
  }
}

// Calls visit(t, facet) for the crossings of the segment from p to q with the target's surface,
// cell by cell from p to q.
template <class T, class Visit>
TALUS_HD void walk_edge(const MeshView<T>& target, const Vec3<T>& p, const Vec3<T>& q,
                        Visit visit) {
  const Vec3<T> u = q - p;
  const T slack = T(16) * epsilon_of<T>();
  walk_cells(target, p, u, target.box, [&](std::int32_t entry, const T& begin, const T& end) {
    if (entry < 0) return;
    const int last = target.descriptor[entry + 1].first_facet;
    for (int i = target.descriptor[entry].first_facet; i < last; ++i) {
      const T t = crossing_of(target, target.cell_facet[i], p, u);
      if (t >= begin - slack && t < end + slack) visit(t, target.cell_facet[i]);
    }
  });
}

}  // namespace talus::mesh_mesh
