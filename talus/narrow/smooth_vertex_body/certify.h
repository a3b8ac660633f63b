// The production method of a superquadric (or an ellipsoid, which is one) with a body of corners: a
// polyhedron, a segment, or the centre of a sphere. Everything is in the frame of the smooth body,
// with the normal from it to the other.
//
// Warm: warm.h, if the features are still those of the last contact. Otherwise, apart: approach.h
// ends at the one maximum of the distance along n, proven by two bounds that meet. Overlapping: it
// ends at a local minimum of the depth, which the largest ball that touches the smooth body there
// from inside proves to be the global one where the contact is shallow, and global_depth.h
// otherwise. False where neither closed the bracket, exponents so near 1 that the sides are flat
// and the edges sharp at once among them; the caller then has a slower method.
#pragma once

#include "talus/narrow/convex_convex/convex_convex_gjk_expansion.h"
#include "talus/narrow/pair.h"
#include "talus/narrow/smooth_vertex_body/global_depth.h"
#include "talus/narrow/smooth_vertex_body/vertex_body.h"
#include "talus/narrow/smooth_vertex_body/warm.h"

namespace talus::smooth_vertex_body {

inline constexpr int most_expansions = 200;

// What the bracket may be wide, relative to the larger bounding radius; 1e-12 in double.
template <class T>
inline constexpr T closed_width = T(4504) * epsilon_of<T>();

template <class T>
TALUS_HD Contact<T> contact_of(const Descent<T>& d, const Sizes<T>& sizes, T upper) {
  Contact<T> r;
  r.distance = -d.depth;
  r.lower = r.distance - sizes.rounding;
  r.upper = larger(r.distance, upper) + sizes.rounding;
  r.normal = d.place.normal;
  const Vec3<T> missed = T(0.5) * (d.y - d.place.point - r.distance * r.normal);
  r.point_a = d.place.point + missed;
  r.point_b = d.y - missed;
  r.status = status_of(r, touching_width<T> * sizes.radius);
  r.proven = true;
  r.iterations = d.evaluations;
  return r;
}

// A cache may hold anything: only corners that there are and a finite direction are taken from it.
template <class T, class VertexBody>
TALUS_HD void recall(const VertexBody& body, const Cache<T>& cache, const Vec3<T>& normal,
                     const Superquadric<T>& s, Descent<T>& d) {
  d.touched.count = 0;
  const BoundingSphere<T> bounds = body.bounds();
  const T length = norm(normal);
  if (!(length > T(0)) || !(length < infinity_of<T>())) {
    const T apart = norm(bounds.centre);
    const Vec3<T> start = apart > T(0) ? bounds.centre / apart : Vec3<T>{T(1), T(0), T(0)};
    d.place = place_with_normal(s, start, body.corner(0));
    return;
  }
  d.place = place_with_normal(s, normal / length, bounds.centre);
  if (cache.feature < 1 || cache.feature > 3) return;
  for (int k = 0; k < cache.feature; ++k) {
    const int corner = cache.vertex_b[k];
    if (corner < 0 || corner >= body.count() || d.touched.has(corner)) {
      d.touched.count = 0;
      return;
    }
    d.touched.corner[k] = corner;
    d.touched.at[k] = body.corner(corner);
    d.touched.weight[k] = T(1) / T(cache.feature);
    ++d.touched.count;
  }
}

template <class T>
TALUS_HD void remember(const Superquadric<T>& s, const Descent<T>& d, Cache<T>& cache) {
  cache.normal = d.place.normal;
  cache.surface_param_a = coordinates_of(s, d.place);
  cache.feature = d.touched.count;
  for (int k = 0; k < d.touched.count; ++k) cache.vertex_b[k] = d.touched.corner[k];
}

template <class T, class VertexBody>
TALUS_HD bool certify_overlap(const Superquadric<T>& s, const VertexBody& body,
                              const Sizes<T>& sizes, const engine::Simplex<T>& around,
                              bool enclosed, Descent<T>& d, T& upper) {
  const T wide = closed_width<T> * sizes.radius;
  const Vec3<T> apart = d.place.point - d.y;
  const BallInside<T> inside = ball_inside(s, body);
  T radius = T(0);
  if (!enclosed) {
    const T ball = ball_at(s, d.place);
    upper = -(ball - norm(apart - ball * d.place.normal));
    if (ball >= d.depth && upper + d.depth <= wide) return true;
    upper = norm(apart);
    if (upper + d.depth <= wide) return true;
    upper = inside.apart - inside.r;
    if (upper + d.depth <= wide) return true;
    radius = proven_radius(s, d, d.depth);
    upper = -d.depth + d.residual;
    if (is_lower_outside(inside, d.place.normal, d.depth, radius)) return true;
  }
  engine::SupportPair<T> start[4];
  if (enclosed) {
    for (int k = 0; k < 4; ++k) start[k] = around.point[k];
  } else {
    CornersAndSurface<T, VertexBody> difference{s, body};
    tetrahedron_around(difference, d.place.normal, start);
  }
  const T ball = larger(prove_least(s, body, sizes, start, radius, most_expansions, d),
                        inside.r - inside.apart);
  upper = -ball;
  return ball > T(0) && is_stationary(d, sizes) && upper + d.depth <= wide;
}

// Between exponents of 1 and this a level is a square to all digits but the last few.
template <class T>
TALUS_HD bool is_square(const Superquadric<T>& s) {
  return smaller(s.n1, s.n2) < T(1.01);
}

// Where `certify` did not succeed.
template <class T, class BodyA, class BodyB>
TALUS_HD Contact<T> otherwise(const BodyA& a, const BodyB& b, const RelativePose<T>& b_in_a,
                              bool square, const Settings<T>& settings, Cache<T>& cache) {
  if (!square) return convex_convex::fallback(a, b, b_in_a, settings, cache);
  Contact<T> r = convex_convex::gjk_expansion(a, b, b_in_a, settings, cache);
  r.fallback = true;
  return r;
}

template <class T, class VertexBody>
TALUS_HD bool certify(const Superquadric<T>& s, const VertexBody& body, const Sizes<T>& sizes,
                      const Settings<T>& settings, Descent<T>& d, Contact<T>& r) {
  if (is_square(s)) return false;
  engine::Simplex<T> around;
  for (int round = 0; round < 2; ++round) {
    const Approach end = approach(s, body, sizes, settings.max_iterations, d, around);
    if (end == Approach::lost) return false;
    T upper = norm(d.place.point - d.y);
    if (end == Approach::settled && d.depth < T(0)) {
      if (!(upper + d.depth <= closed_width<T> * sizes.radius)) return false;
      r = contact_of(d, sizes, upper);
      return true;
    }
    if (certify_overlap(s, body, sizes, around, end == Approach::enclosed, d, upper)) {
      r = contact_of(d, sizes, upper);
      return true;
    }
    if (d.depth > T(0)) return false;
    // Not overlapping after all.
  }
  return false;
}

// Without powers: the largest semi-axis is at most the bounding radius, their square sum at least.
template <class T, class VertexBody>
TALUS_HD Sizes<T> sizes_of(const Superquadric<T>& s, const VertexBody& body, T other_radius) {
  return {larger(max_norm(s.semi_axes), other_radius),
          T(4) * epsilon_of<T>() * larger(norm(s.semi_axes), body.reach())};
}

// Where the smooth body is A.
template <class T, class Smooth, class Body, class VertexBody>
TALUS_HD Contact<T> smooth_first(const Smooth& a, const Body& b, const VertexBody& body,
                                 const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                 Cache<T>& cache) {
  const Superquadric<T> s = as_superquadric(a);
  Contact<T> r;
  if (warm_contact(s, b, b_in_a, settings, cache, r)) return r;
  const Sizes<T> sizes = sizes_of(s, body, body.bounds().radius);
  Descent<T> d;
  recall(body, cache, cache.normal, s, d);
  if (certify(s, body, sizes, settings, d, r)) {
    remember(s, d, cache);
    return r;
  }
  cache.feature = 0;
  cache.surface_param_a = {};
  r = otherwise(a, b, b_in_a, is_square(s), settings, cache);
  // Once more from there: where that succeeds the normal is as exact as the distance.
  recall(body, Cache<T>{}, r.normal, s, d);
  Contact<T> again;
  if (is_failure(r.status) || !certify(s, body, sizes, settings, d, again)) return r;
  remember(s, d, cache);
  again.fallback = true;
  again.iterations += r.iterations;
  return again;
}

}  // namespace talus::smooth_vertex_body
