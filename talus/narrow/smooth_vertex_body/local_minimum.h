// How far around a stationary direction n* it is proven that the depth is nowhere smaller.
//
// Let u(n) be the ring's support value, w = c n_z, h = N(u, w) (superquadric.h); at n* the ring has
// the point (X_1, X_2), the whole (rho, X_3). With x and y the contact points, x - y = f* n*,
//   f(n) >= h(n) - y.n = f* n*.n + D_o + rho D_i + max_k (y - v_k).n,
//   D_i = u(n) - X_1 a n_x - X_2 b n_y >= 0,   D_o = h(n) - rho u(n) - X_3 w >= 0,
// exactly. PairOf are the remainders of a two-component norm's first-order expansion. On the
// straight way from m* to m the second derivative of such a norm is c(r) / N^3 (m* x m)^2, c a
// function of the ratio r <= 1 of the components that falls with r where n > 2 and rises where n
// < 2. So over the cap |n - n*| <= psi, with v the part of n at right angles to n*,
//   D_i >= k_i (I.v)^2 / 2,   k_i = mean c / largest u^3,          I = a b (-n*_y, n*_x, 0),
//   D_o >= k_o (O.v - w* D_i)^2 / 2,                               O = (-w* X_1 a, -w* X_2 b, u*
//   c), D_o + rho D_i >= k_o (O.v)^2 / 2 + (rho - k_o |w* O.v|) D_i.
// An edge adds kappa |e.v| >= (kappa / psi) (e.v)^2, kappa the way from y to its nearer end; a face
// kappa |v|, kappa the way from y to its border. All is a quadratic form G(v), and f(n) >= f*
// follows on the cap if G >= f* (1 - cos) = f* v^2 / (1 + cos). As psi shrinks G grows to the true
// second derivative, so a strict local minimum is always proven on some cap.
#pragma once

#include "talus/narrow/smooth_vertex_body/descent.h"

