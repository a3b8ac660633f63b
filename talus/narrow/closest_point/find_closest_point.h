// The closest point of a superquadric to a fixed feature (fixed_feature.h): Newton's method for the
// surface point (shape/superquadric/surface_point.h) whose normal points to the feature. For one
// pair or for a pack of pairs; pairs that have converged keep their state, so a pair has the same
// bits alone and in a pack.
//
// Equations. With x the surface point, n its unit normal, E a basis of the plane orthogonal to n, y
// the projection onto the feature and delta = n.(y - x), the two equations E.(y - x) = 0 become for
// a step z
//   (X + delta N) z = E.(y - x),
// with X, N and K of surface_jacobian.h, and in eta = (X + lambda N) z
//   (I + (delta - lambda) K) eta = E.(y - x).
// The eigenvalues of the matrix are (R + delta) / (R + lambda) for the radii of curvature R >= 0:
// positive outside the body, on flat sides and sharp ridges too. Inside, beyond the centres of
// curvature, delta is replaced by zero. For an edge the first equation is that n is orthogonal to
// it; a face determines n, and the search ends at its start.
//
// Iteration:
//  1. Evaluate the point, its projection and the residual.
//  2. Stop if the residual no longer affects the bracket.
//  3. Solve for a step, limited by SurfaceStepLimits.
//  4. If the residual has grown too much, go back and shorten the last step.
//
// Bracket. Lower bound: sigma(n), as far as the vertices of the feature determine it. Upper bound:
// a ball of radius r inside the body touches it at x (tangent_ball), so the distance is at most |y
// - x + r n| - r, which exceeds delta by offset^2 / (2 (delta + r)), offset = |E.(y - x)|. The
// iteration therefore ends long before the offset is at rounding; the last step is applied only to
// the normal and to y along an edge, with an error of the order of offset^2.
#pragma once

#include "talus/narrow/closest_point/fixed_feature.h"
#include "talus/shape/superquadric/surface_step.h"

