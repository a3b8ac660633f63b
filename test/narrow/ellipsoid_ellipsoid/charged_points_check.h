// The charges of P1 section 2.3 once more, as the paper writes them: matrices A_m in one frame,
// radii of curvature by (B.1) to (B.3), in 80 bits.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "narrow/ellipsoid_ellipsoid/spheroids.h"
#include "oracle/vector.h"

namespace charged {

using Real = long double;
using V = oracle::Vec<Real>;
using Points = std::array<V, 2>;  // x_1, x_2 in the frame of A

struct Radii {
  Real smallest, largest;
};

struct Body {
  V axes, centre;
  std::array<V, 3> u;  // columns of U_m: the body's axes

  Real f(const V& x) const { return 0.5L * (dot(x - centre, gradient(x)) - 1); }
  V gradient(const V& x) const { return times_a(x - centre); }
  V times_a(const V& v) const {
    return (dot(u[0], v) / (axes.x * axes.x)) * u[0] + (dot(u[1], v) / (axes.y * axes.y)) * u[1] +
           (dot(u[2], v) / (axes.z * axes.z)) * u[2];
  }
  V projected(const V& x) const {
    const V g = gradient(x);
    return x - (f(x) / dot(g, g)) * g;
  }
  // At the surface point that has the normal of x: x itself is off the surface a little.
  Radii curvature_radii(const V& x) const {
    const V y = x - centre;
    const Real on_surface = 1 / std::sqrt(dot(y, gradient(x)));
    const Real p = on_surface * dot(u[0], y), q = on_surface * dot(u[1], y),
               r = on_surface * dot(u[2], y);
    const auto fourth = [](Real v) { return v * v * v * v; };
    const Real sum = p * p / fourth(axes.x) + q * q / fourth(axes.y) + r * r / fourth(axes.z);
    const Real abc = axes.x * axes.y * axes.z;
    const Real gaussian = 1 / (abc * sum * abc * sum);
    const Real mean =
        (dot(axes, axes) - p * p - q * q - r * r) / (2 * abc * abc * sum * std::sqrt(sum));
    const Real spread = std::sqrt(std::max<Real>(mean * mean - gaussian, 0));
    return {(mean - spread) / gaussian, (mean + spread) / gaussian};
  }
};

struct System {
  std::array<Body, 2> body;

  explicit System(const spheroids::Pair& pair) {
    const auto v = [](const spheroids::Vec& x) { return V{x.x, x.y, x.z}; };
    body[0] = {v(pair.a.semi_axes), {0, 0, 0}, {V{1, 0, 0}, V{0, 1, 0}, V{0, 0, 1}}};
    const auto& m = pair.b_in_a.rotation;
    body[1] = {v(pair.b.semi_axes),
               v(pair.b_in_a.translation),
               {V{m.row0.x, m.row1.x, m.row2.x}, V{m.row0.y, m.row1.y, m.row2.y},
                V{m.row0.z, m.row1.z, m.row2.z}}};
  }

  // From the frames of the bodies.
  Points points(const spheroids::Vec& x1, const spheroids::Vec& x2) const {
    return {V{x1.x, x1.y, x1.z}, body[1].centre + vector_b(x2)};
  }
  V vector_b(const spheroids::Vec& v) const {
    return Real(v.x) * body[1].u[0] + Real(v.y) * body[1].u[1] + Real(v.z) * body[1].u[2];
  }
  // (2.37)
  V xi(const Points& x, int m) const {
    const V apart = x[1 - m] - x[m], g = body[m].gradient(x[m]);
    const Real d = length(apart);
    return (1 / (d * d * d)) * (apart - (dot(apart, g) / dot(g, g)) * g);
  }
  // (2.33), (2.34)
  V psi(const Points& x, int m, const V& z, Real p1, Real p2) const {
    const V g = body[m].gradient(x[m]);
    return p1 * xi(x, m) - p2 * z - (dot(z, body[m].times_a(z)) / dot(g, g)) * g;
  }
  // Of the angle (2.3), and the angle (E.1).
  Real sine(const Points& x, int m) const {
    const V apart = x[1 - m] - x[m];
    return length(xi(x, m)) * dot(apart, apart);
  }
  Real angle(const Points& x, int m) const {
    const V apart = x[1 - m] - x[m], g = body[m].gradient(x[m]);
    return std::atan2(sine(x, m), dot(apart, g) / (length(apart) * length(g)));
  }
};

}  // namespace charged
