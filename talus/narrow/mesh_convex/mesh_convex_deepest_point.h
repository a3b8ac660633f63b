// A convex body (ellipsoid, superquadric, polyhedron) and a mesh: the deepest contact, or the
// closest approach.
//
//   the mesh's surface in the convex body   deepest_facet_point.h: every facet that reaches into
//       the body is found
//   the convex body's surface in the mesh   deepest_surface_point.h
//   neither   the nearest facet, through the tree (convex_closest.h), exactly
//
// The depth found is attained, so it is never too large. It is short of the deepest by at most a
// thousandth, unless the search on the convex body's surface ends by the number of its evaluations.
#pragma once

#include "talus/narrow/mesh_convex/deepest_surface_point.h"
#include "talus/narrow/mesh_convex/mesh_sphere_nearest_facet.h"

namespace talus::mesh_convex {

template <class T, class Convex>
TALUS_HD Contact<T> convex_first(const Convex& a, const MeshView<T>& b,
                                 const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                 Cache<T>& cache) {
  Contact<T> c;
  const BoundingSphere<T> sphere = bounding_sphere(a);
  const T radius = larger(sphere.radius, b.sphere.radius), least = settings.tolerance * radius;
  find_deepest_facet_point(a, b, b_in_a, least, settings, c);
  // If no facet reaches into the body, it is wholly outside, or wholly inside.
  if (c.distance < -least ||
      contains(b, transpose_times(b_in_a.rotation, sphere.centre - b_in_a.translation))) {
    find_deepest_surface_point(a, b, b_in_a, c);
  }
  if (c.distance < -least) {
    c.status = Status::overlapping;
  } else {
    const int evaluations = c.iterations;
    c = nearest_facet(a, b, b_in_a, settings).contact;
    c.iterations += evaluations;
    if (is_failure(c.status)) return c;
    // Overlaps below the tolerance.
    if (c.status == Status::overlapping) {
      c.status = Status::touching;
      c.distance = T(0);
      c.point_b = c.point_a;
    }
  }
  set_bracket(a, b, b_in_a, settings, radius, c);
  cache.normal = c.normal;
  return c;
}

}  // namespace talus::mesh_convex
