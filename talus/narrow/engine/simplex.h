// The sub-distance problem of GJK: the point of a simplex nearest to the origin, by signed volumes
// (Montanari, Petrinic and Barbieri 2017, as P0 cites it). The signs of the sub-volumes decide
// which faces the origin is beyond; only those are evaluated, and the nearest of them is taken.
// Volumes that vanish to rounding count as "beyond", so that a flat simplex is answered by its
// faces and never reported as containing the origin.
#pragma once

#include "talus/narrow/engine/support_pair.h"

namespace talus::engine {

// Weights for a subset of the simplex's points, all positive; squared distance of the nearest
// point.
template <class T>
struct SubDistance {
  int index[4]{};
  T weight[4]{};
  int count{};
  T distance_squared{};
  Vec3<T> nearest{};
};

template <class T>
TALUS_HD SubDistance<T> nearest_on_vertex(const Simplex<T>& s, int i) {
  SubDistance<T> r;
  r.index[0] = i;
  r.weight[0] = T(1);
  r.count = 1;
  r.nearest = s.point[i].c;
  r.distance_squared = norm_squared(r.nearest);
  return r;
}

template <class T>
TALUS_HD SubDistance<T> nearest_on_edge(const Simplex<T>& s, int i, int j) {
  const Vec3<T>& p = s.point[i].c;
  const Vec3<T>& q = s.point[j].c;
  const Vec3<T> e = q - p;
  const T along = -dot(p, e), length_squared = norm_squared(e);
  if (!(along > T(0))) return nearest_on_vertex(s, i);
  if (!(along < length_squared)) return nearest_on_vertex(s, j);
  SubDistance<T> r;
  const T t = along / length_squared;
  r.index[0] = i;
  r.index[1] = j;
  r.weight[0] = T(1) - t;
  r.weight[1] = t;
  r.count = 2;
  // From the nearer end, so that rounding is relative to the shorter length.
  r.nearest = t < T(0.5) ? p + t * e : q - (T(1) - t) * e;
  r.distance_squared = norm_squared(r.nearest);
  return r;
}

template <class T>
TALUS_HD void keep_nearer(SubDistance<T>& best, const SubDistance<T>& other) {
  if (other.distance_squared < best.distance_squared) best = other;
}

template <class T>
TALUS_HD SubDistance<T> nearest_on_triangle(const Simplex<T>& s, int i, int j, int k) {
  const Vec3<T>& p = s.point[i].c;
  const Vec3<T>& q = s.point[j].c;
  const Vec3<T>& r = s.point[k].c;
  const Vec3<T> n = cross(q - p, r - p);
  // Signed areas (times two) of the origin's projection with each edge, along n.
  const T area_i = dot(n, cross(q, r));
  const T area_j = dot(n, cross(r, p));
  const T area_k = dot(n, cross(p, q));
  const T total = norm_squared(n);
  if (area_i > T(0) && area_j > T(0) && area_k > T(0) && total > T(0)) {
    SubDistance<T> inside;
    const T sum = area_i + area_j + area_k;
    inside.index[0] = i;
    inside.index[1] = j;
    inside.index[2] = k;
    inside.weight[0] = area_i / sum;
    inside.weight[1] = area_j / sum;
    inside.weight[2] = area_k / sum;
    inside.count = 3;
    // The projection of the origin on the plane: along n, so that its direction has n's accuracy.
    inside.nearest = (dot(n, p) / total) * n;
    inside.distance_squared = norm_squared(inside.nearest);
    return inside;
  }
  SubDistance<T> best;
  best.distance_squared = infinity_of<T>();
  if (!(area_i > T(0))) keep_nearer(best, nearest_on_edge(s, j, k));
  if (!(area_j > T(0))) keep_nearer(best, nearest_on_edge(s, k, i));
  if (!(area_k > T(0))) keep_nearer(best, nearest_on_edge(s, i, j));
  if (!(total > T(0))) {
    keep_nearer(best, nearest_on_edge(s, j, k));
    keep_nearer(best, nearest_on_edge(s, k, i));
    keep_nearer(best, nearest_on_edge(s, i, j));
  }
  return best;
}

// count = 4 means that the origin is inside the tetrahedron.
template <class T>
TALUS_HD SubDistance<T> nearest_on_tetrahedron(const Simplex<T>& s) {
  const Vec3<T>& p0 = s.point[0].c;
  const Vec3<T>& p1 = s.point[1].c;
  const Vec3<T>& p2 = s.point[2].c;
  const Vec3<T>& p3 = s.point[3].c;
  const Vec3<T> c01 = cross(p0, p1), c23 = cross(p2, p3);
  // Signed volumes of the tetrahedra that the origin makes with each face; they sum to the whole.
  const T v0 = dot(p1, c23), v1 = -dot(p0, c23), v2 = dot(p3, c01), v3 = -dot(p2, c01);
  const T total = v0 + v1 + v2 + v3;
  const T size = larger(larger(max_norm(p0), max_norm(p1)), larger(max_norm(p2), max_norm(p3)));
  // Rounding of a triple product of coordinates of this size: six products of three roundings each.
  const T noise = T(32) * epsilon_of<T>() * size * size * size;
  const T orientation = sign_of(total);
  const bool beyond0 = !(orientation * v0 > noise), beyond1 = !(orientation * v1 > noise);
  const bool beyond2 = !(orientation * v2 > noise), beyond3 = !(orientation * v3 > noise);
  SubDistance<T> best;
  best.distance_squared = infinity_of<T>();
  if (beyond0) keep_nearer(best, nearest_on_triangle(s, 1, 2, 3));
  if (beyond1) keep_nearer(best, nearest_on_triangle(s, 0, 2, 3));
  if (beyond2) keep_nearer(best, nearest_on_triangle(s, 0, 1, 3));
  if (beyond3) keep_nearer(best, nearest_on_triangle(s, 0, 1, 2));
  if (best.count == 0) {
    best.count = 4;
    for (int i = 0; i < 4; ++i) best.index[i] = i;
    best.weight[0] = v0 / total;
    best.weight[1] = v1 / total;
    best.weight[2] = v2 / total;
    best.weight[3] = v3 / total;
    best.distance_squared = T(0);
  }
  return best;
}

template <class T>
TALUS_HD SubDistance<T> nearest_on(const Simplex<T>& s) {
  if (s.count == 1) return nearest_on_vertex(s, 0);
  if (s.count == 2) return nearest_on_edge(s, 0, 1);
  if (s.count == 3) return nearest_on_triangle(s, 0, 1, 2);
  return nearest_on_tetrahedron(s);
}

// Reduces the simplex to the face that holds its point nearest to the origin.
template <class T>
TALUS_HD void reduce(Simplex<T>& s, const SubDistance<T>& face) {
  // Indices ascend, so that points move down in place.
  int kept = 0;
  for (int i = 0; i < s.count; ++i) {
    for (int k = 0; k < face.count; ++k) {
      if (face.index[k] != i) continue;
      if (kept != i) s.point[kept] = s.point[i];
      s.weight[kept++] = face.weight[k];
    }
  }
  s.count = kept;
}

}  // namespace talus::engine
