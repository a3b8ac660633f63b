// Whether the angle of two vectors is at most eps_theta, without a root, a division or an arccos
// (P1 Appendix E), and the thresholds of Appendix F for it.
//
//   theta(u, v) <= eps_theta  <=>  u.v >= k |u| |v|,  k = 1 - eps_theta^2 / 2       (E.2)
//   (F.5) = (2.9)  eps_theta^2 = 2 eps_d / (max R_max,1 + max R_max,2)   over the whole surfaces
//   (F.6)          the same with the largest radii at the current points
//
// Corrected of the text: squaring (E.2) needs u.v > 0, or else vectors that point away from each
// other pass; and k > 0, for thresholds above sqrt(2) turn the squared comparison around.
//
// The error that (2.9) allows is proven, without the collinear vectors that Appendix F.1 assumes:
// the support value along the direction of the points exceeds the point's own by at most
// R_max (1 - cos theta), and (E.2) bounds just 1 - cos theta by eps_theta^2 / 2. (F.6) takes radii
// at the points instead of in between, which is right to leading order in eps_theta only.
// Rounding blurs k by a few epsilon, that is eps_d by a few epsilon of R_max.
#pragma once

#include "talus/shape/ellipsoid_curvature.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
TALUS_HD bool angle_at_most(const Vec3<T>& u, const Vec3<T>& v, T eps_theta_squared) {
  const T k = T(1) - T(0.5) * eps_theta_squared, uv = dot(u, v);
  const T left = uv * uv, right = k * k * (norm_squared(u) * norm_squared(v));
  return k > T(0) ? uv > T(0) && left >= right : uv >= T(0) || left <= right;
}

// (2.9)
template <class T>
TALUS_HD T constant_threshold_squared(const Ellipsoid<T>& a, const Ellipsoid<T>& b, T eps_d) {
  return T(2) * eps_d / (largest_curvature_radius(a) + largest_curvature_radius(b));
}

// R_max at the surface point x with the gradient A_m x, (B.1) and (B.3) multiplied out. The root
// loses digits near umbilics, half of them at worst, which a threshold can spare.
template <class T>
TALUS_HD T largest_radius_at(const Ellipsoid<T>& e, const Vec3<T>& x, const Vec3<T>& gradient) {
  const Vec3<T>& a = e.semi_axes;
  const T slope = norm(gradient);
  const T sum = norm_squared(a) - norm_squared(x), product = a.x * a.y * a.z * slope;
  const T inner = sum * sum - T(4) * product * product;
  return T(0.5) * slope * (sum + square_root(larger(inner, T(0))));
}

// R_min and R_max of (B.3), which a step length can spare the same digits of.
template <class T>
struct PrincipalRadii {
  T smallest{}, largest{};
};

// The same for a point that is only near the surface: at the surface point with its normal. Three
// roots, where curvature_radii, which finds the principal directions as well, takes six.
template <class T>
TALUS_HD PrincipalRadii<T> principal_radii_near(const Ellipsoid<T>& e, const Vec3<T>& x,
                                                const Vec3<T>& gradient) {
  const T shrink = T(1) / square_root(dot(x, gradient));
  const Vec3<T> g = shrink * gradient;
  const Vec3<T>& a = e.semi_axes;
  const T largest = largest_radius_at(e, shrink * x, g);
  const T gaussian = a.x * a.y * a.z * norm_squared(g);
  return {gaussian * (gaussian / largest), largest};
}

// (F.6), from the radii at the two points.
template <class T>
TALUS_HD T evolving_threshold_squared(T eps_d, T radius_1, T radius_2) {
  return T(2) * eps_d / (radius_1 + radius_2);
}

}  // namespace talus::ellipsoid_ellipsoid
