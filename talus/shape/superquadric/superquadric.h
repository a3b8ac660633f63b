// Superquadric (P2, equation (1)): F(x,y,z) = (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 - 1 <= 0,
// convex for n1, n2 >= 1. In P3's notation n2 = 2/eps1 and n1 = 2/eps2.
//
// The body is the unit ball of a norm of norms, with two levels:
//   ring:  rho = |(x/a, y/b)|_n2,      whole:  g = |(rho, z/c)|_n1      (the gauge, gauge.h).
// The support function is the dual norm:
//   u(n) = |(a nx, b ny)|_q2,  h(n) = |(u, c nz)|_q1,  q = n/(n-1)  (q = infinity for n = 1).
// Each level is a two-component norm of alpha, beta >= 0; the functions below are written for one.
//
// This folder has everything about one superquadric:
//   superquadric.h      the shape, F, the support function for any exponent >= 1, bounds
//   gauge.h             the gauge, F with two derivatives, inscribed balls, ray intersections
//   surface_levels.h    one level in surface coordinates
//   surface_point.h     surface coordinates k, point and normal there with derivatives
//   surface_jacobian.h  Newton's matrices in these coordinates
//   surface_step.h      limits of Newton's steps in these coordinates
//   hessian_point.h     point and normal with the factored support Hessian
//   bulged_support.h    the support function with flat sides that bulge, for forces
//   curvature.h         radii of curvature
//
// The support function is evaluated in five forms. Each rounds differently, and one form for all
// would give up range, digits or speed:
//   dual_norm (here)                  any exponent >= 1, full digits, branches; for one body
//   level_support (surface_levels.h)  exponents up to 128, fast powers, branch-free; for packs
//   hessian_level (hessian_point.h)   any exponent > 1, quotients that stay finite on flat sides
//   PowerNorm (bulged_support.h)      positive components only, two derivatives; for packs
//   tangent_level (wall_point.h of the published methods)   the closed form of P2, as printed
#pragma once

#include "talus/math/mat3.h"
#include "talus/math/power.h"
#include "talus/primitive.h"

