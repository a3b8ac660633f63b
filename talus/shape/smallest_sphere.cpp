#include "talus/shape/smallest_sphere.h"

#include <cmath>
#include <vector>

namespace talus {

namespace {

using Point = Vec3<double>;

// The sphere through two to four points with its centre in their span; a negative square of the
// radius when they are (numerically) too flat for one.
struct Ball {
  Point centre;
  double radius_squared = -1.0;
};

Ball ball_through(std::span<const Point> p) {
  if (p.size() == 1) return {p[0], 0.0};
  const Point u = p[1] - p[0];
  Point offset;  // centre - p[0]
  if (p.size() == 2) {
    offset = 0.5 * u;
  } else if (p.size() == 3) {
    const Point v = p[2] - p[0];
    const Point n = cross(u, v);
    const double twice = 2.0 * norm_squared(n);
    if (!(twice > 0.0)) return {};
    offset = (norm_squared(u) * cross(v, n) + norm_squared(v) * cross(n, u)) / twice;
  } else {
    const Point v = p[2] - p[0], w = p[3] - p[0];
    const double twice = 2.0 * dot(u, cross(v, w));
    if (twice == 0.0) return {};
    offset = (norm_squared(u) * cross(v, w) + norm_squared(v) * cross(w, u) +
              norm_squared(w) * cross(u, v)) /
             twice;
  }
  return {p[0] + offset, norm_squared(offset)};
}

// The support set of a ball: at most four of the points, all on its surface.
struct Support {
  Point point[4];
  int count = 0;
};

// The smallest ball around the support and one more point, which it touches: the smallest of the
// balls through that point and a subset of the support that contains the rest. The slack lets
// points that lie on one sphere up to rounding count as contained.
Ball smallest_with(const Support& support, const Point& extra, Support& chosen) {
  constexpr double slack = 1.0 + 1e-12;  // on squared radii, far above rounding
  Ball best;
  for (int subset = 0; subset < (1 << support.count); ++subset) {
    Support candidate;
    candidate.point[candidate.count++] = extra;
    for (int i = 0; i < support.count && candidate.count < 4; ++i) {
      if (subset >> i & 1) candidate.point[candidate.count++] = support.point[i];
    }
    const Ball ball = ball_through({candidate.point, static_cast<std::size_t>(candidate.count)});
    if (ball.radius_squared < 0.0) continue;
    if (best.radius_squared >= 0.0 && ball.radius_squared >= best.radius_squared) continue;
    bool contains = true;
    for (int i = 0; i < support.count; ++i) {
      contains =
          contains && norm_squared(support.point[i] - ball.centre) <= slack * ball.radius_squared;
    }
    if (contains) {
      best = ball;
      chosen = candidate;
    }
  }
  return best;
}

}  // namespace

// B. Gaertner's pivoting (Fast and robust smallest enclosing balls, 1999): while some point lies
// outside, the farthest joins the support. The radius grows with every step, so it ends; when
// rounding stops the growth, the radius is stretched to the farthest point.
BoundingSphere<double> smallest_sphere(std::span<const Vec3<double>> input) {
  double largest = 0.0;
  for (const Point& p : input) largest = larger(largest, max_norm(p));
  int exponent = 0;
  std::frexp(largest, &exponent);
  std::vector<Point> points;
  points.reserve(input.size());
  for (const Point& p : input) {
    points.push_back(
        {std::ldexp(p.x, -exponent), std::ldexp(p.y, -exponent), std::ldexp(p.z, -exponent)});
  }

  Ball ball{points[0], 0.0};
  Support support{{points[0]}, 1};
  double farthest_squared = 0.0;
  for (;;) {
    const Point* farthest = nullptr;
    farthest_squared = ball.radius_squared;
    for (const Point& p : points) {
      const double squared = norm_squared(p - ball.centre);
      if (squared > farthest_squared) {
        farthest_squared = squared;
        farthest = &p;
      }
    }
    if (farthest == nullptr) break;
    Support chosen;
    const Ball grown = smallest_with(support, *farthest, chosen);
    if (!(grown.radius_squared > ball.radius_squared)) break;
    ball = grown;
    support = chosen;
  }
  // The computed square is off by less than 6 roundings of 2^-53, its root by half of that and one
  // more.
  constexpr double above_rounding = 1.0 + 0x1p-50;
  const double radius = std::sqrt(farthest_squared) * above_rounding;
  return {{std::ldexp(ball.centre.x, exponent), std::ldexp(ball.centre.y, exponent),
           std::ldexp(ball.centre.z, exponent)},
          std::ldexp(radius, exponent)};
}

}  // namespace talus
