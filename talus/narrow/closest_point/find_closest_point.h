// The place of a superquadric (superquadric_place.h) whose normal leads to what holds the body
// (held.h), by Newton's method, for one pair or for a pack of pairs; pairs that are done stand
// still, so that a pair gets the same bits alone and in a pack.
//
// With x the place's point, n its unit normal, E a basis of the plane at right angles to n, y the
// held point and delta = n.(y - x), the two equations E.(y - x) = 0 become for a step z
//   (X + delta N) z = E.(y - x),
// X and N the changes of point and normal; with eta = (X + lambda N) z and K = N (X + lambda N)^-1
// as in two_places.h,
//   (I + (delta - lambda) K) eta = E.(y - x).
// K's eigenvalues are 1 / (R + lambda) for the radii of curvature R >= 0, those of the matrix (R +
// delta) / (R + lambda): positive outside, on flat and on sharp places too. Inside, beyond the
// centres of curvature, delta counts as zero. An edge takes the place of the first equation with n
// at right angles to it; a face gives n at once, and the search ends where it begins.
//
// The bracket. Below: sigma(n), of which this knows the corners that hold. Above: a ball of radius
// r inside the body touches it at x (tangent_ball), so the distance is at most |y - x + r n| - r,
// which exceeds delta by off^2 / (2 (delta + r)), off = |E.(y - x)|. So the iteration ends long
// before off is a rounding, and the last step is taken for the normal and for y along an edge only:
// their error is of the order of off^2.
#pragma once

#include "talus/narrow/closest_point/fixed_feature.h"
#include "talus/shape/superquadric_change.h"

