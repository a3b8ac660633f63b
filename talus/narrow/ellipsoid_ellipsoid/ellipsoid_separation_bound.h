// Separation bound of two ellipsoids for gap_exceeds (gap.h): any unit n with sigma(n) > g proves
// that the gap is larger than g.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/fast_newton.h"

namespace talus::ellipsoid_ellipsoid {

// A lower bound of the distance: sigma along n, of any length, less rounding.
template <class N>
TALUS_INLINE N distance_at_least(const Placed<N>& p, const Vec3<N>& n) {
  const N along = dot(n, p.c) - (norm(multiply_componentwise(p.a, n)) + norm(p.across * n));
  return along / norm(n) - rounding_of(p);
}

// Along the last normal, or along the line of centres.
template <class N>
TALUS_INLINE N separation_bound(const Placed<N>& p, const Vec3<N>& guess, const MaskOf<N>& cold) {
  return distance_at_least(p, select_vector(cold, p.c, guess));
}

}  // namespace talus::ellipsoid_ellipsoid
