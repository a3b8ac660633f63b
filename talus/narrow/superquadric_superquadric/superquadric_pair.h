// Two superquadrics in the frame of the first, the residuals of the contact equations at a surface
// point on each, and the bracket of the distance that these points prove. For one pair (N a scalar)
// and for a pack of pairs (N a pack); what concerns one body is computed for both bodies at once
// (simd/pair_of.h).
#pragma once

#include "talus/math/constants.h"
#include "talus/math/pose.h"
#include "talus/math/tangent_frame.h"
#include "talus/shape/superquadric/surface_jacobian.h"
#include "talus/simd/pair_of.h"

namespace talus::superquadric_superquadric {

template <class N>
struct SuperquadricPair {
  SuperquadricForm<PairOf<N>> form;
  RelativePose<N> b_in_a;
  N size;      // the largest semi-axis: residuals are relative to it
  N reach_b;   // bound on the distance of B's points from its centre: sqrt(3) times a semi-axis
  N rounding;  // absolute error of a length: length_roundings of the largest coordinates
};

// Allowance for the error of a coordinate of a surface point in A's frame, in roundoffs: two powers
// of about one each, three products and a rotated sum of four. A choice of that order.
inline constexpr int length_roundings = 8;

// `n1`, `n2`: the exponents of both bodies.
template <class N>
TALUS_INLINE SuperquadricPair<N> superquadric_pair(const Vec3<N>& axes_a, const Vec3<N>& axes_b,
                                                   const PairOf<N>& n1, const PairOf<N>& n2,
                                                   const RelativePose<N>& b_in_a) {
  const N reach_a = max_norm(axes_a), reach_b = max_norm(axes_b);
  return {superquadric_form(both(axes_a, axes_b), n1, n2), b_in_a, larger(reach_a, reach_b),
          N(root_3_above) * reach_b,
          N(length_roundings) * roundoff<N>() * (reach_a + reach_b + max_norm(b_in_a.translation))};
}

// The parameters of the surface points with the normals n and -n.
template <class N>
TALUS_INLINE SurfaceParam<PairOf<N>> params_along(const SuperquadricPair<N>& p, const Vec3<N>& n) {
  return param_along(p.form, both(n, -p.b_in_a.direction_to_b(n)));
}

template <class N>
TALUS_INLINE Vec3<PairOf<N>> select_pair(const MaskOf<N>& m, const Vec3<PairOf<N>>& yes,
                                         const Vec3<PairOf<N>>& no) {
  return both(select_vector(m, of_a(yes), of_a(no)), select_vector(m, of_b(yes), of_b(no)));
}

// Normals count as opposite if their cosine is below this; Newton's method rejects a step that
// violates it. A choice.
inline constexpr double max_opposite_cosine = -0.6;

// One surface point on each body and the residuals there. The contact equations are offset = 0 (the
// points are joined by the normal of A) and tilt = 0 (the normals are opposite).
template <class N>
struct PairEvaluation {
  SurfacePoint<PairOf<N>> surface;
  PairOf<N> length, per_length;  // of the normals: 1 / support value
  Vec3<N> n, n_b;                // unit outward normals, in A's frame
  Vec3<N> point_a, point_b;      // in A's frame
  Vec3<N> e, f;                  // basis of the plane orthogonal to n
  N delta;                       // n.(point_b - point_a)
  N offset_e, offset_f;          // tangential components of point_b - point_a
  N tilt_e, tilt_f;              // tangential components of -n_b
  N offset_squared, tilt_squared;
  N normal_cosine;     // n.n_b
  MaskOf<N> opposite;  // normal_cosine < max_opposite_cosine
};

template <class N>
TALUS_INLINE PairEvaluation<N> evaluate(const SuperquadricPair<N>& p,
                                        const SurfaceParam<PairOf<N>>& k) {
  PairEvaluation<N> s;
  s.surface = surface_point_at(p.form, k);
  s.length = norm(s.surface.normal);
  s.per_length = reciprocal(s.length);
  const Vec3<PairOf<N>> unit = s.per_length * s.surface.normal;
  s.n = of_a(unit);
  s.n_b = p.b_in_a.rotation * of_b(unit);
  s.point_a = of_a(s.surface.point);
  s.point_b = p.b_in_a.point_to_a(of_b(s.surface.point));
  const TangentFrame<N> frame = tangent_frame(s.n);
  s.e = frame.x;
  s.f = frame.y;
  const Vec3<N> w = s.point_b - s.point_a;
  s.delta = dot(s.n, w);
  s.offset_e = dot(s.e, w);
  s.offset_f = dot(s.f, w);
  s.tilt_e = -dot(s.e, s.n_b);
  s.tilt_f = -dot(s.f, s.n_b);
  s.offset_squared = square(s.offset_e) + square(s.offset_f);
  s.tilt_squared = square(s.tilt_e) + square(s.tilt_f);
  s.normal_cosine = dot(s.n, s.n_b);
  s.opposite = s.normal_cosine < N(max_opposite_cosine);
  return s;
}

// The bracket of the distance.
//
// Lower bound: sigma along the normal n of A. With t = -n - n_B, the tangent plane of B at its
// point bounds B along -n_B, and t.y <= |t| reach for every point y of B, so
//   sigma >= n.(x_B - x_A) + t.(x_B - centre) - |t| reach.
// Upper bound: each body contains a ball that touches it at its point (tangent_ball), with the
// centre y = x - r n. So C = A - B contains a ball of radius r_A + r_B around y_A - y_B, and
// whether the bodies overlap or not
//   distance <= |y_B - y_A| - r_A - r_B.
// The bounds meet where the contact equations hold, unless the depth exceeds r_A + r_B.
template <class N>
struct Bounds {
  N lower, upper;
};

template <class N>
TALUS_INLINE Bounds<N> bounds_at(const SuperquadricPair<N>& p, const PairEvaluation<N>& s) {
  const N beside = dot(s.n + s.n_b, s.point_b - p.b_in_a.translation);
  const PairOf<N> ball = tangent_ball(p.form, s.surface, s.length);
  const N ball_a = of_a(ball), ball_b = of_b(ball);
  // y_B - y_A along n, e and f.
  const N along = s.delta + ball_a - ball_b * s.normal_cosine;
  const N offset_e = s.offset_e + ball_b * s.tilt_e, offset_f = s.offset_f + ball_b * s.tilt_f;
  const N centres = square_root(square(along) + (square(offset_e) + square(offset_f)));
  return {s.delta - (p.rounding + (beside + square_root(s.tilt_squared) * p.reach_b)),
          centres - (ball_a + ball_b) + p.rounding};
}

}  // namespace talus::superquadric_superquadric
