// The production method for two ellipsoids: the fast path of lean_newton.h where its certificate
// closes, which is nearly always for separated and for shallow contacts; else support_newton.h.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/lean_answer.h"
#include "talus/narrow/ellipsoid_ellipsoid/support_newton.h"

namespace talus::ellipsoid_ellipsoid {

template <class N>
TALUS_HD Placed<N> place(const Vec3<N>& a, const Vec3<N>& b, const RelativePose<N>& b_in_a) {
  const Mat3<N> turned = transpose(b_in_a.rotation);
  return {a, b, {b.x * turned.row0, b.y * turned.row1, b.z * turned.row2}, b_in_a.translation};
}

// The contact of a closed answer.
template <class T>
TALUS_HD Contact<T> contact_from(const Touch<T>& t, T radius, T tolerance) {
  Contact<T> r;
  r.distance = t.distance;
  r.lower = t.lower;
  r.upper = t.upper;
  r.normal = t.normal;
  r.point_a = t.point_a;
  r.point_b = t.point_b;
  r.iterations = static_cast<int>(t.looks);
  r.status = status_of(r, touching_width<T> * radius);
  r.proven = !(r.upper - r.lower > tolerance * larger(radius, absolute(r.distance)));
  return r;
}

template <class T>
TALUS_HD Contact<T> certified(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Cache<T>& cache) {
  const Placed<T> placed = place(a.semi_axes, b.semi_axes, b_in_a);
  const T size = max_norm(cache.normal);
  const bool warm = size > T(0) && size < infinity_of<T>();
  Touch<T> touch = lean_touch(placed, warm ? to_unit_box(cache.normal) : cache.normal, !warm);
  if (warm && !touch.closed) touch = lean_touch(placed, cache.normal, true);
  if (!touch.closed) {
    cache.normal = {};
    return support_newton(a, b, b_in_a, settings, cache);
  }
  cache.normal = touch.normal;
  return contact_from(touch, larger(max_norm(a.semi_axes), max_norm(b.semi_axes)),
                      settings.tolerance);
}

}  // namespace talus::ellipsoid_ellipsoid
