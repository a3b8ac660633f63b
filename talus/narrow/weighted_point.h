// The mean of points weighted by their depths: the middle of a patch. It moves continuously where
// the deepest point jumps from one end of a face to the other.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

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

}  // namespace talus