namespace talus {

// An ellipsoid is the superquadric of exponents 2.
template <class T>
TALUS_HD const Superquadric<T>& as_superquadric(const Superquadric<T>& s) {
  return s;
}
template <class T>
TALUS_HD Superquadric<T> as_superquadric(const Ellipsoid<T>& e) {
  return {e.semi_axes, T(2), T(2)};
}

// The two-component dual norm (alpha^q + beta^q)^(1/q) with its gradient. Scaled by the larger
// component it needs two powers: r = small/large, s = (1 + r^q)^(-1/n), gradient (s, s r^(q-1)).
template <class T>
struct DualNorm {
  T value{};
  T d_alpha{}, d_beta{};
  T curvature{};  // d2 value = curvature * (-beta, alpha)(-beta, alpha)^T
};

template <class T>
TALUS_HD DualNorm<T> dual_norm(const T& alpha, const T& beta, const T& n) {
  const bool alpha_larger = !(alpha < beta);
  const T large = alpha_larger ? alpha : beta;
  const T small = alpha_larger ? beta : alpha;
  if (!(large > T(0))) return {};
  const T r = small / large;
  T d_large, d_small, value;
  T slope;  // d_small / r, with its limit at r = 0
  if (n == T(2)) {
    d_large = T(1) / square_root(T(1) + r * r);
    d_small = r * d_large;
    slope = d_large;
    value = large * (T(1) + r * r) * d_large;
  } else if (n == T(1)) {
    // The dual norm is the maximum. On a tie every point of the edge is a support point; this is
    // its middle.
    d_small = r < T(1) ? T(0) : T(0.5);
    d_large = T(1) - d_small;
    slope = d_small;
    value = large;
  } else {
    const T r_q = power(r, n / (n - T(1)));
    d_large = power(T(1) + r_q, T(-1) / n);
    d_small = r > T(0) ? d_large * (r_q / r) : T(0);
    slope = r > T(0) ? d_small / r : (n < T(2) ? T(0) : infinity_of<T>());
    value = large * (T(1) + r_q) * d_large;
  }
  DualNorm<T> result;
  result.value = value;
  result.d_alpha = alpha_larger ? d_large : d_small;
  result.d_beta = alpha_larger ? d_small : d_large;
  // (q - 1) (alpha beta)^(q-2) value^(1-2q) = d_alpha d_beta / ((n - 1) alpha beta value); zero on
  // the flat parts of n = 1.
  result.curvature = slope > T(0) ? d_large * slope / ((n - T(1)) * large * large * value) : T(0);
  return result;
}

template <class T>
TALUS_HD T support_value(const Superquadric<T>& s, const Vec3<T>& n) {
  const T u = dual_norm(s.semi_axes.x * absolute(n.x), s.semi_axes.y * absolute(n.y), s.n2).value;
  return dual_norm(u, s.semi_axes.z * absolute(n.z), s.n1).value;
}

template <class T>
TALUS_HD Vec3<T> support_point(const Superquadric<T>& s, const Vec3<T>& n) {
  const Vec3<T>& a = s.semi_axes;
  const DualNorm<T> ring = dual_norm(a.x * absolute(n.x), a.y * absolute(n.y), s.n2);
  const DualNorm<T> whole = dual_norm(ring.value, a.z * absolute(n.z), s.n1);
  return {sign_of(n.x) * a.x * whole.d_alpha * ring.d_alpha,
          sign_of(n.y) * a.y * whole.d_alpha * ring.d_beta, sign_of(n.z) * a.z * whole.d_beta};
}

// The Hessian is unbounded (infinite or NaN) where the surface is flat, for an exponent > 2 and a
// zero component of n, and at the ridges of exponent 1.
template <class T>
TALUS_HD SymMat3<T> support_hessian(const Superquadric<T>& s, const Vec3<T>& n) {
  const Vec3<T>& a = s.semi_axes;
  const Vec3<T> m{a.x * absolute(n.x), a.y * absolute(n.y), a.z * absolute(n.z)};
  const DualNorm<T> ring = dual_norm(m.x, m.y, s.n2);
  if (!(ring.value > T(0))) {
    // n is along z, where h grows with u as u^q1.
    if (s.n1 < T(2)) return {};
    const bool round = s.n1 == T(2) && s.n2 == T(2);
    return {round ? a.x * a.x / m.z : infinity_of<T>(), round ? a.y * a.y / m.z : infinity_of<T>()};
  }
  const DualNorm<T> whole = dual_norm(ring.value, m.z, s.n1);
  const T sx = sign_of(n.x), sy = sign_of(n.y), sz = sign_of(n.z);
  // d2 h = curvature (-w, u)(-w, u)^T chained through u(m.x, m.y), plus dh/du d2 u.
  const Vec3<T> outer{-m.z * ring.d_alpha * sx * a.x, -m.z * ring.d_beta * sy * a.y,
                      ring.value * sz * a.z};
  const Vec3<T> inner{-m.y * sx * a.x, m.x * sy * a.y, T(0)};
  return whole.curvature * outer_square(outer) +
         (whole.d_alpha * ring.curvature) * outer_square(inner);
}

// The Hessian restricted to the tangent plane of t and u, from its two rank-one terms: on the
// crease of a flat side H is infinite across the crease and finite along it.
template <class T>
TALUS_HD SymMat2<T> support_curvature(const Superquadric<T>& s, const Vec3<T>& n, const Vec3<T>& t,
                                      const Vec3<T>& u) {
  const Vec3<T>& a = s.semi_axes;
  const Vec3<T> m{a.x * absolute(n.x), a.y * absolute(n.y), a.z * absolute(n.z)};
  const DualNorm<T> ring = dual_norm(m.x, m.y, s.n2);
  if (!(ring.value > T(0))) {
    const SymMat3<T> h = support_hessian(s, n);
    return {quadratic_form(t, h, t), quadratic_form(t, h, u), quadratic_form(u, h, u)};
  }
  const DualNorm<T> whole = dual_norm(ring.value, m.z, s.n1);
  const T sx = sign_of(n.x), sy = sign_of(n.y), sz = sign_of(n.z);
  const Vec3<T> outer{-m.z * ring.d_alpha * sx * a.x, -m.z * ring.d_beta * sy * a.y,
                      ring.value * sz * a.z};
  const Vec3<T> inner{-m.y * sx * a.x, m.x * sy * a.y, T(0)};
  const auto form = [](T factor, T p, T q) {
    return p == T(0) || q == T(0) ? T(0) : factor * p * q;
  };
  const T outer_t = dot(outer, t), outer_u = dot(outer, u);
  const T inner_t = dot(inner, t), inner_u = dot(inner, u);
  const T k = whole.curvature, l = whole.d_alpha * ring.curvature;
  return {form(k, outer_t, outer_t) + form(l, inner_t, inner_t),
          form(k, outer_t, outer_u) + form(l, inner_t, inner_u),
          form(k, outer_u, outer_u) + form(l, inner_u, inner_u)};
}

// Radius of a ball inside the body that touches it at the support point for the unit normal n. For
// q <= 2 half the square of the dual norm is strongly convex with modulus (min(q1, q2) - 1) a_min^2
// (Ball, Carlen and Lieb 1994), and r = modulus / h(n) follows as for the ellipsoid. Bodies with an
// exponent below 2 have sharp tips that hold no ball: the result is zero.
template <class T>
TALUS_HD T tangent_ball(const Superquadric<T>& s, const Vec3<T>& n) {
  if (s.n1 < T(2) || s.n2 < T(2)) return T(0);
  const T least = smaller(s.semi_axes.x, smaller(s.semi_axes.y, s.semi_axes.z));
  return least * (least / ((larger(s.n1, s.n2) - T(1)) * support_value(s, n)));
}

template <class T>
TALUS_HD T inside_outside(const Superquadric<T>& s, const Vec3<T>& x) {
  const T fx = absolute(x.x / s.semi_axes.x), fy = absolute(x.y / s.semi_axes.y);
  const T ring = power(fx, s.n2) + power(fy, s.n2);
  return power(ring, s.n1 / s.n2) + power(absolute(x.z / s.semi_axes.z), s.n1) - T(1);
}

template <class T>
TALUS_HD Vec3<T> inside_outside_gradient(const Superquadric<T>& s, const Vec3<T>& x) {
  const Vec3<T>& a = s.semi_axes;
  const T fx = absolute(x.x / a.x), fy = absolute(x.y / a.y), fz = absolute(x.z / a.z);
  const T ring = power(fx, s.n2) + power(fy, s.n2);
  // ring^(n1/n2 - 1) f^(n2 - 1) as a power of a ratio <= 1, which stays finite on the z axis.
  const T radius = power(ring, T(1) / s.n2);
  const T outer = s.n1 * power(radius, s.n1 - T(1));
  const T gx = radius > T(0) ? outer * power(fx / radius, s.n2 - T(1)) : T(0);
  const T gy = radius > T(0) ? outer * power(fy / radius, s.n2 - T(1)) : T(0);
  const T gz = s.n1 * power(fz, s.n1 - T(1));
  return {sign_of(x.x) * gx / a.x, sign_of(x.y) * gy / a.y, sign_of(x.z) * gz / a.z};
}

// Exact. |x|^2 is linear in the squared coordinates, and these fill the unit ball with halved
// exponents, so max |x|^2 is the dual norm of the squared semi-axes (their maximum for n <= 2).
template <class T>
TALUS_HD BoundingSphere<T> bounding_sphere(const Superquadric<T>& s) {
  const Vec3<T> squares = multiply_componentwise(s.semi_axes, s.semi_axes);
  const T ring = dual_norm(squares.x, squares.y, larger(s.n2 / T(2), T(1))).value;
  return {{}, square_root(dual_norm(ring, squares.z, larger(s.n1 / T(2), T(1))).value)};
}

template <class T>
TALUS_HD BoundingBox<T> bounding_box(const Superquadric<T>& s) {
  return {-s.semi_axes, s.semi_axes};
}

}  // namespace talus
