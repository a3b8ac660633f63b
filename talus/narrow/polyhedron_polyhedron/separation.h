// GJK on the vertices of two polyhedra (Gilbert, Johnson and Keerthi 1988), with v the nearest
// point of the current simplex of C = A - B:
//   1. find the support vertex w of C along -v;
//   2. if w is not nearer to the origin than v to rounding, v is the nearest point of C: its length
//      from above and the support value along v from below bound the distance;
//   3. otherwise find the nearest point among the features that w makes with the simplex
//      (nearest_with_newest.h), keep their vertices and repeat; a tetrahedron around the origin
//      ends the search with an overlap.
// If the two bounds do not agree to rounding, the result is `unknown` and a slower method answers.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/nearest_with_newest.h"
#include "talus/narrow/polyhedron_polyhedron/sub_distance.h"

namespace talus::polyhedron_polyhedron {

enum class Apart { yes, no, unknown };

// Thresholds as multiples of the rounding of a coordinate of C.
struct SeparationLimits {
  static constexpr double agreement = 4;  // of the two bounds of the distance
  static constexpr double touching = 64;  // |v| below which its direction is mostly rounding
  static constexpr double flat_volume =
      16;  // of a tetrahedron, relative to the bodies' size squared
};

template <class T>
struct Separation {
  Apart apart{Apart::unknown};
  // yes: `count` vertices of the nearest face of C; no: a tetrahedron around the origin
  DifferenceVertex<T> vertex[4];
  int count{};
  T weight[3];  // barycentric coordinates of the nearest point
  Vec3<T> v;    // the nearest point of C
  T length;     // |v|
  T upper;      // length of the same point from its weights, an upper bound of the distance
  T sigma;      // the lower bound, along -v
  int iterations{};
};

// The nearest point of the simplex of the start; returns the square of its length.
template <class T>
TALUS_HD T start_from_vertices(Separation<T>& s) {
  const NearestPoint<T> nearest = s.count == 1   ? nearest_on_vertex(s.vertex, 0)
                                  : s.count == 2 ? nearest_on_edge(s.vertex, 0, 1)
                                                 : nearest_on_triangle(s.vertex, 0, 1, 2);
  // The indices ascend, so that none is overwritten before it is read.
  for (int i = 0; i < nearest.count; ++i) {
    s.vertex[i] = s.vertex[nearest.index[i]];
    s.weight[i] = nearest.weight[i];
  }
  for (int i = nearest.count; i < 3; ++i) s.vertex[i] = s.vertex[0];
  s.count = nearest.count;
  s.v = nearest.v;
  return nearest.square;
}

// Sets the two bounds of the distance; `along` is the product of v and its support vertex.
template <class T>
TALUS_HD void conclude(const PosedPolyhedra<T>& pair, T along, T square, Separation<T>& s) {
  s.length = square_root(square);
  s.sigma = along / s.length;
  T sum = s.weight[0];
  for (int i = 1; i < s.count; ++i) sum = sum + s.weight[i];
  // v has an accurate length and direction, but is a point of C only to the accuracy of its
  // weights.
  Vec3<T> point{};
  for (int i = 0; i < s.count; ++i) {
    s.weight[i] = s.weight[i] / sum;
    point = point + s.weight[i] * s.vertex[i].c;
  }
  s.upper = norm(point);
  if (s.upper - s.sigma <= T(SeparationLimits::agreement) * pair.rounding) s.apart = Apart::yes;
}

// `s` has one to three vertices to start from.
template <class T>
TALUS_HD void separate(const PosedPolyhedra<T>& pair, int max_iterations, Separation<T>& s) {
  const T reach = pair.radius + pair.radius;
  const T noise = T(SeparationLimits::flat_volume) * pair.rounding * reach * reach;
  const T nothing = square(T(SeparationLimits::touching) * pair.rounding);
  T nearest_square = start_from_vertices(s);
  for (s.iterations = 1; s.iterations <= max_iterations; ++s.iterations) {
    // Also true if no feature had a nearest point, because everything is flat.
    if (!(nearest_square > nothing)) return;
    const DifferenceVertex<T> w = pair.support(-s.v);
    const T along = dot(s.v, w.c), progress = nearest_square - along;
    if (progress * absolute(progress) <= square(pair.rounding) * nearest_square) {
      return conclude(pair, along, nearest_square, s);
    }
    const NearestFeature<T> nearest =
        nearest_with_newest(w.c, s.vertex[0].c, s.vertex[1].c, s.vertex[2].c, noise);
    if (nearest.inside && along < T(0)) {
      s.vertex[3] = w;
      s.count = 4;
      s.apart = Apart::no;
      return;
    }
    // No progress beyond rounding.
    if (!(nearest.square < nearest_square)) return conclude(pair, along, nearest_square, s);
    const DifferenceVertex<T> vertex[4]{w, s.vertex[0], s.vertex[1], s.vertex[2]};
    const FeatureVertices kept = vertices_of_feature(nearest.lane);
    for (int i = 0; i < 3; ++i) {
      s.vertex[i] = vertex[kept.index[i]];
      s.weight[i] = nearest.weight[i];
    }
    s.count = kept.count;
    s.v = nearest.v;
    nearest_square = nearest.square;
  }
}

}  // namespace talus::polyhedron_polyhedron
