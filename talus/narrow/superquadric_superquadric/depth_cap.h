// Around a stationary direction n of the depth h(m) = max over C of m.c: a cap of directions of
// which none is better than n.
//
// Half the square of a dual norm of exponent q <= 2 is strongly convex, and the more so where a
// component is small: its Hessian is at least (q - 1) diag((|v|_q / |v_i|)^(2-q)), from its two
// terms, of which the other is positive. A level with q > 2 is replaced by the ellipse inside it
// (tangent_ball of superquadric_place.h), whose Hessian is its weights. Ring in whole multiply. So
// with bounds of the components within tan(angle) <= tau of n, for one body
//   h(m)^2 >= h(n)^2 + 2 h(n) x.(m - n) + (m - n).D (m - n),    D diagonal, x the support point,
// and scaled so that x.m = h(n):
//   h(m) >= x.m + |L t|_D^2 / (2 H),   m = n + t,   L t = t - (x.t / h(n)) n,
// H a bound of h in the cap. For two bodies the linear terms make h(n) (n is stationary), and
//   h(n + t) >= h + t.M t / 2 >= h |n + t|   if   M = sum of L^T D L / H >= h I.
#pragma once

#include "talus/narrow/superquadric_superquadric/two_places.h"

namespace talus::superquadric_superquadric {

// What the levels hold within tau of the place's normal.
template <class N>
struct CapBounds {
  Vec3<N> modulus;  // D
  N most;           // H
};

// The modulus of one component: `least` a lower bound of the level's norm, `most` an upper bound of
// the component.
template <class N>
TALUS_INLINE N level_modulus(const LevelExponents<N>& exponents, const N& least, const N& most,
                             const N& weight) {
  const N ratio = larger(least / most, N(1));
  const N blunt = (exponents.q - N(1)) * exponential((N(2) - exponents.q) * logarithm(ratio));
  return select(exponents.blunt, blunt, weight);
}

template <class N>
TALUS_INLINE CapBounds<N> cap_bounds(const SuperquadricForm<N>& f, const Place<N>& p,
                                     const N& length, const N& tau) {
  const Vec3<N>& a = f.axes;
  const N h = N(1) / length;
  const Vec3<N> n = h * p.normal;
  const auto reach = [&](const N& axis, const N& component) {
    const N beside = square_root(larger(N(1) - component * component, N(0)));
    return axis * (absolute(component) + tau * beside);
  };
  const Vec3<N> along = p.point - h * n;  // its tangential part: how fast h can fall
  const N least = h - tau * norm(along);
  const N most_x = reach(a.x, n.x), most_y = reach(a.y, n.y), most_z = reach(a.z, n.z);
  // The ring's norm at n, and by how much it can change.
  const N ring = dual_level(absolute(a.x * n.x), absolute(a.y * n.y), f.ring).value;
  const N slope = tau * larger(a.x, a.y) * N(1.4142135623730951);
  const N whole_1 = level_modulus(f.whole, least, ring + slope, p.whole.weight_1);
  const N whole_2 = level_modulus(f.whole, least, most_z, p.whole.weight_2);
  const N ring_1 = level_modulus(f.ring, ring - slope, most_x, p.ring.weight_1);
  const N ring_2 = level_modulus(f.ring, ring - slope, most_y, p.ring.weight_2);
  return {{a.x * a.x * (whole_1 * ring_1), a.y * a.y * (whole_1 * ring_2), a.z * a.z * whole_2},
          h + tau * norm(Vec3<N>{a.x, a.y, a.z})};
}

// Whether no direction within tau = tan(angle) of n is better than `depth`; n is stationary and its
// depth at least that.
template <class T>
TALUS_HD bool is_cap(const Facing<T>& p, const Look<T>& s, T depth, T tau) {
  using B = Both<T>;
  const CapBounds<B> bounds = cap_bounds(p.form, s.place, s.length, B(tau));
  const Vec3<B> e = both(s.e, p.b_in_a.direction_to_b(s.e));
  const Vec3<B> f = both(s.f, p.b_in_a.direction_to_b(s.f));
  // n x.t / h = normal (unit n times length) x.t, because h = 1 / length.
  const Vec3<B> l_e = e - dot(s.place.point, e) * s.place.normal;
  const Vec3<B> l_f = f - dot(s.place.point, f) * s.place.normal;
  const Vec3<B> d_e = multiply_componentwise(bounds.modulus, l_e);
  const Vec3<B> d_f = multiply_componentwise(bounds.modulus, l_f);
  const B ee = dot(l_e, d_e) / bounds.most, ff = dot(l_f, d_f) / bounds.most;
  const B ef = dot(l_e, d_f) / bounds.most;
  const T m_ee = of_a(ee) + of_b(ee) - depth, m_ff = of_a(ff) + of_b(ff) - depth;
  const T m_ef = of_a(ef) + of_b(ef);
  return m_ee > T(0) && m_ff > T(0) && m_ee * m_ff >= m_ef * m_ef;
}

// The cosine of the largest cap of a descending list; 1 if there is none.
template <class T>
TALUS_HD T cap_cosine(const Facing<T>& p, const Look<T>& s, T depth) {
  for (T tau = T(2); tau > T(1e-4); tau = T(0.5) * tau) {
    if (is_cap(p, s, depth, tau)) return T(1) / square_root(T(1) + tau * tau);
  }
  return T(1);
}

}  // namespace talus::superquadric_superquadric
