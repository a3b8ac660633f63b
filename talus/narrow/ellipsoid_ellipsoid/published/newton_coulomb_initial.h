// The Newton-Coulomb method as first published (P1 section 2.3.1, scheme (2.36); Abbasov 2015): two
// charges of opposite sign move on their ellipsoids by Newton's law under their attraction and a
// viscous drag, until they rest at the nearest points.
//
//   z_m          speed of the charge x_m
//   psi_m        its acceleration (2.33), (2.34): p1 times the attraction along the surface xi_m,
//                the drag -p2 z_m, and what keeps it on the surface
//   p1, p2       attraction and drag (2.35)
//   delta        time step of the Euler scheme
//   eps_theta    constant threshold of the angles (2.9)
//
// p1, p2 and delta "must be tailored" and are not printed. The defaults are ours, with the larger
// bounding radius as unit of length and delta as unit of time: of a grid of values nearly the
// fastest with which the mirrored spheroids (3.2) of all six aspect ratios converge at d* = D_eq to
// eps_d = 1e-5 D_eq (600 steps at worst), and not on the edge of failing.
//
// Corrected of the print: the second term of the reaction N_m has the other sign, as in (2.33);
// otherwise a charge leaves the surface. (2.32) names an argument y2 that is x2.
//
// Known failure, published: the attraction grows as the inverse square of the gap. Tailored for one
// gap, the scheme blows up for smaller ones (reported as soon as the charges are farther apart than
// any points of the bodies) and crawls for larger ones. In between, a step can throw the charges so
// far that one projection does not bring them back; if the angles then happen to be small, the
// distance is wrong by more than eps_d (2e-3 of the size was seen). The bracket holds all the same.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/published/charged_points.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/jia_overlap.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/stopping_angle.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/target_error.h"
#include "talus/narrow/trace.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
struct NewtonCoulombInitialConstants {
  T p1 = T(0.02);
  T p2 = T(1);
  T delta = T(1);
  int iterations_per_setting = 200;
};

template <class T>
struct NewtonCoulombInitialStep {
  int k{};
  Vec3<T> x1{}, x2{}, z1{}, z2{};  // in the frames of their bodies
  T distance{};
};

// psi_m; `attraction` is p1 xi_m.
template <class T>
TALUS_HD Vec3<T> acceleration(const Ellipsoid<T>& e, const Vec3<T>& attraction, T p2,
                              const Vec3<T>& z, const Vec3<T>& gradient) {
  const T bend = dot(z, quadric_times(e, z)) / norm_squared(gradient);
  return attraction - p2 * z - bend * gradient;
}

template <class T, class Trace>
TALUS_HD Contact<T> trace_newton_coulomb_initial(
    const Ellipsoid<T>& a, const Ellipsoid<T>& b, const RelativePose<T>& b_in_a,
    const Settings<T>& settings, Trace& trace,
    const NewtonCoulombInitialConstants<T>& constants = {}) {
  const Overlap known = jia_test(a, b, b_in_a);
  if (known == Overlap::overlapping) return overlap_answer(a, b, b_in_a, 0);
  const T target = target_error(a, b, settings);
  const T threshold_squared = constant_threshold_squared(a, b, target);
  const T length = larger(max_norm(a.semi_axes), max_norm(b.semi_axes));
  const T p1 = constants.p1 * length * length * length;
  const T farthest = norm(b_in_a.translation) + max_norm(a.semi_axes) + max_norm(b.semi_axes);
  const int limit = constants.iterations_per_setting * smaller(settings.max_iterations, 10'000'000);
  ChargedPoints<T> x = on_line_of_centres(a, b, b_in_a);
  Vec3<T> z1{}, z2{};
  bool converged = false;
  int k = 0;
  for (;; ++k) {
    trace(NewtonCoulombInitialStep<T>{k, x.x1, x.x2, z1, z2, x.distance});
    const Vec3<T> g1 = quadric_times(a, x.x1), g2 = quadric_times(b, x.x2);
    converged = angle_at_most(x.way1, g1, threshold_squared) &&
                angle_at_most(x.way2, g2, threshold_squared);
    if (converged || k == limit || !(x.distance > T(0))) break;
    const ChargedPoints<T> next(b_in_a, projected(a, x.x1 + constants.delta * z1),
                                projected(b, x.x2 + constants.delta * z2));
    if (!(next.distance <= farthest)) break;
    const Vec3<T> xi1 = tangential_attraction(x.way1, x.distance, g1);
    const Vec3<T> xi2 = tangential_attraction(x.way2, x.distance, g2);
    z1 = z1 + constants.delta * acceleration(a, p1 * xi1, constants.p2, z1, g1);
    z2 = z2 + constants.delta * acceleration(b, p1 * xi2, constants.p2, z2, g2);
    x = next;
  }
  return separation_answer(a, b, b_in_a, settings, x.x1, b_in_a.point_to_a(x.x2), converged, target,
                           k, -infinity_of<T>(), known == Overlap::apart);
}

template <class T>
TALUS_HD Contact<T> newton_coulomb_initial(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                           const RelativePose<T>& b_in_a,
                                           const Settings<T>& settings, Cache<T>&) {
  Silent silent;
  return trace_newton_coulomb_initial(a, b, b_in_a, settings, silent);
}

}  // namespace talus::ellipsoid_ellipsoid
