// Where a line meets the surface of an ellipsoid (P1 Appendix D).
//
//   x(t) = p + t d                      (D.1): the segment [c_1, c_2] has p = c_1, d = c_2 - c_1
//   A t^2 + B t + C = 0                 (D.2), with f(x) = (x^T A_m x - 1) / 2 in the body's frame:
//   2A = d^T A_m d,  B = d^T A_m p,  2C = p^T A_m p - 1       (D.3) to (D.5)
//
// In the body's frame A_m is diagonal, and B has no mixed terms. Corrected of the text: in (D.4)
// the minus signs in the brackets are plus, A_12 [x_1 (y_2 - y_1) + y_1 (x_2 - x_1)] and so on, as
// d^T A_m p requires, and the middle one of these terms belongs to A_13.
//
// The discriminant is taken as |w|^2 - |u x w|^2 with u = p/a, w = d/a, which is B^2 - 4AC by
// Lagrange's identity without its cancellation for far points, and the second root from the product
// of both.
#pragma once

#include "talus/shape/ellipsoid.h"

namespace talus::ellipsoid_ellipsoid {

// t of the line's first and last point in the body, in ascending order; none where it misses the
// body or has no direction.
template <class T>
struct LineCrossing {
  bool meets{};
  T first{}, last{};
};

// With u and w, the line in coordinates that make the body the unit ball.
template <class T>
TALUS_HD LineCrossing<T> unit_ball_crossing(const Vec3<T>& u, const Vec3<T>& w) {
  const T ww = norm_squared(w);
  const T discriminant = ww - norm_squared(cross(u, w));
  if (!(ww > T(0) && discriminant >= T(0))) return {};
  const T b = dot(u, w), root = square_root(discriminant);
  const T q = b < T(0) ? root - b : -(root + b);  // without cancellation; zero only if both are
  const T one = q / ww, other = q == T(0) ? T(0) : (norm_squared(u) - T(1)) / q;
  return b < T(0) ? LineCrossing<T>{true, other, one} : LineCrossing<T>{true, one, other};
}

template <class T>
TALUS_HD LineCrossing<T> line_crossing(const Ellipsoid<T>& e, const Vec3<T>& p, const Vec3<T>& d) {
  const Vec3<T>& a = e.semi_axes;
  return unit_ball_crossing(Vec3<T>{p.x / a.x, p.y / a.y, p.z / a.z},
                            Vec3<T>{d.x / a.x, d.y / a.y, d.z / a.z});
}

}  // namespace talus::ellipsoid_ellipsoid
