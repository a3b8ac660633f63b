// The loop of the Moving Balls algorithm (P1 section 2.1, Algorithm 1; Lin and Han 2002), for any
// rule of the angle threshold.
//
//   r_1, r_2       centres of the bodies E_1 = A and E_2 = B
//   x_1, x_2       points on the surfaces; A_m x_m + b_m is normal to the surface there
//   c_m = x_m - gamma_m (A_m x_m + b_m)      (2.1), gamma_m = (smallest semi-axis)^2   (2.2):
//                  centre of a ball inside E_m that touches its surface at x_m
//   t_1, t_2       where the segment [c_1, c_2] leaves E_1 and enters E_2     (2.11)
//   theta_m        angle of x_2 - x_1 and the surface's normal                (2.3)
//
// Each step takes for x_1 and x_2 the points t_1 and t_2 of the segment between the balls' centres.
// The distance falls from step to step. t_1 >= t_2: the segment holds a common point, the bodies
// overlap (2.1.2). The initial points are taken in the same way from the segment [r_1, r_2].
//
// x_2 - x_1 is (t_2 - t_1)(c_2 - c_1), whose direction keeps its digits however small the
// gap is; t_2 is found from c_2's side, for which each end lies inside its body.
//
// Known failures
// - Slow where the inner balls are small against the surfaces' radii, that is for thin bodies
//   (published: "small, thin, and far apart"): the count of steps grows with (R_max / smallest
//   radius). A cap of steps, in units of the settings' limit, ends in iteration_limit.
// - Bodies that overlap or are apart by less than the rounding of their points are reported as
//   touching, or as iteration_limit if the bracket does not prove it.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/line_crossing.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/separation_answer.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/stopping_angle.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/target_error.h"
#include "talus/narrow/trace.h"

namespace talus::ellipsoid_ellipsoid {

// Steps are cheap and, for needles, many: the cap is this times settings.max_iterations.
inline constexpr int moving_balls_steps_per_iteration = 64;

// In the frame of A. The balls are those from which the points were found; at k = 0 their centres
// are those of the bodies.
template <class T>
struct MovingBallsStep {
  int k{};
  Vec3<T> c_1{}, c_2{};
  T t_1{}, rest_2{};  // rest_2 = 1 - t_2, the part of the segment inside E_2

  TALUS_HD Vec3<T> along() const { return c_2 - c_1; }
  TALUS_HD bool crossed() const { return !(t_1 < T(1) - rest_2); }  // t_1 >= t_2
  TALUS_HD Vec3<T> x_1() const { return c_1 + t_1 * along(); }
  TALUS_HD Vec3<T> x_2() const { return c_2 - rest_2 * along(); }
  TALUS_HD T distance() const { return (T(1) - rest_2 - t_1) * norm(along()); }
};

namespace moving_balls_detail {

template <class T>
TALUS_HD T smallest_axis(const Ellipsoid<T>& e) {
  return smaller(e.semi_axes.x, smaller(e.semi_axes.y, e.semi_axes.z));
}

// A body with its ball's centre and its surface point, in coordinates that make the body the unit
// ball: there (2.1) and (2.2) shrink the point by 1 - gamma / a^2 along each axis.
template <class T>
class RollingBall {
 public:
  TALUS_HD explicit RollingBall(const Ellipsoid<T>& body) : body_(body) {
    const T least = smallest_axis(body);
    for (int i = 0; i < 3; ++i) {
      inverse_[i] = T(1) / body.semi_axes[i];
      shrink_[i] = T(1) - square(least / body.semi_axes[i]);
    }
  }

  TALUS_HD Vec3<T> centre() const { return multiply_componentwise(body_.semi_axes, c_); }
  TALUS_HD Vec3<T> point() const { return multiply_componentwise(body_.semi_axes, x_); }
  TALUS_HD Vec3<T> gradient() const { return multiply_componentwise(inverse_, x_); }
  TALUS_HD T largest_radius() const { return largest_radius_at(body_, point(), gradient()); }

