// The production method for a superquadric (or an ellipsoid, which is one) and a body with
// vertices: a polyhedron, a segment, or the centre of a sphere. Everything is in the frame of the
// smooth body, with the normal from it to the other.
//  1. Warm contact (warm_contact.h), if the features are still those of the last contact.
//  2. Stationary direction (approach.h).
//  3. Separated: it is the maximum of the distance along n, proven by two bounds that meet.
//  4. Overlapping: it is a local minimum of the depth. The ball inside the smooth body that touches
//     it there proves a shallow contact; otherwise a cap of directions with a ball inside both
//     bodies (local_minimum.h), or a search over all directions (global_depth.h).
//  5. Where the bracket is not closed, exponents just above 1 included, whose sides are flat and
//     whose edges are sharp at once: the general method for convex bodies, then 2 to 4 again from
//     its direction.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/convex_convex/convex_convex_gjk_expansion.h"
#include "talus/narrow/smooth_vertex_body/global_depth.h"
#include "talus/narrow/smooth_vertex_body/vertex_body.h"
#include "talus/narrow/smooth_vertex_body/warm_contact.h"

namespace talus::smooth_vertex_body {

// Largest width of a closed bracket, relative to the larger bounding radius; 1e-12 in double.
template <class T>
inline constexpr T closed_width = T(4504) * epsilon_of<T>();

template <class T>
TALUS_HD Contact<T> contact_of(const Descent<T>& d, const LengthScales<T>& scales, T upper) {
  Contact<T> r;
  r.distance = -d.depth;
  r.lower = r.distance - scales.rounding;
  r.upper = larger(r.distance, upper) + scales.rounding;
  r.normal = d.surface.normal;
  // Both points are moved so that point_b - point_a = distance * normal.
  const Vec3<T> missed = T(0.5) * (d.y - d.surface.point - r.distance * r.normal);
  r.point_a = d.surface.point + missed;
  r.point_b = d.y - missed;
  r.status = status_of(r, touching_width<T> * scales.radius);
  r.proven = true;
  r.iterations = d.evaluations;
  return r;
}

// Starts a descent from `normal` and the vertices of the cache. A cache may hold any numbers: only
// existing vertices and a finite direction are used, otherwise the line of centres.
template <class T, class VertexBody>
TALUS_HD void load_cache(const VertexBody& body, const Cache<T>& cache, const Vec3<T>& normal,
                         const Superquadric<T>& s, Descent<T>& d) {
  d.active.count = 0;
  const BoundingSphere<T> bounds = body.bounds();
  const T length = norm(normal);
  if (!(length > T(0)) || !(length < infinity_of<T>())) {
    const T apart = norm(bounds.centre);
    const Vec3<T> start = apart > T(0) ? bounds.centre / apart : Vec3<T>{T(1), T(0), T(0)};
    d.surface = hessian_point_along(s, start, body.vertex(0));
    return;
  }
  d.surface = hessian_point_along(s, normal / length, bounds.centre);
  if (cache.feature < 1 || cache.feature > 3) return;
  for (int k = 0; k < cache.feature; ++k) {
    const int vertex = cache.vertex_b[k];
    if (vertex < 0 || vertex >= body.count() || d.active.has(vertex)) {
      d.active.count = 0;
      return;
    }
    d.active.vertex[k] = vertex;
    d.active.at[k] = body.vertex(vertex);
    d.active.weight[k] = T(1) / T(cache.feature);
    ++d.active.count;
  }
}

template <class T>
TALUS_HD void store_cache(const Superquadric<T>& s, const Descent<T>& d, Cache<T>& cache) {
  cache.normal = d.surface.normal;
  cache.surface_param_a = param_of(s, d.surface);
  cache.feature = d.active.count;
  for (int k = 0; k < d.active.count; ++k) cache.vertex_b[k] = d.active.vertex[k];
}

// Step 4. `upper` is the upper bound of the distance.
template <class T, class VertexBody>
TALUS_HD bool certify_overlap(const Superquadric<T>& s, const VertexBody& body,
                              const LengthScales<T>& scales, const engine::Simplex<T>& simplex,
                              bool enclosed, Descent<T>& d, T& upper) {
  const T wide = closed_width<T> * scales.radius;
  const Vec3<T> apart = d.surface.point - d.y;
  const InnerBall<T> inside = inner_ball_of(s, body);
  T radius = T(0);
  if (!enclosed) {
    const T ball = tangent_ball_at(s, d.surface);
    upper = -(ball - norm(apart - ball * d.surface.normal));
    if (ball >= d.depth && upper + d.depth <= wide) return true;
    upper = norm(apart);
    if (upper + d.depth <= wide) return true;
    upper = inside.apart - inside.r;
    if (upper + d.depth <= wide) return true;
    radius = proven_radius(s, d, d.depth);
    upper = -d.depth + d.residual;
    if (is_deeper_outside(inside, d.surface.normal, d.depth, radius)) return true;
  }
  engine::SupportPair<T> start[4];
  if (enclosed) {
    for (int k = 0; k < 4; ++k) start[k] = simplex.point[k];
  } else {
    SmoothVertexDifference<T, VertexBody> difference{s, body};
    tetrahedron_around(difference, d.surface.normal, start);
  }
  const T ball =
      larger(prove_global_depth(s, body, scales, start, radius, d), inside.r - inside.apart);
  upper = -ball;
  return ball > T(0) && is_stationary(d, scales) && upper + d.depth <= wide;
}

// With an exponent below this a level is a square to all but the last few digits, and goes to the
// general method directly.
inline constexpr double max_square_exponent = 1.01;

template <class T>
TALUS_HD bool is_nearly_square(const Superquadric<T>& s) {
  return smaller(s.n1, s.n2) < T(max_square_exponent);
}

template <class T, class BodyA, class BodyB>
TALUS_HD Contact<T> solve_by_fallback(const BodyA& a, const BodyB& b, const RelativePose<T>& b_in_a,
                                      bool square, const Settings<T>& settings, Cache<T>& cache) {
  if (!square) return convex_convex::fallback(a, b, b_in_a, settings, cache);
  Contact<T> r = convex_convex::gjk_expansion(a, b, b_in_a, settings, cache);
  r.fallback = true;
  return r;
}

// Steps 2 to 4, from d; false if the bracket is not closed.
template <class T, class VertexBody>
TALUS_HD bool certify(const Superquadric<T>& s, const VertexBody& body,
                      const LengthScales<T>& scales, const Settings<T>& settings, Descent<T>& d,
                      Contact<T>& r) {
  if (is_nearly_square(s)) return false;
  engine::Simplex<T> simplex;
  // A second round if the search for the global depth found that the bodies do not overlap.
  for (int round = 0; round < 2; ++round) {
    const ApproachEnd end = approach(s, body, scales, settings.max_iterations, d, simplex);
    if (end == ApproachEnd::failed) return false;
    T upper = norm(d.surface.point - d.y);
    if (end == ApproachEnd::stationary && d.depth < T(0)) {
      if (!(upper + d.depth <= closed_width<T> * scales.radius)) return false;
      r = contact_of(d, scales, upper);
      return true;
    }
    if (certify_overlap(s, body, scales, simplex, end == ApproachEnd::enclosed, d, upper)) {
      r = contact_of(d, scales, upper);
      return true;
    }
    if (d.depth > T(0)) return false;
  }
  return false;
}

// Without powers: the bounding radius of S is between its largest semi-axis and their root sum of
// squares.
template <class T, class VertexBody>
TALUS_HD LengthScales<T> length_scales(const Superquadric<T>& s, const VertexBody& body,
                                       T other_radius) {
  return {larger(max_norm(s.semi_axes), other_radius),
          T(4) * epsilon_of<T>() * larger(norm(s.semi_axes), body.reach())};
}

// The contact of a smooth body A; `body` is B in A's frame.
template <class T, class Smooth, class Body, class VertexBody>
TALUS_HD Contact<T> smooth_vertex_contact(const Smooth& a, const Body& b, const VertexBody& body,
                                          const RelativePose<T>& b_in_a,
                                          const Settings<T>& settings, Cache<T>& cache) {
  const Superquadric<T> s = as_superquadric(a);
  Contact<T> r;
  if (warm_contact(s, b, b_in_a, settings, cache, r)) return r;
  const LengthScales<T> scales = length_scales(s, body, body.bounds().radius);
  Descent<T> d;
  load_cache(body, cache, cache.normal, s, d);
  if (certify(s, body, scales, settings, d, r)) {
    store_cache(s, d, cache);
    return r;
  }
  cache.feature = 0;
  cache.surface_param_a = {};
  r = solve_by_fallback(a, b, b_in_a, is_nearly_square(s), settings, cache);
  // Once more from its direction: then the normal is as accurate as the distance.
  load_cache(body, Cache<T>{}, r.normal, s, d);
  Contact<T> again;
  if (is_failure(r.status) || !certify(s, body, scales, settings, d, again)) return r;
  store_cache(s, d, cache);
  again.fallback = true;
  again.iterations += r.iterations;
  return again;
}

}  // namespace talus::smooth_vertex_body
