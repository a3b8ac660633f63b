// A sphere and a polyhedron:
//   1. One support evaluation along the line of centres shows for most pairs that the centre is
//      outside.
//   2. Centre inside: its depth is exactly the distance to the nearest face plane.
//   3. Centre outside: GJK between the centre and the polyhedron.
#pragma once

#include "talus/narrow/closed_form_contact.h"
#include "talus/narrow/convex_convex/convex_convex_gjk_expansion.h"

namespace talus::sphere_polyhedron {

template <class T>
TALUS_HD Contact<T> faces(const Sphere<T>& a, const PolyhedronView<T>& b,
                          const RelativePose<T>& b_in_a, const Settings<T>& settings,
                          Cache<T>& cache) {
  const Vec3<T> centre = -b_in_a.direction_to_b(b_in_a.translation);
  const Vec3<T> outward = centre - b.bounds.centre;
  if (dot(outward, centre) > support_value(b, outward)) {
    return convex_convex::gjk_expansion(a, b, b_in_a, settings, cache);
  }
  const int face = farthest_face(b, centre);
  const T beyond = dot(b.face_normal[face], centre) - b.face_offset[face];
  const T size = max_norm(centre) + a.radius + max_norm(b.bounds.centre) + b.bounds.radius;
  if (beyond > T(0)) return convex_convex::gjk_expansion(a, b, b_in_a, settings, cache);
  const Vec3<T> n = b_in_a.rotation * -b.face_normal[face];
  cache.normal = n;
  return with_margins(closed_form_contact(n, beyond, Vec3<T>{}, size), a.radius, T(0), size);
}

}  // namespace talus::sphere_polyhedron
