// The sub-distance problem of GJK on vertices of C: the point of a vertex, edge or triangle nearest
// to the origin, and the vertices that span its feature, in ascending order. The signs of sub-areas
// decide which borders the origin is beyond; only those are evaluated (Montanari et al. 2017).
#pragma once

#include "talus/narrow/polyhedron_polyhedron/posed_polyhedra.h"

namespace talus::polyhedron_polyhedron {

template <class T>
struct NearestPoint {
  Vec3<T> v;
  T square;     // |v|^2
  T weight[3];  // of the vertices in index, all positive
  int index[3];
  int count;
};

template <class T>
TALUS_HD NearestPoint<T> nearest_on_vertex(const DifferenceVertex<T>* vertex, int i) {
  const Vec3<T>& p = vertex[i].c;
  return {p, norm_squared(p), {T(1), T(0), T(0)}, {i, 0, 0}, 1};
}

template <class T>
TALUS_HD NearestPoint<T> nearest_on_edge(const DifferenceVertex<T>* vertex, int i, int j) {
  const Vec3<T>&p = vertex[i].c, &q = vertex[j].c;
  const Vec3<T> e = q - p;
  const T along = -dot(p, e), length_squared = norm_squared(e);
  if (!(along > T(0))) return nearest_on_vertex(vertex, i);
  if (!(along < length_squared)) return nearest_on_vertex(vertex, j);
  const T t = along / length_squared;
  Vec3<T> v = p + t * e;
  // Orthogonalised against the edge a second time: rounding would tilt a short v.
  v = v - (dot(v, e) / length_squared) * e;
  return {v, norm_squared(v), {T(1) - t, t, T(0)}, {i, j, 0}, 2};
}

template <class T>
TALUS_HD NearestPoint<T> nearest_on_triangle(const DifferenceVertex<T>* vertex, int i, int j,
                                             int k) {
  const Vec3<T>&p = vertex[i].c, &q = vertex[j].c, &r = vertex[k].c;
  const Vec3<T> n = cross(q - p, r - p);
  // Signed areas (times two) of the origin's projection with each edge, along n.
  const T area_i = dot(n, cross(q, r)), area_j = dot(n, cross(r, p)), area_k = dot(n, cross(p, q));
  if (area_i > T(0) && area_j > T(0) && area_k > T(0)) {
    const T scale = T(1) / (area_i + area_j + area_k);
    // Computed along n, so that its direction has the accuracy of n.
    const Vec3<T> v = (dot(n, p) / norm_squared(n)) * n;
    return {v, norm_squared(v), {area_i * scale, area_j * scale, area_k * scale}, {i, j, k}, 3};
  }
  NearestPoint<T> best = nearest_on_vertex(vertex, i);
  best.square = infinity_of<T>();
  const auto consider = [&](int from, int to) {
    const NearestPoint<T> on_edge = nearest_on_edge(vertex, from, to);
    if (on_edge.square < best.square) best = on_edge;
  };
  if (!(area_i > T(0))) consider(j, k);
  if (!(area_j > T(0))) consider(i, k);
  if (!(area_k > T(0))) consider(i, j);
  return best;
}

}  // namespace talus::polyhedron_polyhedron
