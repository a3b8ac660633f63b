// The distance algorithm of Jain et al. 2019 (P1 sections 2.5 and 2.6, Algorithm 6).
//
//   x_m                 point on E_m, in ellipsoidal coordinates nu_m, phi_m (2.68)
//   d_1, d_2            x_2 - x_1 and x_1 - x_2
//   (2.70)              nu_m and phi_m advance by C_m times the cosine of the angle between d_m and
//                       the tangent along each
//   C_m                 fraction * D_eq,m / max(a_m, b_m, c_m), at most 2   (2.71 with fraction =
//   1) theta_m             angle between d_m and the outward normal (2.3) eps_theta theta_m <=
//   eps_theta (2.9) ends the loop; tested by (E.2), which also needs
//                       a positive product: d_m could point into the body
//
// Line 11 of Algorithm 6 deduces x^{k+1}, not x^k.
//
// Known failures, all published (Tables 3 to 5) and kept: the step does not shrink with the gap, so
// for small gaps the points jump past each other for ever. Smaller fractions help, cost in
// proportion, and are no cure: at the paper's 1/200, 3 % of the pairs of an array still fail. Such
// an answer is iteration_limit. Overlap is found by the test of Jia et al. beforehand.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/published/ellipsoidal_coordinates.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/equivalent_diameter.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/jia_overlap.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/separation_answer.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/stopping_angle.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/target_error.h"
#include "talus/narrow/trace.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
struct JainConstants {
  T fraction = T(1);  // C_m / C_m^Jain, at most 1
};

// The points of iteration k, in the frames of their bodies, and their distance. `tried`: how many
// steps (2.70) it took, more than 1 only with backtracking.
template <class T>
struct JainStep {
  int k;
  Vec3<T> x_1, x_2;
  T distance;
  int tried;
};

// Two points by their coordinates, in the frames of their bodies.
template <class T>
struct JainPoints {
  EllipsoidalPoint<T> p_1{}, p_2{};
  Vec3<T> x_1{}, x_2{};
  Vec3<T> d_1{}, d_2{};  // the vector to the other, in the same frames
  T distance{};

  TALUS_HD JainPoints(const Ellipsoid<T>& a, const Ellipsoid<T>& b, const RelativePose<T>& b_in_a,
                      const EllipsoidalPoint<T>& on_a, const EllipsoidalPoint<T>& on_b)
      : p_1(on_a), p_2(on_b), x_1(on_a.x(a)), x_2(on_b.x(b)) {
    d_1 = b_in_a.point_to_a(x_2) - x_1;
    d_2 = b_in_a.direction_to_b(-d_1);
    distance = norm(d_1);
  }
};

// The pair and what does not change from step to step.
template <class T>
class JainPair {
 public:
  TALUS_HD JainPair(const Ellipsoid<T>& a, const Ellipsoid<T>& b, const RelativePose<T>& b_in_a,
                    T eps_d, T fraction)
      : a_(a),
        b_(b),
        b_in_a_(b_in_a),
        inverse_a_(inverse_axes(a)),
        inverse_b_(inverse_axes(b)),
        c_1_(fraction * equivalent_diameter(a) / max_norm(a.semi_axes)),
        c_2_(fraction * equivalent_diameter(b) / max_norm(b.semi_axes)),
        eps_theta_squared_(constant_threshold_squared(a, b, eps_d)) {}

  // x^0: where the segment of centres crosses the surfaces.
  TALUS_HD JainPoints<T> first() const {
    const Vec3<T> to_b = b_in_a_.translation, to_a = b_in_a_.direction_to_b(-to_b);
    return {a_, b_, b_in_a_, EllipsoidalPoint<T>::at(a_, reach_along(a_, to_b) * to_b),
            EllipsoidalPoint<T>::at(b_, reach_along(b_, to_a) * to_a)};
  }

  // (2.70) with C_m times `part`.
  TALUS_HD JainPoints<T> next(const JainPoints<T>& s, T part) const {
    return {a_, b_, b_in_a_, s.p_1.advanced(a_, s.d_1, part * c_1_),
            s.p_2.advanced(b_, s.d_2, part * c_2_)};
  }

  // (2.4) for both.
  TALUS_HD bool angles_small(const JainPoints<T>& s) const {
    const auto gradient = [](const Vec3<T>& inverse, const EllipsoidalPoint<T>& p) {
      return multiply_componentwise(inverse, p.on_unit_sphere());
    };
    return angle_at_most(s.d_1, gradient(inverse_a_, s.p_1), eps_theta_squared_) &&
           angle_at_most(s.d_2, gradient(inverse_b_, s.p_2), eps_theta_squared_);
  }

 private:
  static TALUS_HD Vec3<T> inverse_axes(const Ellipsoid<T>& e) {
    return {T(1) / e.semi_axes.x, T(1) / e.semi_axes.y, T(1) / e.semi_axes.z};
  }

  const Ellipsoid<T>&a_, &b_;
  const RelativePose<T>& b_in_a_;
  Vec3<T> inverse_a_, inverse_b_;
  T c_1_, c_2_, eps_theta_squared_;
};

// Algorithm 6 with a rule for the step: advance(pair, points) moves the points and returns how many
// steps it tried, 0 if it gave up.
template <class T, class Advance, class Trace>
TALUS_HD Contact<T> run_jain(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                             const RelativePose<T>& b_in_a, const Settings<T>& settings,
                             const JainConstants<T>& constants, Advance advance, Trace& trace) {
  const Overlap overlap = jia_test(a, b, b_in_a);
  if (overlap == Overlap::overlapping) return overlap_answer(a, b, b_in_a, 0);
  const T eps_d = target_error(a, b, settings);
  const JainPair<T> pair(a, b, b_in_a, eps_d, constants.fraction);
  JainPoints<T> s = pair.first();
  int k = 0;
  trace(JainStep<T>{0, s.x_1, s.x_2, s.distance, 0});
  bool converged = pair.angles_small(s);
  while (!converged && k < settings.max_iterations) {
    const int tried = advance(pair, s);
    if (tried == 0) break;
    ++k;
    trace(JainStep<T>{k, s.x_1, s.x_2, s.distance, tried});
    converged = pair.angles_small(s);
  }
  return separation_answer(a, b, b_in_a, settings, s.x_1, b_in_a.point_to_a(s.x_2), converged,
                           eps_d, k, -infinity_of<T>(), overlap == Overlap::apart);
}

struct JainAdvance {
  template <class T>
  TALUS_HD int operator()(const JainPair<T>& pair, JainPoints<T>& s) const {
    s = pair.next(s, T(1));
    return 1;
  }
};

template <class T, class Trace>
TALUS_HD Contact<T> trace_jain(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                               const RelativePose<T>& b_in_a, const Settings<T>& settings,
                               Trace& trace, const JainConstants<T>& constants = {}) {
  return run_jain(a, b, b_in_a, settings, constants, JainAdvance{}, trace);
}

template <class T>
TALUS_HD Contact<T> jain(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                         const RelativePose<T>& b_in_a, const Settings<T>& settings, Cache<T>&) {
  Silent silent;
  return trace_jain(a, b, b_in_a, settings, silent);
}

}  // namespace talus::ellipsoid_ellipsoid
