// The point of a superquadric's surface with a given normal in P2's closed form (section 2.1,
// Podlozhnyuk et al. 2017), for superquadric-wall and peng-hanley. support_point of superquadric.h
// is the same point from the dual norm, with other rounding.
//
//   n = (n_x, n_y, n_z)    direction into the wall, in the body's frame
//   X                      the surface point nearest to the wall, or deepest in it: grad F there is
//                          parallel to n
//   alpha = |y/b| / |x/a| = |b n_y / (a n_x)|^(1/(n2 - 1))      from F_y / F_x = n_y / n_x
//   beta  = |z/c| / rho   = |c n_z / m|^(1/(n1 - 1))            from F_z / F_x = n_z / n_x
//   rho   = (|x/a|^n2 + |y/b|^n2)^(1/n2),  m = a n_x (1 + alpha^n2)^((n2 - 1)/n2)
//   rho^-n1 = 1 + beta^n1                                       from F = 0
//
// P2 only states that F_B is replaced by the function of a plane; the formulas are derived here
// from that. Each quotient has the larger term as divisor, so a zero component of n gives 0 and not
// 0/0, and n1, n2 = 1 give the ridges (alpha = 0 or 1). P2 requires exponents >= 2; the formulas
// hold for all convex bodies, exponents >= 1.
#pragma once

#include "talus/shape/superquadric/superquadric.h"

namespace talus::superquadric_potential {

// p and q >= 0 with p^n + q^n = 1 and (p^(n-1), q^(n-1)) parallel to (first, second).
template <class T>
struct TangentLevel {
  T p, q, weight;  // weight: first p + second q
};

template <class T>
TALUS_HD TangentLevel<T> tangent_level(const T& first, const T& second, const T& n) {
  const bool swap = first < second;
  const T large = swap ? second : first, small = swap ? first : second;
  if (!(large > T(0))) return {T(1), T(0), T(0)};
  const T ratio = small / large;
  T quotient, rest;  // small over large coordinate; the large one
  if (n == T(2)) {
    quotient = ratio;
    rest = T(1) / square_root(T(1) + ratio * ratio);
  } else {
    quotient = power(ratio, T(1) / (n - T(1)));
    rest = power(T(1) + power(quotient, n), T(-1) / n);
  }
  const T minor = quotient * rest;
  return {swap ? minor : rest, swap ? rest : minor, large * rest + small * minor};
}

// X, the point of the surface where grad F is parallel to n.
template <class T>
TALUS_HD Vec3<T> wall_point(const Superquadric<T>& s, const Vec3<T>& n) {
  const Vec3<T>& a = s.semi_axes;
  const TangentLevel<T> ring = tangent_level(a.x * absolute(n.x), a.y * absolute(n.y), s.n2);
  const TangentLevel<T> whole = tangent_level(ring.weight, a.z * absolute(n.z), s.n1);
  return {sign_of(n.x) * a.x * whole.p * ring.p, sign_of(n.y) * a.y * whole.p * ring.q,
          sign_of(n.z) * a.z * whole.q};
}

}  // namespace talus::superquadric_potential
