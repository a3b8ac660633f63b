// A place on the surface of a superquadric, in coordinates that both its point and its normal
// depend on mildly, however flat or sharp the surface is there.
//
// The body is the unit ball of a norm of norms (superquadric.h): the ring norm |.|_n2 of (x/a,
// y/b), then the whole norm |.|_n1 of (ring, z/c). On each level a point (P, Q >= 0 with P^n + Q^n
// = 1) and its normal (P^(n-1), Q^(n-1)) lie on two curves, of exponents n and q = n/(n-1), and
// each component of one is a power of that of the other:
//
//   n >= 2:  normal = point^(n-1),   n < 2:  point = normal^(q-1).
//
// The power that is at least 1 is taken: with p = max(n, q) >= 2 the coordinates are `first`, on
// the curve |first|_p = 1, and the other is second = first^(p-1). PairOf are then Lipschitz
// functions of `first`, on flat sides (n > 2, where the point is no Lipschitz function of the
// normal) and on sharp ridges (n < 2, where the normal is none of the point). A place is a vector k
// of any length: `first` of the ring is (k.x, k.y) / size, `first` of the whole (size, k.z) / size
// of that. It reads the same for one body, for both of a pair (both.h) and for packs (pack.h).
//
// Moving along a level's curve by w:
//   d first = (-second_2, second_1) w,   d second = bend (-first_2, first_1) w,
//   bend = (p - 1) |first_1 first_2|^(p-2).
#pragma once

#include "talus/math/exp_log.h"
#include "talus/math/vec3.h"
#include "talus/shape/superquadric.h"

namespace talus {

// The exponents of one level.
template <class N>
struct LevelExponents {
  N p, per_p;       // max(n, q) and its reciprocal
  N per_q;          // of the dual norm
  MaskOf<N> blunt;  // n >= 2: the coordinates are those of the point, else of the normal
  MaskOf<N> plain;  // p is 2, 4 or 8: powers are products

