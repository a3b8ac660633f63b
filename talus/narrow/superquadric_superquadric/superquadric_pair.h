// Two superquadrics in the frame of the first, and what is to be seen at a place on each: how far
// the normals are from being opposite and the points from being joined by them (two_places.h). For
// one pair (N a scalar) and for a pack of pairs (N a pack, pack.h); what concerns one body is done
// for both at once (both.h).
#pragma once

#include "talus/math/pose.h"
#include "talus/math/tangent_frame.h"
#include "talus/shape/superquadric_place.h"
#include "talus/simd/pair_of.h"

namespace talus::superquadric_superquadric {

// Two superquadrics in A's frame.
template <class N>
struct SuperquadricPair {
  SuperquadricForm<PairOf<N>> form;
  RelativePose<N> b_in_a;
  N size;      // the largest semi-axis: residuals are relative to it
  N reach_b;   // no point of B is farther from its centre
  N rounding;  // absolute error of a length
};

// `exponents`: n1 and n2 of both.
template <class N>
TALUS_INLINE SuperquadricPair<N> superquadric_pair(const Vec3<N>& axes_a, const Vec3<N>& axes_b,
                                                   const PairOf<N>& n1, const PairOf<N>& n2,
                                                   const RelativePose<N>& b_in_a) {
  const N reach_a = max_norm(axes_a), reach_b = max_norm(axes_b);
  return {superquadric_form(both(axes_a, axes_b), n1, n2), b_in_a, larger(reach_a, reach_b),
          N(1.7320508075688774) * reach_b,
          N(8) * roundoff<N>() * (reach_a + reach_b + max_norm(b_in_a.translation))};
}

// Two places and what is known there.
template <class N>
struct Look {
  Place<PairOf<N>> place;
  PairOf<N> length, per_length;  // of the normals: 1 / support value
  Vec3<N> n, n_b;                // unit outward normals, in A's frame
  Vec3<N> point_a, point_b;      // in A's frame
  Vec3<N> e, f;
  N delta;
  N off_e, off_f, tilt_e, tilt_f;  // r_x and r_n
  N off_squared, tilt_squared;
  N superquadric_pair;  // n.n_b
  MaskOf<N> opposite;   // the normals are, more or less
};

template <class N>
TALUS_INLINE Look<N> look_at(const SuperquadricPair<N>& p, const Vec3<PairOf<N>>& k) {
  Look<N> s;
  s.place = place_at(p.form, k);
  s.length = norm(s.place.normal);
  s.per_length = reciprocal(s.length);
  const Vec3<PairOf<N>> unit = s.per_length * s.place.normal;
  s.n = of_a(unit);
  s.n_b = p.b_in_a.rotation * of_b(unit);
  s.point_a = of_a(s.place.point);
  s.point_b = p.b_in_a.point_to_a(of_b(s.place.point));
  const TangentFrame<N> frame = tangent_frame(s.n);
  s.e = frame.x;
  s.f = frame.y;
  const Vec3<N> w = s.point_b - s.point_a;
  s.delta = dot(s.n, w);
  s.off_e = dot(s.e, w);
  s.off_f = dot(s.f, w);
  s.tilt_e = -dot(s.e, s.n_b);
  s.tilt_f = -dot(s.f, s.n_b);
  s.off_squared = square(s.off_e) + square(s.off_f);
  s.tilt_squared = square(s.tilt_e) + square(s.tilt_f);
  s.superquadric_pair = dot(s.n, s.n_b);
  s.opposite = s.superquadric_pair < N(-0.6);
  return s;
}

// What the places prove of the distance.
//
// Below: sigma along the normal n of A. With t = -n - n_B, of B nothing lies farther along -n than
// the tangent plane at its place allows, and no y of it has t.y > |t| reach, so
//   sigma >= n.(x_B - x_A) + t.(x_B - centre) - |t| reach.
// Above: each body holds a ball that touches it from inside at its place (tangent_ball), with
// centres y = x - r n. So C = A - B holds a ball of radius r_A + r_B around y_A - y_B, and whether
// the bodies overlap or not
//   distance <= |y_B - y_A| - r_A - r_B.
// The two meet where the normals are opposite and the points joined by them, unless the depth
// exceeds r_A + r_B.
template <class N>
struct Bounds {
  N lower, upper;
};

template <class N>
TALUS_INLINE Bounds<N> bounds_at(const SuperquadricPair<N>& p, const Look<N>& s) {
  const N beside = dot(s.n + s.n_b, s.point_b - p.b_in_a.translation);
  const PairOf<N> ball = tangent_ball(p.form, s.place, s.length);
  const N ball_a = of_a(ball), ball_b = of_b(ball);
  // y_B - y_A along n, e and f.
  const N along = s.delta + ball_a - ball_b * s.superquadric_pair;
  const N off_e = s.off_e + ball_b * s.tilt_e, off_f = s.off_f + ball_b * s.tilt_f;
  const N centres = square_root(square(along) + (square(off_e) + square(off_f)));
  return {s.delta - (p.rounding + (beside + square_root(s.tilt_squared) * p.reach_b)),
          centres - (ball_a + ball_b) + p.rounding};
}

}  // namespace talus::superquadric_superquadric
