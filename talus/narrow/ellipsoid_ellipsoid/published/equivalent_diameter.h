// The diameter of the ball of the same volume, D_eq = 2 (a b c)^(1/3), by which P1 measures
// lengths. (Section 3.2 prints D_eq = (a b b)^(1/3); (3.1) and "volumetrically equivalent diameter"
// need the factor 2.)
#pragma once

#include "talus/math/power.h"
#include "talus/shape/ellipsoid.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
TALUS_HD T equivalent_diameter(const Ellipsoid<T>& e) {
  // Of ratios, so that a power of two scales it bit for bit.
  const T longest = max_norm(e.semi_axes);
  const Vec3<T> s = e.semi_axes / longest;
  return T(2) * longest * power(s.x * s.y * s.z, T(1) / T(3));
}

}  // namespace talus::ellipsoid_ellipsoid
