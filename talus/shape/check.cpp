#include "talus/shape/check.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

#include "talus/error.h"

namespace talus {

namespace {

bool is_finite(const Vec3<double>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

[[noreturn]] void fail(std::string_view shape, std::string_view field, std::string reason) {
  throw ShapeError(std::string(shape), std::string(field), std::move(reason));
}

}  // namespace

// fmt prints the shortest digits that read back as the same double.
void require_finite(std::string_view shape, std::string_view field, double value) {
  if (!std::isfinite(value)) {
    fail(shape, field, fmt::format("must be finite, got {}", value));
  }
}

void require_finite(std::string_view shape, std::string_view field, const Vec3<double>& value) {
  if (!is_finite(value)) {
    fail(shape, field, fmt::format("must be finite, got [{}, {}, {}]", value.x, value.y, value.z));
  }
}

void require_positive(std::string_view shape, std::string_view field, double value) {
  if (!(std::isfinite(value) && value > 0.0)) {
    fail(shape, field, fmt::format("must be finite and > 0, got {}", value));
  }
}

void require_positive(std::string_view shape, std::string_view field, const Vec3<double>& value) {
  if (!(is_finite(value) && value.x > 0.0 && value.y > 0.0 && value.z > 0.0)) {
    fail(shape, field,
         fmt::format("must be finite and > 0, got [{}, {}, {}]", value.x, value.y, value.z));
  }
}

void require_at_least(std::string_view shape, std::string_view field, double value, double least) {
  if (!(std::isfinite(value) && value >= least)) {
    fail(shape, field, fmt::format("must be finite and >= {}, got {}", least, value));
  }
}

MassProperties in_range(std::string_view shape, std::string_view field,
                        const MassProperties& mass) {
  const SymMat3<double>& i = mass.inertia;
  const auto is_normal = [](double value) { return value > 0.0 && std::isnormal(value); };
  if (is_normal(mass.volume) && is_finite(mass.centroid) && is_normal(i.xx) && is_normal(i.yy) &&
      is_normal(i.zz) && std::isfinite(i.xy) && std::isfinite(i.xz) && std::isfinite(i.yz)) {
    return mass;
  }
  fail(shape, field,
       fmt::format("must give a volume and moments of inertia within the range of numbers, got a "
                   "volume of {:.3g} and moments of {:.3g}, {:.3g} and {:.3g}; choose another unit",
                   mass.volume, i.xx, i.yy, i.zz));
}

}  // namespace talus
