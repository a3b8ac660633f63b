// Bounds of any shape; a half-space has none.
#pragma once

#include <optional>

#include "talus/shape/shape.h"

namespace talus {

std::optional<BoundingSphere<double>> bounding_sphere(const Shape& shape);
std::optional<BoundingBox<double>> bounding_box(const Shape& shape);

// In the world, of the shape at a pose; the box is the smallest that holds it, to rounding.
std::optional<BoundingSphere<double>> world_sphere(const Shape& shape, const Pose<double>& pose);
std::optional<BoundingBox<double>> world_box(const Shape& shape, const Pose<double>& pose);

}  // namespace talus
