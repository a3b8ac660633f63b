// The normal of the contact features that a simplex of support points stands on, from the features'
// own edges: a face's two edges, or one edge of each body. More accurate than the direction of a
// short vector between nearly touching bodies.
#pragma once

#include "talus/narrow/engine/support_pair.h"

namespace talus::engine {

// The direction at right angles to the edges of a simplex, given by edge(i, j). `approximate`
// chooses the side and is returned where the edges do not determine a direction.
template <class T, class Edge>
TALUS_HD Vec3<T> normal_to_edges(int count, const Edge& edge, const Vec3<T>& approximate) {
  Vec3<T> n = approximate;
  if (count == 3) {
    const Vec3<T> e01 = edge(0, 1), e12 = edge(1, 2), e20 = edge(2, 0);
    const T l01 = norm_squared(e01), l12 = norm_squared(e12), l20 = norm_squared(e20);
    if (l01 >= l12 && l01 >= l20) {
      n = cross(e12, e20);
    } else if (l12 >= l20) {
      n = cross(e20, e01);
    } else {
      n = cross(e01, e12);
    }
  } else if (count == 2) {
    const Vec3<T> e = edge(0, 1);
    n = approximate - (dot(approximate, e) / norm_squared(e)) * e;
  }
  const T length = norm(n);
  if (!(length > T(0)) || !(length < infinity_of<T>())) return approximate;
  return (dot(n, approximate) < T(0) ? T(-1) / length : T(1) / length) * n;
}

// From the edges of the bodies' features, free of the rounding of the poses.
template <class T, class Difference>
TALUS_HD Vec3<T> feature_normal(const Difference& difference, const Simplex<T>& s,
                                const Vec3<T>& approximate) {
  const auto edge = [&](int i, int j) {
    return difference.edge_a(s.point[i].index_a, s.point[j].index_a) -
           difference.edge_b(s.point[i].index_b, s.point[j].index_b);
  };
  return normal_to_edges(s.count, edge, approximate);
}

// From the points of C, if the bodies have no vertices.
template <class T>
TALUS_HD Vec3<T> simplex_normal(const Simplex<T>& s, const Vec3<T>& approximate) {
  const auto edge = [&](int i, int j) { return s.point[j].c - s.point[i].c; };
  return normal_to_edges(s.count, edge, approximate);
}

}  // namespace talus::engine
