// GJK on the corners of two polyhedra. It ends on the nearest features: when a support corner
// brings nothing nearer, to rounding. The two bounds of the distance that it then holds, the length
// of v from above and the support value along v from below, prove the answer; where they do not
// meet to rounding it says so and leaves the pair to a slower method.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/nearest_corner_face.h"
#include "talus/narrow/polyhedron_polyhedron/nearest_with_newest.h"

namespace talus::polyhedron_polyhedron {

enum class Apart { yes, no, unknown };

template <class T>
struct Separation {
  Apart apart{Apart::unknown};
  // yes: `count` corners of the nearest face of C; no: a tetrahedron around the origin
  Corner<T> corner[4];
  int count{};
  T weight[3];  // of the nearest point among the corners
  Vec3<T> v;    // the nearest point of C
  T length;     // |v|
  T upper;      // length of the same point from its weights, an upper bound of the distance
  T sigma;      // the lower bound, along -v
  int iterations{};
};

// The nearest point of the corners at hand, all of which count; returns its square.
template <class T>
TALUS_HD T start_from_corners(Separation<T>& s) {
  const NearestPoint<T> nearest = s.count == 1   ? nearest_on_corner(s.corner, 0)
                                  : s.count == 2 ? nearest_on_edge(s.corner, 0, 1)
                                                 : nearest_on_triangle(s.corner, 0, 1, 2);
  // In rising order, so that none is overwritten before it is read.
  for (int i = 0; i < nearest.count; ++i) {
    s.corner[i] = s.corner[nearest.index[i]];
    s.weight[i] = nearest.weight[i];
  }
  for (int i = nearest.count; i < 3; ++i) s.corner[i] = s.corner[0];
  s.count = nearest.count;
  s.v = nearest.v;
  return nearest.square;
}

// The two bounds of the distance: `along` is v times its support corner.
template <class T>
TALUS_HD void conclude(const PosedCorners<T>& pair, T along, T square, Separation<T>& s) {
  s.length = square_root(square);
  s.sigma = along / s.length;
  T sum = s.weight[0];
  for (int i = 1; i < s.count; ++i) sum = sum + s.weight[i];
  // v is as long as the support says, but a point of C only to the accuracy of its weights.
  Vec3<T> point{};
  for (int i = 0; i < s.count; ++i) {
    s.weight[i] = s.weight[i] / sum;
    point = point + s.weight[i] * s.corner[i].c;
  }
  s.upper = norm(point);
  if (s.upper - s.sigma <= T(4) * pair.rounding) s.apart = Apart::yes;
}

// Comes with one to three corners to start from.
template <class T>
TALUS_HD void separate(const PosedCorners<T>& pair, int max_iterations, Separation<T>& s) {
  const T reach = pair.radius + pair.radius;
  const T noise = T(16) * pair.rounding * reach * reach;
  const T nothing = square(T(64) * pair.rounding);
  T nearest_square = start_from_corners(s);
  for (s.iterations = 1; s.iterations <= max_iterations; ++s.iterations) {
    // Also where everything is flat and nothing was found.
    if (!(nearest_square > nothing)) return;
    const Corner<T> w = pair.support(-s.v);
    const T along = dot(s.v, w.c), progress = nearest_square - along;
    if (progress * absolute(progress) <= square(pair.rounding) * nearest_square) {
      return conclude(pair, along, nearest_square, s);
    }
    const NearestFeature<T> nearest =
        nearest_with_newest(w.c, s.corner[0].c, s.corner[1].c, s.corner[2].c, noise);
    if (nearest.inside && along < T(0)) {
      s.corner[3] = w;
      s.count = 4;
      s.apart = Apart::no;
      return;
    }
    // Rounding is all that is left to win.
    if (!(nearest.square < nearest_square)) return conclude(pair, along, nearest_square, s);
    const Corner<T> corner[4]{w, s.corner[0], s.corner[1], s.corner[2]};
    const FeatureCorners kept = corners_of_feature(nearest.lane);
    for (int i = 0; i < 3; ++i) {
      s.corner[i] = corner[kept.place[i]];
      s.weight[i] = nearest.weight[i];
    }
    s.count = kept.count;
    s.v = nearest.v;
    nearest_square = nearest.square;
  }
}

}  // namespace talus::polyhedron_polyhedron
