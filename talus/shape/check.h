// Checks shared by the shape factories. The error names the shape, the field, the allowed range and
// the value.
#pragma once

#include <string_view>

#include "talus/math/vec3.h"
#include "talus/shape.h"

namespace talus {

// Throw ShapeError, e.g. "sphere: radius must be finite and > 0, got -1".
void require_finite(std::string_view shape, std::string_view field, double value);
void require_finite(std::string_view shape, std::string_view field, const Vec3<double>& value);
void require_positive(std::string_view shape, std::string_view field, double value);
void require_positive(std::string_view shape, std::string_view field, const Vec3<double>& value);
void require_at_least(std::string_view shape, std::string_view field, double value, double least);

// The argument, if its volume and moments are finite and not below the range of normal doubles, in
// which they lose their digits. Else the lengths in `field` are too large or too small.
MassProperties in_range(std::string_view shape, std::string_view field, const MassProperties& mass);

}  // namespace talus
