// P1's modified Newton-Coulomb method (Algorithm 4): two charges slide along their ellipsoids
// towards each other. Their speed is set to zero at every step, the step follows the curvature
// under the charge and the gap, and is shortened until the gap shrinks.
//
//   xi_m          attraction along the surface (2.37)
//   R_min,m       smallest radius of curvature at x_m, R_max,m the largest (Appendix B)
//   C_curv,m      min(C_max, tau sqrt(2 |x1 - x2| / R_min,m)) (2.45)
//   delta_m^2     C_curv,m R_min,m / |xi_m| (2.40): the charge moves by C_curv,m R_min,m
//   lambda        factor of delta_m in the backtracking loop (Algorithm 3)
//   eps_theta^k   evolving threshold of the angles (F.6), at first the constant one (2.9)
//
// The constants are those of Table 1, which the paper chose for arrays so that most pairs converge;
// the mirrored pairs of section 3.4.3 use tau = 1. Its limit of 1e5 iterations is 200 times the
// settings' 512.
//
// Corrected of the print: (2.40) names delta_1 twice and has one C_curv for both charges, (2.45)
// gives each its own; a charge at which the attraction vanishes stays where it is, where (2.40)
// divides by zero. Algorithm 3 has no end where no step shortens the gap: here it gives up once the
// charges no longer move, and the answer is iteration_limit.
//
// Known failures
// - Near pairs, as in Table 2: the step is tau sqrt(2 |x1 - x2| R_min), which shrinks with the gap,
//   and the charges zigzag; pairs closer than about 1e-4 D_eq do not converge in 1e5 steps.
// - Steps of fixed length: hundreds to thousands of them where GJK takes ten.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/published/charged_points.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/jia_overlap.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/stopping_angle.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/target_error.h"
#include "talus/narrow/trace.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
struct NewtonCoulombConstants {
  T c_max = T(0.01);
  T tau = T(0.01);
  T lambda = T(0.5);
  int most_shortenings = 100;  // of one step; the charges stop to move after about thirty
  int iterations_per_setting = 200;
};

template <class T>
struct NewtonCoulombStep {
  int k{};
  Vec3<T> x1{}, x2{};  // in the frames of their bodies
  T distance{};
  T c_curv1{}, c_curv2{};  // of the step that led here
  int shortened{};         // how often Algorithm 3 shortened it
  T threshold_squared{};   // eps_theta^2
};

// Of one charge: what decides its next step.
template <class T>
struct ChargeOnSurface {
  Vec3<T> gradient{}, move{};
  T r_max{}, c_curv{};
};

template <class T>
TALUS_HD ChargeOnSurface<T> charge_on_surface(const Ellipsoid<T>& e, const Vec3<T>& x,
                                              const Vec3<T>& to_other, T distance,
                                              const NewtonCoulombConstants<T>& constants) {
  ChargeOnSurface<T> c;
  c.gradient = quadric_times(e, x);
  const PrincipalRadii<T> radii = principal_radii_near(e, x, c.gradient);
  c.r_max = radii.largest;
  c.c_curv =
      smaller(constants.c_max, constants.tau * square_root(T(2) * distance / radii.smallest));
  const Vec3<T> xi = tangential_attraction(to_other, distance, c.gradient);
  const T strength = norm(xi);
  const T delta_squared = strength > T(0) ? c.c_curv * radii.smallest / strength : T(0);
  c.move = delta_squared * xi;
  return c;
}

// Algorithm 3: the step, shortened until it brings the charges closer. False where none does.
template <class T>
TALUS_HD bool step_closer(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                          const RelativePose<T>& b_in_a, const Vec3<T>& move1, const Vec3<T>& move2,
                          const NewtonCoulombConstants<T>& constants, ChargedPoints<T>& x,
                          int& shortened) {
  T factor = T(1);  // of delta^2
  for (shortened = 0; shortened <= constants.most_shortenings; ++shortened) {
    const Vec3<T> free1 = x.x1 + factor * move1, free2 = x.x2 + factor * move2;
    if (free1 == x.x1 && free2 == x.x2) return false;
    const ChargedPoints<T> z(b_in_a, projected(a, free1), projected(b, free2));
    if (z.distance < x.distance) {
      x = z;
      return true;
    }
    factor = constants.lambda * constants.lambda * factor;
  }
  return false;
}

template <class T, class Trace>
TALUS_HD Contact<T> trace_newton_coulomb(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                         const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                         Trace& trace,
                                         const NewtonCoulombConstants<T>& constants = {}) {
  const Overlap known = jia_test(a, b, b_in_a);
  if (known == Overlap::overlapping) return overlap_answer(a, b, b_in_a, 0);
  const T target = target_error(a, b, settings);
  const int limit = constants.iterations_per_setting * smaller(settings.max_iterations, 10'000'000);
  ChargedPoints<T> x = on_line_of_centres(a, b, b_in_a);
  NewtonCoulombStep<T> step;
  step.threshold_squared = constant_threshold_squared(a, b, target);
  bool converged = false;
  for (;; ++step.k) {
    const auto c1 = charge_on_surface(a, x.x1, x.way1, x.distance, constants);
    const auto c2 = charge_on_surface(b, x.x2, x.way2, x.distance, constants);
    if (step.k > 0) {
      step.threshold_squared = evolving_threshold_squared(target, c1.r_max, c2.r_max);
    }
    step.x1 = x.x1;
    step.x2 = x.x2;
    step.distance = x.distance;
    trace(step);
    converged = angle_at_most(x.way1, c1.gradient, step.threshold_squared) &&
                angle_at_most(x.way2, c2.gradient, step.threshold_squared);
    if (converged || step.k == limit || !(x.distance > T(0))) break;
    if (!step_closer(a, b, b_in_a, c1.move, c2.move, constants, x, step.shortened)) break;
    step.c_curv1 = c1.c_curv;
    step.c_curv2 = c2.c_curv;
  }
  return separation_answer(a, b, b_in_a, settings, x.x1, b_in_a.point_to_a(x.x2), converged, target,
                           step.k, -infinity_of<T>(), known == Overlap::apart);
}

template <class T>
TALUS_HD Contact<T> newton_coulomb(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                   const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                   Cache<T>&) {
  Silent silent;
  return trace_newton_coulomb(a, b, b_in_a, settings, silent);
}

}  // namespace talus::ellipsoid_ellipsoid
