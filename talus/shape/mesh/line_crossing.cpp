#include "talus/shape/mesh/line_crossing.h"

#include <algorithm>
#include <cmath>

#include "talus/math/double_word.h"
#include "talus/shape/expansion.h"

namespace talus {
namespace {

struct Point2 {
  double u, v;
};

// The sign of (b - a) x (p - a), with p moved by an infinitely small step along u and a far smaller
// one along v; 0 only if a and b are one point.
int perturbed_side(const Point2& a, const Point2& b, const Point2& p) {
  const double left = (b.u - a.u) * (p.v - a.v), right = (b.v - a.v) * (p.u - a.u);
  const double difference = left - right;
  constexpr double bound = 4.0 * epsilon_of<double>();  // Shewchuk's 3 + 16 units, generously
  if (std::abs(difference) > bound * (std::abs(left) + std::abs(right))) {
    return difference > 0.0 ? 1 : -1;
  }
  const int sign = exact_sum(exact_product(exact_difference(b.u, a.u), exact_difference(p.v, a.v)),
                             -exact_product(exact_difference(b.v, a.v), exact_difference(p.u, a.u)))
                       .sign();
  if (sign != 0) return sign;
  if (b.v != a.v) return b.v > a.v ? -1 : 1;
  return b.u == a.u ? 0 : (b.u > a.u ? 1 : -1);
}

// The height of the triangle over p, in twice the digits: the triangle may be almost upright.
double height_over(const Vec3<double> (&corner)[3], const Point2 (&flat)[3], const Point2& p,
                   int axis) {
  using Wide = DoubleWord<double>;
  const auto difference = [](double x, double y) { return two_sum(x, -y); };
  Wide weighted, total;
  for (int k = 0; k < 3; ++k) {
    const Point2 &a = flat[(k + 1) % 3], &b = flat[(k + 2) % 3];
    const Wide weight =
        difference(a.u, p.u) * difference(b.v, p.v) - difference(a.v, p.v) * difference(b.u, p.u);
    weighted = weighted + weight * difference(corner[k][axis], corner[0][axis]);
    total = total + weight;
  }
  const double at = corner[0][axis] + (weighted / total).high;
  const auto [low, high] = std::minmax({corner[0][axis], corner[1][axis], corner[2][axis]});
  return std::isfinite(at) ? std::clamp(at, low, high) : low;
}

}  // namespace

std::optional<Crossing> crossing_of(const AxisLine& line, const Vec3<double>& a,
                                    const Vec3<double>& b, const Vec3<double>& c) {
  const int u = (line.axis + 1) % 3, v = (line.axis + 2) % 3;
  const Point2 p{line.u, line.v};
  const Point2 flat[3] = {{a[u], a[v]}, {b[u], b[v]}, {c[u], c[v]}};
  const int side = perturbed_side(flat[0], flat[1], p);
  if (side == 0 || perturbed_side(flat[1], flat[2], p) != side ||
      perturbed_side(flat[2], flat[0], p) != side) {
    return std::nullopt;
  }
  // Seen along the axis a triangle that turns to the left faces it: the body is behind.
  return Crossing{height_over({a, b, c}, flat, p, line.axis), -side};
}

}  // namespace talus
