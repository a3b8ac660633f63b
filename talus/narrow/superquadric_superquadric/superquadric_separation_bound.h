// A lower bound of the distance of two superquadrics from one direction, for gap_exceeds (gap.h): a
// unit n with sigma(n) > g proves that the gap is larger than g.
#pragma once

#include "talus/narrow/superquadric_superquadric/surface_pair_contact.h"

namespace talus::superquadric_superquadric {

// sigma along n, of any length, less rounding. A support value is two levels of log, exp, log, exp;
// only the error of the last exp enters fully, so the total is below 16 roundoffs, which 4
// p.rounding covers.
template <class N>
TALUS_INLINE N distance_at_least(const SuperquadricPair<N>& p, const Vec3<N>& n) {
  const PairOf<N> h = support_value_along(p.form, both(n, -p.b_in_a.direction_to_b(n)));
  const N along = dot(n, p.b_in_a.translation) - (of_a(h) + of_b(h));
  return along / norm(n) - N(4) * p.rounding;
}

// Along the last normal if that is usable, otherwise along the line of centres.
template <class N>
TALUS_INLINE N separation_bound(const SuperquadricPair<N>& p, const Vec3<N>& guess) {
  return distance_at_least(p, select_vector<N>(is_usable(guess), guess, p.b_in_a.translation));
}

}  // namespace talus::superquadric_superquadric
