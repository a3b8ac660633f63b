// P3's objective: the squared distance of the two points whose normals lie along the contact
// direction, as a function of the direction's two angles.
//
//   p^1, p^2      surface points with normals c and -c: (5)_1 and (5)_2 hold for every direction
//   d = p^2 - p^1                                                                 (8)
//   f(alpha_1, alpha_2) = |d|^2                                                   (9)
//   f_i = 2 d.d_i,  f_ij = 2 (d_i.d_j + d.d_ij)                                   (10)
//
// All in the frame of A. c.d is sigma(c), so |d| >= |sigma(c)|: the global minimum of f is the
// distance or the depth of the contract, however deep the overlap. With H the sum of both bodies'
// matrices of radii of curvature d_i = -H c_i: a stationary point has d parallel to c, (5)_3,
// unless H is singular, and the Hessian is 2 H (H + sigma I) there: every local maximum of sigma is
// a local minimum of f, those with sigma < 0 too.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/superquadric_superquadric/published/surface_derivatives.h"

namespace talus::superquadric_superquadric {

template <class T>
struct Placement {
  Vec3<T> c, p_1, p_2, d;
  T f;
};

template <class T>
struct ObjectiveDerivatives {
  Angles<T> gradient;
  SymMat2<T> hessian;
};

template <class T>
class DistanceObjective {
 public:
  TALUS_HD DistanceObjective(const Superquadric<T>& a, const Superquadric<T>& b,
                             const RelativePose<T>& b_in_a, const Vec3<T>& e_1, const T& shift)
      : a_(a), b_(b), b_in_a_(b_in_a), frame_(e_1), shift_(shift) {}

  TALUS_HD Placement<T> at(const Angles<T>& alpha) const {
    Placement<T> r;
    r.c = frame_.direction(alpha);
    r.p_1 = a_.point(a_.parameters(r.c));
    r.p_2 = b_in_a_.point_to_a(b_.point(b_.parameters(b_in_a_.direction_to_b(-r.c))));
    r.d = r.p_2 - r.p_1;
    r.f = norm_squared(r.d);
    return r;
  }

  TALUS_HD ObjectiveDerivatives<T> derivatives(const Angles<T>& alpha, const Vec3<T>& d) const {
    const DirectionDerivatives<T> c = frame_.derivatives(alpha);
    const auto local = [&](const Vec3<T>& v) { return b_in_a_.direction_to_b(-v); };
    const DirectionDerivatives<T> c_b{local(c.c),    local(c.c_1),  local(c.c_2),
                                      local(c.c_11), local(c.c_12), local(c.c_22)};
    const PointDerivatives<T> of_a = point_derivatives(a_, c, shift_);
    const PointDerivatives<T> of_b = point_derivatives(b_, c_b, shift_);
    const auto difference = [&](const Vec3<T>& b, const Vec3<T>& a) {
      return b_in_a_.rotation * b - a;
    };
    const Vec3<T> d_1 = difference(of_b.p_1, of_a.p_1), d_2 = difference(of_b.p_2, of_a.p_2);
    const auto second = [&](const Vec3<T>& d_i, const Vec3<T>& d_j, const Vec3<T>& d_ij) {
      return T(2) * (dot(d_i, d_j) + dot(d, d_ij));
    };
    return {{T(2) * dot(d, d_1), T(2) * dot(d, d_2)},
            {second(d_1, d_1, difference(of_b.p_11, of_a.p_11)),
             second(d_1, d_2, difference(of_b.p_12, of_a.p_12)),
             second(d_2, d_2, difference(of_b.p_22, of_a.p_22))}};
  }

 private:
  Superellipsoid<T> a_, b_;
  RelativePose<T> b_in_a_;
  DirectionFrame<T> frame_;
  T shift_;
};

}  // namespace talus::superquadric_superquadric
