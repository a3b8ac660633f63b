// Bounding volumes in the body's frame.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

template <class T>
struct BoundingSphere {
  Vec3<T> centre{};
  T radius{};
};

template <class T>
struct BoundingBox {
  Vec3<T> lower{}, upper{};
};

}  // namespace talus
