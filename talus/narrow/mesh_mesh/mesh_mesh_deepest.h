// The contact of two meshes as one answer: the deepest contact, or the closest approach.
//
// Overlapping: the point of either surface that is deepest in the other body, depth being the
// distance to the nearest point of the other's surface (Definition::deepest_contact). Of two convex
// bodies that is at most the minimum translation: a ball of that radius around the point fits into
// the other body, so the Minkowski difference holds such a ball around the origin. The two are
// equal where a vertex or a smooth part goes in, and differ where two sharp edges cross.
//
// The vertices inside, then the pieces of facets and edges that can be deeper than those, are the
// candidates, by interpolated distances; the deepest few of either surface are projected exactly.
// The remaining error is that of evaluating only the corners of the pieces: of second order in the
// cell size where the surfaces are smooth. Overlaps below the error of the interpolation are found
// by the exact search for the closest facets.
//
// `upper` is the distance, which two points of the bodies attain. `lower` is the gap of the convex
// hulls along the normal: far away for interlocked bodies, and equal to the distance for many pairs
// that are not, which is then proven.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/mesh_mesh/contact_points.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_closest.h"
#include "talus/shape/mesh/support.h"

namespace talus::mesh_mesh {

// A sink that keeps the deepest pieces of either surface.
template <class T>
struct DeepestPieces {
  static constexpr int kept = 8;  // of each surface; interpolated depths order them to second order
  Piece<T> piece[2][kept];
  int count[2]{};
  int found{};
  T greatest{};  // depth so far

  TALUS_HD T least_depth() const { return greatest; }

  TALUS_HD void add(const Piece<T>& p) {
    ++found;
    greatest = larger(greatest, p.depth);
    Piece<T>(&list)[kept] = piece[p.of_b];
    int& size = count[p.of_b];
    if (size == kept && !(p.depth > list[kept - 1].depth)) return;
    for (int i = 0; i < size; ++i) {
      if (list[i].deepest == p.deepest) return;  // the facets around one vertex
    }
    int slot = size < kept ? size++ : kept - 1;
    for (; slot > 0 && list[slot - 1].depth < p.depth; --slot) list[slot] = list[slot - 1];
    list[slot] = p;
  }
};

// The exact depth at one point of a surface, if it is inside the other body and deeper than the
// best. `point` is in A's frame.
template <class T>
TALUS_HD void consider_point(const MeshView<T>& a, const MeshView<T>& b,
                             const RelativePose<T>& b_in_a, const Vec3<T>& point, bool of_b,
                             Contact<T>& best) {
  const Vec3<T> own = transpose_times(b_in_a.rotation, point - b_in_a.translation);
  const MeshProjection<T> at = of_b ? project_to_surface(a, point, infinity_of<T>())
                                    : project_to_surface(b, own, infinity_of<T>());
  if (!(at.distance < best.distance)) return;
  best.distance = at.distance;
  const Vec3<T> projection = of_b ? at.point : b_in_a.point_to_a(at.point);
  best.normal = of_b ? at.normal : -(b_in_a.rotation * at.normal);
  best.point_a = of_b ? projection : point;
  best.point_b = of_b ? point : projection;
}

template <class T>
TALUS_HD void set_separated(const MeshView<T>& a, const RelativePose<T>& b_in_a,
                            const MeshView<T>& b, const ClosestFacets<T>& closest, Contact<T>& c) {
  const Vec3<T> w = closest.points.on_b - closest.points.on_a;
  c.distance = square_root(closest.points.distance_squared);
  c.point_a = closest.points.on_a;
  c.point_b = closest.points.on_b;
  if (c.distance > T(0)) {
    c.normal = w / c.distance;
    c.status = Status::separated;
    return;
  }
  // The surfaces meet, and nothing was found inside: a corner of the facets that meet may be.
  c.status = Status::touching;
  for (int k = 0; k < 3; ++k) {
    consider_point(a, b, b_in_a, a.corner(closest.facet_a, k), false, c);
    consider_point(a, b, b_in_a, b_in_a.point_to_a(b.corner(closest.facet_b, k)), true, c);
  }
  if (c.distance < T(0)) {
    c.status = Status::overlapping;
  } else {
    c.normal = surface_normal(a, closest.facet_a, triangle_interior);
  }
}

template <class T>
TALUS_HD Contact<T> deepest_contact(const MeshView<T>& a, const MeshView<T>& b,
                                    const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                    Cache<T>& cache) {
  Contact<T> c;
  c.definition = Definition::deepest_contact;
  DeepestPieces<T> candidates;
  find_contact_points(a, b, b_in_a, candidates);
  find_contact_set(a, b, b_in_a, candidates);
  c.iterations = candidates.found;
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < candidates.count[side]; ++i) {
      consider_point(a, b, b_in_a, candidates.piece[side][i].deepest, side == 1, c);
    }
  }
  if (c.distance < T(0)) {
    c.status = Status::overlapping;
  } else {
    ClosestFacets<T> closest;
    find_closest(a, b, b_in_a, closest);
    set_separated(a, b_in_a, b, closest, c);
  }
  c.upper = c.distance;
  const T gap = dot(c.normal, b_in_a.translation) -
                support_value(b, -b_in_a.direction_to_b(c.normal)) - support_value(a, c.normal);
  const T radius = larger(a.sphere.radius, b.sphere.radius);
  c.lower = smaller(gap, c.distance);
  c.proven = !(c.upper - c.lower > settings.tolerance * larger(radius, absolute(c.distance)));
  cache.normal = c.normal;
  return c;
}

}  // namespace talus::mesh_mesh
