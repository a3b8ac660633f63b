#include <cmath>
#include <numbers>

#include "talus/error.h"
#include "talus/math/double_word.h"
#include "talus/shape.h"
#include "talus/shape/check.h"
#include "talus/shape/shape.h"

namespace talus {

namespace {

// From the integrals of the squares of the coordinates over the body, relative to the centroid.
SymMat3<double> inertia_from(double xx, double yy, double zz) {
  return {yy + zz, xx + zz, xx + yy, 0.0, 0.0, 0.0};
}

}  // namespace

MassProperties mass_properties(const Sphere<double>& sphere) {
  const double r = sphere.radius;
  const double volume = 4.0 / 3.0 * std::numbers::pi * r * r * r;
  const double moment = volume * r * r / 5.0;
  return in_range("sphere", "radius", {volume, {}, inertia_from(moment, moment, moment)});
}

MassProperties mass_properties(const Ellipsoid<double>& ellipsoid) {
  const Vec3<double>& a = ellipsoid.semi_axes;
  const double volume = 4.0 / 3.0 * std::numbers::pi * a.x * a.y * a.z;
  const double fifth = volume / 5.0;
  return in_range(
      "ellipsoid", "semi_axes",
      {volume, {}, inertia_from(fifth * a.x * a.x, fifth * a.y * a.y, fifth * a.z * a.z)});
}

// In units of the semi-axes the section at height z is the figure |x|^n2 + |y|^n2 <= 1 scaled by
// (1 - |z|^n1)^(1/n1), so the integrals are products of one over the figure (Dirichlet's) and one
// over z (the beta function): with G(t) = gamma(1 + t),
//   area      4 G(1/n2)^2 / G(2/n2)
//   of x^2    (4/3) G(3/n2) G(1/n2) / G(4/n2)
//   over z of s^k z^(j-1), s the scale:  (2/j) G(j/n1) G(k/n1) / G((j+k)/n1)
// All arguments lie in [0, 5], where tgamma is right to a few last bits, also for the largest
// exponents.
MassProperties mass_properties(const Superquadric<double>& superquadric) {
  const Vec3<double>& a = superquadric.semi_axes;
  const double n1 = superquadric.n1, n2 = superquadric.n2;
  const auto g = [](double t) { return std::tgamma(1.0 + t); };
  const auto over_z = [&](double k, double j) {
    return 2.0 / j * g(j / n1) * g(k / n1) / g((j + k) / n1);
  };
  const double area = 4.0 * g(1.0 / n2) * g(1.0 / n2) / g(2.0 / n2);
  const double square = 4.0 / 3.0 * g(3.0 / n2) * g(1.0 / n2) / g(4.0 / n2);
  const double unit = a.x * a.y * a.z;
  const double across = unit * square * over_z(4.0, 1.0);
  const double along = unit * area * over_z(2.0, 3.0);
  return in_range("superquadric", "semi_axes",
                  {unit * area * over_z(2.0, 1.0),
                   {},
                   inertia_from(across * a.x * a.x, across * a.y * a.y, along * a.z * a.z)});
}

namespace {

using DoubleDouble = DoubleWord<double>;
using Wide = Vec3<DoubleDouble>;

// Integrals over a polyhedron of 1, x and x x^T relative to an origin, as sums over the tetrahedra
// between the origin and the triangles of the faces. In doubles the determinant of a flat
// tetrahedron of a thin body would lose most of its digits, hence the wide numbers.
struct Moments {
  DoubleDouble volume;
  Wide first;
  DoubleDouble xx, yy, zz, xy, xz, yz;
};

Moments moments_about(const PolyhedronView<double>& body, const Vec3<double>& origin) {
  const auto corner = [&](int k) -> Wide {
    const Vec3<double> v = body.vertex(body.face_vertex[k]);
    return {two_sum(v.x, -origin.x), two_sum(v.y, -origin.y), two_sum(v.z, -origin.z)};
  };
  Moments sum;
  for (int f = 0; f < body.face_count; ++f) {
    const int start = body.face_vertex_start[f], end = body.face_vertex_start[f + 1];
    const Wide p = corner(start);
    Wide q = corner(start + 1);
    for (int k = start + 2; k < end; ++k) {
      const Wide r = corner(k);
      const DoubleDouble six_volumes = dot(p, cross(q, r));
      const Wide total = p + q + r;
      // Over a tetrahedron with one corner at the origin: V/4 sum, and V/20 (p p^T + q q^T + r r^T
      // + total total^T); the common factors follow at the end.
      const auto product = [&](int i, int j) {
        return six_volumes * (p[i] * p[j] + q[i] * q[j] + r[i] * r[j] + total[i] * total[j]);
      };
      sum.volume = sum.volume + six_volumes;
      sum.first = sum.first + six_volumes * total;
      sum.xx = sum.xx + product(0, 0);
      sum.yy = sum.yy + product(1, 1);
      sum.zz = sum.zz + product(2, 2);
      sum.xy = sum.xy + product(0, 1);
      sum.xz = sum.xz + product(0, 2);
      sum.yz = sum.yz + product(1, 2);
      q = r;
    }
  }
  return sum;
}

}  // namespace

MassProperties mass_properties(const Polyhedron& polyhedron) {
  const PolyhedronView<double>& body = polyhedron.view();
  const Vec3<double>& inner = body.bounds.centre;
  const Moments about_inner = moments_about(body, inner);
  const double scale = 1.0 / (4.0 * about_inner.volume.high);
  const Vec3<double> centroid =
      inner + scale * Vec3<double>{about_inner.first.x.high, about_inner.first.y.high,
                                   about_inner.first.z.high};
  // Summed again about the centroid: moving the second moments there would cancel digits.
  const Moments m = moments_about(body, centroid);
  const auto result = [](const DoubleDouble& value) { return value.high / 120.0; };
  return in_range("polyhedron", "vertices",
                  {m.volume.high / 6.0,
                   centroid,
                   {result(m.yy + m.zz), result(m.xx + m.zz), result(m.xx + m.yy),
                    0.0 - result(m.xy), 0.0 - result(m.xz), 0.0 - result(m.yz)}});
}

MassProperties mass_properties(const Segment<double>& segment) {
  return {0.0, 0.5 * segment.from + 0.5 * segment.to, {}};
}

MassProperties mass_properties(const Shape& shape) {
  return std::visit(
      [](const auto& body) -> MassProperties {
        if constexpr (std::is_same_v<std::decay_t<decltype(body)>, HalfSpace<double>>) {
          throw ShapeError("half_space", "unbounded, so it has no volume, centroid or inertia");
        } else {
          return mass_properties(body);
        }
      },
      shape);
}

}  // namespace talus
