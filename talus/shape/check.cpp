#include "talus/shape/check.h"

#include <fmt/format.h>

#include <cmath>

#include "talus/error.h"

namespace talus {

namespace {

bool is_finite(const Vec3<double>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace

// fmt prints the shortest digits that read back as the same double.
void require_finite(std::string_view shape, std::string_view what, double value) {
  if (!std::isfinite(value)) {
    throw ShapeError(fmt::format("{}: {} must be finite, got {}", shape, what, value));
  }
}

void require_finite(std::string_view shape, std::string_view what, const Vec3<double>& value) {
  if (!is_finite(value)) {
    throw ShapeError(fmt::format("{}: {} must be finite, got [{}, {}, {}]", shape, what, value.x,
                                 value.y, value.z));
  }
}

void require_positive(std::string_view shape, std::string_view what, double value) {
  if (!(std::isfinite(value) && value > 0.0)) {
    throw ShapeError(fmt::format("{}: {} must be finite and > 0, got {}", shape, what, value));
  }
}

void require_positive(std::string_view shape, std::string_view what, const Vec3<double>& value) {
  if (!(is_finite(value) && value.x > 0.0 && value.y > 0.0 && value.z > 0.0)) {
    throw ShapeError(fmt::format("{}: {} must be finite and > 0, got [{}, {}, {}]", shape, what,
                                 value.x, value.y, value.z));
  }
}

void require_at_least(std::string_view shape, std::string_view what, double value, double least) {
  if (!(std::isfinite(value) && value >= least)) {
    throw ShapeError(
        fmt::format("{}: {} must be finite and >= {}, got {}", shape, what, least, value));
  }
}

}  // namespace talus
