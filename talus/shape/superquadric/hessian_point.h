// A surface point of a superquadric with its unit normal and the Hessian of the support function in
// factored form.
//
// The coordinates are those of surface_point.h: each level is moved by its point for n > 2 and by
// its normal for n < 2 (SurfaceChart), so a Newton step is finite everywhere and the tiny
// components of a normal on a flat side keep all their digits. This form is for single bodies. It
// works with full-precision powers for every exponent above 1, where surface_point.h stops at p =
// 128, and treats zero components exactly.
//
// On a level with exponent n the point (x_0, x_1), |x|_n = 1, and the normal (m_0, m_1), |m|_q = 1,
// have the ratios r_x and r_m = r_x^(n-1). The Hessian of the support function for the unit normal
// is
//   H = K o o^T + L i i^T,   o and i orthogonal to the normal,   i x o = volume * normal.
// K = a_o / b_o and L = a_i / b_i are kept as quotients: flat (b = 0) and sharp (a = 0) points are
// then ordinary numbers.
#pragma once

#include "talus/shape/superquadric/superquadric.h"

namespace talus {

template <class T>
struct HessianLevel {
  T x[2], m[2];   // point and normal, |x|_n = |m|_q = x.m = 1, of equal signs
  T stiff, soft;  // second derivative of the dual norm: stiff / soft (-m_1, m_0)(-m_1, m_0)^T
  T over, under;  // x_0 / m_0 = over / under
};

// From a vector along (x_0, x_1) or along (m_0, m_1).
template <class T>
TALUS_HD HessianLevel<T> hessian_level(T e_0, T e_1, T n, bool is_point) {
  const T size_0 = absolute(e_0), size_1 = absolute(e_1);
  const bool first = !(size_0 < size_1);
  const T large = larger(size_0, size_1), small = smaller(size_0, size_1);
  const T r = large > T(0) ? small / large : T(0);
  T r_x = r, r_m = r, root, top = T(1), bottom = T(1);
  if (n == T(2)) {
    root = square_root(T(1) + r * r);
  } else {
    if (is_point) {
      r_m = power(r, n - T(1));
    } else {
      r_x = power(r, T(1) / (n - T(1)));
    }
    root = power(T(1) + r_x * r_m, T(1) / n);
    // x / m of the smaller component is top / bottom times that of the larger one.
    if (n < T(2)) top = r_m > T(0) ? r_x / r_m : T(0);
    if (n > T(2)) bottom = r_x > T(0) ? r_m / r_x : T(0);
  }
  const T sum = T(1) + r_x * r_m, x_large = T(1) / root, m_large = root / sum;
  const T x_small = x_large * r_x, m_small = m_large * r_m;
  const T quotient = sum * (x_large * x_large);
  const T sign_0 = sign_of(e_0), sign_1 = sign_of(e_1);
  HessianLevel<T> level;
  level.x[0] = sign_0 * (first ? x_large : x_small);
  level.x[1] = sign_1 * (first ? x_small : x_large);
  level.m[0] = sign_0 * (first ? m_large : m_small);
  level.m[1] = sign_1 * (first ? m_small : m_large);
  level.stiff = quotient * quotient * top;
  level.soft = (n - T(1)) * bottom;
  level.over = first ? quotient : quotient * top;
  level.under = first ? T(1) : bottom;
  return level;
}

template <class T>
struct HessianPoint {
  HessianLevel<T> ring, whole;
  Vec3<T> point, normal;  // the normal is a unit vector
  T length;               // 1 / h of the unit normal
  Vec3<T> o, i;
  T a_o, b_o, a_i, b_i, volume;
};

template <class T>
TALUS_HD HessianPoint<T> hessian_point(const Superquadric<T>& s, const HessianLevel<T>& ring,
                                       const HessianLevel<T>& whole) {
  const Vec3<T>& a = s.semi_axes;
  HessianPoint<T> p;
  p.ring = ring;
  p.whole = whole;
  const T rho = whole.x[0], u = whole.m[0], w = whole.m[1];
  p.point = {a.x * (rho * ring.x[0]), a.y * (rho * ring.x[1]), a.z * whole.x[1]};
  const Vec3<T> n{u * ring.m[0] / a.x, u * ring.m[1] / a.y, w / a.z};
  p.length = norm(n);
  p.normal = n / p.length;
  p.o = {-(a.x * (w * ring.x[0])), -(a.y * (w * ring.x[1])), a.z * u};
  p.i = {-(a.x * ring.m[1]), a.y * ring.m[0], T(0)};
  p.a_o = p.length * whole.stiff;
  p.b_o = whole.soft;
  p.a_i = p.length * ring.stiff * whole.over;
  p.b_i = ring.soft * whole.under;
  p.volume = a.x * a.y * a.z * p.length;
  return p;
}

// The surface point with the outward normal n. At the poles, where the ring vanishes, `side`
// selects the direction of the ring.
template <class T>
TALUS_HD HessianPoint<T> hessian_point_along(const Superquadric<T>& s, const Vec3<T>& n,
                                             const Vec3<T>& side) {
  const Vec3<T>& a = s.semi_axes;
  T e_x = a.x * n.x, e_y = a.y * n.y;
  const bool pole = e_x == T(0) && e_y == T(0);
  const HessianLevel<T> ring =
      pole ? hessian_level(side.x, side.y, s.n2, true) : hessian_level(e_x, e_y, s.n2, false);
  const T u = e_x * ring.x[0] + e_y * ring.x[1];
  return hessian_point(s, ring, hessian_level(u, a.z * n.z, s.n1, false));
}

// The surface point for a point x near the surface and the normal n there: levels with an
// exponent above 2 take the point, the others the normal.
template <class T>
TALUS_HD HessianPoint<T> hessian_point_near(const Superquadric<T>& s, const Vec3<T>& x,
                                            const Vec3<T>& n) {
  const Vec3<T>& a = s.semi_axes;
  const bool whole_point = s.n1 > T(2), ring_point = s.n2 > T(2);
  const Vec3<T> m = multiply_componentwise(a, n), y{x.x / a.x, x.y / a.y, x.z / a.z};
  const HessianLevel<T> ring =
      ring_point ? hessian_level(y.x, y.y, s.n2, true) : hessian_level(m.x, m.y, s.n2, false);
  const T* direction = whole_point ? ring.m : ring.x;
  const Vec3<T>& of = whole_point ? y : m;
  const T along = of.x * direction[0] + of.y * direction[1];
  return hessian_point(s, ring, hessian_level(larger(along, T(0)), of.z, s.n1, whole_point));
}

// The coordinates of surface_point.h.
template <class T>
TALUS_HD Vec3<T> param_of(const Superquadric<T>& s, const HessianPoint<T>& p) {
  const T* ring = s.n2 < T(2) ? p.ring.m : p.ring.x;
  const T* whole = s.n1 < T(2) ? p.whole.m : p.whole.x;
  return {whole[0] * ring[0], whole[0] * ring[1], whole[1]};
}

// A Newton step in the coordinates of the levels: the normal changes by (zeta_i, zeta_o) =
// (i.dn, o.dn), the point by eta = (L zeta_i, K zeta_o).
template <class T>
struct HessianStep {
  T zeta_o{}, eta_o{}, zeta_i{}, eta_i{};
};

// Which levels are moved by their point; the others are moved by their normal.
struct SurfaceChart {
  bool ring_point, whole_point;
};

// Largest sum of the two angles by which `moved` turns the levels, in radians. A choice.
inline constexpr double max_level_turn = 0.6;

// The surface point reached by a fraction of a step. Near a pole the ring is treated as polar
// coordinates of a plane, so a step may cross the pole.
template <class T>
TALUS_HD HessianPoint<T> moved(const Superquadric<T>& s, const HessianPoint<T>& p,
                               const SurfaceChart& chart, const HessianStep<T>& by, T fraction) {
  const T* whole = chart.whole_point ? p.whole.x : p.whole.m;
  const T* ring = chart.ring_point ? p.ring.x : p.ring.m;
  const T whole_square = square(whole[0]) + square(whole[1]);
  const T ring_square = square(ring[0]) + square(ring[1]);
  T along = fraction * (chart.whole_point ? by.eta_o : p.length * by.zeta_o) / whole_square;
  T around = fraction * (chart.ring_point ? by.eta_i : p.length * by.zeta_i) / ring_square;
  if (chart.whole_point && !chart.ring_point) around = around * (p.whole.over / p.whole.under);
  if (!chart.whole_point && chart.ring_point) around = around * (p.whole.under / p.whole.over);
  const T most = T(max_level_turn), size = absolute(along) + absolute(around);
  if (size > most) {
    along = along * (most / size);
    around = around * (most / size);
  }
  const T rho = whole[0] - along * whole[1], z = whole[1] + along * whole[0];
  const T e_0 = rho * ring[0] - around * ring[1], e_1 = rho * ring[1] + around * ring[0];
  const T next_rho = square_root(square(rho) + square(around));
  return hessian_point(s, hessian_level(e_0, e_1, s.n2, chart.ring_point),
                       hessian_level(next_rho, z, s.n1, chart.whole_point));
}

}  // namespace talus
