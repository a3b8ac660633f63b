// GJK on the corners of two polyhedra. It ends on the nearest features, exactly: when the support
// corner is already among those that carry the nearest point. The two bounds of the distance that
// it then holds, the length of v from above and the support value along v from below, prove the
// answer; where they do not meet to rounding it says so and leaves the pair to a slower method.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/nearest_corner_face.h"

namespace talus::polyhedron_polyhedron {

enum class Apart { yes, no, unknown };

template <class T>
struct Separation {
  Apart apart{Apart::unknown};
  Corner<T> corner[4];  // yes: of the nearest face of C; no: a tetrahedron around the origin
  int count{};
  T weight[3];  // of the nearest point among the corners
  Vec3<T> v;    // the nearest point of C
  T length;     // |v|
  T upper;      // length of the same point from its weights, an upper bound of the distance
  T sigma;      // the lower bound, along -v
  int iterations{};
};

template <class T>
TALUS_HD bool is_among(const Corner<T>& w, const Corner<T>* corner, int count) {
  for (int i = 0; i < count; ++i) {
    if (corner[i].a == w.a && corner[i].b == w.b) return true;
  }
  return false;
}

template <class T>
TALUS_HD NearestPoint<T> nearest_on(const Corner<T>* corner, int count, T noise) {
  if (count == 1) return nearest_on_corner(corner, 0);
  if (count == 2) return nearest_on_edge(corner, 0, 1);
  if (count == 3) return nearest_on_triangle(corner, 0, 1, 2);
  return nearest_on_tetrahedron(corner, noise);
}

// Comes with one to three corners to start from.
template <class T>
TALUS_HD void separate(const PosedCorners<T>& pair, int max_iterations, Separation<T>& s) {
  const T reach = pair.radius + pair.radius;
  const T noise = T(16) * pair.rounding * reach * reach;
  for (s.iterations = 1; s.iterations <= max_iterations; ++s.iterations) {
    const NearestPoint<T> nearest = nearest_on(s.corner, s.count, noise);
    if (nearest.count == 4) {
      s.apart = Apart::no;
      return;
    }
    Corner<T> kept[3];
    for (int i = 0; i < nearest.count; ++i) kept[i] = s.corner[nearest.index[i]];
    for (int i = 0; i < nearest.count; ++i) {
      s.corner[i] = kept[i];
      s.weight[i] = nearest.weight[i];
    }
    s.count = nearest.count;
    s.v = nearest.v;
    // Also where everything is flat and nothing was found.
    if (!(nearest.square > square(T(64) * pair.rounding))) return;
    const Corner<T> w = pair.support(-nearest.v);
    const T progress = nearest.square - dot(nearest.v, w.c);
    if (progress * absolute(progress) <= square(pair.rounding) * nearest.square ||
        is_among(w, s.corner, s.count)) {
      s.length = square_root(nearest.square);
      s.sigma = dot(nearest.v, w.c) / s.length;
      // v is as long as the support says, but a point of C only to the accuracy of its weights.
      Vec3<T> point = s.weight[0] * s.corner[0].c;
      for (int i = 1; i < s.count; ++i) point = point + s.weight[i] * s.corner[i].c;
      s.upper = norm(point);
      if (s.upper - s.sigma <= T(4) * pair.rounding) s.apart = Apart::yes;
      return;
    }
    s.corner[s.count++] = w;
  }
}

}  // namespace talus::polyhedron_polyhedron
