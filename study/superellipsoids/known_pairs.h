// P3's generator of pairs with known answer (its section "Validation"), as plain numbers, in long
// double and with the library's own angles: it shares nothing with the method that is tried on it.
//
// The first body stands at the origin, unturned. A random contact direction c gives its contact
// point p^1 by (4) and (2), a random rotation the second body's point, and the distance d along c
// puts that one at p^2 = p^1 + d c. d > 0: c is the direction of the shortest connection. d < 0: P3
// takes c for the contact direction, which it is as long as |d| is small against the radii of
// curvature. Sharp bodies do not keep to that: sometimes another direction is better.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace superellipsoids {

// SplitMix64 (Steele, Lea & Flood 2014): the same numbers everywhere, and a stream for every pair.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : state_(seed) {
    state_ = next() ^ (stream * 0xd1342543de82ef95ull);
  }
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(next() >> 11), -53);
  }

 private:
  std::uint64_t state_;
};

using Real = long double;
using Point = std::array<Real, 3>;
using Triple = std::array<double, 3>;

inline Real dot(const Point& u, const Point& v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }

// Radius parameters and squareness, P3's (1).
struct Body {
  Triple r{};
  double eps_1{}, eps_2{};

  double n1() const { return 2 / eps_2; }
  double n2() const { return 2 / eps_1; }

  // (4), then (2).
  Point point_of_normal(const Point& n) const {
    // The squareness that the exponents, rounded, stand for.
    const Real e_1 = 2 / Real(n2()), e_2 = 2 / Real(n1());
    const Real delta_1 = 1 / (2 - e_1), delta_2 = 1 / (2 - e_2);
    const Real x = std::abs(r[0] * n[0]), y = std::abs(r[1] * n[1]), z = std::abs(r[2] * n[2]);
    const Real phi_1 = std::atan2(std::pow(y, delta_1), std::pow(x, delta_1));
    const Real ring =
        x > y ? x / std::pow(std::cos(phi_1), 2 - e_1) : y / std::pow(std::sin(phi_1), 2 - e_1);
    const Real phi_2 = std::atan2(std::pow(z, delta_2), std::pow(ring, delta_2));
    const Real side = std::pow(std::cos(phi_2), e_2);
    return {std::copysign(r[0] * std::pow(std::cos(phi_1), e_1) * side, n[0]),
            std::copysign(r[1] * std::pow(std::sin(phi_1), e_1) * side, n[1]),
            std::copysign(r[2] * std::pow(std::sin(phi_2), e_2), n[2])};
  }
};

struct KnownPair {
  Body one, two;
  std::array<double, 4> orientation{};  // of the second body, scalar first, any length
  Triple centre{};                      // of the second body
  // The answer.
  double distance{};
  Triple c{}, p_1{}, p_2{};
};

struct Interval {
  double least, most;
};

// Table I, in its order: the intervals of both squareness parameters.
inline constexpr Interval intervals[] = {{1, 1}, {0.7, 1.3}, {0.3, 1.7}};

// Series 1: real distances, P3's (0, 0.25). Series 2: penetrations, (0, 1.75e-3).
inline constexpr double largest_distance = 0.25, largest_penetration = 1.75e-3;

namespace detail {

inline Body random_body(const Interval& interval, const Interval& radii, Random& random) {
  Body body;
  for (double& r : body.r) r = random.uniform(radii.least, radii.most);
  body.eps_1 = random.uniform(interval.least, interval.most);
  body.eps_2 = random.uniform(interval.least, interval.most);
  return body;
}

template <std::size_t size>
std::array<double, size> in_ball(Random& random) {
  for (;;) {
    std::array<double, size> v;
    double square = 0;
    for (double& x : v) {
      x = random.uniform(-1, 1);
      square += x * x;
    }
    if (square > 0.01 && square <= 1) return v;
  }
}

// Columns: the images of the axes under the rotation of a quaternion of any length.
inline std::array<Point, 3> rotation(const std::array<double, 4>& q) {
  const Real w = q[0], x = q[1], y = q[2], z = q[3], s = 2 / (w * w + x * x + y * y + z * z);
  return {Point{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
          Point{s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
          Point{s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}};
}

inline Triple rounded(const Point& p) { return {double(p[0]), double(p[1]), double(p[2])}; }

}  // namespace detail

// The second body's point with the outward normal n, from its centre.
inline Point posed_point(const KnownPair& pair, const Point& n) {
  const std::array<Point, 3> axes = detail::rotation(pair.orientation);
  const Point local = pair.two.point_of_normal({dot(axes[0], n), dot(axes[1], n), dot(axes[2], n)});
  Point x;
  for (int i = 0; i < 3; ++i) {
    x[i] = axes[0][i] * local[0] + axes[1][i] * local[1] + axes[2][i] * local[2];
  }
  return x;
}

// sigma(n) = min over the second body of n.x - max over the first, for unit n.
inline Real sigma(const KnownPair& pair, const Point& n) {
  const Point opposite{-n[0], -n[1], -n[2]};
  const Point two = posed_point(pair, opposite);
  const Point one = pair.one.point_of_normal(n);
  Real sum = 0;
  for (int i = 0; i < 3; ++i) sum += n[i] * (pair.centre[i] + two[i] - one[i]);
  return sum;
}

// Of a squareness interval, at a distance drawn from (0, farthest); negative: a penetration.
inline KnownPair known_pair(const Interval& interval, double farthest, Random& random,
                            const Interval& radii = {0.5, 3.0}) {
  KnownPair pair;
  pair.one = detail::random_body(interval, radii, random);
  pair.two = detail::random_body(interval, radii, random);
  const Triple drawn = detail::in_ball<3>(random);
  Point c{drawn[0], drawn[1], drawn[2]};
  const Real length = std::sqrt(dot(c, c));
  for (Real& x : c) x /= length;
  pair.orientation = detail::in_ball<4>(random);
  pair.distance = farthest * random.uniform(0, 1);
  const Point p_1 = pair.one.point_of_normal(c);
  const Point from_centre = posed_point(pair, {-c[0], -c[1], -c[2]});
  Point p_2, centre;
  for (int i = 0; i < 3; ++i) {
    p_2[i] = p_1[i] + pair.distance * c[i];
    centre[i] = p_2[i] - from_centre[i];
  }
  pair.c = detail::rounded(c);
  pair.p_1 = detail::rounded(p_1);
  pair.p_2 = detail::rounded(p_2);
  pair.centre = detail::rounded(centre);
  return pair;
}

}  // namespace superellipsoids
