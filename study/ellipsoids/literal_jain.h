// Jain's algorithm once more as P1 writes it: the angles nu and phi as numbers, (2.68) and (2.70)
// with the C library's functions. It differs from the library's by rounding only.
#pragma once

#include <cmath>

#include "ellipsoids/query.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/equivalent_diameter.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/separation_answer.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/stopping_angle.h"

namespace study {

class LiteralJainPoint {
 public:
  // (2.69)
  LiteralJainPoint(const Ellipsoid& e, const Vec& x, double fraction)
      : a_(e.semi_axes),
        nu_(std::acos(x.z / a_.z)),
        phi_(std::atan2(a_.x * x.y, a_.y * x.x)),
        c_(fraction * talus::ellipsoid_ellipsoid::equivalent_diameter(e) / max_norm(a_)) {}

  Vec x() const {
    return {a_.x * std::cos(phi_) * std::sin(nu_), a_.y * std::sin(phi_) * std::sin(nu_),
            a_.z * std::cos(nu_)};
  }
  Vec gradient() const {
    const Vec p = x();
    return {p.x / (a_.x * a_.x), p.y / (a_.y * a_.y), p.z / (a_.z * a_.z)};
  }
  // (2.70)
  void advance(const Vec& d) {
    const Vec t_nu{a_.x * std::cos(phi_) * std::cos(nu_), a_.y * std::sin(phi_) * std::cos(nu_),
                   -a_.z * std::sin(nu_)};
    const Vec t_phi{-a_.x * std::sin(phi_) * std::sin(nu_), a_.y * std::cos(phi_) * std::sin(nu_),
                    0};
    nu_ += c_ * dot(d, t_nu) / (norm(d) * norm(t_nu));
    phi_ += c_ * dot(d, t_phi) / (norm(d) * norm(t_phi));
  }

 private:
  Vec a_;
  double nu_, phi_, c_;
};

// Algorithm 6 for bodies that are apart: iterations to convergence, more than the limit if there is
// none.
inline int literal_jain_iterations(const Query& q, double eps_d, double fraction, int limit) {
  namespace methods = talus::ellipsoid_ellipsoid;
  const Ellipsoid &a = q.ellipsoid_a(), &b = q.ellipsoid_b();
  const double threshold = methods::constant_threshold_squared(a, b, eps_d);
  const Vec to_b = q.b_in_a.translation, to_a = q.b_in_a.direction_to_b(-to_b);
  LiteralJainPoint one(a, methods::reach_along(a, to_b) * to_b, fraction);
  LiteralJainPoint two(b, methods::reach_along(b, to_a) * to_a, fraction);
  for (int k = 0; k <= limit; ++k) {
    const Vec d_1 = q.b_in_a.point_to_a(two.x()) - one.x(), d_2 = q.b_in_a.direction_to_b(-d_1);
    if (methods::angle_at_most(d_1, one.gradient(), threshold) &&
        methods::angle_at_most(d_2, two.gradient(), threshold)) {
      return k;
    }
    one.advance(d_1);
    two.advance(d_2);
  }
  return limit + 1;
}

}  // namespace study