namespace talus::closest_point {

struct ClosestPointLimits {
  // A warm search takes two or three evaluations; one that needs more than this is left to the
  // caller's fallback. Single queries and batch kernels use the same number, or their bits would
  // differ.
  static constexpr int max_evaluations = 16;
  // The squared offset counts as zero if it is below joined^2 (rounding), or if it changes the
  // upper bound by less than a roundoff, 1e-15 size (delta + r), and is below nearly_joined^2,
  // where the extrapolated normal is exact to rounding. Lengths relative to the size.
  static constexpr double joined = 1e-12, bracket_share = 1e-15, nearly_joined = 1e-7;
  // Allowance for the error of a length, in roundoffs of the largest coordinate (as
  // superquadric_pair.h).
  static constexpr int length_roundings = 8;
  // Vertices of an edge or a face have the same height up to this many roundings.
  static constexpr int height_roundings = 4;
  // A last step whose squared turn is below this is applied to the normal: its error is 1e-12.
  static constexpr double max_last_turn_squared = 1e-12;
  // A last slide along an edge below this, relative to the size, is applied to y.
  static constexpr double max_last_slide = 1e-3;
  // Numbers below this, beside 1 or a rounding, are set to zero: their products would underflow,
  // and scaled bodies would not have scaled answers.
  static constexpr double underflow_guard = 1e-30;
  // The bracket counts as closed at this width, relative to the larger of size and distance.
  static constexpr double closed_width = 1e-12;
};

template <class N>
struct Body {
  SuperquadricForm<N> form;
  N size;      // the largest semi-axis
  N rounding;  // absolute error of a length
};

// `reach`: bound on the coordinates of the feature.
template <class N>
TALUS_INLINE Body<N> body_of(const Vec3<N>& axes, const N& n1, const N& n2, const N& reach) {
  const N size = max_norm(axes);
  return {superquadric_form(axes, n1, n2), size,
          N(ClosestPointLimits::length_roundings) * roundoff<N>() * (size + reach)};
}

template <class N>
struct ClosestPoint {
  SurfaceParam<N> k;
  Vec3<N> n;       // unit outward normal at k, for which the bounds hold
  Vec3<N> normal;  // unit normal after the last step
  Vec3<N> y;       // on the feature
  N distance;      // sigma(n), as far as the feature's vertices determine it
  N upper;         // without rounding
  N evaluations;
  MaskOf<N> closed;  // the bounds meet
};

// A surface point and Newton's step from it.
template <class N>
struct Evaluation {
  SurfacePoint<N> surface;
  Vec3<N> n;
  FeatureProjection<N> projection;
  N delta, upper, offset_squared;
  N turn, shift;        // the step, in surface coordinates
  N turn_e, turn_f;     // of the normal
  N slide;              // of the point, along e
  MaskOf<N> converged;  // the residual does not affect the bracket
};

template <class N, class FixedFeature>
TALUS_INLINE void add_step(const Body<N>& p, const FixedFeature& feature, const N& per_length,
                           Evaluation<N>& s, const N& offset_e, const N& offset_f) {
  const N lambda = p.size;
  const FeatureProjection<N>& h = s.projection;
  const SurfaceJacobian<N> j = surface_jacobian(s.surface, per_length, h.e, h.f, lambda);
  const Mat2<N>& k = j.shape_operator;
  N first = offset_e, second = offset_f;
  const auto matrix = [&](const N& mu) {
    Mat2<N> m{N(1) + mu * k.xx, mu * k.xy, mu * k.yx, N(1) + mu * k.yy};
    if constexpr (FixedFeature::has_vertices) {
      m.xx = select(feature.is_edge, k.xx, m.xx);
      m.xy = select(feature.is_edge, k.xy, m.xy);
    }
    return m;
  };
  if constexpr (FixedFeature::has_vertices) {
    first =
        select(feature.is_edge, -(h.tilt / h.edge_length), select(feature.is_face, N(0), first));
    second = select(feature.is_face, N(0), second);
  }
  Mat2<N> m = matrix(s.delta - lambda);
  N m_determinant = determinant(m);
  const MaskOf<N> definite = (m_determinant > N(0)) & (m.yy > N(0));
  if (any(!definite)) {
    m = matrix(select(definite, s.delta - lambda, -lambda));
    m_determinant = determinant(m);
  }
  const N per = N(1) / m_determinant;
  const N eta_e = per * (m.yy * first - m.xy * second),
          eta_f = per * (m.xx * second - m.yx * first);
  s.turn = j.from_eta.xx * eta_e + j.from_eta.xy * eta_f;
  s.shift = j.from_eta.yx * eta_e + j.from_eta.yy * eta_f;
  s.turn_e = k.xx * eta_e + k.xy * eta_f;
  s.turn_f = k.yx * eta_e + k.yy * eta_f;
  s.slide = eta_e - lambda * s.turn_e;
}

template <class N, class FixedFeature>
TALUS_INLINE Evaluation<N> evaluate(const Body<N>& p, const FixedFeature& feature,
                                    const SurfaceParam<N>& k) {
  using Limits = ClosestPointLimits;
  Evaluation<N> s;
  s.surface = surface_point_at(p.form, k);
  const N length = norm(s.surface.normal), per_length = N(1) / length;
  s.n = per_length * s.surface.normal;
  s.projection = feature.project(s.surface.point, s.n);
  const Vec3<N> w = s.projection.y - s.surface.point;
  s.delta = dot(s.n, w);
  const N offset_e = dot(s.projection.e, w), offset_f = dot(s.projection.f, w);
  s.offset_squared = square(offset_e) + square(offset_f);
  const N ball = tangent_ball(p.form, s.surface, length), above = s.delta + ball;
  s.upper = square_root(square(above) + s.offset_squared) - ball;
  const N enough =
      smaller(N(Limits::bracket_share) * p.size * above, square(N(Limits::nearly_joined) * p.size));
  s.converged = s.offset_squared < larger(square(N(Limits::joined) * p.size), enough);
  if constexpr (FixedFeature::has_vertices) {
    s.converged =
        s.converged & (s.projection.height_spread < N(Limits::height_roundings) * p.rounding);
  }
  add_step(p, feature, per_length, s, offset_e, offset_f);
  return s;
}

template <class N, class FixedFeature>
TALUS_INLINE ClosestPoint<N> closest_point_at(const Body<N>& p, const FixedFeature& feature,
                                              const Evaluation<N>& s, const N& evaluations) {
  using Limits = ClosestPointLimits;
  ClosestPoint<N> r;
  r.k = param_of(s.surface);
  r.n = s.n;
  const FeatureProjection<N>& h = s.projection;
  const MaskOf<N> small = square(s.turn_e) + square(s.turn_f) < N(Limits::max_last_turn_squared);
  const auto guarded = [&](const N& turn) {
    return select(small & (N(Limits::underflow_guard) < absolute(turn)), turn, N(0));
  };
  const Vec3<N> next = s.n + guarded(s.turn_e) * h.e + guarded(s.turn_f) * h.f;
  r.normal = next / norm(next);
  r.y = h.y;
  const N distance = s.delta - h.above_lowest;
  r.distance = select(N(Limits::underflow_guard) * p.rounding < absolute(distance), distance, N(0));
  r.upper = s.upper;
  r.evaluations = evaluations;
  r.closed = s.converged & h.inside &
             (s.upper - r.distance < N(Limits::closed_width) * larger(p.size, absolute(s.delta)));
  if constexpr (FixedFeature::has_vertices) {
    const MaskOf<N> slides =
        small & feature.is_edge & (absolute(s.slide) < N(Limits::max_last_slide) * p.size);
    r.y = r.y + select(slides, s.slide / h.edge_length, N(0)) * feature.edge;
  }
  return r;
}

template <class N, class FixedFeature>
TALUS_INLINE ClosestPoint<N> find_closest_point(const Body<N>& p, const FixedFeature& feature,
                                                SurfaceParam<N> k) {
  using Limits = SurfaceStepLimits;
  N evaluations(0);
  MaskOf<N> active = N(0) < N(1);
  Vec3<N> base = k, step{N(0), N(0), N(0)};
  N base_residual(0);
  for (int i = 0;; ++i) {
    const Evaluation<N> s = evaluate(p, feature, k);
    evaluations = evaluations + select(active, N(1), N(0));
    active = active & (!s.converged) & (evaluations < N(ClosestPointLimits::max_evaluations));
    if (!any(active)) return closest_point_at(p, feature, s, evaluations);
    const N residual = s.offset_squared + square(s.projection.height_spread);
    const MaskOf<N> accepted = i == 0
                                   ? N(0) < N(1)
                                   : residual < larger(N(Limits::residual_growth) * base_residual,
                                                       N(Limits::small_residual) * square(p.size));
    const SurfaceParam<N> here = param_of(s.surface);
    const N scale =
        N(Limits::max_normal_turn) / square_root(larger(square(s.turn_e) + square(s.turn_f),
                                                        N(Limits::max_normal_turn_squared)));
    const Vec3<N> next =
        limit_step(p.form, here, tangent_change(s.surface, scale * s.turn, scale * s.shift));
    base_residual = select(accepted, residual, base_residual);
    base = select_vector<N>(accepted, here, base);
    step = select_vector<N>(accepted, next, N(Limits::shortening) * step);
    k = select_vector<N>(active, base + step, k);
  }
}

}  // namespace talus::closest_point
