// The production method of a sphere and a superquadric: the signed distance of the sphere's centre
// from the superquadric, by the method of smooth bodies with corners (smooth_polyhedron/certify.h),
// of which a point is the simplest. The radius is added afterwards, exactly.
#pragma once

#include "talus/narrow/margins.h"
#include "talus/narrow/smooth_polyhedron/certify.h"

namespace talus::sphere_superquadric {

template <class T>
TALUS_HD Contact<T> certified(const Sphere<T>& a, const Superquadric<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Cache<T>& cache) {
  namespace method = smooth_polyhedron;
  const Vec3<T> centre = -b_in_a.direction_to_b(b_in_a.translation);  // of the sphere, in B's frame
  const method::CorneredPoint<T> body(centre);
  const method::Sizes<T> sizes = method::sizes_of(b, body, a.radius);
  method::Descent<T> d;
  method::recall(body, cache, b_in_a.direction_to_b(-cache.normal), b, d);
  Contact<T> core;
  if (!method::certify(b, body, sizes, settings, d, core)) {
    return method::otherwise(a, b, b_in_a, method::is_square(b), settings, cache);
  }
  method::remember(d, cache);
  core.normal = b_in_a.rotation * -core.normal;
  core.normal = core.normal / norm(core.normal);
  cache.normal = core.normal;
  core.point_a = Vec3<T>{};
  core.point_b = core.distance * core.normal;
  return with_margins(core, a.radius, T(0), sizes.radius);
}

}  // namespace talus::sphere_superquadric
