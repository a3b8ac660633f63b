// The smallest sphere around points.
#pragma once

#include <span>

#include "talus/primitive.h"

namespace talus {

// Within a few rounding errors of the smallest, and rounded up: |p - centre| <= radius holds for
// every point in exact arithmetic. At least one point, all finite.
BoundingSphere<double> smallest_sphere(std::span<const Vec3<double>> points);

}  // namespace talus
