// The nearest points of two triangles: the nearest of six corners with the other triangle and nine
// pairs of sides, or a common point where a side of one crosses the other. Exact to rounding.
#pragma once

#include "talus/shape/mesh/triangle.h"

namespace talus::mesh_mesh {

template <class T>
struct PointPair {
  T distance_squared = infinity_of<T>();
  Vec3<T> on_a{}, on_b{};
};

template <class T>
TALUS_HD void keep_nearer(PointPair<T>& best, const Vec3<T>& on_a, const Vec3<T>& on_b) {
  const T squared = norm_squared(on_b - on_a);
  if (squared < best.distance_squared) best = {squared, on_a, on_b};
}

// Of the segments p + s u and q + t v, s and t from 0 to 1 (C. Ericson, Real-time collision
// detection, section 5.1.9).
template <class T>
TALUS_HD void nearest_of_segments(const Vec3<T>& p, const Vec3<T>& u, const Vec3<T>& q,
                                  const Vec3<T>& v, PointPair<T>& best) {
  const auto clamp = [](const T& x) { return smaller(larger(x, T(0)), T(1)); };
  const Vec3<T> r = p - q;
  const T a = norm_squared(u), e = norm_squared(v), f = dot(v, r);
  T s = T(0), t = T(0);
  if (a > T(0) && e > T(0)) {
    const T c = dot(u, r), b = dot(u, v), determinant = a * e - b * b;
    if (determinant > T(0)) s = clamp((b * f - c * e) / determinant);
    t = (b * s + f) / e;
    if (t < T(0)) {
      t = T(0);
      s = clamp(-c / a);
    } else if (t > T(1)) {
      t = T(1);
      s = clamp((b - c) / a);
    }
  } else if (e > T(0)) {
    t = clamp(f / e);
  } else if (a > T(0)) {
    s = clamp(-dot(u, r) / a);
  }
  keep_nearer(best, p + s * u, q + t * v);
}

// Where the segment p + t u crosses the triangle, as a common point.
template <class T>
TALUS_HD bool crosses_triangle(const Vec3<T>& p, const Vec3<T>& u, const Vec3<T> (&corner)[3],
                               Vec3<T>& point) {
  const Vec3<T> normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
  const T from = dot(normal, p - corner[0]), slope = dot(normal, u);
  if (!((from > T(0) && from + slope <= T(0)) || (from <= T(0) && from + slope > T(0)))) {
    return false;
  }
  const Vec3<T> a = corner[0] - p, b = corner[1] - p, c = corner[2] - p;
  const T s0 = dot(u, cross(a, b)), s1 = dot(u, cross(b, c)), s2 = dot(u, cross(c, a));
  const bool left = s0 >= T(0) && s1 >= T(0) && s2 >= T(0);
  const bool right = s0 <= T(0) && s1 <= T(0) && s2 <= T(0);
  if (!left && !right) return false;
  point = p - (from / slope) * u;
  return true;
}

// Improves `best`; a common point has distance 0.
template <class T>
TALUS_HD void nearest_of_triangles(const Vec3<T> (&a)[3], const Vec3<T> (&b)[3],
                                   PointPair<T>& best) {
  for (int i = 0; i < 3; ++i) {
    const Vec3<T> u = a[(i + 1) % 3] - a[i], v = b[(i + 1) % 3] - b[i];
    Vec3<T> common;
    if (crosses_triangle(a[i], u, b, common) || crosses_triangle(b[i], v, a, common)) {
      best = {T(0), common, common};
      return;
    }
    keep_nearer(best, a[i], nearest_on_triangle(b[0], b[1], b[2], a[i]).point);
    keep_nearer(best, nearest_on_triangle(a[0], a[1], a[2], b[i]).point, b[i]);
    for (int j = 0; j < 3; ++j) nearest_of_segments(a[i], u, b[j], b[(j + 1) % 3] - b[j], best);
  }
}

}  // namespace talus::mesh_mesh