  // To the surface point on the ray from the centre; returns what part of the ray lies inside. A
  // centre that rounding has put on the surface leaves at once.
  TALUS_HD T leave_along(const Vec3<T>& ray) {
    const Vec3<T> w = multiply_componentwise(inverse_, ray);
    const T t = unit_ball_crossing(c_, w).last;
    x_ = c_ + t * w;
    return t;
  }
  TALUS_HD void roll() { c_ = multiply_componentwise(shrink_, x_); }

 private:
  const Ellipsoid<T>& body_;
  Vec3<T> inverse_{}, shrink_{}, c_{}, x_{};
};

// Well inside: not by rounding.
template <class T>
TALUS_HD bool holds(const Ellipsoid<T>& e, const Vec3<T>& x, T rounding) {
  return inside_outside(e, x) < -(T(8) * epsilon_of<T>() + T(4) * rounding / smallest_axis(e));
}

// t_1 >= t_2, and the middle of the segment's common part is well inside both bodies.
template <class T>
TALUS_HD bool proves_overlap(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                             const RelativePose<T>& b_in_a, const MovingBallsStep<T>& at) {
  if (!at.crossed()) return false;
  const T t = T(0.5) * (smaller(at.t_1, T(1)) + larger(T(1) - at.rest_2, T(0)));
  const Vec3<T> common = at.c_1 + t * at.along();
  const T rounding = Difference<T, Ellipsoid<T>, Ellipsoid<T>>(a, b, b_in_a).rounding();
  return holds(a, common, rounding) &&
         holds(b, b_in_a.direction_to_b(common - b_in_a.translation), rounding);
}

}  // namespace moving_balls_detail

// The points, distance and direction in the form of the contract. Points that are not converged are
// an answer all the same if the bracket is as narrow as eps_d.
template <class T>
TALUS_HD Contact<T> moving_balls_answer(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                        const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                        const MovingBallsStep<T>& at, bool converged, T eps_d) {
  const T narrow = T(2) * eps_d;
  Contact<T> r = separation_answer(a, b, b_in_a, settings, at.x_1(), at.x_2(), true, narrow, at.k);
  Difference<T, Ellipsoid<T>, Ellipsoid<T>> difference(a, b, b_in_a);
  r.normal = direction_or(at.along(), b_in_a.translation);
  r.distance = larger(at.distance(), T(0));
  r.point_b = r.point_a + r.distance * r.normal;
  const T sigma = -dot(r.normal, difference.support(r.normal).c);
  r.lower = smaller(larger(r.lower, sigma - difference.rounding()), r.distance);
  r.upper = larger(r.upper, r.distance);
  const T size = larger(difference.radius(), r.distance), open = r.upper - r.lower;
  r.proven = open <= settings.tolerance * size;
  r.status = converged || open <= eps_d ? status_of(r, larger(narrow, touching_width<T> * size))
                                        : Status::iteration_limit;
  return r;
}

// threshold(one, two) is eps_theta^2 at the points of the two balls.
template <class T, class Threshold, class Trace>
TALUS_HD Contact<T> moving_balls_loop(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                      const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                      const Threshold& threshold, Trace& trace) {
  const int limit = moving_balls_steps_per_iteration * settings.max_iterations;
  moving_balls_detail::RollingBall<T> one(a), two(b);
  MovingBallsStep<T> step;
  bool converged = false;
  for (;; ++step.k) {
    step.c_1 = one.centre();
    step.c_2 = b_in_a.point_to_a(two.centre());
    const Vec3<T> along = step.along(), along_b = b_in_a.direction_to_b(along);
    step.t_1 = one.leave_along(along);
    step.rest_2 = two.leave_along(-along_b);
    trace(step);
    if (step.crossed()) break;
    const T eps_theta_squared = threshold(one, two);
    converged = angle_at_most(along, one.gradient(), eps_theta_squared) &&
                angle_at_most(-along_b, two.gradient(), eps_theta_squared);
    if (converged || step.k >= limit) break;
    one.roll();
    two.roll();
  }
  const bool same_centre = step.along() == Vec3<T>{};
  if (same_centre || moving_balls_detail::proves_overlap(a, b, b_in_a, step)) {
    return overlap_answer(a, b, b_in_a, step.k);
  }
  const T eps_d = target_error(a, b, settings);
  return moving_balls_answer(a, b, b_in_a, settings, step, converged, eps_d);
}

}  // namespace talus::ellipsoid_ellipsoid
