// The gauge of a superquadric: g(x) = (F(x) + 1)^(1/n1), the factor by which the body must grow to
// have x on its surface. It is the norm of norms whose unit ball the body is,
//   rho = |(x/a, y/b)|_n2,  g = |(rho, z/c)|_n1,
// so it is convex, g(s x) = s g(x) for s > 0, and its gradient does not shrink towards the centre
// as that of F does. F, its gradient and its Hessian follow from it by the chain rule.
#pragma once

#include "talus/shape/superquadric.h"

namespace talus {

// The two-component norm N = (alpha^n + beta^n)^(1/n) of alpha, beta >= 0, with its derivatives.
template <class T>
struct PlainNorm {
  T value{};
  T d_alpha{}, d_beta{};
  T curvature{};  // d2 N = curvature * (-beta, alpha)(-beta, alpha)^T
};

// Second derivatives are unbounded where n < 2 and a component is zero: there it counts as a
// millionth of the other.
template <class T>
TALUS_HD PlainNorm<T> plain_norm(const T& alpha, const T& beta, const T& n) {
  const bool alpha_larger = !(alpha < beta);
  const T large = alpha_larger ? alpha : beta, small = alpha_larger ? beta : alpha;
  if (!(large > T(0))) return {};
  const T r = small / large;
  T d_large, d_small, value, bend;  // bend: r^(n-2) / (1 + r^n)^(2 - 1/n)
  if (n == T(2)) {
    const T root = square_root(T(1) + r * r);
    d_large = T(1) / root;
    d_small = r / root;
    value = large * root;
    bend = d_large * d_large * d_large;
  } else {
    const T r_n = power(r, n), sum = T(1) + r_n;
    const T root = power(sum, T(1) / n);
    d_large = root / sum;
    d_small = r > T(0) ? d_large * (r_n / r) : (n == T(1) ? T(1) : T(0));
    value = large * root;
    const bool steep = n < T(2) && r < T(1e-6);
    const T r_n_2 = steep ? power(T(1e-6), n - T(2)) : (r_n > T(0) ? r_n / r / r : T(0));
    bend = r_n_2 * root / (sum * sum);
  }
  PlainNorm<T> result;
  result.value = value;
  result.d_alpha = alpha_larger ? d_large : d_small;
  result.d_beta = alpha_larger ? d_small : d_large;
  result.curvature = (n - T(1)) * bend / (large * large * large);
  return result;
}

template <class T>
TALUS_HD T gauge_of(const Superquadric<T>& s, const Vec3<T>& x) {
  const T u = absolute(x.x / s.semi_axes.x), v = absolute(x.y / s.semi_axes.y);
  const auto value = [](const T& alpha, const T& beta, const T& n) {
    const T large = larger(alpha, beta), small = smaller(alpha, beta);
    if (!(large > T(0))) return large;
    const T r = small / large;
    if (n == T(2)) return large * square_root(T(1) + r * r);
    return large * power(T(1) + power(r, n), T(1) / n);
  };
  return value(value(u, v, s.n2), absolute(x.z / s.semi_axes.z), s.n1);
}

template <class T>
struct GaugeAt {
  T value{};
  Vec3<T> gradient{};  // zero at the centre, where there is none
};

template <class T>
TALUS_HD GaugeAt<T> gauge_at(const Superquadric<T>& s, const Vec3<T>& x) {
  const Vec3<T>& a = s.semi_axes;
  const PlainNorm<T> ring = plain_norm(absolute(x.x / a.x), absolute(x.y / a.y), s.n2);
  const PlainNorm<T> whole = plain_norm(ring.value, absolute(x.z / a.z), s.n1);
  return {whole.value,
          {sign_of(x.x) * whole.d_alpha * ring.d_alpha / a.x,
           sign_of(x.y) * whole.d_alpha * ring.d_beta / a.y, sign_of(x.z) * whole.d_beta / a.z}};
}

// F with both derivatives.
template <class T>
struct PotentialAt {
  T value{};
  Vec3<T> gradient{};
  SymMat3<T> hessian{};
};

template <class T>
TALUS_HD PotentialAt<T> potential_at(const Superquadric<T>& s, const Vec3<T>& x) {
  const Vec3<T>& a = s.semi_axes;
  const T u = absolute(x.x / a.x), v = absolute(x.y / a.y), w = absolute(x.z / a.z);
  const PlainNorm<T> ring = plain_norm(u, v, s.n2), whole = plain_norm(ring.value, w, s.n1);
  const T g = whole.value;
  if (!(g > T(0))) return {T(-1), {}, {}};
  const T sx = sign_of(x.x) / a.x, sy = sign_of(x.y) / a.y, sz = sign_of(x.z) / a.z;
  const Vec3<T> slope{sx * whole.d_alpha * ring.d_alpha, sy * whole.d_alpha * ring.d_beta,
                      sz * whole.d_beta};
  const Vec3<T> outer{-w * ring.d_alpha * sx, -w * ring.d_beta * sy, ring.value * sz};
  const Vec3<T> inner{-v * sx, u * sy, T(0)};
  const SymMat3<T> bend = whole.curvature * outer_square(outer) +
                          (whole.d_alpha * ring.curvature) * outer_square(inner);
  const T g_n = power(g, s.n1), first = s.n1 * (g_n / g);
  return {g_n - T(1), first * slope,
          first * bend + (first * (s.n1 - T(1)) / g) * outer_square(slope)};
}

// The radius of a ball around the centre inside the body: for exponents from 2 the smallest
// semi-axis, below at least that of the octahedron, which every convex superquadric holds.
template <class T>
TALUS_HD T inscribed_radius(const Superquadric<T>& s) {
  const T least = smaller(s.semi_axes.x, smaller(s.semi_axes.y, s.semi_axes.z));
  return s.n1 < T(2) || s.n2 < T(2) ? least * T(0.57735026) : least;
}

// The radius of a ball around x inside the body: x + (1 - g) body lies in it. Less the rounding of
// x itself; zero for a point outside.
template <class T>
TALUS_HD T inner_ball(const Superquadric<T>& s, const Vec3<T>& x, T rounding) {
  const T room = (T(1) - T(16) * epsilon_of<T>() - gauge_of(s, x)) * inscribed_radius(s) - rounding;
  return larger(room, T(0));
}

inline constexpr int line_newton_limit = 100;

// Where the ray x + t d leaves the body, for x inside: t >= 0. Newton on the gauge, which is convex
// along the line, from a point outside: it falls towards the crossing and never passes it.
template <class T>
TALUS_HD T ray_exit(const Superquadric<T>& s, const Vec3<T>& x, const Vec3<T>& d) {
  T t = (T(1) + gauge_of(s, x)) / gauge_of(s, d);
  for (int i = 0; i < line_newton_limit; ++i) {
    const GaugeAt<T> at = gauge_at(s, x + t * d);
    const T slope = dot(at.gradient, d);
    if (!(slope > T(0))) break;
    const T next = t - (at.value - T(1)) / slope;
    if (!(next < t)) break;
    t = larger(next, T(0));
  }
  return t;
}

// Where the ray x + t d enters the body, for x outside: t >= 0, or a negative number if it misses.
template <class T>
TALUS_HD T ray_entry(const Superquadric<T>& s, const Vec3<T>& x, const Vec3<T>& d) {
  T t = T(0);
  for (int i = 0; i < line_newton_limit; ++i) {
    const GaugeAt<T> at = gauge_at(s, x + t * d);
    const T beyond = at.value - T(1), slope = dot(at.gradient, d);
    if (!(beyond > T(4) * epsilon_of<T>())) return t;
    if (!(slope < T(0))) return T(-1);
    const T next = t - beyond / slope;
    if (!(next > t)) return t;
    t = next;
  }
  return T(-1);
}

}  // namespace talus
