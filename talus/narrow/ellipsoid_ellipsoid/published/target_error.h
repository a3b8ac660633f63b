// The distance error eps_d that P1's methods must keep: the caller's, or equation (1.6),
// 1e-5 of the smallest Gaussian radius of curvature of both bodies, a hundredth of the gap below
// which lubrication corrections stop to depend on it.
#pragma once

#include "talus/contact.h"
#include "talus/shape/ellipsoid_curvature.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
TALUS_HD T target_error(const Ellipsoid<T>& a, const Ellipsoid<T>& b, const Settings<T>& settings) {
  if (settings.distance_error > T(0)) return settings.distance_error;
  return T(1e-5) * smaller(smallest_gaussian_radius(a), smallest_gaussian_radius(b));
}

}  // namespace talus::ellipsoid_ellipsoid
