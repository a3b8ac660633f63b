#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "talus/error.h"
#include "talus/math/power.h"
#include "talus/shape.h"
#include "talus/shape/check.h"
#include "talus/shape/equal_volume.h"
#include "talus/shape/shape.h"

namespace talus {
namespace {

Shape scaled_body(const Sphere<double>& s, double f) { return make_sphere(f * s.radius); }
Shape scaled_body(const Ellipsoid<double>& s, double f) { return make_ellipsoid(f * s.semi_axes); }
Shape scaled_body(const Superquadric<double>& s, double f) {
  return make_superquadric(f * s.semi_axes, s.n1, s.n2);
}
Shape scaled_body(const HalfSpace<double>& s, double f) {
  return make_half_space(s.normal, f * s.offset);
}
Shape scaled_body(const Segment<double>& s, double f) { return make_segment(f * s.from, f * s.to); }
Shape scaled_body(const Polyhedron& s, double f) {
  std::vector<Vec3<double>> points;
  for (int i = 0; i < s.view().vertex_count; ++i) points.push_back(f * s.view().vertex(i));
  return make_polyhedron(points);
}
Shape scaled_body(const Mesh&, double) {
  throw ShapeError("mesh", "cannot be scaled once it is made; scale the mesh that it is made from");
}

}  // namespace

double equivalent_diameter(const Shape& shape) {
  return equal_volume_diameter(mass_properties(shape).volume);
}

Shape make_spheroid(double aspect_ratio, double diameter) {
  require_positive("spheroid", "aspect_ratio", aspect_ratio);
  require_positive("spheroid", "diameter", diameter);
  const double a = power(aspect_ratio, 2.0 / 3.0) * (0.5 * diameter);
  const double b = power(aspect_ratio, -1.0 / 3.0) * (0.5 * diameter);
  return make_ellipsoid({a, b, b});
}

Shape scaled(const Shape& shape, double factor) {
  require_positive(name_of(kind_of(shape)), "factor", factor);
  return std::visit([factor](const auto& body) { return scaled_body(body, factor); }, shape);
}

Shape scaled_to_diameter(const Shape& shape, double diameter) {
  require_positive(name_of(kind_of(shape)), "diameter", diameter);
  const double own = equivalent_diameter(shape);
  if (!(own > 0.0)) {
    throw ShapeError(std::string(name_of(kind_of(shape))),
                     "has no volume, so it cannot be scaled to a diameter");
  }
  return scaled(shape, diameter / own);
}

}  // namespace talus
