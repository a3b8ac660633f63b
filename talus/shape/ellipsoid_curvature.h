// Radii of curvature of an ellipsoid's surface (P1 Appendix B), which Hertz and lubrication laws
// and P1's stopping rules need.
//
// The paper writes them over the surface point; here they are functions of the outward unit normal
// n, which a contact knows best. With h the support value, sum x_i^2 / a_i^4 = 1 / h^2 at the
// support point, so (B.4) reads R_G = a b c / h^2, and the principal radii, (B.3), are the
// eigenvalues of the support function's Hessian on the tangent plane. The difference of the roots
// is not taken as in (B.3), sqrt(H^2 - K), which loses half of the digits near umbilics.
#pragma once

#include "talus/math/tangent_frame.h"
#include "talus/primitive.h"
#include "talus/shape/ellipsoid.h"

namespace talus {

// At the surface point whose outward unit normal, in the body's frame, is n.
template <class T>
TALUS_HD CurvatureRadii<T> curvature_radii(const Ellipsoid<T>& e, const Vec3<T>& n) {
  const auto [t, u] = any_tangent_frame(n);
  const SymMat2<T> c = support_curvature(e, n, t, u);
  const T middle = T(0.5) * (c.tt + c.uu), half = T(0.5) * (c.tt - c.uu);
  const T spread = square_root(half * half + c.tu * c.tu);
  const T h = support_value(e, n);
  CurvatureRadii<T> r;
  const T product = (e.semi_axes.x / h) * (e.semi_axes.y / h);
  r.gaussian = product * e.semi_axes.z;
  r.largest = middle + spread;
  r.smallest = r.gaussian * (r.gaussian / r.largest);
  // The eigenvector from whichever row of the matrix does not cancel.
  const T along_t = half >= T(0) ? half + spread : c.tu;
  const T along_u = half >= T(0) ? c.tu : spread - half;
  const Vec3<T> direction = along_t * t + along_u * u;
  const T length = norm(direction);
  r.direction_of_largest = length > T(0) ? direction / length : t;
  return r;
}

// The extremes over the whole surface: the largest radius is at the ends of the shortest axis, the
// smallest Gaussian radius at the ends of the longest one.
template <class T>
TALUS_HD T largest_curvature_radius(const Ellipsoid<T>& e) {
  const T longest = max_norm(e.semi_axes);
  const T least = smaller(e.semi_axes.x, smaller(e.semi_axes.y, e.semi_axes.z));
  return longest * (longest / least);
}

template <class T>
TALUS_HD T smallest_gaussian_radius(const Ellipsoid<T>& e) {
  const T longest = max_norm(e.semi_axes);
  return (e.semi_axes.x / longest) * (e.semi_axes.y / longest) * e.semi_axes.z;
}

}  // namespace talus
