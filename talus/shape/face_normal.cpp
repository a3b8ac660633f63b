#include "talus/shape/face_normal.h"

#include <cmath>

#include "talus/shape/expansion.h"

namespace talus {

namespace {

// A number of about 106 bits: the sum of the two parts.
struct DoubleDouble {
  double high{}, low{};
};

DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const ErrorFree high = two_sum(a.high, b.high);
  const ErrorFree low = two_sum(a.low, b.low);
  const ErrorFree sum = fast_two_sum(high.value, high.error + low.value);
  const ErrorFree result = fast_two_sum(sum.value, low.error + sum.error);
  return {result.value, result.error};
}

DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) {
  return a + DoubleDouble{-b.high, -b.low};
}

DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const ErrorFree product = two_product(a.high, b.high);
  const ErrorFree result =
      fast_two_sum(product.value, product.error + (a.high * b.low + a.low * b.high));
  return {result.value, result.error};
}

struct Vector {
  DoubleDouble x, y, z;
};

DoubleDouble difference(double a, double b) {
  const ErrorFree d = two_sum(a, -b);
  return {d.value, d.error};
}

Vector difference(const Vec3<double>& p, const Vec3<double>& q) {
  return {difference(p.x, q.x), difference(p.y, q.y), difference(p.z, q.z)};
}

Vector cross(const Vector& u, const Vector& v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

DoubleDouble scaled(const DoubleDouble& a, double power_of_two) {
  return {a.high * power_of_two, a.low * power_of_two};
}

}  // namespace

FaceNormal face_normal(std::span<const Vec3<double>> points, std::span<const int> corners) {
  const Vec3<double>& origin = points[corners[0]];
  Vector sum{};
  Vector from = difference(points[corners[1]], origin);
  for (std::size_t k = 2; k < corners.size(); ++k) {
    const Vector to = difference(points[corners[k]], origin);
    const Vector area = cross(from, to);
    sum = k == 2 ? area : Vector{sum.x + area.x, sum.y + area.y, sum.z + area.z};
    from = to;
  }

  // A sliver may be so small that the squares of its area underflow.
  const double largest =
      larger(larger(std::abs(sum.x.high), std::abs(sum.y.high)), std::abs(sum.z.high));
  const int exponent = std::ilogb(largest);
  const double up = std::ldexp(1.0, -exponent / 2),
               up_again = std::ldexp(1.0, -exponent - -exponent / 2);
  sum = {scaled(scaled(sum.x, up), up_again), scaled(scaled(sum.y, up), up_again),
         scaled(scaled(sum.z, up), up_again)};

  // 1 / length to twice the precision by one Newton step: r (1 + (1 - s r^2) / 2).
  const DoubleDouble square = sum.x * sum.x + sum.y * sum.y + sum.z * sum.z;
  const double r = 1.0 / std::sqrt(square.high);
  const DoubleDouble r_square = DoubleDouble{r, 0.0} * DoubleDouble{r, 0.0};
  const double rest = (DoubleDouble{1.0, 0.0} - square * r_square).high;
  const DoubleDouble inverse_length{r, 0.5 * r * rest};
  const Vec3<double> normal{(sum.x * inverse_length).high, (sum.y * inverse_length).high,
                            (sum.z * inverse_length).high};
  return {normal, std::ldexp(std::sqrt(square.high), exponent)};
}

}  // namespace talus
