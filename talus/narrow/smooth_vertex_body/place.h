// A place on the surface of a superquadric: a point x with the normal there, from coordinates in
// which both are smooth.
//
// The body is a norm of norms (superquadric.h), so x is two levels of two components each: (x, y)
// within the ring, (ring, z) in the whole. On a level with exponent n the point (x_0, x_1), of norm
// 1, and the normal (m_0, m_1), of dual norm 1, have the ratios r_x and r_m = r_x^(n-1). For n > 2
// r_x is no smooth function of r_m (flat sides: the normal hardly turns), for n < 2 r_m none of r_x
// (sharp tips); but r_m is one of r_x where n >= 2, and r_x one of r_m where n <= 2. So a level is
// moved in the one that the other is a smooth function of. Newton's step is then never infinite,
// and the tiny components of a normal on a flat side keep all their digits.
//
// The Hessian of the support value for the unit normal is H = K o o^T + L i i^T with o and i at
// right angles to the normal and i x o = volume * normal. Its factors come as quotients, K = a_o /
// b_o, L = a_i / b_i, so that flat (b = 0) and sharp (a = 0) are ordinary numbers.
#pragma once

#include "talus/shape/ellipsoid.h"
#include "talus/shape/superquadric.h"

namespace talus::smooth_vertex_body {

template <class T>
TALUS_HD Superquadric<T> as_superquadric(const Superquadric<T>& s) {
  return s;
}
template <class T>
TALUS_HD Superquadric<T> as_superquadric(const Ellipsoid<T>& e) {
  return {e.semi_axes, T(2), T(2)};
}

template <class T>
struct Level {
  T x[2], m[2];   // the point and the normal, |x|_n = |m|_q = x.m = 1, signs alike
  T stiff, soft;  // the second derivative of the dual norm: stiff / soft (-m_1, m_0)(-m_1, m_0)^T
  T over, under;  // x_0 / m_0 = over / under
};

// From a vector along (x_0, x_1) or along (m_0, m_1).
template <class T>
TALUS_HD Level<T> level_along(T e_0, T e_1, T n, bool is_point) {
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
    // Of the smaller component x / m is top / bottom times the quotient of the larger one.
    if (n < T(2)) top = r_m > T(0) ? r_x / r_m : T(0);
    if (n > T(2)) bottom = r_x > T(0) ? r_m / r_x : T(0);
  }
  const T sum = T(1) + r_x * r_m, x_large = T(1) / root, m_large = root / sum;
  const T x_small = x_large * r_x, m_small = m_large * r_m;
  const T quotient = sum * (x_large * x_large);
  const T sign_0 = sign_of(e_0), sign_1 = sign_of(e_1);
  Level<T> level;
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
struct Place {
  Level<T> inner, outer;
  Vec3<T> point, normal;  // of the surface; unit
  T length;               // 1 / h of the unit normal
  Vec3<T> o, i;
  T a_o, b_o, a_i, b_i, volume;
};

template <class T>
TALUS_HD Place<T> place_of(const Superquadric<T>& s, const Level<T>& inner, const Level<T>& outer) {
  const Vec3<T>& a = s.semi_axes;
  Place<T> p;
  p.inner = inner;
  p.outer = outer;
  const T ring = outer.x[0], u = outer.m[0], w = outer.m[1];
  p.point = {a.x * (ring * inner.x[0]), a.y * (ring * inner.x[1]), a.z * outer.x[1]};
  const Vec3<T> n{u * inner.m[0] / a.x, u * inner.m[1] / a.y, w / a.z};
  p.length = norm(n);
  p.normal = n / p.length;
  p.o = {-(a.x * (w * inner.x[0])), -(a.y * (w * inner.x[1])), a.z * u};
  p.i = {-(a.x * inner.m[1]), a.y * inner.m[0], T(0)};
  p.a_o = p.length * outer.stiff;
  p.b_o = outer.soft;
  p.a_i = p.length * inner.stiff * outer.over;
  p.b_i = inner.soft * outer.under;
  p.volume = a.x * a.y * a.z * p.length;
  return p;
}

// The place with the outward normal n. At the poles, where the ring vanishes, `side` says which of
// its places is meant.
template <class T>
TALUS_HD Place<T> place_with_normal(const Superquadric<T>& s, const Vec3<T>& n,
                                    const Vec3<T>& side) {
  const Vec3<T>& a = s.semi_axes;
  T e_x = a.x * n.x, e_y = a.y * n.y;
  const bool pole = e_x == T(0) && e_y == T(0);
  const Level<T> inner =
      pole ? level_along(side.x, side.y, s.n2, true) : level_along(e_x, e_y, s.n2, false);
  const T u = e_x * inner.x[0] + e_y * inner.x[1];
  return place_of(s, inner, level_along(u, a.z * n.z, s.n1, false));
}

// The place in the coordinates of superquadric_place.h.
template <class T>
TALUS_HD Vec3<T> coordinates_of(const Superquadric<T>& s, const Place<T>& p) {
  const T* inner = s.n2 < T(2) ? p.inner.m : p.inner.x;
  const T* outer = s.n1 < T(2) ? p.outer.m : p.outer.x;
  return {outer[0] * inner[0], outer[0] * inner[1], outer[1]};
}

// The place that a point near the surface and a normal there tell: flat levels go by the point.
template <class T>
TALUS_HD Place<T> place_near(const Superquadric<T>& s, const Vec3<T>& x, const Vec3<T>& n) {
  const Vec3<T>& a = s.semi_axes;
  const bool outer_point = s.n1 > T(2), inner_point = s.n2 > T(2);
  const Vec3<T> m = multiply_componentwise(a, n), y{x.x / a.x, x.y / a.y, x.z / a.z};
  const Level<T> inner =
      inner_point ? level_along(y.x, y.y, s.n2, true) : level_along(m.x, m.y, s.n2, false);
  const T* direction = outer_point ? inner.m : inner.x;
  const Vec3<T>& of = outer_point ? y : m;
  const T ring = of.x * direction[0] + of.y * direction[1];
  return place_of(s, inner, level_along(larger(ring, T(0)), of.z, s.n1, outer_point));
}

// Newton's step in the coordinates of the levels: the change of the normal is (zeta_i, zeta_o) =
// (i.dn, o.dn), that of the point eta = (L zeta_i, K zeta_o).
template <class T>
struct Turn {
  T zeta_o{}, eta_o{}, zeta_i{}, eta_i{};
};

// Which levels are moved by their points and not by their normals.
struct Chart {
  bool inner_point, outer_point;
};

// The place reached by a fraction of a turn. Near a pole the ring is a plane's polar coordinates,
// and a step may pass over the pole.
template <class T>
TALUS_HD Place<T> turned(const Superquadric<T>& s, const Place<T>& p, const Chart& chart,
                         const Turn<T>& by, T part) {
  const T* outer = chart.outer_point ? p.outer.x : p.outer.m;
  const T* inner = chart.inner_point ? p.inner.x : p.inner.m;
  const T outer_square = square(outer[0]) + square(outer[1]);
  const T inner_square = square(inner[0]) + square(inner[1]);
  T along = part * (chart.outer_point ? by.eta_o : p.length * by.zeta_o) / outer_square;
  T around = part * (chart.inner_point ? by.eta_i : p.length * by.zeta_i) / inner_square;
  if (chart.outer_point && !chart.inner_point) around = around * (p.outer.over / p.outer.under);
  if (!chart.outer_point && chart.inner_point) around = around * (p.outer.under / p.outer.over);
  const T most = T(0.6), size = absolute(along) + absolute(around);
  if (size > most) {
    along = along * (most / size);
    around = around * (most / size);
  }
  const T ring = outer[0] - along * outer[1], z = outer[1] + along * outer[0];
  const T e_0 = ring * inner[0] - around * inner[1], e_1 = ring * inner[1] + around * inner[0];
  const T next_ring = square_root(square(ring) + square(around));
  return place_of(s, level_along(e_0, e_1, s.n2, chart.inner_point),
                  level_along(next_ring, z, s.n1, chart.outer_point));
}

}  // namespace talus::smooth_vertex_body
