// What the tests of shapes share: fifty-digit numbers and repeatable random ones.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "talus/math/pose.h"

namespace talus::test {

namespace mp = boost::multiprecision;
// Without expression templates, so that it is a plain scalar for the kernels.
using Real = mp::number<mp::cpp_bin_float<50>, mp::et_off>;

inline Vec3<Real> wide(const Vec3<double>& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double uniform(double lower, double upper) {
    return std::uniform_real_distribution<>(lower, upper)(engine_);
  }
  // Evenly distributed in its logarithm.
  double scale(double lower, double upper) {
    return std::exp(uniform(std::log(lower), std::log(upper)));
  }
  int integer(int lower, int upper) {
    return std::uniform_int_distribution<>(lower, upper)(engine_);
  }
  double normal() { return std::normal_distribution<>()(engine_); }
  Vec3<double> direction() {
    const Vec3<double> v{normal(), normal(), normal()};
    return v / norm(v);
  }
  Vec3<double> in_box(double half) {
    return {uniform(-half, half), uniform(-half, half), uniform(-half, half)};
  }
  Mat3<double> rotation() {
    return rotation_of(Quat<double>{normal(), normal(), normal(), normal()});
  }

 private:
  std::mt19937_64 engine_;
};

inline std::vector<Vec3<double>> box_corners(const Vec3<double>& half) {
  std::vector<Vec3<double>> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(
        {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  }
  return corners;
}

inline std::vector<Vec3<double>> rotated(const Mat3<double>& rotation,
                                         std::vector<Vec3<double>> points) {
  for (Vec3<double>& p : points) p = rotation * p;
  return points;
}

}  // namespace talus::test
