// The sub-distance problem of GJK on corners of C, lean: the point of a vertex, edge, triangle or
// tetrahedron nearest to the origin and the corners that carry it. Signed areas and volumes tell
// which borders the origin is beyond; only those are looked into (Montanari et al. 2017).
#pragma once

#include "talus/narrow/polyhedron_polyhedron/posed_corners.h"

namespace talus::polyhedron_polyhedron {

template <class T>
struct NearestPoint {
  Vec3<T> v;
  T square;     // |v|^2
  T weight[3];  // of the corners in index, all positive
  int index[3];
  int count;  // 4: the origin is inside
};

template <class T>
TALUS_HD NearestPoint<T> nearest_on_corner(const Corner<T>* corner, int i) {
  const Vec3<T>& p = corner[i].c;
  return {p, norm_squared(p), {T(1), T(0), T(0)}, {i, 0, 0}, 1};
}

template <class T>
TALUS_HD NearestPoint<T> nearest_on_edge(const Corner<T>* corner, int i, int j) {
  const Vec3<T>&p = corner[i].c, &q = corner[j].c;
  const Vec3<T> e = q - p;
  const T along = -dot(p, e), length_squared = norm_squared(e);
  if (!(along > T(0))) return nearest_on_corner(corner, i);
  if (!(along < length_squared)) return nearest_on_corner(corner, j);
  const T t = along / length_squared;
  Vec3<T> v = p + t * e;
  // Once more at right angles to the edge: where v is short, its rounding would tilt it.
  v = v - (dot(v, e) / length_squared) * e;
  return {v, norm_squared(v), {T(1) - t, t, T(0)}, {i, j, 0}, 2};
}

template <class T>
TALUS_HD NearestPoint<T> nearest_on_triangle(const Corner<T>* corner, int i, int j, int k) {
  const Vec3<T>&p = corner[i].c, &q = corner[j].c, &r = corner[k].c;
  const Vec3<T> n = cross(q - p, r - p);
  // Signed areas (times two) of the origin's projection with each edge, along n.
  const T area_i = dot(n, cross(q, r)), area_j = dot(n, cross(r, p)), area_k = dot(n, cross(p, q));
  if (area_i > T(0) && area_j > T(0) && area_k > T(0)) {
    const T scale = T(1) / (area_i + area_j + area_k);
    // Along n, so that its direction has n's accuracy.
    const Vec3<T> v = (dot(n, p) / norm_squared(n)) * n;
    return {v, norm_squared(v), {area_i * scale, area_j * scale, area_k * scale}, {i, j, k}, 3};
  }
  NearestPoint<T> best = nearest_on_corner(corner, i);
  best.square = infinity_of<T>();
  const auto consider = [&](int from, int to) {
    const NearestPoint<T> on_edge = nearest_on_edge(corner, from, to);
    if (on_edge.square < best.square) best = on_edge;
  };
  if (!(area_i > T(0))) consider(j, k);
  if (!(area_j > T(0))) consider(k, i);
  if (!(area_k > T(0))) consider(i, j);
  return best;
}

// `noise` is the rounding of a volume: what is flatter than that is answered by its faces.
template <class T>
TALUS_HD NearestPoint<T> nearest_on_tetrahedron(const Corner<T>* corner, T noise) {
  const Vec3<T>&p0 = corner[0].c, &p1 = corner[1].c, &p2 = corner[2].c, &p3 = corner[3].c;
  const Vec3<T> c01 = cross(p0, p1), c23 = cross(p2, p3);
  // Signed volumes of the tetrahedra that the origin makes with each face; they sum to the whole.
  const T v0 = dot(p1, c23), v1 = -dot(p0, c23), v2 = dot(p3, c01), v3 = -dot(p2, c01);
  const T side = sign_of(v0 + v1 + v2 + v3);
  NearestPoint<T> best;
  best.square = infinity_of<T>();
  best.count = 4;
  const auto consider = [&](int i, int j, int k) {
    const NearestPoint<T> on_face = nearest_on_triangle(corner, i, j, k);
    if (on_face.square < best.square) best = on_face;
  };
  if (!(side * v0 > noise)) consider(1, 2, 3);
  if (!(side * v1 > noise)) consider(0, 2, 3);
  if (!(side * v2 > noise)) consider(0, 1, 3);
  if (!(side * v3 > noise)) consider(0, 1, 2);
  return best;
}

}  // namespace talus::polyhedron_polyhedron
