// The factories of the shapes that are a few numbers, and of poses: each number is checked once,
// here, so that kernels need not.
#include <fmt/format.h>

#include <cmath>

#include "talus/error.h"
#include "talus/shape/check.h"
#include "talus/shape/shape.h"

namespace talus {

Sphere<double> make_sphere(double radius) {
  require_positive("sphere", "radius", radius);
  return {radius};
}

Ellipsoid<double> make_ellipsoid(const Vec3<double>& semi_axes) {
  require_positive("ellipsoid", "semi_axes", semi_axes);
  return {semi_axes};
}

Superquadric<double> make_superquadric(const Vec3<double>& semi_axes, double n1, double n2) {
  require_positive("superquadric", "semi_axes", semi_axes);
  require_at_least("superquadric", "exponents[0]", n1, 1.0);
  require_at_least("superquadric", "exponents[1]", n2, 1.0);
  return {semi_axes, n1, n2};
}

HalfSpace<double> make_half_space(const Vec3<double>& normal, double offset) {
  require_finite("half_space", "normal", normal);
  require_finite("half_space", "offset", offset);
  if (normal == Vec3<double>{}) {
    throw ShapeError("half_space", "normal", "must not be zero, got [0, 0, 0]");
  }
  // A power of two is taken out first, so that squares neither overflow nor underflow.
  const int exponent = std::ilogb(max_norm(normal));
  const Vec3<double> scaled{std::ldexp(normal.x, -exponent), std::ldexp(normal.y, -exponent),
                            std::ldexp(normal.z, -exponent)};
  const double length = norm(scaled);
  const double distance = std::ldexp(offset / length, -exponent);
  if (!std::isfinite(distance)) {
    throw ShapeError(
        "half_space",
        fmt::format("offset / |normal| must be finite, got offset {} and normal [{}, {}, {}]",
                    offset, normal.x, normal.y, normal.z));
  }
  return {scaled / length, distance};
}

Segment<double> make_segment(const Vec3<double>& from, const Vec3<double>& to) {
  require_finite("segment", "from", from);
  require_finite("segment", "to", to);
  if (from == to) {
    throw ShapeError("segment", fmt::format("from and to must differ, got [{}, {}, {}] twice",
                                            from.x, from.y, from.z));
  }
  return {from, to};
}

std::string_view name_of(Kind kind) {
  constexpr std::string_view names[kind_count] = {
      "sphere", "ellipsoid", "superquadric", "polyhedron", "half_space", "segment", "mesh"};
  return names[static_cast<int>(kind)];
}

Pose<double> make_pose(const Vec3<double>& position, const Quat<double>& orientation) {
  require_finite("pose", "position", position);
  const Quat<double>& q = orientation;
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  // Quaternions printed with seven digits pass; a quaternion with a wrong component does not.
  constexpr double tolerance = 1e-6;
  if (!(std::abs(length - 1.0) <= tolerance)) {
    throw ShapeError(
        "pose", "orientation",
        fmt::format("must be a unit quaternion to 1e-6, got [{}, {}, {}, {}] of length {}", q.w,
                    q.x, q.y, q.z, length));
  }
  return {position, {q.w / length, q.x / length, q.y / length, q.z / length}};
}

}  // namespace talus
