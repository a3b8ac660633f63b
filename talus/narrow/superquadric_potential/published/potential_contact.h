// Functions shared by the methods that work on the potential F of a superquadric (P2, P4
// section 1.4; two superquadrics, or one with a segment, a wall or a polyhedron). Such a method
// finds a point, a direction there, and the points where that line meets the bodies; these
// functions turn them into a contact (talus/contact.h).
//
// The bracket is certified and contains the method's own distance. Lower bound: sigma of the
// normal. Upper bound: the distance of two points of the bodies or, in overlap, minus the radius of
// balls inside the bodies around a common point.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/minkowski_difference.h"
#include "talus/shape/superquadric/gauge.h"

namespace talus::superquadric_potential {

// The unit vector along v if that is finite and not zero, otherwise along `alternative`, otherwise
// x. Dividing by the largest component first avoids underflow of the squares.
template <class T>
TALUS_HD Vec3<T> unit_or(const Vec3<T>& v, const Vec3<T>& alternative) {
  if (max_norm(v) > T(0) && max_norm(v) < infinity_of<T>()) return normalized(v / max_norm(v));
  if (max_norm(alternative) > T(0)) return normalized(alternative / max_norm(alternative));
  return {T(1), T(0), T(0)};
}

// x if it is certain to lie in the body, otherwise the point on its ray from the centre that lies a
// few roundings inside the surface.
template <class T>
TALUS_HD Vec3<T> pulled_inside(const Superquadric<T>& s, const Vec3<T>& x) {
  const T g = gauge_of(s, x) * (T(1) + gauge_error<T>);
  return g > T(1) ? x / g : x;
}

// A point of a body's surface, found along a line.
template <class T>
struct LineHit {
  Vec3<T> x;
  bool on_line;
};

// The intersection of the line x + t n with the surface: where it leaves the body if x is inside,
// where it enters the body against n if x is outside (t < 0). If the line misses the body, the
// surface point on the ray from the centre to x.
template <class T>
TALUS_HD LineHit<T> surface_along(const Superquadric<T>& s, const Vec3<T>& x, const Vec3<T>& n) {
  const T g = gauge_of(s, x);
  if (!(g > T(1))) return {x + ray_exit(s, x, n) * n, true};
  const T back = ray_entry(s, x, -n);
  if (back < T(0)) return {x / g, false};
  return {x - back * n, true};
}

// Sets normal, points and distance: of the two points if both are on the line along n, otherwise
// sigma(n).
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

// Sets the bracket and the status; `upper` is certified by the caller.
template <class T, class Pair>
TALUS_HD void certify(Contact<T>& r, Pair& difference, const Settings<T>& settings, T upper) {
  const T rounding = difference.rounding(), radius = difference.radius();
  r.lower = smaller(-dot(r.normal, difference.support(r.normal).c) - rounding, r.distance);
  r.upper = larger(upper, r.distance);
  r.proven = r.upper - r.lower <= settings.tolerance * larger(radius, absolute(r.distance));
  r.status = status_of(r, touching_width<T> * radius);
}

}  // namespace talus::superquadric_potential
