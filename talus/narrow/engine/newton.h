// Newton's method on the unit sphere: finds a stationary direction n of h(n) = max over C of n.c,
// where C is smooth. With c(n) the support point,
//   gradient: the tangential part of c,   Hessian on the tangent plane: H - h I,  H = d2h/dn2.
//   1. Shift the Hessian until it is positive definite, solve for the step.
//   2. Shorten the step to the trust region, evaluate h there.
//   3. Accept the step if it reduces h, or at equal h the residual; otherwise shrink the trust
//      region and repeat 2. Stop if no attempt succeeds.
// The result is never worse than the start. Flat and sharp spots stop the iteration early.
//
// h has creases where the support point of a polyhedron jumps from vertex to vertex. Along a
// crease, where n is orthogonal to an edge, h is smooth: a constraint keeps n there.
#pragma once

#include "talus/math/mat3.h"
#include "talus/narrow/engine/support_pair.h"

namespace talus::engine {

// The safeguards of the iteration. They affect which stationary point is reached, not whether it is
// one.
struct NewtonLimits {
  // Radians. Beyond, the quadratic model of h on the tangent plane is not useful: tan(0.7) = 0.84.
  static constexpr double trust_radius = 0.7;
  static constexpr double trust_growth = 2;
  static constexpr double trust_shrink = 0.25;  // of the rejected step
  static constexpr int attempts = 6;            // at one step length after another, down to 4^-5
  // Smallest eigenvalue of the shifted Hessian, relative to the larger bounding radius.
  static constexpr double least_curvature = 1e-6;
  // Factor by which the residual must shrink if h changes by rounding only.
  static constexpr double residual_decrease = 0.5;
};

// Unit directions to which n stays orthogonal.
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
  T residual;            // length of a - b - h * normal: zero where h is stationary
  SupportPair<T> rival;  // support point of the last rejected step
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
  T radius_of_trust = T(NewtonLimits::trust_radius);
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
    const T floor = T(NewtonLimits::least_curvature) * radius;
    if (crease) {
      x_t = -g_t / larger(hessian.tt, floor);
    } else {
      solve_shifted(hessian, floor, g_t, g_u, x_t, x_u);
    }
    const T length = square_root(x_t * x_t + x_u * x_u);
    if (!(length < infinity_of<T>())) return now;  // flat: the Hessian is unbounded

    improved = false;
    for (int attempt = 0; attempt < NewtonLimits::attempts && !improved; ++attempt) {
      const T scale = length > radius_of_trust ? radius_of_trust / length : T(1);
      const Vec3<T> next = normalized(n + (scale * x_t) * t + (scale * x_u) * u);
      const SupportPair<T> support = difference.support(next);
      const T h = dot(next, support.c);
      ++now.iterations;
      Vec3<T> off = support.c - h * next;
      if (crease) off = off - dot(off, constraint.across[0]) * constraint.across[0];
      // Near the solution h no longer changes in its last digits, but the residual still shrinks.
      improved =
          h < now.h - rounding || (!(h > now.h + rounding) &&
                                   norm(off) < T(NewtonLimits::residual_decrease) * now.residual);
      if (improved) {
        radius_of_trust =
            smaller(T(NewtonLimits::trust_growth) * radius_of_trust, T(NewtonLimits::trust_radius));
        now.normal = next;
        now.support = support;
        now.h = h;
      } else {
        radius_of_trust = T(NewtonLimits::trust_shrink) * smaller(radius_of_trust, length);
        now.rival = support;
      }
    }
  }
}

}  // namespace talus::engine
