// Radii of curvature of a superquadric's surface at a point with known outward normal.
//
// On a flat side the point determines the radii and the normal does not (a radius is a high power
// of the normal's small components); on a sharp ridge the normal does and the point does not. Each
// level therefore takes the one of which the other is a smooth function (surface_levels.h).
//
// 1. Compute the surface point p from point and normal.
// 2. There point and unit normal change by X w and N w with the two coordinates w of a step, both
//    finite everywhere. The radii are the eigenvalues of R = X N^-1 on the tangent plane.
// 3. N is singular on flat sides and X on sharp ridges, so neither is inverted. With M = X adj(N),
//    symmetric, and mu its larger eigenvalue,
//      largest = mu / det N,   smallest = det X / mu,   gaussian = sqrt(det X / det N).
//    The determinants are products without a difference: with the normal m of the surface point
//    (m.x = 1), det X = point_factors a b c |m|,  det N = normal_factors / (a b c |m|^3).
//
// Accuracy: 1e-12 relative for exponents up to 20, for a point and normal of the same surface
// point. An error e of the point changes a radius on a flat side by (n - 2) e / (distance from the
// middle). For n1 = 2 and n2 != 2 the curvature at the ends of the z axis depends on the direction
// discontinuously; the result is that of one direction.
#pragma once

#include "talus/math/tangent_frame.h"
#include "talus/primitive.h"
#include "talus/shape/superquadric/gauge.h"
#include "talus/shape/superquadric/surface_point.h"

namespace talus {

// The surface point with this point and this outward normal, of any length.
template <class T>
TALUS_HD SurfacePoint<T> surface_point_from(const Superquadric<T>& s,
                                            const SuperquadricForm<T>& form, const Vec3<T>& point,
                                            const Vec3<T>& n) {
  const Vec3<T>& a = s.semi_axes;
  const Vec3<T> p{point.x / a.x, point.y / a.y, point.z / a.z}, m = multiply_componentwise(a, n);
  const T rho = primal_norm(absolute(p.x), absolute(p.y), s.n2).value;
  const T dual = dual_norm(absolute(m.x), absolute(m.y), s.n2).value;
  const Vec3<T>& ring = form.ring.blunt ? p : m;
  const T size = form.ring.blunt ? rho : dual, share = form.whole.blunt ? rho : dual;
  const T scale = size > T(0) ? share / size : T(0);
  return surface_point_at(form, {scale * ring.x, scale * ring.y, form.whole.blunt ? p.z : m.z});
}

// The directions of X and N, without their factors.
template <class T>
struct TangentDirections {
  Vec3<T> point_turn, point_shift, normal_turn, normal_shift;
};

template <class T>
TALUS_HD TangentDirections<T> tangent_directions(const SuperquadricForm<T>& f,
                                                 const SurfacePoint<T>& p) {
  const auto [u, v, l, m, rho, w, r, s] = level_components(f, p.ring, p.whole);
  const Vec3<T>&a = f.axes, &per = f.per_axes;
  return {{-(a.x * s * u), -(a.y * s * v), a.z * r},
          {-(a.x * m), a.y * l, T(0)},
          {-(per.x * w * l), -(per.y * w * m), per.z * rho},
          {-(per.x * v), per.y * u, T(0)}};
}

// The factors first^(p-2) of a level. A component that a surface point replaces by negligible() is
// zero here, so that a flat side has an infinite radius.
template <class T>
struct LevelFactors {
  T weight_1, second_slope;
};

template <class T>
TALUS_HD LevelFactors<T> factors_of(const LevelPoint<T>& level,
                                    const LevelExponents<T>& exponents) {
  if (!(exponents.p > T(2))) return {T(1), T(1)};
  const bool zero_1 = absolute(level.first_1) < T(2) * negligible<T>();
  const bool zero_2 = absolute(level.first_2) < T(2) * negligible<T>();
  return {zero_1 ? T(0) : level.weight_1, zero_1 || zero_2 ? T(0) : level.second_slope};
}

template <class T>
TALUS_HD CurvatureRadii<T> curvature_radii(const Superquadric<T>& s, const Vec3<T>& point,
                                           const Vec3<T>& n) {
  const SuperquadricForm<T> form = superquadric_form(s.semi_axes, s.n1, s.n2);
  const SurfacePoint<T> p = surface_point_from(s, form, point, n);
  const bool b1 = form.whole.blunt, b2 = form.ring.blunt;
  const LevelFactors<T> ring = factors_of(p.ring, form.ring);
  const LevelFactors<T> whole = factors_of(p.whole, form.whole);
  const T turn_point = b1 ? T(1) : whole.second_slope;
  const T turn_normal = b1 ? whole.second_slope : T(1);
  const T ring_point = (b2 ? T(1) : ring.second_slope) * (b1 ? T(1) : whole.weight_1);
  const T ring_normal = (b2 ? ring.second_slope : T(1)) * (b1 ? whole.weight_1 : T(1));
  // Only the ratio matters; the product of both may underflow.
  const T more = larger(ring_point, ring_normal);
  const T shift_point = more > T(0) ? ring_point / more : T(0);
  const T shift_normal = more > T(0) ? ring_normal / more : T(0);
  const TangentDirections<T> along = tangent_directions(form, p);
  const T length = norm(p.normal), volume = s.semi_axes.x * s.semi_axes.y * s.semi_axes.z;
  const auto [t, u] = any_tangent_frame(p.normal / length);
  const T xt = turn_point * dot(t, along.point_turn), xu = turn_point * dot(u, along.point_turn);
  const T yt = shift_point * dot(t, along.point_shift),
          yu = shift_point * dot(u, along.point_shift);
  const T by_turn = turn_normal / length, by_shift = shift_normal / length;
  const T nt = by_turn * dot(t, along.normal_turn), nu = by_turn * dot(u, along.normal_turn);
  const T ot = by_shift * dot(t, along.normal_shift), ou = by_shift * dot(u, along.normal_shift);
  // M = X adj(N), negated, as both determinants are negative.
  const T tt = yt * nu - xt * ou, uu = xu * ot - yu * nt;
  const T tu = T(0.5) * ((xt * ot - yt * nt) + (yu * nu - xu * ou));
  const T half = T(0.5) * (tt - uu), spread = square_root(half * half + tu * tu);
  const T mu = T(0.5) * (tt + uu) + spread;
  const T det_point = turn_point * shift_point * volume * length;
  const T det_normal = turn_normal * shift_normal / volume / (length * length * length);
  CurvatureRadii<T> r;
  const bool flat = !(det_normal > T(0));
  r.largest = flat ? infinity_of<T>() : mu / det_normal;
  r.smallest = mu > T(0) ? det_point / mu : (flat ? infinity_of<T>() : T(0));
  if (det_point > T(0)) {
    r.gaussian = flat ? infinity_of<T>() : square_root(det_point) / square_root(det_normal);
  }
  const T along_t = half >= T(0) ? half + spread : tu, along_u = half >= T(0) ? tu : spread - half;
  const Vec3<T> direction = along_t * t + along_u * u;
  const T size = norm(direction);
  r.direction_of_largest = size > T(0) ? direction / size : t;
  return r;
}

}  // namespace talus
