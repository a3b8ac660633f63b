// The principal radii of curvature at one point of a surface.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

// Lengths. `direction_of_largest` is the unit tangent along which the surface is flattest; any
// tangent where both radii are equal. A radius is infinite where the surface is flat and zero where
// it is sharp; `gaussian`, the root of their product, is zero where one is zero.
template <class T>
struct CurvatureRadii {
  T smallest{}, largest{}, gaussian{};
  Vec3<T> direction_of_largest{};
};

}  // namespace talus
