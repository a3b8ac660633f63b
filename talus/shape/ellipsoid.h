// Ellipsoid with its axes along the body's axes, centred on the body's origin.
#pragma once

#include "talus/math/mat3.h"
#include "talus/primitive.h"

namespace talus {

// h(n) = sqrt(n^T M n) with M = diag(a^2, b^2, c^2); the support point is its gradient M n / h.
template <class T>
TALUS_HD T support_value(const Ellipsoid<T>& e, const Vec3<T>& n) {
  return norm(multiply_componentwise(e.semi_axes, n));
}

template <class T>
TALUS_HD Vec3<T> support_point(const Ellipsoid<T>& e, const Vec3<T>& n) {
  const Vec3<T> scaled = multiply_componentwise(e.semi_axes, n);
  return multiply_componentwise(e.semi_axes, scaled) / norm(scaled);
}

// H = (M - p p^T) / h with p the support point.
template <class T>
TALUS_HD SymMat3<T> support_hessian(const Ellipsoid<T>& e, const Vec3<T>& n) {
  const Vec3<T> scaled = multiply_componentwise(e.semi_axes, n);
  const T h = norm(scaled);
  const Vec3<T> p = multiply_componentwise(e.semi_axes, scaled) / h;
  const Vec3<T>& a = e.semi_axes;
  return {(a.x * a.x - p.x * p.x) / h,
          (a.y * a.y - p.y * p.y) / h,
          (a.z * a.z - p.z * p.z) / h,
          -p.x * p.y / h,
          -p.x * p.z / h,
          -p.y * p.z / h};
}

// The Hessian on the tangent plane: t^T H u for the directions t and u.
template <class T>
TALUS_HD SymMat2<T> support_curvature(const Ellipsoid<T>& e, const Vec3<T>& n, const Vec3<T>& t,
                                      const Vec3<T>& u) {
  const Vec3<T> scaled = multiply_componentwise(e.semi_axes, n);
  const T h = norm(scaled);
  const Vec3<T> at = multiply_componentwise(e.semi_axes, t);
  const Vec3<T> au = multiply_componentwise(e.semi_axes, u);
  const T pt = dot(scaled, at) / h, pu = dot(scaled, au) / h;
  return {(dot(at, at) - pt * pt) / h, (dot(at, au) - pt * pu) / h, (dot(au, au) - pu * pu) / h};
}

// The radius of a ball that touches the ellipsoid from inside at the support point for the unit
// normal n and lies inside it entirely: by Cauchy-Schwarz h(m) h(n) - m^T M n >= a_min^2 (1 - m.n),
// which is the condition h(m) - m.p >= r (1 - m.n) for all unit m with r = a_min^2 / h(n).
template <class T>
TALUS_HD T tangent_ball(const Ellipsoid<T>& e, const Vec3<T>& n) {
  const T least = smaller(e.semi_axes.x, smaller(e.semi_axes.y, e.semi_axes.z));
  return least * (least / support_value(e, n));
}

template <class T>
TALUS_HD T inside_outside(const Ellipsoid<T>& e, const Vec3<T>& x) {
  const Vec3<T> u{x.x / e.semi_axes.x, x.y / e.semi_axes.y, x.z / e.semi_axes.z};
  return norm_squared(u) - T(1);
}

template <class T>
TALUS_HD Vec3<T> inside_outside_gradient(const Ellipsoid<T>& e, const Vec3<T>& x) {
  const Vec3<T>& a = e.semi_axes;
  return {T(2) * x.x / (a.x * a.x), T(2) * x.y / (a.y * a.y), T(2) * x.z / (a.z * a.z)};
}

template <class T>
TALUS_HD BoundingSphere<T> bounding_sphere(const Ellipsoid<T>& e) {
  return {{}, max_norm(e.semi_axes)};
}

template <class T>
TALUS_HD BoundingBox<T> bounding_box(const Ellipsoid<T>& e) {
  return {-e.semi_axes, e.semi_axes};
}

}  // namespace talus
