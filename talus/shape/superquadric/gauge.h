// The gauge of a superquadric: g(x) = (F(x) + 1)^(1/n1), the factor by which the body must be
// scaled to have x on its surface. It is the norm whose unit ball is the body,
//   rho = |(x/a, y/b)|_n2,  g = |(rho, z/c)|_n1,
// so it is convex, g(s x) = s g(x) for s > 0, and its gradient does not vanish towards the centre
// as that of F does. F, its gradient and its Hessian follow by the chain rule.
#pragma once

#include "talus/shape/superquadric/superquadric.h"

namespace talus {

// The two-component norm N = (alpha^n + beta^n)^(1/n) of alpha, beta >= 0, with its derivatives.
template <class T>
struct PrimalNorm {
  T value{};
  T d_alpha{}, d_beta{};
  T curvature{};  // d2 N = curvature * (-beta, alpha)(-beta, alpha)^T
};

// For n < 2 the second derivative is unbounded at a zero component. It is evaluated at no smaller
// ratio of the components than this, which bounds it by 1e6^(2 - n). A choice.
inline constexpr double min_curvature_ratio = 1e-6;

// r^n, 1 + r^n and (1 + r^n)^(1/n) for the ratio r of the smaller component to the larger one: the
// norm is the larger component times the root.
template <class T>
struct RatioNorm {
  T power_n, sum, root;
};

template <class T>
TALUS_HD RatioNorm<T> ratio_norm(const T& r, const T& n) {
  if (n == T(2)) return {r * r, T(1) + r * r, square_root(T(1) + r * r)};
  const T r_n = power(r, n), sum = T(1) + r_n;
  return {r_n, sum, power(sum, T(1) / n)};
}

template <class T>
TALUS_HD PrimalNorm<T> primal_norm(const T& alpha, const T& beta, const T& n) {
  const bool alpha_larger = !(alpha < beta);
  const T large = alpha_larger ? alpha : beta, small = alpha_larger ? beta : alpha;
  if (!(large > T(0))) return {};
  const T r = small / large;
  const auto [r_n, sum, root] = ratio_norm(r, n);
  T d_large, d_small;
  T second;  // r^(n-2) / (1 + r^n)^(2 - 1/n)
  if (n == T(2)) {
    d_large = T(1) / root;
    d_small = r / root;
    second = d_large * d_large * d_large;
  } else {
    d_large = root / sum;
    d_small = r > T(0) ? d_large * (r_n / r) : (n == T(1) ? T(1) : T(0));
    const bool steep = n < T(2) && r < T(min_curvature_ratio);
    const T r_n_2 =
        steep ? power(T(min_curvature_ratio), n - T(2)) : (r_n > T(0) ? r_n / r / r : T(0));
    second = r_n_2 * root / (sum * sum);
  }
  PrimalNorm<T> result;
  result.value = large * root;
  result.d_alpha = alpha_larger ? d_large : d_small;
  result.d_beta = alpha_larger ? d_small : d_large;
  result.curvature = (n - T(1)) * second / (large * large * large);
  return result;
}

// The value alone, with the larger component itself if that is not positive, so that NaN stays NaN.
template <class T>
TALUS_HD T primal_norm_value(const T& alpha, const T& beta, const T& n) {
  const T large = larger(alpha, beta), small = smaller(alpha, beta);
  return large > T(0) ? large * ratio_norm(small / large, n).root : large;
}

template <class T>
TALUS_HD T gauge_of(const Superquadric<T>& s, const Vec3<T>& x) {
  const T u = absolute(x.x / s.semi_axes.x), v = absolute(x.y / s.semi_axes.y);
  return primal_norm_value(primal_norm_value(u, v, s.n2), absolute(x.z / s.semi_axes.z), s.n1);
}

template <class T>
struct GaugeAt {
  T value{};
  Vec3<T> gradient{};  // undefined at the centre: zero there
};

template <class T>
TALUS_HD GaugeAt<T> gauge_at(const Superquadric<T>& s, const Vec3<T>& x) {
  const Vec3<T>& a = s.semi_axes;
  const PrimalNorm<T> ring = primal_norm(absolute(x.x / a.x), absolute(x.y / a.y), s.n2);
  const PrimalNorm<T> whole = primal_norm(ring.value, absolute(x.z / a.z), s.n1);
  return {whole.value,
          {sign_of(x.x) * whole.d_alpha * ring.d_alpha / a.x,
           sign_of(x.y) * whole.d_alpha * ring.d_beta / a.y, sign_of(x.z) * whole.d_beta / a.z}};
}

// F with its first and second derivatives.
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
  const PrimalNorm<T> ring = primal_norm(u, v, s.n2), whole = primal_norm(ring.value, w, s.n1);
  const T g = whole.value;
  if (!(g > T(0))) return {T(-1), {}, {}};
  const T sx = sign_of(x.x) / a.x, sy = sign_of(x.y) / a.y, sz = sign_of(x.z) / a.z;
  const Vec3<T> slope{sx * whole.d_alpha * ring.d_alpha, sy * whole.d_alpha * ring.d_beta,
                      sz * whole.d_beta};
  const Vec3<T> outer{-w * ring.d_alpha * sx, -w * ring.d_beta * sy, ring.value * sz};
  const Vec3<T> inner{-v * sx, u * sy, T(0)};
  const SymMat3<T> hessian = whole.curvature * outer_square(outer) +
                             (whole.d_alpha * ring.curvature) * outer_square(inner);
  const T g_n = power(g, s.n1), first = s.n1 * (g_n / g);
  return {g_n - T(1), first * slope,
          first * hessian + (first * (s.n1 - T(1)) / g) * outer_square(slope)};
}

