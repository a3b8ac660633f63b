#include "talus/narrow/mesh_mesh/exact_orientation.h"

#include <cmath>

#include "talus/shape/expansion.h"

namespace talus::mesh_mesh {
namespace {

int sign(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

// Of (b - a) (d - c) - (f - e) (h - g).
int sign_of_minor(double a, double b, double c, double d, double e, double f, double g, double h) {
  const double first = (b - a) * (d - c), second = (f - e) * (h - g), value = first - second;
  constexpr double error = 8.0 * 0x1p-53;  // three roundings in each product, one of the difference
  if (std::abs(value) > error * (std::abs(first) + std::abs(second))) return sign(value);
  return exact_minor(exact_difference(b, a), exact_difference(d, c), exact_difference(f, e),
                     exact_difference(h, g))
      .sign();
}

// The sign of e . ((b - a) x (d - c)) for the infinitesimal motion e of B.
int sign_along_motion(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                      const Vec3<double>& d) {
  const int x = sign_of_minor(a.y, b.y, c.z, d.z, a.z, b.z, c.y, d.y);
  if (x != 0) return x;
  const int y = sign_of_minor(a.z, b.z, c.x, d.x, a.x, b.x, c.z, d.z);
  if (y != 0) return y;
  return sign_of_minor(a.x, b.x, c.y, d.y, a.y, b.y, c.x, d.x);
}

}  // namespace

int exact_orientation(const Vec3<double>& p, const Vec3<double>& a, const Vec3<double>& b,
                      const Vec3<double>& c) {
  const Vec3<double> u = a - p, v = b - p, w = c - p;
  const double xy = v.y * w.z, yx = v.z * w.y, yz = v.z * w.x, zy = v.x * w.z, zx = v.x * w.y,
               xz = v.y * w.x;
  const double value = u.x * (xy - yx) + u.y * (yz - zy) + u.z * (zx - xz);
  const double size = std::abs(u.x) * (std::abs(xy) + std::abs(yx)) +
                      std::abs(u.y) * (std::abs(yz) + std::abs(zy)) +
                      std::abs(u.z) * (std::abs(zx) + std::abs(xz));
  constexpr double error = (7.0 + 56.0 * 0x1p-53) * 0x1p-53;  // Shewchuk's o3derrboundA
  if (value > error * size) return 1;
  if (value < -error * size) return -1;
  return sign_of_determinant(exact_difference(b, p), exact_difference(c, p),
                             exact_difference(a, p));
}

int side_of_a(const Vec3<double> (&triangle)[3], const Vec3<double>& point_of_b) {
  const int side = exact_orientation(triangle[0], triangle[1], triangle[2], point_of_b);
  return side != 0 ? side : sign_along_motion(triangle[0], triangle[1], triangle[0], triangle[2]);
}

int side_of_b(const Vec3<double> (&triangle)[3], const Vec3<double>& point_of_a) {
  const int side = exact_orientation(triangle[0], triangle[1], triangle[2], point_of_a);
  return side != 0 ? side : -sign_along_motion(triangle[0], triangle[1], triangle[0], triangle[2]);
}

// Moving B by e changes the volume by e . ((q1 - q0) x (p1 - p0)).
int side_of_edges(const Vec3<double>& p0, const Vec3<double>& p1, const Vec3<double>& q0,
                  const Vec3<double>& q1) {
  const int side = exact_orientation(p0, p1, q0, q1);
  return side != 0 ? side : sign_along_motion(q0, q1, p0, p1);
}

}  // namespace talus::mesh_mesh
