// Straight segment between two points: a body without volume (a wire, a fibre, an edge of a wall).
#pragma once

#include "talus/math/mat3.h"
#include "talus/primitive.h"

namespace talus {

template <class T>
TALUS_HD Vec3<T> support_point(const Segment<T>& s, const Vec3<T>& n) {
  return dot(n, s.to - s.from) > T(0) ? s.to : s.from;
}

template <class T>
TALUS_HD T support_value(const Segment<T>& s, const Vec3<T>& n) {
  return dot(n, support_point(s, n));
}

template <class T>
TALUS_HD Vec3<T> nearest_point(const Segment<T>& s, const Vec3<T>& x) {
  const Vec3<T> along = s.to - s.from;
  const T t = dot(x - s.from, along) / norm_squared(along);
  if (!(t > T(0))) return s.from;
  if (!(t < T(1))) return s.to;
  return s.from + t * along;
}

// The distance of x from the segment: zero on it, never negative, for a segment has no inside.
template <class T>
TALUS_HD T inside_outside(const Segment<T>& s, const Vec3<T>& x) {
  return norm(x - nearest_point(s, x));
}

// Unit; on the segment itself, where the distance has a kink, some direction at right angles to it.
template <class T>
TALUS_HD Vec3<T> inside_outside_gradient(const Segment<T>& s, const Vec3<T>& x) {
  const Vec3<T> away = x - nearest_point(s, x);
  const T length = norm(away);
  return length > T(0) ? away / length : any_orthogonal(normalized(s.to - s.from));
}

template <class T>
TALUS_HD BoundingSphere<T> bounding_sphere(const Segment<T>& s) {
  return {T(0.5) * (s.from + s.to), T(0.5) * norm(s.to - s.from)};
}

template <class T>
TALUS_HD BoundingBox<T> bounding_box(const Segment<T>& s) {
  return {{smaller(s.from.x, s.to.x), smaller(s.from.y, s.to.y), smaller(s.from.z, s.to.z)},
          {larger(s.from.x, s.to.x), larger(s.from.y, s.to.y), larger(s.from.z, s.to.z)}};
}

}  // namespace talus
