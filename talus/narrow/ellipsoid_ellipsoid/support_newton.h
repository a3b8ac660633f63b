// Two ellipsoids: Newton on the support function h(n) = |A n| + |B n| - n.c (A, B the matrices of
// the semi-axes), whose minimum over unit n is minus the distance.
//
// Separated: a stationary n with h <= 0 is the answer; the two support points prove it.
// Overlapping: h has several local minima, and three certificates prove the global one.
//  1. Tangent ball. By Cauchy-Schwarz the ball of radius r = a_min^2 / h_A(n) that touches an
//     ellipsoid from inside at its support point for n lies inside it entirely. So at a stationary
//     n with h <= r_A + r_B the ball of radius h around the origin lies inside C: the depth is
//     exactly h. Proves all shallow contacts.
//  2. Inner ellipsoid (inner_ellipsoid.h): proves most deep contacts.
//  3. Cap. Along a ray n + s t (t tangential) h_A^2 is a quadratic in s, so h_A'' = h_A''(0)
//     (h_A(n)/h_A(n + s t))^3. While (kappa_A H_A + kappa_B H_B - h I) stays positive semidefinite
//     with kappa = (h(n) / (h(n) + T a_max))^3, no direction within tan(angle) <= T of n is better
//     than n. An expansion then needs to bound only the directions outside the cap: a face with
//     offset o bounds h by less than h* only within arccos(o/h*) of its normal.
#pragma once

#include "talus/math/tangent_frame.h"
#include "talus/narrow/ellipsoid_ellipsoid/inner_ellipsoid.h"
#include "talus/narrow/engine/convex.h"
#include "talus/narrow/minkowski_difference.h"
#include "talus/narrow/sphere_sphere/sphere_sphere_closed_form.h"

namespace talus::ellipsoid_ellipsoid {

struct SupportNewtonLimits {
  static constexpr int newton_steps = 40;  // quadratic convergence; more only for needles
  // Caps of certificate 3 are tried at these tangents of their half-angle, in descending order: 4
  // to 1e-4 in steps of 3/4, so that at most a quarter of the largest cap is lost. 37 evaluations.
  static constexpr double largest_tangent = 4;
  static constexpr double tangent_factor = 0.75;
  static constexpr double least_tangent = 1e-4;
  // Parts of the tolerance: the residual that certificates 1 and 2 allow, and the gap of the
  // expansion.
  static constexpr double residual = 0.125;
  static constexpr double expansion_gap = 0.5;
};

// Certificate 3, in the form in which the expansion uses it.
template <class T>
class Cap {
 public:
  TALUS_HD Cap(const Ellipsoid<T>& a, const Ellipsoid<T>& b, const RelativePose<T>& b_in_a)
      : a_(a), b_(b), b_in_a_(b_in_a) {}

  TALUS_HD bool operator()(const engine::Stationary<T>& e, const Vec3<T>& normal, T offset) const {
    if (!(e.normal == centre_)) {
      centre_ = e.normal;
      cosine_ = cosine_around(e.normal, e.h);
    }
    if (!(offset > T(0)) || !(cosine_ < T(1))) return false;
    const T ratio = smaller(offset / e.h, T(1)), along = dot(normal, centre_);
    const T across_squared = larger(T(1) - along * along, T(0));
    return along > T(0) &&
           along * ratio - square_root(across_squared * (T(1) - ratio * ratio)) >= cosine_;
  }

