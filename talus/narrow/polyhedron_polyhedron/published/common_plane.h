// What the common-plane methods of P0 section 2 share: the plane between two particles, its closest
// vertices and its gap.
//
//   n            unit normal of the common plane (CP), from particle 1 = A to particle 2 = B
//   V1, V2       the vertices closest to the plane along n; where the particles overlap the plane,
//                the most deeply buried: V1 maximises n.x over A, V2 minimises it over B
//   gap          V1V2 . n, that is sigma(n) of the contract: negative when buried
//   C1, C2       centroids; PB: the perpendicular bisector plane of the segment between them
//
// The gap does not depend on where the plane stands along n, so its translation to the mid-point of
// V1V2 (line 6 of Algorithm 1, line 7 of Algorithm 2) changes no number here: the plane passes
// half-way between the contact points. Centroids are those of the volume, the centres of mass that
// a DEM code keeps with its particles; the mean of the vertices would move when a face is
// triangulated.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/minkowski_difference.h"

namespace talus::polyhedron_polyhedron {

template <class T>
struct CommonPlane {
  Vec3<T> normal;
  T gap;
  engine::SupportPair<T> closest;  // a = V1, b = V2
};

template <class T>
TALUS_HD CommonPlane<T> common_plane_along(PolyhedronDifference<T>& difference, const Vec3<T>& n) {
  CommonPlane<T> plane;
  plane.normal = n;
  plane.closest = difference.support(n);
  plane.gap = -dot(n, plane.closest.c);
  return plane;
}

// Of the volume, by the tetrahedra between one vertex and the triangles of the faces.
template <class T>
TALUS_HD Vec3<T> centroid(const PolyhedronView<T>& p) {
  const Vec3<T> apex = p.vertex(0);
  Vec3<T> moment{};
  T volume = T(0);
  for (int f = 0; f < p.face_count; ++f) {
    const int first = p.face_vertex_start[f], end = p.face_vertex_start[f + 1];
    const Vec3<T> u = p.vertex(p.face_vertex[first]) - apex;
    for (int k = first + 1; k + 1 < end; ++k) {
      const Vec3<T> v = p.vertex(p.face_vertex[k]) - apex;
      const Vec3<T> w = p.vertex(p.face_vertex[k + 1]) - apex;
      const T part = dot(u, cross(v, w));
      volume = volume + part;
      moment = moment + part * (u + v + w);
    }
  }
  // A body so thin that its volume rounds to nothing.
  if (!(volume > T(0))) return p.bounds.centre;
  return apex + moment / (T(4) * volume);
}

// The normal of PB. Concentric particles have none: the paper is silent, any direction will do.
template <class T>
TALUS_HD Vec3<T> perpendicular_bisector(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                        const RelativePose<T>& b_in_a) {
  const Vec3<T> between = b_in_a.point_to_a(centroid(b)) - centroid(a);
  const T length = norm(between);
  return length > T(0) ? between / length : Vec3<T>{T(1), T(0), T(0)};
}

// The neighbours of a closest vertex that are as close to the plane, to within `tie`: none at a
// vertex, one along an edge, two or more on a face. `along` becomes the edge to the last of them.
template <class T>
TALUS_HD int tied_neighbours(const PolyhedronView<T>& p, int vertex, const Vec3<T>& n, T tie,
                             Vec3<T>& along) {
  int count = 0;
  for (int k = p.neighbour_start[vertex]; k < p.neighbour_start[vertex + 1]; ++k) {
    const Vec3<T> edge = p.vertex(p.neighbour[k]) - p.vertex(vertex);
    if (absolute(dot(n, edge)) > tie) continue;
    along = edge;
    ++count;
  }
  return count;
}

// The closest vertices, shifted orthogonally to the normal so that they are joined by
// gap * normal: along the face or edge on which the plane lies, to the crossing of two edges, by
// half of it each if nothing determines how far. The paper speaks of vertices only: where an edge
// or a face lies on a face, the vertex may be beyond the rim of the other body, and so is the
// point.
template <class T>
TALUS_HD void set_contact_points(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                 const RelativePose<T>& b_in_a, const CommonPlane<T>& plane, T tie,
                                 Contact<T>& r) {
  const Vec3<T>& n = plane.normal;
  const Vec3<T> between = plane.closest.b - plane.closest.a;
  const Vec3<T> missed = between - plane.gap * n;
  Vec3<T> edge_a{}, edge_b{};
  const int tied_a = tied_neighbours(a, plane.closest.index_a, n, tie, edge_a);
  const int tied_b =
      tied_neighbours(b, plane.closest.index_b, b_in_a.direction_to_b(n), tie, edge_b);
  Vec3<T> shift_a = T(0.5) * missed;
  if (tied_a != tied_b) shift_a = tied_a > tied_b ? missed : Vec3<T>{};
  if (tied_a == 1 && tied_b == 1) {
    const Vec3<T> v = b_in_a.rotation * edge_b;
    const T det = dot(n, cross(edge_a, v));
    const T s = det == T(0) ? T(0.5) : dot(n, cross(between, v)) / det;
    if (s >= T(0) && s <= T(1)) shift_a = s * (edge_a - dot(n, edge_a) * n);
  }
  r.point_a = plane.closest.a + shift_a;
  r.point_b = r.point_a + plane.gap * n;
}

// The answer of a common-plane method: the gap along its plane. Any unit normal certifies its gap
// from below, and the closest vertices are points of the bodies, so their distance bounds it from
// above. For overlapping bodies that leaves the bracket open: the verdict is the method's own.
template <class T>
TALUS_HD Contact<T> contact_on_plane(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                     const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                     const Vec3<T>& normal, T tie, bool finished) {
  PolyhedronDifference<T> difference(a, b, b_in_a);
  const CommonPlane<T> plane = common_plane_along(difference, normalized(normal));
  const T rounding = difference.rounding();
  Contact<T> r;
  r.definition = Definition::common_plane;
  r.distance = plane.gap;
  r.normal = plane.normal;
  r.lower = plane.gap - rounding;
  r.upper = larger(plane.gap, norm(plane.closest.c)) + rounding;
  const T scale = larger(difference.radius(), absolute(r.distance));
  r.proven = !(r.upper - r.lower > settings.tolerance * scale + T(2) * rounding);
  set_contact_points(a, b, b_in_a, plane, larger(tie, T(2) * rounding), r);
  if (r.lower > T(0)) {
    r.status = Status::separated;
  } else if (!finished) {
    r.status = Status::iteration_limit;
  } else {
    r.status = r.distance < -rounding ? Status::overlapping : Status::touching;
  }
  return r;
}

}  // namespace talus::polyhedron_polyhedron