// Bound on the relative rounding error of gauge_of: two levels of two powers (0.52 ulp each), a
// quotient and a product, with a factor of two to spare.
template <class T>
inline constexpr T gauge_error = T(16) * epsilon_of<T>();

// Radius of a ball around the centre inside the body, without powers: the smallest semi-axis for
// exponents >= 2, otherwise that of the inscribed octahedron (1/sqrt(3), rounded down).
template <class T>
TALUS_HD T inscribed_radius_bound(const Superquadric<T>& s) {
  const T least = smaller(s.semi_axes.x, smaller(s.semi_axes.y, s.semi_axes.z));
  return s.n1 < T(2) || s.n2 < T(2) ? least * T(0.57735026) : least;
}

// Radius of the largest ball around the centre that is known to lie inside. The body grows with its
// exponents, and with both exponents p < 2 the norm is at most 3^(1/p - 1/2) times the Euclidean
// one. Less the rounding of one power and two products.
template <class T>
TALUS_HD T inscribed_radius(const Superquadric<T>& s) {
  const T least = smaller(s.semi_axes.x, smaller(s.semi_axes.y, s.semi_axes.z));
  const T p = smaller(s.n1, s.n2);
  if (!(p < T(2))) return least;
  return least * power(T(3), T(0.5) - T(1) / p) * (T(1) - T(8) * epsilon_of<T>());
}

// Radius of a ball around x inside the body, which contains x + (1 - g(x)) body; less `rounding`,
// the error of x. Zero for a point outside.
template <class T>
TALUS_HD T inner_ball(const Superquadric<T>& s, const Vec3<T>& x, T rounding) {
  const T radius = (T(1) - gauge_error<T> - gauge_of(s, x)) * inscribed_radius_bound(s) - rounding;
  return larger(radius, T(0));
}

// Safety cap of the Newton iterations along a line, which end by themselves when a step no longer
// changes t (about ten steps; more at a tangent line, where the root is double).
inline constexpr int line_newton_limit = 100;

// The t >= 0 at which the ray x + t d leaves the body, for x inside. Newton's method on the gauge,
// which is convex along the line, from a point outside: the iterates decrease monotonically to the
// crossing.
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

// The t >= 0 at which the ray x + t d enters the body, for x outside; negative if the ray misses
// it. A gauge within 4 epsilon of 1 counts as on the surface.
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
