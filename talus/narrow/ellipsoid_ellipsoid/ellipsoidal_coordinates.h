// A point on an ellipsoid by its ellipsoidal coordinates (P1 section 2.6), in the body's frame:
//
//   x = (a cos phi sin nu, b sin phi sin nu, c cos nu)      (2.68)
//   t_nu, t_phi: its derivatives, tangent to the surface
//
// The angles are kept as cosines and sines and are advanced by the rule for sums of angles: that
// needs neither the arc functions of (2.69) nor a library's sine, whose last digit depends on the
// machine. (2.69) leaves phi open at the poles; here it is 0.
#pragma once

#include "talus/shape/ellipsoid.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
struct Angle {
  T cosine{T(1)}, sine{};
};

// For |x| <= 2, where 12 terms of the series leave less than 1e-18.
template <class T>
TALUS_HD Angle<T> angle_of(T x) {
  T cosine = T(1), sine = T(1);
  for (int n = 12; n >= 1; --n) {
    cosine = T(1) - x * x * (cosine * (T(1) / T((2 * n - 1) * (2 * n))));
    sine = T(1) - x * x * (sine * (T(1) / T((2 * n) * (2 * n + 1))));
  }
  return {cosine, x * sine};
}

// The sum, made unit again, so that rounding does not add up over thousands of steps.
template <class T>
TALUS_HD Angle<T> operator+(const Angle<T>& p, const Angle<T>& q) {
  const T cosine = p.cosine * q.cosine - p.sine * q.sine;
  const T sine = p.sine * q.cosine + p.cosine * q.sine;
  const T length = square_root(cosine * cosine + sine * sine);
  return {cosine / length, sine / length};
}

template <class T>
struct EllipsoidalPoint {
  Angle<T> nu, phi;

  // (2.69) for a point on the surface.
  TALUS_HD static EllipsoidalPoint at(const Ellipsoid<T>& e, const Vec3<T>& x) {
    const Vec3<T>& s = e.semi_axes;
    const T u = x.x / s.x, v = x.y / s.y, w = x.z / s.z;
    const T across = square_root(u * u + v * v), length = square_root(across * across + w * w);
    EllipsoidalPoint p;
    p.nu = {w / length, across / length};
    if (across > T(0)) p.phi = {u / across, v / across};
    return p;
  }

  TALUS_HD Vec3<T> x(const Ellipsoid<T>& e) const {
    return multiply_componentwise(e.semi_axes,
                                  {phi.cosine * nu.sine, phi.sine * nu.sine, nu.cosine});
  }

  // t_nu and t_phi made unit. At a pole, where t_phi vanishes, its limit.
  TALUS_HD Vec3<T> unit_t_nu(const Ellipsoid<T>& e) const {
    return normalized(multiply_componentwise(
        e.semi_axes, {phi.cosine * nu.cosine, phi.sine * nu.cosine, -nu.sine}));
  }
  TALUS_HD Vec3<T> unit_t_phi(const Ellipsoid<T>& e) const {
    return sign_of(nu.sine) *
           normalized(multiply_componentwise(e.semi_axes, {-phi.sine, phi.cosine, T(0)}));
  }

  // (2.70): by c times the cosines of the angles between d and the tangents. |c| <= 2.
  TALUS_HD EllipsoidalPoint advanced(const Ellipsoid<T>& e, const Vec3<T>& d, T c) const {
    const T length = norm(d);
    if (!(length > T(0))) return *this;
    const T along_nu = smaller(larger(dot(d, unit_t_nu(e)) / length, T(-1)), T(1));
    const T along_phi = smaller(larger(dot(d, unit_t_phi(e)) / length, T(-1)), T(1));
    return {nu + angle_of(c * along_nu), phi + angle_of(c * along_phi)};
  }
};

}  // namespace talus::ellipsoid_ellipsoid
