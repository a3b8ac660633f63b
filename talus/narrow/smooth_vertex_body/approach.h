// Finds a stationary direction of the depth near a guess, or the direction of the distance of
// separated bodies.
//  1. Descend from the guess (descent.h).
//  2. If that ends at no stationary direction, on sides so flat that they are edges to rounding,
//     run GJK to a coarse bracket and descend from its direction or its point.
//  3. Repeat 2 with finer brackets.
// For separated bodies f(n) <= 0 has one minimum on the sphere (f is convex and homogeneous, so -f
// is concave on the unit ball), and GJK converges to it from anywhere; besides the direction it
// gives the point, which on a flat side the direction does not determine.
#pragma once

#include "talus/narrow/engine/gjk.h"
#include "talus/narrow/smooth_vertex_body/descent.h"

namespace talus::smooth_vertex_body {

// C = S - V for GJK.
template <class T, class VertexBody>
struct SmoothVertexDifference {
  const Superquadric<T>& s;
  const VertexBody& body;
  int last{};  // the vertex of the last call

  TALUS_HD engine::SupportPair<T> support(const Vec3<T>& n) {
    engine::SupportPair<T> pair;
    pair.a = support_point(s, n);
    pair.index_a = 0;
    pair.index_b = last = body.farthest(-n, last);
    pair.b = body.vertex(pair.index_b);
    pair.c = pair.a - pair.b;
    return pair;
  }
};

// Sets d.surface to the one of the two surface points, for the direction n and for the point x,
// that has the smaller depth.
template <class T, class VertexBody>
TALUS_HD void start_from(const Superquadric<T>& s, const VertexBody& body, const Vec3<T>& x,
                         const Vec3<T>& n, Descent<T>& d) {
  d.surface = hessian_point_along(s, n, x);
  evaluate(body, d);
  const T by_normal = d.depth;
  const HessianPoint<T> by_point = hessian_point_near(s, x, n);
  const int vertex = body.farthest(-by_point.normal, d.vertex);
  if (dot(by_point.point - body.vertex(vertex), by_point.normal) < by_normal) d.surface = by_point;
  ++d.evaluations;
}

template <class T>
TALUS_HD bool is_stationary(const Descent<T>& d, const LengthScales<T>& scales) {
  return d.residual <= larger(T(4) * scales.rounding, residual_tolerance(scales));
}

// enclosed: GJK found a tetrahedron of points of C around the origin. failed: no stationary
// direction found.
enum class ApproachEnd { stationary, enclosed, failed };

// The relative brackets of GJK are 1e-2, 1e-4, 1e-6 and 1e-8. A choice.
inline constexpr int max_approach_rounds = 4;
inline constexpr double approach_refinement = 1e-2;

// `simplex`: the tetrahedron if the end is `enclosed`.
template <class T, class VertexBody>
TALUS_HD ApproachEnd approach(const Superquadric<T>& s, const VertexBody& body,
                              const LengthScales<T>& scales, int max_iterations, Descent<T>& d,
                              engine::Simplex<T>& simplex) {
  descend(s, body, scales, d);
  if (is_stationary(d, scales)) return ApproachEnd::stationary;
  SmoothVertexDifference<T, VertexBody> difference{s, body};
  T gap = T(approach_refinement);
  for (int round = 0; round < max_approach_rounds; ++round, gap = T(approach_refinement) * gap) {
    const engine::GjkResult<T> found = engine::gjk(difference, d.surface.normal, scales.radius, gap,
                                                   scales.rounding, max_iterations);
    d.evaluations += found.iterations;
    simplex = found.simplex;
    if (found.end == engine::GjkEnd::enclosed) return ApproachEnd::enclosed;
    start_from(s, body, found.simplex.point_a(), found.direction, d);
    d.active.count = 0;
    descend(s, body, scales, d);
    if (is_stationary(d, scales)) return ApproachEnd::stationary;
  }
  return ApproachEnd::failed;
}

}  // namespace talus::smooth_vertex_body
