#include <algorithm>
#include <numbers>

#include "talus/flow.h"
#include "talus/math/scalar.h"

namespace talus {

double Region::volume() const {
  if (type == Type::disc) return 0.0;
  const Vec3<double> lengths = box.upper - box.lower;
  return type == Type::box ? lengths.x * lengths.y * lengths.z
                           : std::numbers::pi * radius * radius * height;
}

BoundingBox<double> Region::bounds() const {
  if (type == Type::box) return box;
  const Vec3<double> top = type == Type::disc ? base : base + height * axis;
  BoundingBox<double> bounds;
  for (int k = 0; k < 3; ++k) {
    const double side = radius * square_root(std::max(0.0, 1.0 - axis[k] * axis[k]));
    bounds.lower[k] = std::min(base[k], top[k]) - side;
    bounds.upper[k] = std::max(base[k], top[k]) + side;
  }
  return bounds;
}

bool Region::contains(const Vec3<double>& point, double margin) const {
  if (type == Type::box) {
    for (int k = 0; k < 3; ++k) {
      if (!(point[k] >= box.lower[k] + margin && point[k] <= box.upper[k] - margin)) return false;
    }
    return true;
  }
  if (type == Type::disc) return false;
  const Vec3<double> from_base = point - base;
  const double along = dot(from_base, axis);
  return along >= margin && along <= height - margin &&
         norm(from_base - along * axis) <= radius - margin;
}

BoundingBox<double> FlowPlane::bounds() const {
  Vec3<double> reach;
  for (int k = 0; k < 3; ++k) {
    reach[k] = is_disc ? radius * std::sqrt(larger(0.0, (1.0 - normal[k]) * (1.0 + normal[k])))
                       : 0.5 * (std::abs(edge_a[k]) + std::abs(edge_b[k]));
  }
  return {centre - reach, centre + reach};
}

bool FlowPlane::contains(const Vec3<double>& point) const {
  if (is_disc) return norm_squared(point) <= radius * radius;
  const auto is_along = [&](const Vec3<double>& edge) {
    const double at = dot(point, edge), half = 0.5 * norm_squared(edge);
    return at >= -half && at < half;
  };
  return is_along(edge_a) && is_along(edge_b);
}

}  // namespace talus
