// The exact hull by brute force: every plane through three points that has all points on one side.
// In integers of 512 bits, on points whose coordinates are multiples of 2^-110 of at most 2.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <set>
#include <span>
#include <vector>

#include "talus/math/vec3.h"

namespace talus::test {

using Integer = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<512, 512, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, void>,
    boost::multiprecision::et_off>;
using ExactPoint = std::array<Integer, 3>;

inline Integer exact(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  const Integer bits(static_cast<long long>(std::ldexp(mantissa, 53)));
  const int shift = exponent - 53 + 110;
  return shift >= 0 ? Integer(bits << shift) : Integer(bits / (Integer(1) << -shift));
}

inline ExactPoint exact(const Vec3<double>& p) { return {exact(p.x), exact(p.y), exact(p.z)}; }

inline ExactPoint minus(const ExactPoint& p, const ExactPoint& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}

// Sign of (b - a) x (c - a) . (p - a)
inline int exact_side(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c,
                      const ExactPoint& p) {
  const ExactPoint u = minus(b, a), v = minus(c, a), w = minus(p, a);
  const Integer determinant = (u[1] * v[2] - u[2] * v[1]) * w[0] +
                              (u[2] * v[0] - u[0] * v[2]) * w[1] +
                              (u[0] * v[1] - u[1] * v[0]) * w[2];
  return determinant.sign();
}

inline bool exactly_collinear(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
  const ExactPoint u = minus(b, a), v = minus(c, a);
  return (u[1] * v[2] - u[2] * v[1]).is_zero() && (u[2] * v[0] - u[0] * v[2]).is_zero() &&
         (u[0] * v[1] - u[1] * v[0]).is_zero();
}

// Each face as the set of its corners, indices of first occurrences.
struct BruteHull {
  std::set<int> vertices;
  std::set<std::set<int>> faces;
};

inline BruteHull brute_hull(std::span<const Vec3<double>> input) {
  std::vector<int> index;
  for (int i = 0; i < static_cast<int>(input.size()); ++i) {
    bool is_new = true;
    for (const int j : index) is_new = is_new && !(input[i] == input[j]);
    if (is_new) index.push_back(i);
  }
  const int n = static_cast<int>(index.size());
  std::vector<ExactPoint> p;
  for (const int i : index) p.push_back(exact(input[i]));

  // All points on each supporting plane.
  std::set<std::set<int>> planes;
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) {
        if (exactly_collinear(p[i], p[j], p[k])) continue;
        bool above = false, below = false;
        std::set<int> on;
        for (int m = 0; m < n && !(above && below); ++m) {
          const int side = exact_side(p[i], p[j], p[k], p[m]);
          above = above || side > 0;
          below = below || side < 0;
          if (side == 0) on.insert(m);
        }
        if (!(above && below)) planes.insert(on);
      }
    }
  }
  // A corner is the only point common to all supporting planes through it.
  BruteHull hull;
  for (int m = 0; m < n; ++m) {
    std::set<int> common;
    bool first = true;
    for (const auto& plane : planes) {
      if (!plane.contains(m)) continue;
      std::set<int> both;
      for (const int q : plane) {
        if (first || common.contains(q)) both.insert(q);
      }
      common = both;
      first = false;
    }
    if (common.size() == 1) hull.vertices.insert(index[m]);
  }
  for (const auto& plane : planes) {
    std::set<int> corners;
    for (const int m : plane) {
      if (hull.vertices.contains(index[m])) corners.insert(index[m]);
    }
    hull.faces.insert(corners);
  }
  return hull;
}

}  // namespace talus::test
