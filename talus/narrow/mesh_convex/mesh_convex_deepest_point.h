// A convex body (ellipsoid, superquadric, polyhedron) and a mesh: the points of either surface
// against an inside-outside oracle of the other, one mechanism for all kinds.
//
//   the mesh's surface in the convex body   pieces of facets (mesh_mesh/piece.h) against the convex
//       body's level function, in the zone of the two boxes; the deepest few exactly, as points
//   the convex body's surface in the mesh   its support points along 26 directions, and all
//   vertices
//       of a polyhedron, against the mesh's distance; the deepest four are moved over the surface
//       in ever smaller steps as long as they get deeper
//   neither   the nearest facet, through the tree (convex_closest.h), exactly
//
// The depth found is attained, so it is never too large. It can be too small where a convex body
// enters a concave one where no facet corner and none of the directions leads: the weakness of
// sampling.
#pragma once

#include "talus/narrow/mesh_convex/convex_closest.h"
#include "talus/narrow/mesh_convex/mesh_sphere_nearest_facet.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_deepest.h"
#include "talus/shape/ray_exit.h"

namespace talus::mesh_convex {

// A convex body as a target: its level function over its gradient, the distance to first order.
template <class T, class Convex>
struct ConvexTarget {
  const Convex& body;
  const Settings<T>& settings;
  BoundingBox<T> box;
  static constexpr bool knows_distances = false;

  TALUS_HD bool sample(const Vec3<T>& p, T& distance, Vec3<T>& gradient) const {
    const LevelAt<T> at = level_at_point(body, p);
    const T slope = norm(at.gradient);
    if (!(slope > T(0))) {
      exact(p, distance, gradient);
      return true;
    }
    distance = at.value / slope;
    gradient = at.gradient / slope;
    return true;
  }
  TALUS_HD void exact(const Vec3<T>& p, T& distance, Vec3<T>& gradient) const {
    const Contact<T> c = point_contact(body, p, settings);
    distance = c.distance;
    gradient = -c.normal;
  }
  TALUS_HD bool may_meet(const Vec3<T>& p, const T& radius) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (p[axis] < box.lower[axis] - radius || p[axis] > box.upper[axis] + radius) return false;
    }
    return true;
  }
};

// The deepest pieces of the mesh's surface in the convex body, exactly.
template <class T, class Convex>
TALUS_HD void consider_facets_inside(const Convex& a, const MeshView<T>& b,
                                     const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                     Contact<T>& best) {
  const BoundingBox<T> box = bounding_box(a);
  const mesh_mesh::Zones<T> zones = mesh_mesh::clip_zones(box, b.box, b_in_a);
  if (mesh_mesh::is_empty(zones.a)) return;
  const ConvexTarget<T, Convex> target{a, settings, box};
  const T margin = b.rounding, half_diagonal = T(0.5) * norm(b.cell_size);
  mesh_mesh::DeepestPieces<T> pieces;
  mesh_mesh::for_boundary_rows(
      b, mesh_mesh::index_set(b, zones.b, margin),
      mesh_mesh::sphere_in(mesh_mesh::inverse(b_in_a), bounding_sphere(a), margin),
      [&](int first, int last) {
        for (int row = first; row <= last; ++row) {
          if (!mesh_mesh::cell_may_meet(b, row, target, b_in_a, half_diagonal)) continue;
          mesh_mesh::add_facets_of_cell(b, row, {}, target, b_in_a, true, b_in_a, pieces);
        }
      });
  best.iterations += pieces.found;
  for (int i = 0; i < pieces.count[1]; ++i) {
    const Vec3<T>& point = pieces.piece[1][i].deepest;
    const Contact<T> c = point_contact(a, point, settings);
    if (!(c.distance < best.distance)) continue;
    best.distance = c.distance;
    best.normal = -c.normal;
    best.point_b = point;
    best.point_a = point - best.distance * best.normal;
  }
}

// Points of the convex body's surface by their directions from a point inside, which reach flat
// sides as well, and how deep they are in the mesh, by its interpolated distance.
template <class T, class Convex>
struct DirectionSearch {
  const Convex& a;
  const MeshView<T>& b;
  const RelativePose<T>& b_in_a;
  Vec3<T> centre;

  // The deepest directions that are refined, and the compass search of each: steps of 0.25 radian
  // (less than the angle between neighbouring start directions) halved down to 1e-4, where the
  // depth is exact to 1e-8 of the radius; 128 bounds the moves. Chosen by measurement; no
  // derivation.
  static constexpr int kept = 4, max_moves = 128;
  static constexpr double first_step = 0.25, last_step = 1e-4;
  Vec3<T> direction[kept]{};
  T distance[kept]{};
  int count{};

