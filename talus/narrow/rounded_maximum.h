// A smooth maximum of depths: (sum of d^16)^(1/16). It equals the largest depth if that is much
// deeper than the others, and is up to count^(1/16) times as large if all are equal. Its derivative
// is continuous where one depth overtakes another: the weights d^15 change continuously. A force by
// the maximum itself jumps from vertex to vertex, so that a block never comes to rest.
#pragma once

#include "talus/math/tangent_frame.h"

namespace talus {

// A larger power follows the maximum more closely (4^(1/16) = 1.09 for a face of four vertices) but
// makes the depth stiffer in rotation; powers of two need square roots only.
inline constexpr int rounding_power = 16;

// z^14: times z the weight of a depth, times z^2 its part of the sum.
template <class T>
TALUS_HD T rounding_weight(const T& z) {
  const T z2 = z * z, z4 = z2 * z2;
  return z4 * z4 * z4 * z2;
}

template <class T>
TALUS_HD T rounding_root(const T& sum) {
  return square_root(square_root(square_root(square_root(sum))));
}

// Weighted points of a plane, and how far they spread.
template <class T>
struct PlaneMoments {
  T weight{}, x{}, y{}, xx{}, xy{}, yy{};

  TALUS_HD void add(const T& w, const T& at_x, const T& at_y) {
    const T wx = w * at_x, wy = w * at_y;
    weight = weight + w;
    x = x + wx;
    y = y + wy;
    xx = xx + wx * at_x;
    xy = xy + wx * at_y;
    yy = yy + wy * at_y;
  }
  // The smaller of the second moments about the mean: nothing for points on a line.
  TALUS_HD T smaller_moment() const {
    const T scale = T(1) / weight, mean_x = scale * x, mean_y = scale * y;
    const T p = scale * xx - mean_x * mean_x, q = scale * yy - mean_y * mean_y;
    const T r = scale * xy - mean_x * mean_y, half = T(0.5) * (p - q);
    return larger(T(0), T(0.5) * (p + q) - square_root(half * half + r * r));
  }
};

}  // namespace talus
