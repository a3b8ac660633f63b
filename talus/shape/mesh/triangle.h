// The point of a triangle nearest to a given one (C. Ericson, Real-time collision detection, 2005,
// section 5.1.5, by Voronoi regions), and on which part of the triangle it lies. A triangle without
// area is taken as its three sides.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

// Corner k: k; side from corner k to the next: 3 + k; the interior: 6.
template <class T>
struct TrianglePoint {
  Vec3<T> point;
  int feature;
};

inline constexpr int triangle_interior = 6;

template <class T>
TALUS_HD Vec3<T> nearest_on_segment(const Vec3<T>& a, const Vec3<T>& ab, const Vec3<T>& p) {
  const T length_squared = norm_squared(ab), along = dot(p - a, ab);
  if (!(along > T(0)) || !(length_squared > T(0))) return a;
  return along >= length_squared ? a + ab : a + (along / length_squared) * ab;
}

template <class T>
TALUS_HD TrianglePoint<T> nearest_on_sides(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c,
                                           const Vec3<T>& p) {
  const Vec3<T> corner[4] = {a, b, c, a};
  TrianglePoint<T> best{};
  T best_squared = infinity_of<T>();
  for (int k = 0; k < 3; ++k) {
    const Vec3<T> q = nearest_on_segment(corner[k], corner[k + 1] - corner[k], p);
    const T squared = norm_squared(p - q);
    if (squared < best_squared) {
      best_squared = squared;
      best = {q, 3 + k};
    }
  }
  return best;
}

template <class T>
TALUS_HD TrianglePoint<T> nearest_on_triangle(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c,
                                              const Vec3<T>& p) {
  const Vec3<T> ab = b - a, ac = c - a, ap = p - a;
  const T d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= T(0) && d2 <= T(0)) return {a, 0};
  const Vec3<T> bp = p - b;
  const T d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= T(0) && d4 <= d3) return {b, 1};
  const T vc = d1 * d4 - d3 * d2;
  if (vc <= T(0) && d1 >= T(0) && d3 <= T(0)) return {a + (d1 / (d1 - d3)) * ab, 3};
  const Vec3<T> cp = p - c;
  const T d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= T(0) && d5 <= d6) return {c, 2};
  const T vb = d5 * d2 - d1 * d6;
  if (vb <= T(0) && d2 >= T(0) && d6 <= T(0)) return {a + (d2 / (d2 - d6)) * ac, 5};
  const T va = d3 * d6 - d5 * d4;
  const T to_b = d4 - d3, to_c = d5 - d6;
  if (va <= T(0) && to_b >= T(0) && to_c >= T(0)) {
    return {b + (to_b / (to_b + to_c)) * (c - b), 4};
  }
  const T total = va + vb + vc;  // the squared area of the parallelogram
  constexpr T flat = T(64) * epsilon_of<T>();
  if (!(total > flat * flat * norm_squared(ab) * norm_squared(ac))) {
    return nearest_on_sides(a, b, c, p);
  }
  return {a + (vb / total) * ab + (vc / total) * ac, triangle_interior};
}

}  // namespace talus