namespace talus::closest_point {

template <class N>
struct Body {
  SuperquadricForm<N> form;
  N size;      // the largest semi-axis
  N rounding;  // absolute error of a length
};

// `reach`: no coordinate of what holds the body is larger.
template <class N>
TALUS_INLINE Body<N> body_of(const Vec3<N>& axes, const N& n1, const N& n2, const N& reach) {
  const N size = max_norm(axes);
  return {superquadric_form(axes, n1, n2), size, N(8) * roundoff<N>() * (size + reach)};
}

template <class N>
struct ClosestPoint {
  Vec3<N> k;       // the place
  Vec3<N> n;       // unit, outward: along it the bounds are known
  Vec3<N> normal;  // unit: the better one
  Vec3<N> y;       // on what holds the body
  N distance;      // sigma(n), as far as the held corners know
  N upper;         // without rounding
  N evaluations;
  MaskOf<N> closed;  // the bounds meet
};

// A place, with the step to the next.
template <class N>
struct Look {
  Place<N> place;
  Vec3<N> n;
  Hold<N> hold;
  N delta, upper, off_squared;
  N turn, shift;      // the step, in the coordinates of places
  N turn_e, turn_f;   // of the normal
  N slide;            // of the point, along e
  MaskOf<N> settled;  // what is left does not count
};

template <class N, class FixedFeature>
TALUS_INLINE void add_step(const Body<N>& p, const FixedFeature& held, const N& per_length,
                           Look<N>& s, const N& off_e, const N& off_f) {
  namespace two = superquadric_superquadric;
  const N lambda = p.size;
  const two::Changes<N> c = two::changes_of(s.place, per_length, s.hold.e, s.hold.f, lambda);
  const two::Mat2<N>& k = c.curvature;
  N first = off_e, second = off_f;
  const auto matrix = [&](const N& mu) {
    two::Mat2<N> m{N(1) + mu * k.xx, mu * k.xy, mu * k.yx, N(1) + mu * k.yy};
    if constexpr (FixedFeature::has_corners) {
      m.xx = select(held.is_edge, k.xx, m.xx);
      m.xy = select(held.is_edge, k.xy, m.xy);
    }
    return m;
  };
  if constexpr (FixedFeature::has_corners) {
    first = select(held.is_edge, -(s.hold.tilt / s.hold.along), select(held.is_face, N(0), first));
    second = select(held.is_face, N(0), second);
  }
  const auto determinant = [](const two::Mat2<N>& m) { return m.xx * m.yy - m.xy * m.yx; };
  two::Mat2<N> m = matrix(s.delta - lambda);
  N m_determinant = determinant(m);
  const MaskOf<N> definite = (m_determinant > N(0)) & (m.yy > N(0));
  if (any(!definite)) {
    m = matrix(select(definite, s.delta - lambda, -lambda));
    m_determinant = determinant(m);
  }
  const N per = N(1) / m_determinant;
  const N eta_e = per * (m.yy * first - m.xy * second),
          eta_f = per * (m.xx * second - m.yx * first);
  s.turn = c.from_eta.xx * eta_e + c.from_eta.xy * eta_f;
  s.shift = c.from_eta.yx * eta_e + c.from_eta.yy * eta_f;
  s.turn_e = k.xx * eta_e + k.xy * eta_f;
  s.turn_f = k.yx * eta_e + k.yy * eta_f;
  s.slide = eta_e - lambda * s.turn_e;
}

template <class N, class FixedFeature>
TALUS_INLINE Look<N> look_from(const Body<N>& p, const FixedFeature& held, const Vec3<N>& k) {
  Look<N> s;
  s.place = place_at(p.form, k);
  const N length = norm(s.place.normal), per_length = N(1) / length;
  s.n = per_length * s.place.normal;
  s.hold = held.seen_from(s.place.point, s.n);
  const Vec3<N> w = s.hold.y - s.place.point;
  s.delta = dot(s.n, w);
  const N off_e = dot(s.hold.e, w), off_f = dot(s.hold.f, w);
  s.off_squared = square(off_e) + square(off_f);
  const N ball = tangent_ball(p.form, s.place, length), above = s.delta + ball;
  s.upper = square_root(square(above) + s.off_squared) - ball;
  const N enough = smaller(N(1e-15) * p.size * above, square(N(1e-7) * p.size));
  s.settled = s.off_squared < larger(square(N(1e-12) * p.size), enough);
  if constexpr (FixedFeature::has_corners)
    s.settled = s.settled & (s.hold.uneven < N(4) * p.rounding);
  add_step(p, held, per_length, s, off_e, off_f);
  return s;
}

template <class N, class FixedFeature>
TALUS_INLINE ClosestPoint<N> foot_at(const Body<N>& p, const FixedFeature& held, const Look<N>& s,
                                     const N& evaluations) {
  ClosestPoint<N> r;
  r.k = coordinates(s.place);
  r.n = s.n;
  const MaskOf<N> small = square(s.turn_e) + square(s.turn_f) < N(1e-12);
  // What is nothing beside 1 or beside a rounding is zero: its products would leave the range of
  // numbers, and with it the law that scaled bodies have scaled answers.
  const auto counted = [&](const N& turn) {
    return select(small & (N(1e-30) < absolute(turn)), turn, N(0));
  };
  const Vec3<N> next = s.n + counted(s.turn_e) * s.hold.e + counted(s.turn_f) * s.hold.f;
  r.normal = next / norm(next);
  r.y = s.hold.y;
  const N distance = s.delta - s.hold.low;
  r.distance = select(N(1e-30) * p.rounding < absolute(distance), distance, N(0));
  r.upper = s.upper;
  r.evaluations = evaluations;
  r.closed = s.settled & s.hold.within &
             (s.upper - r.distance < N(1e-12) * larger(p.size, absolute(s.delta)));
  if constexpr (FixedFeature::has_corners) {
    const MaskOf<N> slides = small & held.is_edge & (absolute(s.slide) < N(1e-3) * p.size);
    r.y = r.y + select(slides, s.slide / s.hold.along, N(0)) * held.edge;
  }
  return r;
}

inline constexpr int max_evaluations = 16;

// From the place `k`. Far from the foot a step is kept to what a tangent of the curves tells
// (change_of) and to a turn of the normal by 0.4 radians; one that makes what is missed ten times
// as large is taken back and shortened.
template <class N, class FixedFeature>
TALUS_INLINE ClosestPoint<N> find_closest_point(const Body<N>& p, const FixedFeature& held,
                                                Vec3<N> k) {
  N evaluations(0);
  MaskOf<N> active = N(0) < N(1);
  Vec3<N> base = k, step{N(0), N(0), N(0)};
  N base_missed(0);
  for (int i = 0;; ++i) {
    const Look<N> s = look_from(p, held, k);
    evaluations = evaluations + select(active, N(1), N(0));
    active = active & (!s.settled) & (evaluations < N(max_evaluations));
    if (!any(active)) return foot_at(p, held, s, evaluations);
    const N missed = s.off_squared + square(s.hold.uneven);
    const MaskOf<N> forward =
        i == 0 ? N(0) < N(1) : missed < larger(N(100) * base_missed, N(1e-3) * square(p.size));
    const Vec3<N> here = coordinates(s.place);
    const N scale = N(0.4) / square_root(larger(square(s.turn_e) + square(s.turn_f), N(0.16)));
    const Vec3<N> next = change_of(p.form, s.place, here, scale * s.turn, scale * s.shift);
    base_missed = select(forward, missed, base_missed);
    base = select_vector<N>(forward, here, base);
    step = select_vector<N>(forward, next, N(0.3) * step);
    k = select_vector<N>(active, base + step, k);
  }
}

}  // namespace talus::closest_point
