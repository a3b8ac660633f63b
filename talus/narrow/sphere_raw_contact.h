// The contact of a sphere (A) with a body whose signed distance from its centre is known, for one
// pair or for a pack of pairs. Exact, for the reason given in margins.h.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/raw_contact.h"

namespace talus {

// In B's frame.
template <class N>
TALUS_INLINE Vec3<N> centre_in_b(const RelativePose<N>& b_in_a) {
  return -b_in_a.direction_to_b(b_in_a.translation);
}

// `outward`: the unit normal of B at the point closest to the centre, in B's frame. `distance` is
// that of the centre, `upper` a bound of it, both to `rounding`.
template <class N>
TALUS_INLINE RawContact<N> sphere_raw_contact(const N& radius, const RelativePose<N>& b_in_a,
                                              const Vec3<N>& outward, const N& distance,
                                              const N& upper, const N& rounding) {
  RawContact<N> t;
  const Vec3<N> n = b_in_a.rotation * -outward;
  t.normal = n / norm(n);
  const N slack = rounding + N(2) * roundoff<N>() * larger(absolute(distance), radius);
  t.distance = distance - radius;
  t.lower = t.distance - slack;
  t.upper = (larger(upper, distance) - radius) + slack;
  t.point_a = radius * t.normal;
  t.point_b = distance * t.normal;
  return t;
}

// A lower bound of the distance: sigma along n, which is in A's frame and of any length, given B's
// support value along -n.
template <class N>
TALUS_INLINE N sphere_gap_at_least(const N& radius, const RelativePose<N>& b_in_a, const Vec3<N>& n,
                                   const N& support_b, const N& rounding) {
  return (dot(n, b_in_a.translation) - support_b) / norm(n) - radius - rounding;
}

// A cache may contain any value: the line of centres replaces zero and infinity, and not-a-number
// proves nothing.
template <class N>
TALUS_INLINE Vec3<N> guess_or_centres(const Vec3<N>& guess, const RelativePose<N>& b_in_a) {
  const N size = max_norm(guess), infinity(infinity_of<typename ScalarOf<N>::Type>());
  const MaskOf<N> usable = (N(0) < size) & (size < infinity);
  return select_vector<N>(usable, guess, b_in_a.translation);
}

}  // namespace talus
