// The radius of a cap around a stationary direction n* in which the depth is proven to be nowhere
// smaller.
//
// Let u(n) be the ring's support value, w = c n_z, h = N(u, w) (superquadric.h); at n* the ring has
// the point (X_1, X_2), the whole (rho, X_3). With x and y the contact points, x - y = f* n*,
//   f(n) >= h(n) - y.n = f* n*.n + D_o + rho D_i + max_k (y - v_k).n,
//   D_i = u(n) - X_1 a n_x - X_2 b n_y >= 0,   D_o = h(n) - rho u(n) - X_3 w >= 0,
// exactly. Both are remainders of the first-order expansion of a two-component norm. On the
// straight line from m* to m the second derivative of such a norm is c(r) / N^3 (m* x m)^2, with c
// a function of the ratio r <= 1 of the components that decreases with r for n > 2 and increases
// for n < 2. So over the cap |n - n*| <= psi, with v the part of n orthogonal to n*,
//   D_i >= k_i (I.v)^2 / 2,             k_i = mean c / largest u^3,  I = a b (-n*_y, n*_x, 0),
//   D_o >= k_o (O.v - w* D_i)^2 / 2,    O = (-w* X_1 a, -w* X_2 b, u* c),
//   D_o + rho D_i >= k_o (O.v)^2 / 2 + (rho - k_o |w* O.v|) D_i.
// An edge adds kappa |e.v| >= (kappa / psi) (e.v)^2, kappa the distance of y from its nearer end; a
// face adds kappa |v|, kappa the distance of y from its border. The sum is a quadratic form G(v),
// and f(n) >= f* on the cap if G >= f* (1 - cos) = f* v^2 / (1 + cos). As psi shrinks G grows to
// the true second derivative, so every strict local minimum is proven on some cap.
#pragma once

#include "talus/narrow/smooth_vertex_body/descent.h"
#include "talus/shape/superquadric/gauge.h"

