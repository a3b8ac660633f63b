// Exact signs: on which side of a plane a point lies, and whether three points lie on a line. The
// coordinates are those of a working copy (hull.cpp): none larger than 1, none below 2^-300 but
// zero, so that no product of three of them, nor its rounding error, overflows or underflows.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

// The plane through three points, seen counter-clockwise from its positive side, prepared for many
// queries: most are settled by one comparison with a bound that holds for all points.
class ExactPlane {
 public:
  ExactPlane() = default;

  // |p - a| <= reach component by component, for all points p that will be tested.
  ExactPlane(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
             const Vec3<double>& reach);

  // n . (p - a) in floating point, n the (not unit) normal (b - a) x (c - a).
  double approximate_height(const Vec3<double>& p) const { return dot(normal_, p - a_); }

  // Exact: +1 above (on the side of the normal), 0 on the plane, -1 below.
  int side(const Vec3<double>& p) const {
    const double height = approximate_height(p);
    if (height > error_bound_) return 1;
    if (height < -error_bound_) return -1;
    return exact_side(p);
  }

  const Vec3<double>& normal() const { return normal_; }

 private:
  int exact_side(const Vec3<double>& p) const;

  Vec3<double> a_, b_, c_;
  Vec3<double> normal_;
  double error_bound_ = 0.0;
};

bool are_collinear(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c);

}  // namespace talus
