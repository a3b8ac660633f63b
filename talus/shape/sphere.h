// Sphere of a given radius around the body's origin.
#pragma once

#include "talus/math/mat3.h"
#include "talus/primitive.h"

namespace talus {

// All support functions: max over the body of n.x, and a point where it is reached. n need not be
// unit for the value (it is homogeneous of degree 1) nor for the point (degree 0), but is not zero.
template <class T>
TALUS_HD T support_value(const Sphere<T>& s, const Vec3<T>& n) {
  return s.radius * norm(n);
}

template <class T>
TALUS_HD Vec3<T> support_point(const Sphere<T>& s, const Vec3<T>& n) {
  return (s.radius / norm(n)) * n;
}

// Second derivative of the support value; its eigenvalues on the tangent plane of a unit n are the
// principal radii of curvature at the support point.
template <class T>
TALUS_HD SymMat3<T> support_hessian(const Sphere<T>& s, const Vec3<T>& n) {
  const T length = norm(n);
  const T k = s.radius / length;
  const Vec3<T> u = n / length;
  return {k * (T(1) - u.x * u.x), k * (T(1) - u.y * u.y), k * (T(1) - u.z * u.z),
          -k * u.x * u.y,         -k * u.x * u.z,         -k * u.y * u.z};
}

// Negative inside, zero on the surface, positive outside.
template <class T>
TALUS_HD T inside_outside(const Sphere<T>& s, const Vec3<T>& x) {
  return norm_squared(x / s.radius) - T(1);
}

template <class T>
TALUS_HD Vec3<T> inside_outside_gradient(const Sphere<T>& s, const Vec3<T>& x) {
  return (T(2) / (s.radius * s.radius)) * x;
}

template <class T>
TALUS_HD BoundingSphere<T> bounding_sphere(const Sphere<T>& s) {
  return {{}, s.radius};
}

template <class T>
TALUS_HD BoundingBox<T> bounding_box(const Sphere<T>& s) {
  return {{-s.radius, -s.radius, -s.radius}, {s.radius, s.radius, s.radius}};
}

}  // namespace talus