namespace talus::smooth_vertex_body {

struct CapLimits {
  // The radii that are tried: `first`, then smaller by `ratio` each. A choice: most strict minima
  // are proven on caps of 0.1 to 0.9.
  static constexpr int tries = 10;
  static constexpr double first_radius = 0.9, ratio = 0.45;
  // The mean of c is computed from a difference; if less than this part of its terms is left it is
  // dropped in favour of the least c, and 1.9999 instead of 2 covers its rounding.
  static constexpr double min_remainder = 1e-6, remainder_factor = 1.9999;
  // Bound on the moduli in units of 1 / h^3, which are infinite on sharp ridges; a smaller modulus
  // is always valid.
  static constexpr double max_modulus = 1e12;
  // 2 with a margin for the rounding of G.
  static constexpr double needed_factor = 2.000001;
};

// The absolute value of a component of a level at n*, and its bounds over a cap.
template <class T>
struct ComponentRange {
  T here, low, high;
};

template <class T>
TALUS_HD ComponentRange<T> component_range(T here, T reach) {
  return {here, larger(here - reach, T(0)), here + reach};
}

// Lower bound of the mean of 2 (1 - t) c(t) over the straight lines, t = 0 .. 1, from n* to a
// direction of the cap. For n > 2, c >= r^(q-2) / (n - 1); with the ratio of the smaller component
// at most r_0 + t (r_1 - r_0) the mean is at least twice the Bregman remainder of r^q / q divided
// by (r_1 - r_0)^2. On a flat side, r_0 near 0, that is a multiple of the least c.
template <class T>
TALUS_HD T mean_second_derivative(const ComponentRange<T>& p, const ComponentRange<T>& q, T n) {
  if (n == T(2)) return T(1);
  if (n < T(2)) {
    const T r = smaller(smaller(p.low / q.high, q.low / p.high), T(1));
    if (!(r > T(0))) return T(0);
    const T r_x = power(r, T(1) / (n - T(1)));
    return power(T(1) + r_x * r, T(2) - T(4) / n) * (r_x / r) / (n - T(1));
  }
  const T at_one = power(T(2), T(2) - T(4) / n) / (n - T(1));
  const ComponentRange<T>& small = p.here < q.here ? p : q;
  const ComponentRange<T>& large = p.here < q.here ? q : p;
  if (!(small.high < large.low)) return at_one;
  const T r_0 = small.here / large.low, r_1 = small.high / large.low, change = r_1 - r_0;
  const T x_0 = power(r_0, T(1) / (n - T(1))), x_1 = power(r_1, T(1) / (n - T(1)));
  const T least = (x_1 / r_1) / (n - T(1));
  const T rest = (r_1 * x_1 - r_0 * x_0) * (n - T(1)) / n - change * x_0;
  const T mean = rest > T(CapLimits::min_remainder) * (change * x_1)
                     ? T(CapLimits::remainder_factor) * rest / (change * change)
                     : T(0);
  return larger(larger(least, mean), at_one);
}

template <class T>
TALUS_HD bool is_lowest_on_cap(const Superquadric<T>& s, const Descent<T>& d, T depth, T psi) {
  const Vec3<T>&a = s.semi_axes, &n = d.surface.normal;
  const HessianPoint<T>& p = d.surface;
  const T per_h = T(1) / p.length;
  const T u = p.whole.m[0] * per_h, w = absolute(p.whole.m[1]) * per_h;
  const T x = absolute(a.x * n.x), y = absolute(a.y * n.y);
  const T ring_radius = s.n2 > T(2) ? square_root(square(a.x) + square(a.y)) : larger(a.x, a.y);
  const ComponentRange<T> across = component_range(u, psi * ring_radius);
  const ComponentRange<T> up = component_range(w, psi * a.z);
  const T high_u = across.high, high_h = per_h + psi * (ring_radius + a.z);
  const T ring =
      mean_second_derivative(component_range(x, psi * a.x), component_range(y, psi * a.y), s.n2);
  const T whole = mean_second_derivative(across, up, s.n1);
  const T most = T(CapLimits::max_modulus) / (per_h * per_h * per_h);
  T k_i = smaller(ring / (high_u * high_u * high_u), most);
  T k_o = smaller(whole / (high_h * high_h * high_h), most);
  const Vec3<T> o = per_h * p.o, i = u * p.i;
  const T rho = p.whole.x[0], o_length = norm(o);
  // k_o is reduced until k_o share <= rho / 2, so that half of D_i is left.
  const T share = w * psi * o_length;
  if (k_o * share > T(0.5) * rho) k_o = T(0.5) * rho / share;
  k_i = k_i * (rho - k_o * share);
  // G = k_o o o^T + k_i i i^T + k_e e e^T + k_f.
  const T needed =
      T(CapLimits::needed_factor) * depth / (T(1) + square_root(larger(T(1) - psi * psi, T(0))));
  T k_e = T(0), k_f = T(0);
  Vec3<T> e{};
  const ActiveVertices<T>& t = d.active;
  if (t.count == 2) {
    const Vec3<T> edge = t.at[1] - t.at[0];
    e = edge - dot(edge, n) * n;
    const T length_squared = norm_squared(e);
    if (!(length_squared > T(0))) return false;
    k_e = T(2) * smaller(t.weight[0], t.weight[1]) / (psi * square_root(length_squared));
  } else if (t.count == 3) {
    const T area = norm(cross(t.at[1] - t.at[0], t.at[2] - t.at[0]));
    T kappa = infinity_of<T>();
    for (int k = 0; k < 3; ++k) {
      const T side = norm(t.at[(k + 1) % 3] - t.at[(k + 2) % 3]);
      kappa = smaller(kappa, t.weight[k] * area / side);
    }
    k_f = T(2) * kappa / psi;
  }
  const T lambda = needed - k_f;
  if (!(lambda > T(0))) return true;
  const auto area = [&n](const Vec3<T>& p1, const Vec3<T>& p2) { return dot(n, cross(p1, p2)); };
  const T oo = k_o * norm_squared(o), ii = k_i * norm_squared(i), ee = k_e * norm_squared(e);
  const T trace = oo + ii + ee;
  const T determinant = k_o * k_i * square(area(o, i)) + k_o * k_e * square(area(o, e)) +
                        k_i * k_e * square(area(i, e));
  return trace > T(2) * lambda && determinant + lambda * (lambda - trace) > T(0);
}

// The radius of the cap, as the length of n - n*; zero if none was proven.
template <class T>
TALUS_HD T proven_radius(const Superquadric<T>& s, const Descent<T>& d, T depth) {
  T psi = T(CapLimits::first_radius);
  for (int k = 0; k < CapLimits::tries; ++k, psi = T(CapLimits::ratio) * psi) {
    if (is_lowest_on_cap(s, d, depth, psi)) return psi;
  }
  return T(0);
}

// A ball inside C from balls inside the two bodies: radius r around -c, so f(n) >= r - c.n.
template <class T>
struct InnerBall {
  Vec3<T> c;
  T r, apart;  // |c|
};

template <class T, class VertexBody>
TALUS_HD InnerBall<T> inner_ball_of(const Superquadric<T>& s, const VertexBody& body) {
  const BoundingSphere<T> other = body.inner();
  return {other.centre, other.radius + inscribed_radius(s), norm(other.centre)};
}

// Whether the ball proves a depth of at least `depth` in all directions farther than `radius` from
// n: the cap around c with c.n > r - depth must lie in the cap around n.
template <class T>
TALUS_HD bool is_deeper_outside(const InnerBall<T>& ball, const Vec3<T>& n, T depth, T radius) {
  if (!(ball.r > depth)) return false;
  if (ball.apart <= ball.r - depth) return true;
  const T half_width = square_root(T(2) * (T(1) - (ball.r - depth) / ball.apart));
  return norm(n - ball.c / ball.apart) + half_width < radius;
}

}  // namespace talus::smooth_vertex_body
