// The production method of a sphere and a superquadric: the signed distance of the sphere's centre
// from the superquadric, to which the radius is added afterwards, exactly (sphere_touch.h).
//  1. The foot of the centre (foot/find_foot.h), from the last contact or cold, closed by a tangent
//  ball:
//     nearly all centres outside, and those inside by less than the radii of curvature.
//  2. Otherwise, and for exponents beyond 128 or their duals: the method of smooth bodies with
//     corners (smooth_vertex_body/certify.h), of which a point is the simplest.
#pragma once

#include "talus/narrow/margins.h"
#include "talus/narrow/smooth_vertex_body/certify.h"
#include "talus/narrow/sphere_raw_contact.h"
#include "talus/narrow/sphere_superquadric/sphere_superquadric_closest_point.h"

namespace talus::sphere_superquadric {

// What method 2 answers, from the direction of `outward`, in B's frame.
template <class T>
TALUS_HD Contact<T> by_corners(const Sphere<T>& a, const Superquadric<T>& b,
                               const RelativePose<T>& b_in_a, const Vec3<T>& outward,
                               const Settings<T>& settings, Cache<T>& cache) {
  namespace method = smooth_vertex_body;
  const method::VertexBodyPoint<T> body(centre_in_b(b_in_a));
  const method::Sizes<T> sizes = method::sizes_of(b, body, a.radius);
  method::Descent<T> d;
  method::recall(body, Cache<T>{}, outward, b, d);
  Contact<T> core;
  if (!method::certify(b, body, sizes, settings, d, core)) {
    return method::otherwise(a, b, b_in_a, method::is_square(b), settings, cache);
  }
  core.normal = b_in_a.rotation * -core.normal;
  core.normal = core.normal / norm(core.normal);
  cache.normal = core.normal;
  core.point_a = Vec3<T>{};
  core.point_b = core.distance * core.normal;
  return with_margins(core, a.radius, T(0), sizes.radius);
}

template <class T>
TALUS_HD Contact<T> certified(const Sphere<T>& a, const Superquadric<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Cache<T>& cache) {
  if (!is_workable(b.n1) || !is_workable(b.n2)) {
    return by_corners(a, b, b_in_a, b_in_a.direction_to_b(-cache.normal), settings, cache);
  }
  const auto pair = centre_and_body(b.semi_axes, b.n1, b.n2, centre_in_b(b_in_a));
  const closest_point::ClosestPoint<T> closest_point =
      closest_point_of_centre(pair, cache.surface_param_b);
  if (closest_point.closed) {
    const RawContact<T> t = raw_contact_at(pair, closest_point, a.radius, b_in_a);
    cache.normal = t.normal;
    cache.surface_param_b = closest_point.k;
    return contact_of(t, larger(pair.body.size, a.radius), settings.tolerance);
  }
  cache.surface_param_b = {};
  Contact<T> c = by_corners(a, b, b_in_a, closest_point.n, settings, cache);
  c.iterations += static_cast<int>(closest_point.evaluations);
  return c;
}

}  // namespace talus::sphere_superquadric
