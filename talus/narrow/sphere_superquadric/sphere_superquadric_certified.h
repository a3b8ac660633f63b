// The production method for a sphere and a superquadric: the signed distance of the sphere's centre
// from the superquadric, less the radius (sphere_raw_contact.h).
//  1. The closest point to the centre (closest_point/find_closest_point.h), from the last contact
//     or cold, certified by a tangent ball: nearly all centres outside, and those inside by less
//     than the radii of curvature.
//  2. Otherwise, and for exponents or dual exponents above 128: the method for smooth bodies and
//     bodies with vertices (smooth_vertex_body/certify.h), with the centre as the only vertex.
#pragma once

#include "talus/narrow/margins.h"
#include "talus/narrow/smooth_vertex_body/certify.h"
#include "talus/narrow/sphere_raw_contact.h"
#include "talus/narrow/sphere_superquadric/sphere_superquadric_closest_point.h"

namespace talus::sphere_superquadric {

// Method 2, from the direction `outward` in B's frame.
template <class T>
TALUS_HD Contact<T> solve_as_vertex_body(const Sphere<T>& a, const Superquadric<T>& b,
                                         const RelativePose<T>& b_in_a, const Vec3<T>& outward,
                                         const Settings<T>& settings, Cache<T>& cache) {
  namespace method = smooth_vertex_body;
  const method::VertexBodyPoint<T> body(centre_in_b(b_in_a));
  const method::LengthScales<T> scales = method::length_scales(b, body, a.radius);
  method::Descent<T> d;
  method::load_cache(body, Cache<T>{}, outward, b, d);
  Contact<T> core;
  if (!method::certify(b, body, scales, settings, d, core)) {
    return method::solve_by_fallback(a, b, b_in_a, method::is_nearly_square(b), settings, cache);
  }
  core.normal = b_in_a.rotation * -core.normal;
  core.normal = core.normal / norm(core.normal);
  cache.normal = core.normal;
  core.point_a = Vec3<T>{};
  core.point_b = core.distance * core.normal;
  return with_margins(core, a.radius, T(0), scales.radius);
}

template <class T>
TALUS_HD Contact<T> certified(const Sphere<T>& a, const Superquadric<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Cache<T>& cache) {
  if (!is_workable(b.n1) || !is_workable(b.n2)) {
    return solve_as_vertex_body(a, b, b_in_a, b_in_a.direction_to_b(-cache.normal), settings,
                                cache);
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
  Contact<T> c = solve_as_vertex_body(a, b, b_in_a, closest_point.n, settings, cache);
  c.iterations += static_cast<int>(closest_point.evaluations);
  return c;
}

}  // namespace talus::sphere_superquadric
