// The fast path for two superquadrics: Newton's method for a place on each (superquadric_place.h)
// whose normals are opposite and whose points are joined by them. One source for one pair (N a
// scalar) and for a pack of pairs (N a pack, pack.h); pairs that are done stand still, so that a
// pair gets the same bits alone and in a pack. What concerns one body is done for both at once
// (both.h).
//
// With n the unit normal of A, E a basis of the plane at right angles to it, w = x_B - x_A and
// delta = n.w, the four equations E.w = 0 and E.(n_A + n_B) = 0 become, for steps z in the
// coordinates of the places,
//   (X_A + delta N_A) z_A - X_B z_B = E.w,     N_A z_A + N_B z_B = -E.n_B,
// X and N the changes of point and normal, 2 x 2 each. Flat sides make N singular, sharp ridges X,
// never both in one direction: X + lambda N is regular for a length lambda > 0. So with
//   eta = (X + lambda N) z,   K = N (X + lambda N)^-1   (the bodies rounded by lambda: 1 / (H +
//   lambda))
//   (K_A + K_B - (2 lambda - delta) K_B K_A) eta_A = r_n + K_B r,   r = r_x - lambda r_n,
//   eta_B = eta_A - (2 lambda - delta) K_A eta_A - r.
// Where two flat sides face each other both K vanish; a small multiple of I added to each shares
// the shift between them. Where the matrix is not positive definite, far from a minimum of the
// depth, delta counts as zero: then it is, because H_A + H_B is.
//
// Convergence. In these coordinates the equations are Lipschitz with bounded derivatives, on flat
// and on sharp places too, and near a solution with a regular matrix Newton's method converges
// quadratically. Far from it a step is kept to what a tangent of the curves tells (change_of), to a
// turn of the normals by 0.4 radians, and is shortened while it would leave the normals less than
// opposite or what the equations miss ten times as large. Where two flat sides face each other in
// their middles the root is a multiple one and convergence is linear (ten to forty looks). That is
// no proof; so an answer counts only with its certificate (two_places_answer.h), and certified.h
// has other methods for the rest.
#pragma once

#include <type_traits>

#include "talus/math/both.h"
#include "talus/math/pose.h"
#include "talus/shape/superquadric_place.h"

