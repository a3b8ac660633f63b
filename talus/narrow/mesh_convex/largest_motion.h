// How far a body has moved, seen from another.
#pragma once

#include "talus/math/pose.h"

namespace talus::mesh_convex {

// How far any point of a body within `reach` of its origin has moved at most, seen from another.
template <class T>
TALUS_HD T largest_motion(const RelativePose<T>& from, const RelativePose<T>& to, const T& reach) {
  const Mat3<T>&m = from.rotation, &n = to.rotation;
  const T turned =
      norm_squared(n.row0 - m.row0) + norm_squared(n.row1 - m.row1) + norm_squared(n.row2 - m.row2);
  return norm(to.translation - from.translation) + square_root(turned) * reach;
}

}  // namespace talus::mesh_convex
