#include "talus/shape/face_normal.h"

#include <cmath>

#include "talus/math/double_word.h"

namespace talus {

namespace {

using DoubleDouble = DoubleWord<double>;
using Wide = Vec3<DoubleDouble>;

Wide wide_difference(const Vec3<double>& p, const Vec3<double>& q) {
  return {two_sum(p.x, -q.x), two_sum(p.y, -q.y), two_sum(p.z, -q.z)};
}

DoubleDouble scaled(const DoubleDouble& a, int exponent) {
  return {std::ldexp(a.high, exponent), std::ldexp(a.low, exponent)};
}

}  // namespace

FaceNormal face_normal(std::span<const Vec3<double>> points, std::span<const int> corners) {
  const Vec3<double>& origin = points[corners[0]];
  Wide sum{};
  Wide from = wide_difference(points[corners[1]], origin);
  for (std::size_t k = 2; k < corners.size(); ++k) {
    const Wide to = wide_difference(points[corners[k]], origin);
    sum = k == 2 ? cross(from, to) : sum + cross(from, to);
    from = to;
  }

  // A sliver may be so small that the squares of its area underflow.
  int exponent = 0;
  const double largest = max_norm(Vec3<double>{sum.x.high, sum.y.high, sum.z.high});
  constexpr double least_area = 0x1p-300;  // squares and their low parts stay normal above it
  if (largest == 0.0) return {};
  if (largest < least_area) {
    exponent = std::ilogb(largest);
    sum = {scaled(sum.x, -exponent), scaled(sum.y, -exponent), scaled(sum.z, -exponent)};
  }

  // 1 / length to twice the precision by one Newton step: r (1 + (1 - s r^2) / 2).
  const DoubleDouble square = dot(sum, sum);
  const double r = 1.0 / std::sqrt(square.high);
  const DoubleDouble rest = 1.0 - square * two_product(r, r);
  const DoubleDouble inverse_length(r, 0.5 * r * rest.high);
  const Vec3<double> normal{(sum.x * inverse_length).high, (sum.y * inverse_length).high,
                            (sum.z * inverse_length).high};
  return {normal, std::ldexp(std::sqrt(square.high), exponent)};
}

}  // namespace talus
