// Points below a plane: their smooth maximum depth (rounded_maximum.h), the point at which a force
// that is its derivative acts, and their spread. All are continuous where the deepest point jumps
// from one end of a face to the other.
#pragma once

#include "talus/narrow/rounded_maximum.h"

namespace talus {

template <class T>
class WeightedPoint {
 public:
  // `size` is that of the body; it scales the depths so that their powers neither overflow nor
  // underflow.
  TALUS_HD WeightedPoint(const Vec3<T>& normal, const T& size)
      : axes_(tangent_frame(normal)), size_(size), per_size_(T(1) / size) {}

  TALUS_HD void add(const Vec3<T>& point, const T& depth) {
    if (!(sum_ > T(0))) origin_ = point;
    const T z = per_size_ * depth, weight = rounding_weight(z) * z;
    const Vec3<T> offset = point - origin_;
    moments_.add(weight, dot(axes_.x, offset), dot(axes_.y, offset));
    sum_ = sum_ + weight * z;
    squares_ = squares_ + weight * weight;
    deepest_ = larger(deepest_, depth);
  }

  TALUS_HD bool empty() const { return !(sum_ > T(0)); }
  TALUS_HD T deepest() const { return deepest_; }
  TALUS_HD T depth() const { return size_ * rounding_root(sum_); }
  // Derivative of the depth with respect to the height of the plane.
  TALUS_HD T slope() const { return moments_.weight * rounding_root(sum_) / sum_; }
  // At the height of the point that was first added.
  TALUS_HD Vec3<T> point() const {
    const T scale = T(1) / moments_.weight;
    return origin_ + ((scale * moments_.x) * axes_.x + (scale * moments_.y) * axes_.y);
  }
  TALUS_HD PatchMoments<T> patch() const { return moments_.patch(squares_); }

 private:
  TangentFrame<T> axes_;
  T size_, per_size_;
  Vec3<T> origin_{};
  PlaneMoments<T> moments_;
  T sum_{}, squares_{}, deepest_{};
};

}  // namespace talus