namespace talus::smooth_vertex_body {

// The components of a level over a cap: absolute values at n*, and their bounds.
template <class T>
struct Spread {
  T here, low, high;
};

template <class T>
TALUS_HD Spread<T> spread(T here, T reach) {
  return {here, larger(here - reach, T(0)), here + reach};
}

// The least mean of 2 (1 - t) c over the straight ways t = 0 .. 1 from here to a place of the cap.
// Where n > 2, c >= r^(q-2) / (n - 1), so with the ratio of the smaller component at most r_0 + t
// (r_1 - r_0) the mean is at least twice the Bregman remainder of r^q / q over the square of r_1 -
// r_0; on a flat side, r_0 near 0, that is a multiple of the least c itself.
template <class T>
TALUS_HD T mean_bend(const Spread<T>& p, const Spread<T>& q, T n) {
  if (n == T(2)) return T(1);
  if (n < T(2)) {
    const T r = smaller(smaller(p.low / q.high, q.low / p.high), T(1));
    if (!(r > T(0))) return T(0);
    const T r_x = power(r, T(1) / (n - T(1)));
    return power(T(1) + r_x * r, T(2) - T(4) / n) * (r_x / r) / (n - T(1));
  }
  const T at_one = power(T(2), T(2) - T(4) / n) / (n - T(1));
  const Spread<T>& small = p.here < q.here ? p : q;
  const Spread<T>& large = p.here < q.here ? q : p;
  if (!(small.high < large.low)) return at_one;
  const T r_0 = small.here / large.low, r_1 = small.high / large.low, way = r_1 - r_0;
  const T x_0 = power(r_0, T(1) / (n - T(1))), x_1 = power(r_1, T(1) / (n - T(1)));
  const T least = (x_1 / r_1) / (n - T(1));
  const T rest = (r_1 * x_1 - r_0 * x_0) * (n - T(1)) / n - way * x_0;
  // The remainder is a difference: where little is left of it, the least c does.
  const T mean = rest > T(1e-6) * (way * x_1) ? T(1.9999) * rest / (way * way) : T(0);
  return larger(larger(least, mean), at_one);
}

template <class T>
TALUS_HD bool is_lowest_on_cap(const Superquadric<T>& s, const Descent<T>& d, T depth, T psi) {
  const Vec3<T>&a = s.semi_axes, &n = d.place.normal;
  const Place<T>& p = d.place;
  const T per_h = T(1) / p.length;
  const T u = p.outer.m[0] * per_h, w = absolute(p.outer.m[1]) * per_h;
  const T x = absolute(a.x * n.x), y = absolute(a.y * n.y);
  const T ring_radius = s.n2 > T(2) ? square_root(square(a.x) + square(a.y)) : larger(a.x, a.y);
  const Spread<T> across = spread(u, psi * ring_radius), up = spread(w, psi * a.z);
  const T high_u = across.high, high_h = per_h + psi * (ring_radius + a.z);
  const T inner = mean_bend(spread(x, psi * a.x), spread(y, psi * a.y), s.n2);
  const T outer = mean_bend(across, up, s.n1);
  // Finite stand-ins for what has no bound; a smaller factor is always valid.
  const T most = T(1e12) / (per_h * per_h * per_h);
  T k_i = smaller(inner / (high_u * high_u * high_u), most);
  T k_o = smaller(outer / (high_h * high_h * high_h), most);
  const Vec3<T> o = per_h * p.o, i = u * p.i;
  const T rho = p.outer.x[0], o_length = norm(o);
  const T share = w * psi * o_length;  // k_o share <= rho / 2, so that half of D_i is left
  if (k_o * share > T(0.5) * rho) k_o = T(0.5) * rho / share;
  k_i = k_i * (rho - k_o * share);
  // G = k_o o o^T + k_i i i^T + k_e e e^T + k_f.
  const T needed = T(2.000001) * depth / (T(1) + square_root(larger(T(1) - psi * psi, T(0))));
  T k_e = T(0), k_f = T(0);
  Vec3<T> e{};
  const Touched<T>& t = d.touched;
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

// The radius of the cap, as the length of n - n*; zero if none was found.
template <class T>
TALUS_HD T proven_radius(const Superquadric<T>& s, const Descent<T>& d, T depth) {
  constexpr int tries = 10;
  T psi = T(0.9);
  for (int k = 0; k < tries; ++k, psi = T(0.45) * psi) {
    if (is_lowest_on_cap(s, d, depth, psi)) return psi;
  }
  return T(0);
}

// The radius of a ball around the centre inside S. A smaller exponent makes the body smaller, and
// with both of them p < 2 the norm is at most 3^(1/p - 1/2) times the Euclidean one.
template <class T>
TALUS_HD T radius_inside(const Superquadric<T>& s) {
  const T least = smaller(s.semi_axes.x, smaller(s.semi_axes.y, s.semi_axes.z));
  const T p = smaller(s.n1, s.n2);
  if (!(p < T(2))) return least;
  return least * power(T(3), T(0.5) - T(1) / p) * (T(1) - T(8) * epsilon_of<T>());
}

// Balls inside the two bodies: r around -c lies inside C, so f(n) >= r - c.n.
template <class T>
struct BallInside {
  Vec3<T> c;
  T r, apart;  // |c|
};

template <class T, class VertexBody>
TALUS_HD BallInside<T> ball_inside(const Superquadric<T>& s, const VertexBody& body) {
  const BoundingSphere<T> other = body.inner();
  return {other.centre, other.radius + radius_inside(s), norm(other.centre)};
}

// Whether the depth is at least `depth` in all directions farther than `radius` from n: the cap
// around c where c.n > r - depth must lie in the other.
template <class T>
TALUS_HD bool is_lower_outside(const BallInside<T>& ball, const Vec3<T>& n, T depth, T radius) {
  if (!(ball.r > depth)) return false;
  if (ball.apart <= ball.r - depth) return true;
  const T half_width = square_root(T(2) * (T(1) - (ball.r - depth) / ball.apart));
  return norm(n - ball.c / ball.apart) + half_width < radius;
}

}  // namespace talus::smooth_vertex_body
