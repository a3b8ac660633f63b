// Points of a superquadric's surface in coordinates on which both the point and the normal depend
// smoothly, however flat or sharp the surface is there.
//
// SurfaceParam k = (k_x, k_y, k_z), of any length: `first` (surface_levels.h) of the ring is
// (k_x, k_y) / size, `first` of the whole is (size, k_z) divided by its own size. Every method of
// the library that works on the surface of a superquadric uses this coordinate system; the contact
// cache stores it. All functions work on one body, on both bodies of a pair (simd/pair_of.h) and on
// packs.
#pragma once

#include "talus/shape/superquadric/superquadric.h"
#include "talus/shape/superquadric/surface_levels.h"

namespace talus {

// The surface coordinates k.
template <class N>
using SurfaceParam = Vec3<N>;

// A superquadric with the constants that follow from its exponents.
template <class N>
struct SuperquadricForm {
  Vec3<N> axes, per_axes;
  LevelExponents<N> ring, whole;
  N steeper;  // the larger p
  N ball;     // factor of tangent_ball: 1 / (max(n1, n2, 2) - 1)
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

// A surface point, its outward normal (normal.point = 1, so 1 / |normal| is the support value along
// it), and their derivatives with respect to the two coordinates of a step: `turn` along the curve
// of the whole, `shift` along that of the ring, in units of the ring's share of the whole.
template <class N>
struct SurfacePoint {
  LevelPoint<N> ring, whole;
  Vec3<N> point, normal;
  Vec3<N> point_turn, point_shift, normal_turn, normal_shift;
};

// Components of point and normal on the levels. Ring: point (u, v), normal (l, m). Whole: point
// (rho, w), normal (r, s).
template <class N>
struct LevelComponents {
  N u, v, l, m, rho, w, r, s;
};

template <class N>
TALUS_INLINE LevelComponents<N> level_components(const SuperquadricForm<N>& f,
                                                 const LevelPoint<N>& ring,
                                                 const LevelPoint<N>& whole) {
  const MaskOf<N>&b2 = f.ring.blunt, &b1 = f.whole.blunt;
  return {select(b2, ring.first_1, ring.second_1),   select(b2, ring.first_2, ring.second_2),
          select(b2, ring.second_1, ring.first_1),   select(b2, ring.second_2, ring.first_2),
          select(b1, whole.first_1, whole.second_1), select(b1, whole.first_2, whole.second_2),
          select(b1, whole.second_1, whole.first_1), select(b1, whole.second_2, whole.first_2)};
}

template <class N>
TALUS_INLINE SurfacePoint<N> surface_point_at(const SuperquadricForm<N>& f,
                                              const SurfaceParam<N>& k) {
  SurfacePoint<N> p;
  const LevelPoint<N>& ring = p.ring = level_at(k.x, k.y, f.ring);
  const LevelPoint<N>& whole = p.whole = level_at(ring.size, k.z, f.whole);
  const MaskOf<N>&b2 = f.ring.blunt, &b1 = f.whole.blunt;
  const N one(1);
  const auto [u, v, l, m, rho, w, r, s] = level_components(f, ring, whole);
  const N ring_point = select(b2, one, ring.second_slope) * select(b1, one, whole.weight_1);
  const N ring_normal = select(b2, ring.second_slope, one) * select(b1, whole.weight_1, one);
  const N whole_point = select(b1, one, whole.second_slope);
  const N whole_normal = select(b1, whole.second_slope, one);
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

// The coordinates of a surface point, normalised: of length about 1.
template <class N>
TALUS_INLINE SurfaceParam<N> param_of(const SurfacePoint<N>& p) {
  return {p.whole.first_1 * p.ring.first_1, p.whole.first_1 * p.ring.first_2, p.whole.first_2};
}

// A cache may hold any numbers: a parameter or direction is usable if it is finite and not zero.
template <class N>
TALUS_INLINE MaskOf<N> is_usable(const Vec3<N>& k) {
  const N infinity(infinity_of<typename ScalarOf<N>::Type>());
  const MaskOf<N> some = max_norm(k) > N(0), x = absolute(k.x) < infinity,
                  y = absolute(k.y) < infinity, z = absolute(k.z) < infinity;
  return some & x & y & z;
}

// The support value along n, of any length.
template <class N>
TALUS_INLINE N support_value_along(const SuperquadricForm<N>& f, const Vec3<N>& n) {
  const Vec3<N>& a = f.axes;
  const LevelSupport<N> ring = level_support(absolute(a.x * n.x), absolute(a.y * n.y), a.x, f.ring);
  return level_support(ring.value, absolute(a.z * n.z), a.x, f.whole).value;
}

// The support point along n, of any length.
template <class N>
TALUS_INLINE Vec3<N> support_point_along(const SuperquadricForm<N>& f, const Vec3<N>& n) {
  const Vec3<N>& a = f.axes;
  const LevelSupport<N> ring = level_support(absolute(a.x * n.x), absolute(a.y * n.y), a.x, f.ring);
  const LevelSupport<N> whole = level_support(ring.value, absolute(a.z * n.z), a.x, f.whole);
  return {signed_as(a.x * (whole.point_1 * ring.point_1), n.x),
          signed_as(a.y * (whole.point_1 * ring.point_2), n.y),
          signed_as(a.z * whole.point_2, n.z)};
}

// The coordinates of the surface point whose normal is along n.
template <class N>
TALUS_INLINE SurfaceParam<N> param_along(const SuperquadricForm<N>& f, const Vec3<N>& n) {
  const Vec3<N>& a = f.axes;
  const LevelSupport<N> ring = level_support(absolute(a.x * n.x), absolute(a.y * n.y), a.x, f.ring);
  const LevelSupport<N> whole = level_support(ring.value, absolute(a.z * n.z), a.x, f.whole);
  return {signed_as(whole.first_1 * ring.first_1, n.x),
          signed_as(whole.first_1 * ring.first_2, n.y), signed_as(whole.first_2, n.z)};
}

// The squared semi-axes, up to a factor, of an axis-aligned ellipsoid inside the body that touches
// it at p.
//
// A level with n < 2 contains, tangent at the point, the ellipse with the semi-axes sqrt(weight):
// for q >= 2 Hoelder's inequality gives |(alpha, beta)|_q^2 >= weight_1 alpha^2 + weight_2 beta^2,
// with equality for the point's own normal. With such levels replaced the body becomes one of
// exponents max(n, 2) inside the original. Scaled to semi-axes 1 that body holds a tangent ball
// (tangent_ball of superquadric.h) of radius 1 / ((n_max - 1) h). The factor is therefore
// square(ball |S n| / h), with S the diagonal matrix of the square roots of these squares and n the
// unit normal.
template <class N>
TALUS_INLINE Vec3<N> inner_squares(const SuperquadricForm<N>& f, const SurfacePoint<N>& p) {
  const N one(1), both = select(f.whole.blunt, one, p.whole.weight_1);
  const N x = both * select(f.ring.blunt, one, p.ring.weight_1);
  const N y = both * select(f.ring.blunt, one, p.ring.weight_2);
  const N z = select(f.whole.blunt, one, p.whole.weight_2);
  return {f.axes.x * f.axes.x * x, f.axes.y * f.axes.y * y, f.axes.z * f.axes.z * z};
}

// Radius of a ball inside that ellipsoid, touching at the same point; `length` is |p.normal|.
template <class N>
TALUS_INLINE N tangent_ball(const SuperquadricForm<N>& f, const SurfacePoint<N>& p,
                            const N& length) {
  const Vec3<N> squares = inner_squares(f, p);
  return smaller(squares.x, smaller(squares.y, squares.z)) * f.ball * length;
}

}  // namespace talus
