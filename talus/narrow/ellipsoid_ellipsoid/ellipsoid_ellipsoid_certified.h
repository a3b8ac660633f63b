// The production method for two ellipsoids, fastest first:
//  1. the fast path (lean_newton.h), closed by its own certificate: nearly all separated and
//  shallow
//     contacts;
//  2. its stationary point, proven by an ellipsoid inside C (inner_ellipsoid.h): most deep ones;
//  3. the safe path (support_newton.h): directions where the fast one left the minimum's
//     neighbourhood, depths with several nearly equal minima, plates and needles beyond 1:100.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/fast_newton_contact.h"
#include "talus/narrow/ellipsoid_ellipsoid/support_newton.h"

namespace talus::ellipsoid_ellipsoid {

// Closes a stationary answer of overlapping bodies, if the certificate does.
template <class T>
TALUS_HD bool close_deep(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                         const RelativePose<T>& b_in_a, RawContact<T>& touch) {
  const T rounding = touch.distance - touch.lower;
  if (!touch.stationary || !(touch.distance + rounding < T(0))) return false;
  const T slack = T(4) * rounding;
  if (!inner_ellipsoid_proves(a, b, b_in_a, touch.normal, -touch.distance, slack)) return false;
  touch.upper = touch.distance + T(2) * slack + rounding;
  return true;
}

// Where the k-th attempt of the fast path starts, if there is one: from the last normal, from its
// own start (zero), and then from the shortest axes of A and of B, along which plates that lie deep
// in each other mostly separate.
template <class T>
TALUS_HD bool start_of(int k, const Placed<T>& p, const Vec3<T>& last, Vec3<T>& start) {
  if (k == 0) start = last;
  if (k == 1) start = {};
  const Vec3<T>& axes = k == 2 ? p.a : p.b;
  const int least = axes.x <= axes.y && axes.x <= axes.z ? 0 : (axes.y <= axes.z ? 1 : 2);
  if (k == 2) {
    start = {};
    start[least] = T(1);
  }
  if (k == 3) start = least == 0 ? p.across.row0 : (least == 1 ? p.across.row1 : p.across.row2);
  return k < 4;
}

template <class T>
TALUS_HD Contact<T> certified(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Cache<T>& cache) {
  const Placed<T> placed = place(a.semi_axes, b.semi_axes, b_in_a);
  RawContact<T> touch;
  Vec3<T> start;
  bool closed = false;
  for (int k = is_direction(cache.normal) ? 0 : 1;
       !closed && start_of(k, placed, cache.normal, start); ++k) {
    touch = fast_raw_contact(placed, start, !is_direction(start), settings.tolerance);
    closed = touch.closed || close_deep(a, b, b_in_a, touch);
    // Not a matter of which minimum: the safe path is next.
    if (k == 1 && !touch.stationary) break;
  }
  if (!closed) {
    cache.normal = touch.stationary ? touch.normal : Vec3<T>{};
    // There a coarse tolerance would be an error of the distance, not only of its bracket.
    Settings<T> fine = settings;
    fine.tolerance = smaller(settings.tolerance, T(1e-10));
    return support_newton(a, b, b_in_a, fine, cache);
  }
  cache.normal = touch.normal;
  return contact_of(touch, larger(max_norm(a.semi_axes), max_norm(b.semi_axes)),
                    settings.tolerance);
}

}  // namespace talus::ellipsoid_ellipsoid
