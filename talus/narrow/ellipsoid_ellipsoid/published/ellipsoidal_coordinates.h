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

// 1 - s/(k (k + 1)) (1 - s/((k + 2) (k + 3)) (1 - ...)): for k = 1 the series of the cosine in the
// square s of the angle, for k = 2 that of the sine over the angle, up to k = last.
template <int k, int last, class T>
TALUS_HD T alternating_series(T s) {
  if constexpr (k > last) {
    return T(1);
  } else {
    return T(1) - s * (T(1) / T(k * (k + 1))) * alternating_series<k + 2, last>(s);
  }
}

// For |x| <= 2, where the rest of the series is less than 1e-18. So is it up to 1/8 with five terms
// instead of twelve: the steps of C_m^Jain / 10 and less, which were dominated by the long series.
template <class T>
TALUS_HD Angle<T> angle_of(T x) {
  const T s = x * x;
  if (s <= T(1) / T(64)) {
    return {alternating_series<1, 10>(s), x * alternating_series<2, 10>(s)};
  }
  return {alternating_series<1, 24>(s), x * alternating_series<2, 24>(s)};
}

// The sum, made unit again, so that rounding does not add up over thousands of steps: its length is
// 1 + e with e of rounding, and 3/2 - length^2/2 = 1 - e.
template <class T>
TALUS_HD Angle<T> operator+(const Angle<T>& p, const Angle<T>& q) {
  const T cosine = p.cosine * q.cosine - p.sine * q.sine;
  const T sine = p.sine * q.cosine + p.cosine * q.sine;
  const T shrink = T(1.5) - T(0.5) * (cosine * cosine + sine * sine);
  return {shrink * cosine, shrink * sine};
}

// The cosine of the angle between two vectors that are not zero.
template <class T>
TALUS_HD T cosine_between(const Vec3<T>& u, const Vec3<T>& v) {
  const T cosine = dot(u, v) / square_root(norm_squared(u) * norm_squared(v));
  return smaller(larger(cosine, T(-1)), T(1));
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

  // x over the semi-axes; divided by them once more it is the gradient A_m x.
  TALUS_HD Vec3<T> on_unit_sphere() const {
    return {phi.cosine * nu.sine, phi.sine * nu.sine, nu.cosine};
  }
  TALUS_HD Vec3<T> x(const Ellipsoid<T>& e) const {
    return multiply_componentwise(e.semi_axes, on_unit_sphere());
  }

  TALUS_HD Vec3<T> t_nu(const Ellipsoid<T>& e) const {
    return multiply_componentwise(e.semi_axes,
                                  {phi.cosine * nu.cosine, phi.sine * nu.cosine, -nu.sine});
  }
  // Divided by |sin nu|, which changes nothing in (2.70) but leaves a direction at the poles.
  TALUS_HD Vec3<T> t_phi(const Ellipsoid<T>& e) const {
    const T side = sign_of(nu.sine);
    return multiply_componentwise(e.semi_axes, {-side * phi.sine, side * phi.cosine, T(0)});
  }

  // (2.70): by c times the cosines of the angles between d and the tangents. |c| <= 2.
  TALUS_HD EllipsoidalPoint advanced(const Ellipsoid<T>& e, const Vec3<T>& d, T c) const {
    if (!(norm_squared(d) > T(0))) return *this;
    return {nu + angle_of(c * cosine_between(d, t_nu(e))),
            phi + angle_of(c * cosine_between(d, t_phi(e)))};
  }
};

}  // namespace talus::ellipsoid_ellipsoid