  TALUS_HD Vec3<T> point_along(const Vec3<T>& u) const {
    return centre + exit_of_ray(a, centre, u, infinity_of<T>()).length * u;
  }
  TALUS_HD Vec3<T> in_b(const Vec3<T>& p) const {
    return transpose_times(b_in_a.rotation, p - b_in_a.translation);
  }
  TALUS_HD T distance_along(const Vec3<T>& u) const {
    MeshSample<T> at;
    return sample_distance(b, in_b(point_along(u)), at) ? at.distance : infinity_of<T>();
  }
  // Keeps the direction if it is one of the deepest.
  TALUS_HD void add(const Vec3<T>& u) {
    const T d = distance_along(u);
    if (!(d < infinity_of<T>()) || (count == kept && !(d < distance[kept - 1]))) return;
    int slot = count < kept ? count++ : kept - 1;
    for (; slot > 0 && distance[slot - 1] > d; --slot) {
      distance[slot] = distance[slot - 1];
      direction[slot] = direction[slot - 1];
    }
    distance[slot] = d;
    direction[slot] = u;
  }
  // Compass search: any of four moves that is deeper is taken, else the moves become shorter.
  TALUS_HD Vec3<T> deepened(int k) const {
    Vec3<T> u = direction[k];
    T d = distance[k], step = T(first_step);
    for (int i = 0; i < max_moves && step > T(last_step); ++i) {
      const Vec3<T> t = any_orthogonal(u), s = cross(u, t);
      bool moved = false;
      for (int move = 0; move < 4 && !moved; ++move) {
        const Vec3<T> along = ((move & 1) != 0 ? -step : step) * (move < 2 ? t : s);
        const Vec3<T> next = normalized(u + along);
        const T there = distance_along(next);
        moved = there < d;
        if (moved) u = next, d = there;
      }
      if (!moved) step = T(0.5) * step;
    }
    return u;
  }
};

template <class T, class Search>
TALUS_HD void add_vertices(const PolyhedronView<T>& a, Search& search) {
  for (int i = 0; i < a.vertex_count; ++i) search.add(normalized(a.vertex(i) - search.centre));
}

template <class Smooth, class Search>
TALUS_HD void add_vertices(const Smooth&, Search&) {}

// The deepest points of the convex body's surface in the mesh, exactly.
template <class T, class Convex>
TALUS_HD void consider_directions(const Convex& a, const MeshView<T>& b,
                                  const RelativePose<T>& b_in_a, Contact<T>& best) {
  DirectionSearch<T, Convex> search{a, b, b_in_a, bounding_sphere(a).centre};
  for (int k = 0; k < 27; ++k) {
    if (k == 13) continue;
    const Vec3<T> n{T(k % 3 - 1), T(k / 3 % 3 - 1), T(k / 9 - 1)};
    search.add(normalized(support_point(a, n) - search.centre));
  }
  add_vertices(a, search);
  best.iterations += search.count;
  for (int k = 0; k < search.count; ++k) {
    const Vec3<T> point = search.point_along(search.deepened(k));
    const MeshProjection<T> exact = project_to_surface(b, search.in_b(point), infinity_of<T>());
    if (!(exact.distance < best.distance)) continue;
    best.distance = exact.distance;
    best.normal = -(b_in_a.rotation * exact.normal);
    best.point_a = point;
    best.point_b = b_in_a.point_to_a(exact.point);
  }
}

template <class T, class Convex>
TALUS_HD Contact<T> convex_first(const Convex& a, const MeshView<T>& b,
                                 const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                 Cache<T>& cache) {
  Contact<T> c;
  consider_facets_inside(a, b, b_in_a, settings, c);
  consider_directions(a, b, b_in_a, c);
  if (c.distance < T(0)) {
    c.status = Status::overlapping;
  } else {
    const int evaluations = c.iterations;
    c = nearest_facet(a, b, b_in_a, settings).contact;
    c.iterations += evaluations;
    // A facet overlaps the body, but no corner and no direction was inside: the depth is unknown.
    if (c.status == Status::overlapping) {
      c.status = Status::touching;
      c.distance = T(0);
      c.point_b = c.point_a;
    }
    if (is_failure(c.status)) return c;
  }
  set_bracket(a, b, b_in_a, settings, larger(bounding_sphere(a).radius, b.sphere.radius), c);
  cache.normal = c.normal;
  return c;
}

}  // namespace talus::mesh_convex
