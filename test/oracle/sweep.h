// The least depth over a fixed, nearly uniform set of directions: a cheap check on the expansion
// that uses no iteration. It misses what lies between the directions.
#pragma once

#include <cmath>

#include "oracle/body.h"

namespace oracle {

// The golden spiral: point i of n.
inline Vec<double> spiral_direction(int i, int n) {
  const double z = 1 - (2 * i + 1) / static_cast<double>(n);
  const double r = std::sqrt(1 - z * z);
  const double angle = i * std::acos(-1.0) * (3 - std::sqrt(5.0));
  return {r * std::cos(angle), r * std::sin(angle), z};
}

struct SweepResult {
  double depth{};
  Vec<double> normal;
};

// The depth over n directions is at least the true one, and at most it plus (sum of radii) *
// spacing, where the spacing of the directions is about 2.3 / sqrt(n) radians.
inline SweepResult sweep_depth(const Body<double>& a, const Body<double>& b, int n) {
  SweepResult best{1e300, {}};
  for (int i = 0; i < n; ++i) {
    const Vec<double> u = spiral_direction(i, n);
    const double h = a.support_value(u) + b.support_value(-u);
    if (h < best.depth) best = {h, u};
  }
  return best;
}

}  // namespace oracle
