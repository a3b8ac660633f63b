// A lower bound of the distance of two ellipsoids from one direction: for every unit n,
// sigma(n) <= distance.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/fast_newton.h"

namespace talus::ellipsoid_ellipsoid {

// sigma along n, which may have any length, minus rounding.
template <class N>
TALUS_INLINE N distance_at_least(const EllipsoidPair<N>& p, const Vec3<N>& n) {
  const N along = dot(n, p.c) - (norm(multiply_componentwise(p.a, n)) + norm(p.across * n));
  return along / norm(n) - rounding_of(p);
}

// Along the cached normal, or along the line of centres if there is none.
template <class N>
TALUS_INLINE N separation_bound(const EllipsoidPair<N>& p, const Vec3<N>& guess,
                                const MaskOf<N>& cold) {
  return distance_at_least(p, select_vector(cold, p.c, guess));
}

}  // namespace talus::ellipsoid_ellipsoid
