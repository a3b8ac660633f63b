#include "talus/shape/round_wall.h"

#include "talus/math/tangent_frame.h"

namespace talus {

RoundWall::RoundWall(const Vec3<double>& base, const Vec3<double>& axis, double lower_radius,
                     double upper_radius, double height, bool lower_closed, bool upper_closed)
    : base_(base),
      radius_{lower_radius, upper_radius},
      height_(height),
      closed_{lower_closed, upper_closed} {
  const auto [x, y] = any_tangent_frame(axis);
  frame_ = {x, y, axis};
  const double wider = upper_radius - lower_radius;
  length_ = square_root(square(wider) + square(height));
  along_ = {wider / length_, height / length_};
  inward_ = {-along_.z, along_.r};
}

bool RoundWall::is_crossed(const Vec3<double>& from, const Vec3<double>& to) const {
  const Vec3<double> p = to_own(from), step = to_own(to) - p;
  for (int end = 0; end < 2; ++end) {
    const double z = rim(end).z, before = p.z - z, after = before + step.z;
    const bool crosses = (before > 0.0 && after <= 0.0) || (before < 0.0 && after >= 0.0);
    if (!closed_[end] || !crosses) continue;
    const double t = before / (before - after);
    if (square(p.x + t * step.x) + square(p.y + t * step.y) <= square(radius_[end])) return true;
  }
  // r = radius at z, squared: a t^2 + 2 b t + c = 0.
  const double widening = along_.r / along_.z, r = radius_[0] + widening * p.z;
  const double dr = widening * step.z;
  const double a = square(step.x) + square(step.y) - square(dr);
  const double b = p.x * step.x + p.y * step.y - r * dr;
  const double c = square(p.x) + square(p.y) - square(r);
  const double root_squared = square(b) - a * c;
  if (!(root_squared >= 0.0)) return false;
  // The second root from the first: no cancellation.
  const double sum = -(b < 0.0 ? b - square_root(root_squared) : b + square_root(root_squared));
  const double roots[2] = {a != 0.0 ? sum / a : 2.0, sum != 0.0 ? c / sum : 2.0};
  for (const double t : roots) {
    const double z = p.z + t * step.z;
    if (t > 0.0 && t <= 1.0 && z >= 0.0 && z <= height_ && r + t * dr >= 0.0) return true;
  }
  return false;
}

}  // namespace talus
