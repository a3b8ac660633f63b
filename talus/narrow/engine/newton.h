// Newton's method on the sphere of directions: polishes a direction n to a stationary point of
// h(n) = max over C of n.c, where C is smooth (DESIGN section 4). With c(n) the support point,
//   gradient: the tangential part of c,   Hessian on the tangent plane: H - h I,  H = d2h/dn2.
// Safeguarded: the Hessian is shifted until positive definite and a step must reduce h, so the
// answer is never worse than the start. Flat and sharp places make it stop early, not go wrong.
//
// h has creases where a polyhedron's support point jumps from vertex to vertex. Along a crease,
// where n is at right angles to an edge, h is smooth again: a constraint keeps n there.
#pragma once

#include "talus/math/mat3.h"
#include "talus/narrow/engine/support_pair.h"

namespace talus::engine {

// Unit directions that n stays at right angles to.
template <class T>
struct Constraint {
  Vec3<T> across[2];
  int count{};
};

template <class T>
struct Stationary {
  Vec3<T> normal;
  T h;
  SupportPair<T> support;
  Vec3<T> a, b;          // points of the bodies that should be joined by h * normal
  T residual;            // what they miss that by: zero where h is stationary
  SupportPair<T> rival;  // support point of the last step that was refused
  int iterations;
};

// Solves (hessian + shift) x = -gradient with the smallest shift that makes the smaller eigenvalue
// at least `floor`.
template <class T>
TALUS_HD void solve_shifted(const SymMat2<T>& m, T floor, T g_t, T g_u, T& x_t, T& x_u) {
  const T mean = T(0.5) * (m.tt + m.uu), half = T(0.5) * (m.tt - m.uu);
  const T smallest = mean - square_root(half * half + m.tu * m.tu);
  const T shift = smallest < floor ? floor - smallest : T(0);
  const T tt = m.tt + shift, uu = m.uu + shift;
  const T determinant = tt * uu - m.tu * m.tu;
  x_t = (m.tu * g_u - uu * g_t) / determinant;
  x_u = (m.tu * g_t - tt * g_u) / determinant;
}

template <class T>
TALUS_HD Vec3<T> constrained(const Vec3<T>& n, const Constraint<T>& constraint) {
  if (constraint.count == 0) return n;
  const Vec3<T>& e = constraint.across[0];
  if (constraint.count == 1) return normalized(n - dot(n, e) * e);
  const Vec3<T> only = normalized(cross(e, constraint.across[1]));
  return dot(only, n) < T(0) ? -only : only;
}

template <class T, class Difference>
TALUS_HD Stationary<T> newton(Difference& difference, const Vec3<T>& start,
                              const Constraint<T>& constraint, int max_iterations) {
  const T radius = difference.radius(), rounding = difference.rounding();
  Stationary<T> now;
  now.normal = constrained(start, constraint);
  now.support = now.rival = difference.support(now.normal);
  now.h = dot(now.normal, now.support.c);
  now.iterations = 0;
  T radius_of_trust = T(0.7);  // radians; beyond, the quadratic model says little
  bool improved = true;
  for (;;) {
    const Vec3<T>& n = now.normal;
    const bool crease = constraint.count == 1;
    const Vec3<T> t = crease ? cross(constraint.across[0], n) : any_orthogonal(n);
    const Vec3<T> u = cross(n, t);
    const T g_t = dot(t, now.support.c), g_u = crease ? T(0) : dot(u, now.support.c);
    now.residual = square_root(g_t * g_t + g_u * g_u);
    now.a = now.support.a;
    now.b = now.support.b;
    if (!improved || constraint.count == 2 || now.iterations >= max_iterations ||
        !(now.residual > rounding)) {
      return now;
    }
    SymMat2<T> hessian = difference.tangent_hessian(n, t, u);
    hessian.tt = hessian.tt - now.h;
    hessian.uu = hessian.uu - now.h;
    T x_t, x_u = T(0);
    const T floor = T(1e-6) * radius;
    if (crease) {
      x_t = -g_t / larger(hessian.tt, floor);
    } else {
      solve_shifted(hessian, floor, g_t, g_u, x_t, x_u);
    }
    const T length = square_root(x_t * x_t + x_u * x_u);
    if (!(length < infinity_of<T>())) return now;  // flat place: the Hessian is unbounded

    improved = false;
    for (int attempt = 0; attempt < 6 && !improved; ++attempt) {
      const T scale = length > radius_of_trust ? radius_of_trust / length : T(1);
      const Vec3<T> next = normalized(n + (scale * x_t) * t + (scale * x_u) * u);
      const SupportPair<T> support = difference.support(next);
      const T h = dot(next, support.c);
      ++now.iterations;
      Vec3<T> off = support.c - h * next;
      if (crease) off = off - dot(off, constraint.across[0]) * constraint.across[0];
      // Near the solution h no longer changes in its last digits, but the residual still shrinks.
      improved =
          h < now.h - rounding || (!(h > now.h + rounding) && norm(off) < T(0.5) * now.residual);
      if (improved) {
        radius_of_trust = smaller(T(2) * radius_of_trust, T(0.7));
        now.normal = next;
        now.support = support;
        now.h = h;
      } else {
        radius_of_trust = T(0.25) * smaller(radius_of_trust, length);
        now.rival = support;
      }
    }
  }
}

}  // namespace talus::engine
