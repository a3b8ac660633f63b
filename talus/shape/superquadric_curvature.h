// Radii of curvature of a superquadric's surface, at a point whose outward normal is known.
//
// On a flat side the point tells the radii and the normal does not (the radius is a high power of
// the normal's small components), on a sharp ridge the normal does and the point does not. So both
// are taken, each on the levels where it is the mild one: they make a place (superquadric_place.h).
// There point and unit normal change by X w and N w with the two coordinates w of a step, both
// finite everywhere, and the radii are the eigenvalues of R = X N^-1 on the tangent plane. N is
// singular on flat sides, X on sharp ridges: neither is inverted. With M = X adj(N), symmetric, and
// mu its larger eigenvalue,
//
//   largest = mu / det N,   smallest = det X / mu,   gaussian = sqrt(det X / det N),
//
// and the determinants are products without a difference: with the normal m of the place (m.x = 1)
// det X = point_factors a b c |m|,  det N = normal_factors / (a b c |m|^3).
//
// Accuracy: 1e-12 relative for exponents to 20, from a point and normal of the same place. A point
// known to an error e turns a radius on a flat side by (n - 2) e / (its distance from the middle).
// Where n1 = 2 and n2 is not 2, the ends of the z axis have no curvature (it depends on the
// direction in jumps): the answer is that of one direction.
#pragma once

#include "talus/primitive.h"
#include "talus/shape/superquadric_gauge.h"
#include "talus/shape/superquadric_place.h"

namespace talus {

// The place with this point and this outward normal, of any length.
template <class T>
TALUS_HD Place<T> place_of(const Superquadric<T>& s, const SuperquadricForm<T>& form,
                           const Vec3<T>& point, const Vec3<T>& n) {
  const Vec3<T>& a = s.semi_axes;
  const Vec3<T> p{point.x / a.x, point.y / a.y, point.z / a.z}, m = multiply_componentwise(a, n);
  const T rho = plain_norm(absolute(p.x), absolute(p.y), s.n2).value;
  const T dual = dual_norm(absolute(m.x), absolute(m.y), s.n2).value;
  const Vec3<T>& ring = form.ring.blunt ? p : m;
  const T size = form.ring.blunt ? rho : dual, share = form.whole.blunt ? rho : dual;
  const T scale = size > T(0) ? share / size : T(0);
  return place_at(form, {scale * ring.x, scale * ring.y, form.whole.blunt ? p.z : m.z});
}

// The directions of X and N, without their factors.
template <class T>
struct Directions {
  Vec3<T> point_turn, point_shift, normal_turn, normal_shift;
};

template <class T>
TALUS_HD Directions<T> directions_of(const SuperquadricForm<T>& f, const Place<T>& p) {
  const bool b1 = f.whole.blunt, b2 = f.ring.blunt;
  const Level<T>&ring = p.ring, &whole = p.whole;
  // Of the ring: the point (u, v), the normal (l, m). Of the whole: (rho, w) and (r, s).
  const T u = b2 ? ring.first_1 : ring.second_1, v = b2 ? ring.first_2 : ring.second_2;
  const T l = b2 ? ring.second_1 : ring.first_1, m = b2 ? ring.second_2 : ring.first_2;
  const T rho = b1 ? whole.first_1 : whole.second_1, w = b1 ? whole.first_2 : whole.second_2;
  const T r = b1 ? whole.second_1 : whole.first_1, s = b1 ? whole.second_2 : whole.first_2;
  const Vec3<T>&a = f.axes, &per = f.per_axes;
  return {{-(a.x * s * u), -(a.y * s * v), a.z * r},
          {-(a.x * m), a.y * l, T(0)},
          {-(per.x * w * l), -(per.y * w * m), per.z * rho},
          {-(per.x * v), per.y * u, T(0)}};
}

// The factors of a level's bend, first^(p-2) each. A component that counts as 1e-60 in a place is
// zero here, so that flat is flat.
template <class T>
struct LevelFactors {
  T weight_1, bend;
};

template <class T>
TALUS_HD LevelFactors<T> factors_of(const Level<T>& level, const LevelExponents<T>& exponents) {
  if (!(exponents.p > T(2))) return {T(1), T(1)};
  const bool zero_1 = absolute(level.first_1) < T(2e-60);
  const bool zero_2 = absolute(level.first_2) < T(2e-60);
  return {zero_1 ? T(0) : level.weight_1, zero_1 || zero_2 ? T(0) : level.bend};
}

template <class T>
TALUS_HD CurvatureRadii<T> curvature_radii(const Superquadric<T>& s, const Vec3<T>& point,
                                           const Vec3<T>& n) {
  const SuperquadricForm<T> form = superquadric_form(s.semi_axes, s.n1, s.n2);
  const Place<T> p = place_of(s, form, point, n);
  const bool b1 = form.whole.blunt, b2 = form.ring.blunt;
  const LevelFactors<T> ring = factors_of(p.ring, form.ring);
  const LevelFactors<T> whole = factors_of(p.whole, form.whole);
  const T turn_point = b1 ? T(1) : whole.bend, turn_normal = b1 ? whole.bend : T(1);
  const T ring_point = (b2 ? T(1) : ring.bend) * (b1 ? T(1) : whole.weight_1);
  const T ring_normal = (b2 ? ring.bend : T(1)) * (b1 ? whole.weight_1 : T(1));
  // Only their ratio counts; both may be too small to be multiplied.
  const T more = larger(ring_point, ring_normal);
  const T shift_point = more > T(0) ? ring_point / more : T(0);
  const T shift_normal = more > T(0) ? ring_normal / more : T(0);
  const Directions<T> along = directions_of(form, p);
  const T length = norm(p.normal), volume = s.semi_axes.x * s.semi_axes.y * s.semi_axes.z;
  const Vec3<T> unit = p.normal / length, t = any_orthogonal(unit), u = cross(unit, t);
  const T xt = turn_point * dot(t, along.point_turn), xu = turn_point * dot(u, along.point_turn);
  const T yt = shift_point * dot(t, along.point_shift),
          yu = shift_point * dot(u, along.point_shift);
  const T by_turn = turn_normal / length, by_shift = shift_normal / length;
  const T nt = by_turn * dot(t, along.normal_turn), nu = by_turn * dot(u, along.normal_turn);
  const T ot = by_shift * dot(t, along.normal_shift), ou = by_shift * dot(u, along.normal_shift);
  // M = X adj(N), with the sign of the determinants, which are both negative.
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
