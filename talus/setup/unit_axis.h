// Whether an axis of a setup is a unit vector: of motions, round walls and regions.
#pragma once

#include <cmath>

#include "talus/math/vec3.h"

namespace talus {

// How far the length of a unit axis may be from 1: far above rounding, and nothing that an axis of
// that length turns or bounds is off by more than 1e-9 of its size. A choice.
inline constexpr double unit_axis_tolerance = 1e-9;

inline bool is_unit_axis(const Vec3<double>& axis) {
  return std::abs(norm(axis) - 1.0) < unit_axis_tolerance;
}

}  // namespace talus
