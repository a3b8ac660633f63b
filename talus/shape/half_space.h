// Half-space: all x with normal . x <= offset. It is unbounded, so it has no volume, no bounds and
// a finite support value only along its normal.
#pragma once

#include "talus/math/mat3.h"
#include "talus/primitive.h"

namespace talus {

// Infinite for every direction that is not exactly along the normal.
template <class T>
TALUS_HD T support_value(const HalfSpace<T>& s, const Vec3<T>& n) {
  const T length = norm(n);
  return n == length * s.normal ? length * s.offset : infinity_of<T>();
}

// The point of the boundary plane nearest to the body's origin; only for n along the normal.
template <class T>
TALUS_HD Vec3<T> support_point(const HalfSpace<T>& s, const Vec3<T>&) {
  return s.offset * s.normal;
}

template <class T>
TALUS_HD T inside_outside(const HalfSpace<T>& s, const Vec3<T>& x) {
  return dot(s.normal, x) - s.offset;
}

template <class T>
TALUS_HD Vec3<T> inside_outside_gradient(const HalfSpace<T>& s, const Vec3<T>&) {
  return s.normal;
}

}  // namespace talus
