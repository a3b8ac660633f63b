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

// Principal second moments of points about their mean, and how many points there are.
template <class T>
struct PatchMoments {
  T smaller{}, larger{};  // m2; the smaller one of points on a line is 0
  T count{};              // of equal weights; fewer, where some points weigh less
};

// Fits for mean_arm. `aspect`: smaller over larger principal moment.
struct MeanArmFit {
  // Mean distance from the centre over the root of the polar moment: line + rise a/(a + bend).
  // sqrt(3)/2 for a line; `rise` and `bend` are fitted to rectangles: 0.937 for a square, 2.1e-3
  // off at most in between (a circle has 0.943).
  static constexpr double line = 0.8660, rise = 0.0804, bend = 0.129;
  // Polar moment of a regular polygon over that of its n corners, (2 + cos(2 pi/n))/6, by powers of
  // x = 1/n^2: 1/2 - (first - second x) x. `first` is that of the series, pi^2/3; `second` makes
  // n = 3 exact (1/4). Too small by 2.4e-3 for n = 4 and by less for more corners.
  static constexpr double first = 3.29, second = 9.36;
};

// Mean distance of the points of a flat area from its centre, over the root of its polar moment,
// given the ratio of its principal moments.
template <class T>
TALUS_HD T mean_over_root(const T& aspect) {
  using Fit = MeanArmFit;
  return T(Fit::line) + T(Fit::rise) * aspect / (aspect + T(Fit::bend));
}

// Mean distance of the points of a flat patch from its centre, given the moments of its corners:
// the arm of friction under a uniform pressure.
//   1. The polar moment of the area over that of the corners is that of MeanArmFit for a regular
//      polygon, 1/3 for a rectangle and for a line.
//   2. The mean distance over the root of the polar moment of the area is mean_over_root.
template <class T>
TALUS_HD T mean_arm(const PatchMoments<T>& patch) {
  if (!(patch.larger > T(0))) return T(0);
  const T aspect = patch.smaller / patch.larger, x = T(1) / (patch.count * patch.count);
  const T polygon = T(0.5) - x * (T(MeanArmFit::first) - T(MeanArmFit::second) * x);
  const T area = T(1.0 / 3.0) + aspect * (polygon - T(1.0 / 3.0));
  return mean_over_root(aspect) * square_root(area * (patch.smaller + patch.larger));
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
  // `squares`: sum of the squared weights of the points. It is 0 where they underflow, at depths of
  // less than 1e-11 of the body: one point then.
  TALUS_HD PatchMoments<T> patch(const T& squares) const {
    const T scale = T(1) / weight, mean_x = scale * x, mean_y = scale * y;
    const T p = scale * xx - mean_x * mean_x, q = scale * yy - mean_y * mean_y;
    const T r = scale * xy - mean_x * mean_y, half = T(0.5) * (p - q);
    const T middle = T(0.5) * (p + q), root = square_root(half * half + r * r);
    const T count = select(squares > T(0), weight * weight / squares, T(1));
    return {larger(T(0), middle - root), larger(T(0), middle + root), count};
  }
};

}  // namespace talus
