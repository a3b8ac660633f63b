// What the methods that work on the potential F of a superquadric share when they answer in the
// form of the contract: they find a point, a direction there, and the points where that line meets
// the bodies.
//
// The bracket is certified and holds the method's own distance: from below sigma of the
// normal, from above the gap of two points of the bodies or, in overlap, minus the radius of balls
// around the common point that lie inside the bodies.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/minkowski_difference.h"
#include "talus/shape/superquadric_gauge.h"

namespace talus::superquadric_superquadric {

// The direction of v where it has one, else of `otherwise`, else any. Divided first by its largest
// component, so that the square of a tiny one does not vanish.
template <class T>
TALUS_HD Vec3<T> unit_or(const Vec3<T>& v, const Vec3<T>& otherwise) {
  if (max_norm(v) > T(0) && max_norm(v) < infinity_of<T>()) return normalized(v / max_norm(v));
  if (max_norm(otherwise) > T(0)) return normalized(otherwise / max_norm(otherwise));
  return {T(1), T(0), T(0)};
}

// The point itself if it lies in the body for certain, else the surface point on its ray from the
// centre, a few roundings inside.
template <class T>
TALUS_HD Vec3<T> pulled_inside(const Superquadric<T>& s, const Vec3<T>& x) {
  const T g = gauge_of(s, x) * (T(1) + T(16) * epsilon_of<T>());
  return g > T(1) ? x / g : x;
}

// A point of a body's surface.
template <class T>
struct SurfacePoint {
  Vec3<T> x;
  bool on_line;
};

// Where the line x + t n meets the body: leaving it if x is inside, entering it against n if x is
// outside (then t < 0); where it misses the body, the surface point on the ray from the centre to
// x.
template <class T>
TALUS_HD SurfacePoint<T> surface_along(const Superquadric<T>& s, const Vec3<T>& x,
                                       const Vec3<T>& n) {
  const T g = gauge_of(s, x);
  if (!(g > T(1))) return {x + ray_exit(s, x, n) * n, true};
  const T back = ray_entry(s, x, -n);
  if (back < T(0)) return {x / g, false};
  return {x - back * n, true};
}

// Normal n; distance from the points, if both are on the line along n, else the gap that the bodies
// leave along n.
template <class T, class Pair>
TALUS_HD void set_from_points(Contact<T>& r, Pair& difference, const Vec3<T>& n,
                              const Vec3<T>& point_a, const Vec3<T>& point_b, bool on_line) {
  r.normal = n;
  r.point_a = point_a;
  r.distance = dot(point_b - point_a, n);
  if (!on_line) {
    const engine::SupportPair<T> w = difference.support(n);
    r.distance = -dot(n, w.c);
    r.point_a = w.a;
  }
  r.point_b = r.point_a + r.distance * n;
}

// Lower bound and status; `upper` is certified by the caller.
template <class T, class Pair>
TALUS_HD void certify(Contact<T>& r, Pair& difference, const Settings<T>& settings, T upper) {
  const T rounding = difference.rounding(), radius = difference.radius();
  r.lower = smaller(-dot(r.normal, difference.support(r.normal).c) - rounding, r.distance);
  r.upper = larger(upper, r.distance);
  r.proven = r.upper - r.lower <= settings.tolerance * larger(radius, absolute(r.distance));
  r.status = status_of(r, touching_width<T> * radius);
}

}  // namespace talus::superquadric_superquadric
