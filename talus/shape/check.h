// Checks shared by the shape factories. The error names the shape, the field, the allowed range and
// the value.
#pragma once

#include <string_view>

#include "talus/math/vec3.h"

namespace talus {

// Throw ShapeError, e.g. "sphere: radius must be finite and > 0, got -1".
void require_finite(std::string_view shape, std::string_view field, double value);
void require_finite(std::string_view shape, std::string_view field, const Vec3<double>& value);
void require_positive(std::string_view shape, std::string_view field, double value);
void require_positive(std::string_view shape, std::string_view field, const Vec3<double>& value);
void require_at_least(std::string_view shape, std::string_view field, double value, double least);

}  // namespace talus
