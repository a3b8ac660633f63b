// The production method of two ellipsoids, fastest step first:
//   1. Newton's method with its own certificate (fast_newton.h): proves nearly all separated and
//      shallow contacts.
//   2. An ellipsoid inside C = A - B at its stationary point (inner_ellipsoid.h): proves most deep
//      contacts. Steps 1 and 2 are tried from up to four start directions.
//   3. The fallback (support_newton.h): iterations that left the neighbourhood of the minimum,
//      depths with several nearly equal minima, plates and needles beyond 1:100.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/fast_newton_contact.h"
#include "talus/narrow/ellipsoid_ellipsoid/support_newton.h"

namespace talus::ellipsoid_ellipsoid {

// Step 2: proves a stationary answer of overlapping bodies, if it can.
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

// The start direction of attempt k, if there is one: the cached normal, the iteration's own cold
// start (zero), then the shortest axes of A and of B, along which plates that overlap deeply mostly
// separate.
template <class T>
TALUS_HD bool start_direction(int k, const EllipsoidPair<T>& p, const Vec3<T>& last,
                              Vec3<T>& start) {
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
  const EllipsoidPair<T> pair = ellipsoid_pair(a.semi_axes, b.semi_axes, b_in_a);
  RawContact<T> touch;
  Vec3<T> start;
  bool closed = false;
  for (int k = is_direction(cache.normal) ? 0 : 1;
       !closed && start_direction(k, pair, cache.normal, start); ++k) {
    touch = fast_raw_contact(pair, start, !is_direction(start), settings.tolerance);
    closed = touch.closed || close_deep(a, b, b_in_a, touch);
    // The iteration did not converge, so that another start does not help.
    if (k == 1 && !touch.stationary) break;
  }
  if (!closed) {
    cache.normal = touch.stationary ? touch.normal : Vec3<T>{};
    // In the fallback a coarse tolerance would be an error of the distance, not only of its
    // bracket.
    Settings<T> fine = settings;
    fine.tolerance = smaller(settings.tolerance, T(NewtonLimits::fine_tolerance));
    return support_newton(a, b, b_in_a, fine, cache);
  }
  cache.normal = touch.normal;
  return contact_of(touch, larger(max_norm(a.semi_axes), max_norm(b.semi_axes)),
                    settings.tolerance);
}

}  // namespace talus::ellipsoid_ellipsoid
