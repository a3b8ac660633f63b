// A contact without the bookkeeping, in A's frame, for one pair or for a pack of pairs.
#pragma once

#include "talus/contact.h"
#include "talus/math/vec3.h"

namespace talus {

template <class N>
struct RawContact {
  Vec3<N> normal, point_a, point_b;
  N distance, lower, upper;
  N evaluations;         // of the surfaces
  MaskOf<N> stationary;  // a minimum of the depth or the maximum of the distance, to rounding
  MaskOf<N> closed;      // the bracket is: the upper bound counts only then
};

// Whether the bracket is closed to the tolerance (Settings::tolerance).
template <class T>
TALUS_HD bool is_closed(const Contact<T>& c, T radius, T tolerance) {
  return !(c.upper - c.lower > tolerance * larger(radius, absolute(c.distance)));
}

// What follows from the bracket of a closed answer.
template <class T>
TALUS_HD void judge(Contact<T>& c, T radius, T tolerance) {
  c.status = status_of(c, touching_width<T> * radius);
  c.proven = is_closed(c, radius, tolerance);
}

template <class T>
TALUS_HD Contact<T> contact_of(const RawContact<T>& touch, T radius, T tolerance) {
  Contact<T> c;
  c.distance = touch.distance;
  c.lower = touch.lower;
  c.upper = touch.upper;
  c.normal = touch.normal;
  c.point_a = touch.point_a;
  c.point_b = touch.point_b;
  c.iterations = static_cast<int>(touch.evaluations);
  judge(c, radius, tolerance);
  return c;
}

}  // namespace talus
