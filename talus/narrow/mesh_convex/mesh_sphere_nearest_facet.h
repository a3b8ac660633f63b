// A sphere and a mesh, exactly: the distance of the centre to the facets, less the radius. A
// sphere is convex and round, so its deepest point in the body is the one opposite to the centre's
// nearest facet, and its closest one the same.
#pragma once

#include "talus/contact.h"
#include "talus/math/pose.h"
#include "talus/shape/mesh/nearest.h"
#include "talus/shape/mesh/support.h"
#include "talus/shape/sphere.h"

namespace talus::mesh_convex {

// What is known besides the points: the bracket, and whether it is closed. The gap of the convex
// hulls along the normal is a lower bound.
template <class T, class A, class B>
TALUS_HD void set_bracket(const A& a, const B& b, const RelativePose<T>& b_in_a,
                          const Settings<T>& settings, const T& radius, Contact<T>& c) {
  c.definition = Definition::deepest_contact;
  c.upper = c.distance;
  const T gap = dot(c.normal, b_in_a.translation) -
                support_value(b, -b_in_a.direction_to_b(c.normal)) - support_value(a, c.normal);
  c.lower = smaller(gap, c.distance);
  c.proven = !(c.upper - c.lower > settings.tolerance * larger(radius, absolute(c.distance)));
}

template <class T>
TALUS_HD Contact<T> sphere_first(const Sphere<T>& a, const MeshView<T>& b,
                                 const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                 Cache<T>& cache) {
  const Vec3<T> centre = -b_in_a.direction_to_b(b_in_a.translation);
  const MeshProjection<T> at = project_to_surface(b, centre, infinity_of<T>());
  Contact<T> c;
  c.distance = at.distance - a.radius;
  c.normal = -(b_in_a.rotation * at.normal);
  c.point_a = a.radius * c.normal;
  c.point_b = c.point_a + c.distance * c.normal;
  c.status = c.distance > T(0)   ? Status::separated
             : c.distance < T(0) ? Status::overlapping
                                 : Status::touching;
  set_bracket(a, b, b_in_a, settings, larger(a.radius, b.sphere.radius), c);
  cache.normal = c.normal;
  return c;
}

}  // namespace talus::mesh_convex
