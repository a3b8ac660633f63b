// Where the force of a plane on a polyhedron acts: the mean of its vertices below the plane,
// weighted by their depths. The deepest vertex would jump from one end of a face to the other when
// the body tilts, and a block that rests on a face would never come to rest; the mean moves
// continuously as long as there is an overlap.
#pragma once

#include "talus/shape/half_space.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::half_space_any {

// Sums depth and depth * point over vertices.
template <class T>
struct WeightedPoint {
  Vec3<T> sum{};
  T weight{};
  T deepest{};

  TALUS_HD void add(const Vec3<T>& point, const T& depth) {
    sum = sum + depth * point;
    weight += depth;
    deepest = larger(deepest, depth);
  }
};

// On the plane, in the frame of the polyhedron, as the half-space is. If nothing is below the plane
// the nearest vertex tells.
template <class T>
TALUS_HD Vec3<T> force_point_on_plane(const PolyhedronView<T>& body, const HalfSpace<T>& plane) {
  WeightedPoint<T> below;
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec3<T> v = body.vertex(i);
    const T depth = plane.offset - dot(plane.normal, v);
    if (depth > T(0)) below.add(v, depth);
  }
  const Vec3<T> mean =
      below.weight > T(0) ? below.sum / below.weight : support_point(body, -plane.normal);
  return mean + (plane.offset - dot(plane.normal, mean)) * plane.normal;
}

}  // namespace talus::half_space_any
