// A triangle as the convex engines see a body: a facet of a mesh, or of a wall.
#pragma once

#include "talus/narrow/minkowski_difference.h"

namespace talus {

template <class T>
struct TriangleBody {
  Vec3<T> corner[3];
};

template <class T>
TALUS_HD Vec3<T> support_with_index(const TriangleBody<T>& body, const Vec3<T>& n, int& index) {
  index = 0;
  for (int k = 1; k < 3; ++k) {
    if (dot(n, body.corner[k] - body.corner[index]) > T(0)) index = k;
  }
  return body.corner[index];
}

template <class T>
TALUS_HD Vec3<T> support_point(const TriangleBody<T>& body, const Vec3<T>& n) {
  int index{};
  return support_with_index(body, n, index);
}

template <class T>
TALUS_HD T support_value(const TriangleBody<T>& body, const Vec3<T>& n) {
  return dot(n, support_point(body, n));
}

template <class T>
TALUS_HD BoundingSphere<T> bounding_sphere(const TriangleBody<T>& body) {
  const Vec3<T> centre = (body.corner[0] + body.corner[1] + body.corner[2]) / T(3);
  T squared = T(0);
  for (int k = 0; k < 3; ++k) squared = larger(squared, norm_squared(body.corner[k] - centre));
  return {centre, square_root(squared)};
}

template <class T>
TALUS_HD Vec3<T> edge_between(const TriangleBody<T>& body, int i, int j) {
  return body.corner[j] - body.corner[i];
}

template <class T>
inline constexpr bool has_vertices<TriangleBody<T>> = true;

}  // namespace talus
