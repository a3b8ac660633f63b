#include "talus/packing/envelope.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "talus/error.h"
#include "talus/math/power.h"

namespace talus {
namespace {

// A relative margin for the rounding of radii and planes, some thousand epsilons. A choice: an
// envelope that is too large or too small by as much costs nothing.
constexpr double rounding = 1e-12;
constexpr double shrink = 1.0 - rounding, grow = 1.0 + rounding;

double least_of(const Vec3<double>& v) { return std::min({v.x, v.y, v.z}); }
double product_of(const Vec3<double>& v) { return v.x * v.y * v.z; }

Envelope of_ellipsoid(const Vec3<double>& semi_axes) {
  return {{}, semi_axes, 1.0, least_of(semi_axes), max_norm(semi_axes) * grow};
}

// In units of the semi-axes a superquadric is the unit ball of the norm |(|(x, y)|_n2, z)|_n1. In
// two dimensions |.|_p and |.|_2 differ by a factor between 1 and 2^(1/p - 1/2).
Envelope of_superquadric(const Superquadric<double>& body) {
  double most = 1.0, least = 1.0;
  for (const double p : {body.n1, body.n2}) {
    const double factor = power(2.0, 1.0 / p - 0.5);
    most *= std::max(factor, 1.0);
    least *= std::min(factor, 1.0);
  }
  const Vec3<double> inner = (shrink / most) * body.semi_axes;
  return {
      {}, inner, grow * grow * most / least, least_of(inner), bounding_sphere(body).radius * grow};
}

// The largest ellipsoid with these proportions around the centre of the inner ball.
Envelope with_proportions(const PolyhedronView<double>& body, const Vec3<double>& proportions) {
  const Vec3<double>& centre = body.inner.centre;
  double inner = infinity_of<double>(), outer = 0.0, radius = 0.0;
  for (int f = 0; f < body.face_count; ++f) {
    const Vec3<double>& n = body.face_normal[f];
    inner = std::min(inner, (body.face_offset[f] - dot(n, centre)) /
                                norm(multiply_componentwise(proportions, n)));
  }
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec3<double> v = body.vertex(i) - centre;
    outer = std::max(
        outer, norm(Vec3<double>{v.x / proportions.x, v.y / proportions.y, v.z / proportions.z}));
    radius = std::max(radius, norm(v));
  }
  // The planes of the faces and the differences are right to rounding of the body's size.
  const double size = max_norm(centre) + radius;
  inner = std::max(inner - rounding * size / least_of(proportions), 0.0);
  const Vec3<double> axes = inner * proportions;
  return {centre, axes, grow * outer / inner, least_of(axes), radius + rounding * size};
}

// A ball, or an ellipsoid with the proportions of the bounding box if that has more volume.
Envelope of_polyhedron(const PolyhedronView<double>& body) {
  const BoundingBox<double> box = bounding_box(body);
  const Envelope ball = with_proportions(body, {1.0, 1.0, 1.0});
  const Envelope other = with_proportions(body, box.upper - box.lower);
  return product_of(other.inner_axes) > product_of(ball.inner_axes) ? other : ball;
}

}  // namespace

Envelope envelope_of(const Shape& shape) {
  switch (kind_of(shape)) {
    case Kind::sphere: {
      const double r = std::get<Sphere<double>>(shape).radius;
      return of_ellipsoid({r, r, r});
    }
    case Kind::ellipsoid:
      return of_ellipsoid(std::get<Ellipsoid<double>>(shape).semi_axes);
    case Kind::superquadric:
      return of_superquadric(std::get<Superquadric<double>>(shape));
    case Kind::polyhedron:
      return of_polyhedron(std::get<Polyhedron>(shape).view());
    case Kind::half_space:
    case Kind::segment:
    case Kind::mesh:
      break;
  }
  throw ShapeError(std::string(name_of(kind_of(shape))), "has no ellipsoid inside and around it");
}

}  // namespace talus
