// The checks that all shape factories share: a refused value is named in the message, together with
// what is allowed.
#pragma once

#include <string_view>

#include "talus/math/vec3.h"

namespace talus {

// Throw ShapeError, e.g. "sphere: radius must be finite and > 0, got -1".
void require_finite(std::string_view shape, std::string_view what, double value);
void require_finite(std::string_view shape, std::string_view what, const Vec3<double>& value);
void require_positive(std::string_view shape, std::string_view what, double value);
void require_positive(std::string_view shape, std::string_view what, const Vec3<double>& value);
void require_at_least(std::string_view shape, std::string_view what, double value, double least);

}  // namespace talus