 private:
  // Cosine of the half-angle of the largest cap around n that is proven; 1 if none.
  TALUS_HD T cosine_around(const Vec3<T>& n, T h) const {
    const auto [t, u] = any_tangent_frame(n);
    const Vec3<T> n_b = b_in_a_.direction_to_b(-n);
    const SymMat2<T> curvature_a = support_curvature(a_, n, t, u);
    const SymMat2<T> curvature_b =
        support_curvature(b_, n_b, b_in_a_.direction_to_b(t), b_in_a_.direction_to_b(u));
    const T h_a = support_value(a_, n), h_b = support_value(b_, n_b);
    const T reach_a = max_norm(a_.semi_axes), reach_b = max_norm(b_.semi_axes);
    for (T tangent = T(SupportNewtonLimits::largest_tangent);
         tangent > T(SupportNewtonLimits::least_tangent);
         tangent = T(SupportNewtonLimits::tangent_factor) * tangent) {
      const T ratio_a = h_a / (h_a + tangent * reach_a), ratio_b = h_b / (h_b + tangent * reach_b);
      const T kappa_a = ratio_a * ratio_a * ratio_a, kappa_b = ratio_b * ratio_b * ratio_b;
      const T tt = kappa_a * curvature_a.tt + kappa_b * curvature_b.tt - h;
      const T uu = kappa_a * curvature_a.uu + kappa_b * curvature_b.uu - h;
      const T tu = kappa_a * curvature_a.tu + kappa_b * curvature_b.tu;
      if (tt > T(0) && uu > T(0) && tt * uu >= tu * tu) {
        return T(1) / square_root(T(1) + tangent * tangent);
      }
    }
    return T(1);
  }

  const Ellipsoid<T>& a_;
  const Ellipsoid<T>& b_;
  RelativePose<T> b_in_a_;
  mutable Vec3<T> centre_{};
  mutable T cosine_{T(1)};
};

template <class T>
TALUS_HD bool is_ball(const Ellipsoid<T>& e) {
  return e.semi_axes.x == e.semi_axes.y && e.semi_axes.x == e.semi_axes.z;
}

// Overlapping bodies, from a stationary direction.
template <class T, class Difference>
TALUS_HD Contact<T> deepest(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                            const RelativePose<T>& b_in_a, const Settings<T>& settings,
                            Difference& difference, engine::Stationary<T>& s,
                            engine::Knowledge<T>& known) {
  const T slack = T(SupportNewtonLimits::residual) * settings.tolerance * difference.radius();
  const auto proven = [&] {
    return !(s.residual > slack) && (s.h <= difference.tangent_ball(s.normal) ||
                                     inner_ellipsoid_proves(a, b, b_in_a, s.normal, s.h, slack));
  };
  T ball = T(0);
  bool global = proven();
  if (!global) {
    engine::leave_saddle(difference, s);
    engine::try_mirror_images(difference, s);
    known.iterations = s.iterations;
    global = proven();
  }
  if (global) {
    ball = s.h - T(2) * slack;
  } else {
    engine::SupportPair<T> corner[4];
    engine::tetrahedron_around(difference, s.normal, corner);
    engine::Polytope<T> polytope;
    if (polytope.start(corner, difference.rounding())) {
      ball = engine::expand(
          difference, polytope, s,
          T(SupportNewtonLimits::expansion_gap) * settings.tolerance * difference.radius(),
          settings.max_iterations, known.iterations, Cap<T>(a, b, b_in_a));
    }
  }
  return engine::overlapping_contact(difference, settings, s, ball - s.residual, known);
}

template <class T>
TALUS_HD Contact<T> support_newton(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                   const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                   Cache<T>& cache) {
  if (is_ball(a) && is_ball(b)) {
    return sphere_sphere::closed_form(Sphere<T>{a.semi_axes.x}, Sphere<T>{b.semi_axes.x}, b_in_a);
  }
  Difference<T, Ellipsoid<T>, Ellipsoid<T>> difference(a, b, b_in_a);
  engine::Stationary<T> s =
      engine::newton(difference, engine::first_direction(difference, cache),
                     engine::Constraint<T>{}, SupportNewtonLimits::newton_steps);
  engine::Knowledge<T> known;
  known.iterations = s.iterations;
  known.learn_direction(s.normal, -s.h);
  known.learn_points(s.a, s.b);
  Contact<T> r;
  if (!(s.h > T(0))) {
    r = engine::contact_from(difference, settings, known);
  } else {
    r = deepest(a, b, b_in_a, settings, difference, s, known);
  }
  if (!r.proven) {
    // Newton's method stops early on needles: the generic method continues from its direction.
    const int spent = r.iterations;
    cache.normal = r.normal;
    const Contact<T> general = engine::solve_convex(difference, settings, cache);
    if (general.proven || is_failure(r.status)) r = general;
    r.iterations += spent;
    r.fallback = true;
  }
  cache.normal = r.normal;
  return r;
}

}  // namespace talus::ellipsoid_ellipsoid
