// Newton's method on the sphere of directions: polishes a direction n to a stationary point of
// h(n) = max over C of n.c, where C is smooth (DESIGN section 4). With c(n) the support point,
//   gradient: the tangential part of c,   Hessian on the tangent plane: H - h I,  H = d2h/dn2.
// Safeguarded: the Hessian is shifted until positive definite and a step must reduce h, so the
// answer is never worse than the start. Flat and sharp places make it stop early, not go wrong.
#pragma once

#include "talus/narrow/engine/support_pair.h"

namespace talus::engine {

// The Hessian of h on the tangent plane, in the basis (t, u).
template <class T>
struct TangentHessian {
  T tt{}, tu{}, uu{};
};

template <class T>
struct Stationary {
  Vec3<T> normal;
  SupportPair<T> support;
  T h{};
  T residual{};  // length of the tangential part of c: zero where h is stationary
  int iterations{};
};

// Solves (hessian + shift) x = -gradient with the smallest shift that makes the smaller eigenvalue
// at least `floor`.
template <class T>
TALUS_HD void solve_shifted(TangentHessian<T> m, T floor, T g_t, T g_u, T& x_t, T& x_u) {
  const T mean = T(0.5) * (m.tt + m.uu), half = T(0.5) * (m.tt - m.uu);
  const T smallest = mean - square_root(half * half + m.tu * m.tu);
  const T shift = smallest < floor ? floor - smallest : T(0);
  const T tt = m.tt + shift, uu = m.uu + shift;
  const T determinant = tt * uu - m.tu * m.tu;
  x_t = (m.tu * g_u - uu * g_t) / determinant;
  x_u = (m.tu * g_t - tt * g_u) / determinant;
}

template <class T, class Difference>
TALUS_HD Stationary<T> newton(Difference& difference, const Vec3<T>& start, T radius, T rounding,
                              int max_iterations) {
  Stationary<T> now;
  now.normal = start;
  now.support = difference.support(start);
  now.h = dot(start, now.support.c);
  T radius_of_trust = T(0.7);  // radians; beyond, the quadratic model says little
  for (;;) {
    const Vec3<T>& n = now.normal;
    const Vec3<T> t = any_orthogonal(n), u = cross(n, t);
    const T g_t = dot(t, now.support.c), g_u = dot(u, now.support.c);
    now.residual = square_root(g_t * g_t + g_u * g_u);
    if (now.iterations >= max_iterations || !(now.residual > rounding)) return now;

    TangentHessian<T> hessian = difference.tangent_hessian(n, t, u);
    hessian.tt = hessian.tt - now.h;
    hessian.uu = hessian.uu - now.h;
    T x_t, x_u;
    solve_shifted(hessian, T(1e-3) * radius, g_t, g_u, x_t, x_u);
    T length = square_root(x_t * x_t + x_u * x_u);
    if (!(length < infinity_of<T>())) return now;  // flat place: the Hessian is unbounded

    bool improved = false;
    for (int attempt = 0; attempt < 6 && !improved; ++attempt) {
      const T scale = length > radius_of_trust ? radius_of_trust / length : T(1);
      const Vec3<T> next = normalized(n + (scale * x_t) * t + (scale * x_u) * u);
      const SupportPair<T> support = difference.support(next);
      const T h = dot(next, support.c);
      ++now.iterations;
      const T next_residual = norm(support.c - h * next);
      // Near the solution h no longer changes in its last digits, but the residual still shrinks.
      improved = h < now.h - rounding ||
                 (!(h > now.h + rounding) && next_residual < T(0.5) * now.residual);
      if (improved) {
        radius_of_trust = smaller(T(2) * radius_of_trust, T(0.7));
        now.normal = next;
        now.support = support;
        now.h = h;
      } else {
        radius_of_trust = T(0.25) * smaller(radius_of_trust, length);
      }
    }
    if (!improved) return now;
  }
}

}  // namespace talus::engine