namespace talus::superquadric_superquadric {

// Two superquadrics in A's frame.
template <class N>
struct Facing {
  SuperquadricForm<Both<N>> form;
  RelativePose<N> b_in_a;
  N size;      // the largest semi-axis: residuals are relative to it
  N reach_b;   // no point of B is farther from its centre
  N rounding;  // absolute error of a length
};

// `exponents`: n1 and n2 of both.
template <class N>
TALUS_INLINE Facing<N> facing(const Vec3<N>& axes_a, const Vec3<N>& axes_b, const Both<N>& n1,
                              const Both<N>& n2, const RelativePose<N>& b_in_a) {
  const N reach_a = max_norm(axes_a), reach_b = max_norm(axes_b);
  return {superquadric_form(both(axes_a, axes_b), n1, n2), b_in_a, larger(reach_a, reach_b),
          N(1.7320508075688774) * reach_b,
          N(8) * roundoff<N>() * (reach_a + reach_b + max_norm(b_in_a.translation))};
}

template <class N>
struct Mat2 {
  N xx, xy, yx, yy;
};

template <class N>
TALUS_INLINE Mat2<N> of_a(const Mat2<Both<N>>& m) {
  return {of_a(m.xx), of_a(m.xy), of_a(m.yx), of_a(m.yy)};
}

template <class N>
TALUS_INLINE Mat2<N> of_b(const Mat2<Both<N>>& m) {
  return {of_b(m.xx), of_b(m.xy), of_b(m.yx), of_b(m.yy)};
}

template <class N>
TALUS_INLINE Mat2<N> product(const Mat2<N>& p, const Mat2<N>& q) {
  return {p.xx * q.xx + p.xy * q.yx, p.xx * q.xy + p.xy * q.yy, p.yx * q.xx + p.yy * q.yx,
          p.yx * q.xy + p.yy * q.yy};
}

template <class N>
TALUS_INLINE Mat2<N> inverse(const Mat2<N>& m) {
  const N d = N(1) / (m.xx * m.yy - m.xy * m.yx);
  return {d * m.yy, -(d * m.xy), -(d * m.yx), d * m.xx};
}

// Two unit vectors at right angles to the unit vector n, without a branch (Duff et al. 2017).
template <class N>
TALUS_INLINE void basis_of(const Vec3<N>& n, Vec3<N>& e, Vec3<N>& f) {
  const N sign = signed_as(N(1), n.z), a = N(-1) / (sign + n.z), b = n.x * n.y * a;
  e = {N(1) + sign * n.x * n.x * a, sign * b, -(sign * n.x)};
  f = {b, sign + n.y * n.y * a, -n.y};
}

// Two places and what is known there.
template <class N>
struct Look {
  Place<Both<N>> place;
  Both<N> length;            // of the normals: 1 / support value
  Vec3<N> n, n_b;            // unit outward normals, in A's frame
  Vec3<N> point_a, point_b;  // in A's frame
  Vec3<N> e, f;
  N delta;
  N off_e, off_f, tilt_e, tilt_f;  // r_x and r_n
  N off_squared, tilt_squared;
  MaskOf<N> opposite;  // the normals are, more or less
};

template <class N>
TALUS_INLINE Look<N> look_at(const Facing<N>& p, const Vec3<Both<N>>& k) {
  Look<N> s;
  s.place = place_at(p.form, k);
  s.length = norm(s.place.normal);
  const Vec3<Both<N>> unit = (Both<N>(1) / s.length) * s.place.normal;
  s.n = of_a(unit);
  s.n_b = p.b_in_a.rotation * of_b(unit);
  s.point_a = of_a(s.place.point);
  s.point_b = p.b_in_a.point_to_a(of_b(s.place.point));
  basis_of(s.n, s.e, s.f);
  const Vec3<N> w = s.point_b - s.point_a;
  s.delta = dot(s.n, w);
  s.off_e = dot(s.e, w);
  s.off_f = dot(s.f, w);
  s.tilt_e = -dot(s.e, s.n_b);
  s.tilt_f = -dot(s.f, s.n_b);
  s.off_squared = square(s.off_e) + square(s.off_f);
  s.tilt_squared = square(s.tilt_e) + square(s.tilt_f);
  s.opposite = dot(s.n, s.n_b) < N(-0.6);
  return s;
}

// The changes of point and unit normal with a step, on the plane of e and f.
template <class N>
struct Changes {
  Mat2<N> normal;     // N
  Mat2<N> from_eta;   // (X + lambda N)^-1
  Mat2<N> curvature;  // K, with the small multiple of I
};

template <class N>
TALUS_INLINE Changes<N> changes_of(const Place<N>& p, const N& length, const Vec3<N>& e,
                                   const Vec3<N>& f, const N& lambda) {
  Changes<N> c;
  const N per_length = N(1) / length;
  c.normal = {per_length * dot(e, p.normal_turn), per_length * dot(e, p.normal_shift),
              per_length * dot(f, p.normal_turn), per_length * dot(f, p.normal_shift)};
  c.from_eta = inverse(Mat2<N>{
      dot(e, p.point_turn) + lambda * c.normal.xx, dot(e, p.point_shift) + lambda * c.normal.xy,
      dot(f, p.point_turn) + lambda * c.normal.yx, dot(f, p.point_shift) + lambda * c.normal.yy});
  c.curvature = product(c.normal, c.from_eta);
  const N share = N(1e-9) / lambda;
  c.curvature.xx = c.curvature.xx + share;
  c.curvature.yy = c.curvature.yy + share;
  return c;
}

// The solutions eta of Newton's equations.
template <class N>
struct Shift {
  Both<N> e, f;
};

template <class N>
TALUS_INLINE Shift<N> solve(const Look<N>& s, const Mat2<N>& k_a, const Mat2<N>& k_b,
                            const N& lambda) {
  const N r_e = s.off_e - lambda * s.tilt_e, r_f = s.off_f - lambda * s.tilt_f;
  const N right_e = s.tilt_e + (k_b.xx * r_e + k_b.xy * r_f);
  const N right_f = s.tilt_f + (k_b.yx * r_e + k_b.yy * r_f);
  const Mat2<N> both_k = product(k_b, k_a);
  const auto matrix = [&](const N& mu) {
    return Mat2<N>{k_a.xx + k_b.xx - mu * both_k.xx, k_a.xy + k_b.xy - mu * both_k.xy,
                   k_a.yx + k_b.yx - mu * both_k.yx, k_a.yy + k_b.yy - mu * both_k.yy};
  };
  const auto determinant = [](const Mat2<N>& m) { return m.xx * m.yy - m.xy * m.yx; };
  const N newton_mu = N(2) * lambda - s.delta, convex_mu = N(2) * lambda;
  const Mat2<N> newton = matrix(newton_mu);
  const N newton_determinant = determinant(newton);
  const MaskOf<N> definite = (newton_determinant > N(0)) & (newton.xx + newton.yy > N(0));
  N mu = newton_mu, m_determinant = newton_determinant;
  Mat2<N> m = newton;
  if (any(!definite)) {
    mu = select(definite, newton_mu, convex_mu);
    m = matrix(mu);
    m_determinant = determinant(m);
  }
  const N per = N(1) / m_determinant;
  const N a_e = per * (m.yy * right_e - m.xy * right_f);
  const N a_f = per * (m.xx * right_f - m.yx * right_e);
  return {{a_e, a_e - mu * (k_a.xx * a_e + k_a.xy * a_f) - r_e},
          {a_f, a_f - mu * (k_a.yx * a_e + k_a.yy * a_f) - r_f}};
}

// Newton's step from there: the changes of the coordinates `k` of the places.
template <class N>
TALUS_INLINE Vec3<Both<N>> step_from(const Facing<N>& p, const Look<N>& s, const Vec3<Both<N>>& k) {
  using B = Both<N>;
  const N lambda = p.size;
  const Changes<B> c = changes_of(s.place, s.length, both(s.e, p.b_in_a.direction_to_b(s.e)),
                                  both(s.f, p.b_in_a.direction_to_b(s.f)), B(lambda, lambda));
  const Shift<N> eta = solve(s, of_a(c.curvature), of_b(c.curvature), lambda);
  const B turn = c.from_eta.xx * eta.e + c.from_eta.xy * eta.f;
  const B shift = c.from_eta.yx * eta.e + c.from_eta.yy * eta.f;
  const B turned = square(c.normal.xx * turn + c.normal.xy * shift) +
                   square(c.normal.yx * turn + c.normal.yy * shift);
  // Within 0.4 radians.
  const N most = larger(of_a(turned), of_b(turned));
  if (!any(N(0.16) < most)) return change_of(p.form, s.place, k, turn, shift);
  const N scale = N(0.4) / square_root(larger(most, N(0.16)));
  const B scales(scale, scale);
  return change_of(p.form, s.place, k, scales * turn, scales * shift);
}

// What is kept of the last look.
template <class N>
struct Found {
  Vec3<Both<N>> k;           // the places
  Vec3<N> n, n_b;            // unit outward normals, in A's frame
  Vec3<N> point_a, point_b;  // in A's frame
  Both<N> ball;              // radii of tangent balls
  N delta, tilt_squared;
  MaskOf<N> stationary;  // both equations hold to rounding
  N looks;
};

template <class N>
TALUS_INLINE Vec3<Both<N>> select_both(const MaskOf<N>& m, const Vec3<Both<N>>& yes,
                                       const Vec3<Both<N>>& no) {
  return both(select_vector(m, of_a(yes), of_a(no)), select_vector(m, of_b(yes), of_b(no)));
}

// From the places `k`.
template <class N>
TALUS_INLINE Found<N> find_places(const Facing<N>& p, Vec3<Both<N>> k,
                                  const std::type_identity_t<N>& most_looks) {
  N looks(0);
  MaskOf<N> active = N(0) < N(1);
  // The last places that were good, and the step that was taken from them.
  Vec3<Both<N>> base = k, step = both(Vec3<N>{N(0), N(0), N(0)}, Vec3<N>{N(0), N(0), N(0)});
  N base_missed(0);
  const Both<N> shorter(0.3);
  for (int i = 0;; ++i) {
    const Look<N> s = look_at(p, k);
    looks = looks + select(active, N(1), N(0));
    // Where convergence is quadratic it goes to rounding; where it is slow, less has to do.
    const N parallel = select(looks < N(12), N(2e-14), N(3e-13));
    const MaskOf<N> stationary = s.opposite & (s.off_squared < square(N(1e-12) * p.size)) &
                                 (s.tilt_squared < square(parallel));
    active = active & !stationary & (looks < most_looks);
    if (!any(active)) {
      return {coordinates(s.place),
              s.n,
              s.n_b,
              s.point_a,
              s.point_b,
              tangent_ball(p.form, s.place, s.length),
              s.delta,
              s.tilt_squared,
              stationary,
              looks};
    }
    const N missed = s.off_squared + s.tilt_squared * square(p.size);
    const MaskOf<N> forward =
        i == 0 ? N(0) < N(1)
               : s.opposite & (missed < larger(N(100) * base_missed, N(1e-3) * square(p.size)));
    base_missed = select(forward, missed, base_missed);
    if (any(active & forward)) {
      const Vec3<Both<N>> here = coordinates(s.place);
      base = select_both<N>(forward, here, base);
      const Vec3<Both<N>> next = step_from(p, s, here);
      step = select_both<N>(forward, next, shorter * step);
    } else {
      step = shorter * step;
    }
    k = select_both<N>(active, base + step, k);
  }
}

}  // namespace talus::superquadric_superquadric
