// A proof that a depth is the global minimum, for deep overlap: one ellipsoid inside C.
//
// For every orthogonal O, |A m| + |B m| >= |(A + O B) m|: the sum of two ellipsoids contains the
// ellipsoid of A + O B (Kurzhanski & Valyi 1997, section 3.2), and where O turns B n to A n it
// touches the sum at the support point for n. For one ellipsoid, with matrix E, the nearest surface
// point is known globally: with p = E^T E n / h_E the depth of c is h = n.(p - c) if E^T E >= h h_E
// I (this is the tangent ball of E; for one ellipsoid it is not only sufficient but necessary).
//
// In the basis of n and its tangent plane, h_E = h_A + h_B, p = h_E n + c_t and
//   E^T E = p p^T + (X_A + R X_B)^T (X_A + R X_B),   X = sqrt(h H) (2 x 2, H the radii of
//   curvature)
// with a rotation R that is left free by O; R = I proves as much as any other (tried: all angles).
// Eliminating n leaves a condition on the tangent plane:
//   (X_A + X_B)^2 - h h_E I - (h / n.c) c_t c_t^T >= 0.
// The condition holds for nine of ten deep pairs of plates 1:6, of which the tangent balls prove
// one in a hundred, and by concentric bodies, where n.c and c_t vanish together.
#pragma once

#include "talus/math/pose.h"
#include "talus/math/tangent_frame.h"
#include "talus/shape/ellipsoid.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
TALUS_HD SymMat2<T> root_of(const SymMat2<T>& m) {
  const T root = square_root(larger(m.tt * m.uu - m.tu * m.tu, T(0)));
  const T scale = T(1) / square_root(m.tt + m.uu + T(2) * root);
  return {scale * (m.tt + root), scale * m.tu, scale * (m.uu + root)};
}

template <class T>
TALUS_HD SymMat2<T> scaled(T s, const SymMat2<T>& m) {
  return {s * m.tt, s * m.tu, s * m.uu};
}

// Whether the depth is at least h - 2 slack, where h is the support value of C for the unit normal
// n and n is stationary.
template <class T>
TALUS_HD bool inner_ellipsoid_proves(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                     const RelativePose<T>& b_in_a, const Vec3<T>& n, T h,
                                     T slack) {
  const auto [t, u] = any_tangent_frame(n);
  const Vec3<T> n_b = b_in_a.direction_to_b(n);
  const T h_a = support_value(a, n), h_b = support_value(b, n_b), h_e = h_a + h_b;
  const SymMat2<T> x_a = root_of(scaled(h_a, support_curvature(a, n, t, u)));
  const SymMat2<T> x_b = root_of(
      scaled(h_b, support_curvature(b, n_b, b_in_a.direction_to_b(t), b_in_a.direction_to_b(u))));
  const SymMat2<T> x = x_a + x_b;
  const Vec3<T>& c = b_in_a.translation;
  const T c_t = dot(t, c), c_u = dot(u, c), sure = h - slack;
  const T along = dot(n, c) + slack;
  if (!(along > T(0))) return false;
  const T share = sure / along;
  const T rounding =
      T(16) * epsilon_of<T>() * square(max_norm(a.semi_axes) + max_norm(b.semi_axes));
  const T less = sure * h_e + rounding;
  const T tt = x.tt * x.tt + x.tu * x.tu - less - share * (c_t * c_t);
  const T uu = x.uu * x.uu + x.tu * x.tu - less - share * (c_u * c_u);
  const T tu = x.tu * (x.tt + x.uu) - share * (c_t * c_u);
  return tt > T(0) && uu > T(0) && tt * uu >= tu * tu;
}

}  // namespace talus::ellipsoid_ellipsoid
