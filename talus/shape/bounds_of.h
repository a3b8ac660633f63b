// Bounds of any shape; a half-space has none.
#pragma once

#include <optional>

#include "talus/shape/shape.h"

namespace talus {

std::optional<BoundingSphere<double>> bounding_sphere(const Shape& shape);
std::optional<BoundingBox<double>> bounding_box(const Shape& shape);

}  // namespace talus
