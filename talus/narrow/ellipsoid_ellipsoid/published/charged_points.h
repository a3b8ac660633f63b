// What both forms of P1's Newton-Coulomb method (section 2.3) share: two charges of opposite sign,
// each constrained to the surface of its ellipsoid, that attract each other. Everything about body
// m is computed in its own frame, where the matrix A_m of its quadric is diagonal and b_m = 0.
//
//   x_m                  the charge on E_m
//   f_m(x)               1/2 (x^T A_m x - 1), grad f_m = A_m x (A.3)
//   theta_m              angle between the vector to the other charge and the outward normal (2.3);
//                        the threshold of both ends the iteration (stopping_angle.h)
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/separation_answer.h"

namespace talus::ellipsoid_ellipsoid {

// A_m x: of f_m the gradient, of a speed z the vector with z.A_m z in it.
template <class T>
TALUS_HD Vec3<T> quadric_times(const Ellipsoid<T>& e, const Vec3<T>& x) {
  const Vec3<T>& a = e.semi_axes;
  return {x.x / (a.x * a.x), x.y / (a.y * a.y), x.z / (a.z * a.z)};
}

// Two charges in the frames of their bodies, and the vector from each to the other.
template <class T>
struct ChargedPoints {
  Vec3<T> x1{}, x2{};
  Vec3<T> way1{}, way2{};  // x2 - x1 in the frame of A, x1 - x2 in the frame of B
  T distance{};

  TALUS_HD ChargedPoints(const RelativePose<T>& b_in_a, const Vec3<T>& in_a, const Vec3<T>& in_b)
      : x1(in_a), x2(in_b) {
    way1 = b_in_a.point_to_a(x2) - x1;
    way2 = b_in_a.direction_to_b(-way1);
    distance = norm(way1);
  }
};

// x^0: where the segment between the centres leaves A and enters B.
template <class T>
TALUS_HD ChargedPoints<T> on_line_of_centres(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                             const RelativePose<T>& b_in_a) {
  const Vec3<T> to_b = b_in_a.translation, to_a = b_in_a.direction_to_b(-to_b);
  return {b_in_a, reach_along(a, to_b) * to_b, reach_along(b, to_a) * to_a};
}

// The first-order projection of a point near the surface onto it, third and fourth line of (2.36).
// f_m is convex, so the result is never inside.
template <class T>
TALUS_HD Vec3<T> projected(const Ellipsoid<T>& e, const Vec3<T>& x) {
  const Vec3<T> g = quadric_times(e, x);
  const T f = T(0.5) * (dot(x, g) - T(1));
  return x - (f / norm_squared(g)) * g;
}

// xi_m (2.37): the attraction along the surface.
template <class T>
TALUS_HD Vec3<T> tangential_attraction(const Vec3<T>& to_other, T distance,
                                       const Vec3<T>& gradient) {
  const Vec3<T> along = to_other - (dot(to_other, gradient) / norm_squared(gradient)) * gradient;
  return along / (distance * distance * distance);
}

}  // namespace talus::ellipsoid_ellipsoid