  TALUS_INLINE N q() const { return N(1) / per_q; }
};

template <class N>
TALUS_INLINE LevelExponents<N> level_exponents(const N& n) {
  const N per_n = reciprocal(n), per_q = N(1) - per_n;
  const MaskOf<N> blunt = !(n < N(2));
  const N nearest = select(n < N(3), N(2), select(n < N(6), N(4), N(8)));
  const MaskOf<N> below = n < nearest, above = nearest < n, plain = (!below) & (!above);
  if (!any(!blunt)) return {n, per_n, per_q, blunt, plain};
  return {select(blunt, n, N(1) / per_q), select(blunt, per_n, per_q), per_q, blunt, plain};
}

// Beyond, p exceeds 128, and powers leave the range of numbers.
template <class T>
TALUS_HD bool is_workable(T n) {
  return n >= T(1) + T(1) / T(127) && n <= T(128);
}

// A superquadric with what follows from its exponents.
template <class N>
struct SuperquadricForm {
  Vec3<N> axes, per_axes;
  LevelExponents<N> ring, whole;
  N steeper;  // the larger p
  N ball;     // of the tangent ball: 1 / (max(n1, n2, 2) - 1)
};

template <class N>
TALUS_INLINE SuperquadricForm<N> superquadric_form(const Vec3<N>& axes, const N& n1, const N& n2) {
  SuperquadricForm<N> f;
  f.axes = axes;
  f.per_axes = {reciprocal(axes.x), reciprocal(axes.y), reciprocal(axes.z)};
  f.ring = level_exponents(n2);
  f.whole = level_exponents(n1);
  f.steeper = larger(f.ring.p, f.whole.p);
  f.ball = reciprocal(larger(larger(n1, n2), N(2)) - N(1));
  return f;
}

// PairOf curves at the coordinates (k_1, k_2) of a level.
template <class N>
struct Level {
  N first_1, first_2, second_1, second_2;
  N weight_1, weight_2;  // second / first = |first|^(p-2)
  N size;                // |(k_1, k_2)|_p
  N bend;
};

template <class N>
TALUS_INLINE N signed_as(const N& size, const N& sign) {
  return select(sign < N(0), -size, size);
}

// What counts as nothing beside 1: its fourth power is still a number.
template <class N>
TALUS_INLINE constexpr N negligible() {
  return N(sizeof(typename ScalarOf<N>::Type) < sizeof(double) ? 1e-9 : 1e-60);
}

// The smaller of two numbers by the larger one, where what is negligible beside it counts as that,
// and as much beside `unit`, a length of the body or 1.
template <class N>
struct Proportion {
  MaskOf<N> exchanged;
  N large, ratio, per_ratio;
};

template <class N>
TALUS_INLINE Proportion<N> proportion(const N& alpha, const N& beta, const N& unit) {
  const MaskOf<N> exchanged = alpha < beta;
  const N large = larger(larger(alpha, beta), negligible<N>() * unit);
  const N small = larger(smaller(alpha, beta), negligible<N>() * large);
  const N per_both = N(1) / (small * large);
  return {exchanged, large, small * small * per_both, large * large * per_both};
}

// r^p and r^(p-2).
template <class N>
struct LevelPowers {
  N whole, weight;
};

template <class N>
TALUS_INLINE LevelPowers<N> powers_of(const Proportion<N>& of, const LevelExponents<N>& exponents) {
  const N r2 = square(of.ratio), p = exponents.p;
  const N weight = select(p < N(3), N(1), select(p < N(6), r2, r2 * square(r2)));
  const N whole = weight * r2;
  if (!any(!exponents.plain)) return {whole, weight};
  const N any_power = exponential(p * logarithm(of.ratio));
  return {select(exponents.plain, whole, any_power),
          select(exponents.plain, weight, any_power * square(of.per_ratio))};
}

template <class N>
TALUS_INLINE Level<N> level_at(const N& k_1, const N& k_2, const LevelExponents<N>& exponents) {
  const Proportion<N> of = proportion(absolute(k_1), absolute(k_2), N(1));
  const LevelPowers<N> powers = powers_of(of, exponents);
  const N r = of.ratio, sum = N(1) + powers.whole;
  const N inverse = power_of_one_plus(powers.whole, exponents.per_p);  // of the larger `first`
  const N per_both = N(1) / (sum * inverse);
  const N large = sum * per_both, small = r * large;
  const N weight_large = inverse * inverse * (inverse * per_both);
  const N weight_small = weight_large * powers.weight;
  Level<N> l;
  l.size = of.large * inverse;
  l.bend = (exponents.p - N(1)) * (weight_large * weight_small);
  l.weight_1 = select(of.exchanged, weight_small, weight_large);
  l.weight_2 = select(of.exchanged, weight_large, weight_small);
  l.first_1 = signed_as(select(of.exchanged, small, large), k_1);
  l.first_2 = signed_as(select(of.exchanged, large, small), k_2);
  l.second_1 = l.weight_1 * l.first_1;
  l.second_2 = l.weight_2 * l.first_2;
  return l;
}

// A place with its point, its outward normal (not unit: normal.point = 1, so that the support value
// along it is 1 / |normal|), and how they change with the two coordinates of a step: `turn` along
// the whole level's curve, `shift` along the ring's, in units of the ring's share of the whole.
template <class N>
struct Place {
  Level<N> ring, whole;
  Vec3<N> point, normal;
  Vec3<N> point_turn, point_shift, normal_turn, normal_shift;
};

template <class N>
TALUS_INLINE Place<N> place_at(const SuperquadricForm<N>& f, const Vec3<N>& k) {
  Place<N> p;
  const Level<N>& ring = p.ring = level_at(k.x, k.y, f.ring);
  const Level<N>& whole = p.whole = level_at(ring.size, k.z, f.whole);
  const MaskOf<N>&b2 = f.ring.blunt, &b1 = f.whole.blunt;
  const N one(1);
  // Of the ring: the point (u, v), the normal (l, m). Of the whole: (rho, w) and (r, s).
  const N u = select(b2, ring.first_1, ring.second_1), v = select(b2, ring.first_2, ring.second_2);
  const N l = select(b2, ring.second_1, ring.first_1), m = select(b2, ring.second_2, ring.first_2);
  const N rho = select(b1, whole.first_1, whole.second_1);
  const N w = select(b1, whole.first_2, whole.second_2);
  const N r = select(b1, whole.second_1, whole.first_1);
  const N s = select(b1, whole.second_2, whole.first_2);
  const N ring_point = select(b2, one, ring.bend) * select(b1, one, whole.weight_1);
  const N ring_normal = select(b2, ring.bend, one) * select(b1, whole.weight_1, one);
  const N whole_point = select(b1, one, whole.bend), whole_normal = select(b1, whole.bend, one);
  const Vec3<N>& a = f.axes;
  const N &per_x = f.per_axes.x, &per_y = f.per_axes.y, &per_z = f.per_axes.z;
  p.point = {a.x * (rho * u), a.y * (rho * v), a.z * w};
  p.normal = {per_x * (r * l), per_y * (r * m), per_z * s};
  p.point_turn = {-(whole_point * a.x * (s * u)), -(whole_point * a.y * (s * v)),
                  whole_point * a.z * r};
  p.point_shift = {-(ring_point * a.x * m), ring_point * a.y * l, N(0)};
  p.normal_turn = {-(whole_normal * per_x * (w * l)), -(whole_normal * per_y * (w * m)),
                   whole_normal * per_z * rho};
  p.normal_shift = {-(ring_normal * per_x * v), ring_normal * per_y * u, N(0)};
  return p;
}

// The coordinates of the place, of length about 1.
template <class N>
TALUS_INLINE Vec3<N> coordinates(const Place<N>& p) {
  return {p.whole.first_1 * p.ring.first_1, p.whole.first_1 * p.ring.first_2, p.whole.first_2};
}

// One level of a support value: the dual norm of (alpha, beta) >= 0 and its gradient, the point's
// components, with `first` there.
template <class N>
struct DualLevel {
  N value, point_1, point_2, first_1, first_2;
};

template <class N>
TALUS_INLINE DualLevel<N> dual_level(const N& alpha, const N& beta, const N& unit,
                                     const LevelExponents<N>& exponents) {
  const Proportion<N> of = proportion(alpha, beta, unit);
  const N r_q = exponential(exponents.q() * logarithm(of.ratio)), sum = N(1) + r_q;
  const N large = exponential((exponents.per_q - N(1)) * logarithm(sum));  // sum^(-1/n)
  const N small = large * (r_q * of.per_ratio);
  // Of a sharp level `first` is the normal, (1, ratio) / sum^(1/q).
  const N per_value = N(1) / (sum * large);
  const N first_large = select(exponents.blunt, large, per_value);
  const N first_small = select(exponents.blunt, small, of.ratio * per_value);
  return {of.large * (sum * large), select(of.exchanged, small, large),
          select(of.exchanged, large, small), select(of.exchanged, first_small, first_large),
          select(of.exchanged, first_large, first_small)};
}

// The support value along n, of any length.
template <class N>
TALUS_INLINE N support_value_along(const SuperquadricForm<N>& f, const Vec3<N>& n) {
  const Vec3<N>& a = f.axes;
  const DualLevel<N> ring = dual_level(absolute(a.x * n.x), absolute(a.y * n.y), a.x, f.ring);
  return dual_level(ring.value, absolute(a.z * n.z), a.x, f.whole).value;
}

// The support point along n, of any length.
template <class N>
TALUS_INLINE Vec3<N> support_point_along(const SuperquadricForm<N>& f, const Vec3<N>& n) {
  const Vec3<N>& a = f.axes;
  const DualLevel<N> ring = dual_level(absolute(a.x * n.x), absolute(a.y * n.y), a.x, f.ring);
  const DualLevel<N> whole = dual_level(ring.value, absolute(a.z * n.z), a.x, f.whole);
  return {signed_as(a.x * (whole.point_1 * ring.point_1), n.x),
          signed_as(a.y * (whole.point_1 * ring.point_2), n.y),
          signed_as(a.z * whole.point_2, n.z)};
}

// The coordinates of the place whose normal is along n.
template <class N>
TALUS_INLINE Vec3<N> coordinates_along(const SuperquadricForm<N>& f, const Vec3<N>& n) {
  const Vec3<N>& a = f.axes;
  const DualLevel<N> ring = dual_level(absolute(a.x * n.x), absolute(a.y * n.y), a.x, f.ring);
  const DualLevel<N> whole = dual_level(ring.value, absolute(a.z * n.z), a.x, f.whole);
  return {signed_as(whole.first_1 * ring.first_1, n.x),
          signed_as(whole.first_1 * ring.first_2, n.y), signed_as(whole.first_2, n.z)};
}

// The squares of the semi-axes, up to a factor, of an ellipsoid along the axes of the body that
// touches it from inside at the place and lies inside it entirely.
//
// A level with n < 2 holds, tangent to it at the place, the ellipse with the semi-axes
// sqrt(weight): for q >= 2 Hoelder's inequality gives |(alpha, beta)|_q^2 >= weight_1 alpha^2 +
// weight_2 beta^2 with equality for the place's own normal. With such levels replaced, the body
// becomes one of exponents max(n, 2) within it, which, scaled to semi-axes 1, holds a tangent ball
// (tangent_ball of superquadric.h) of radius 1 / ((n_max - 1) h). So the factor is square(ball |S
// n| / h), S the matrix of the square roots of these squares and n the unit normal.
template <class N>
TALUS_INLINE Vec3<N> inner_squares(const SuperquadricForm<N>& f, const Place<N>& p) {
  const N one(1), both = select(f.whole.blunt, one, p.whole.weight_1);
  const N x = both * select(f.ring.blunt, one, p.ring.weight_1);
  const N y = both * select(f.ring.blunt, one, p.ring.weight_2);
  const N z = select(f.whole.blunt, one, p.whole.weight_2);
  return {f.axes.x * f.axes.x * x, f.axes.y * f.axes.y * y, f.axes.z * f.axes.z * z};
}

// The radius of a ball inside that ellipsoid, touching there too; `length` is that of the place's
// normal.
template <class N>
TALUS_INLINE N tangent_ball(const SuperquadricForm<N>& f, const Place<N>& p, const N& length) {
  const Vec3<N> squares = inner_squares(f, p);
  return smaller(squares.x, smaller(squares.y, squares.z)) * f.ball * length;
}

}  // namespace talus
