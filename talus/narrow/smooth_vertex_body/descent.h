// Descends to a stationary direction n of the depth
//   f(n) = h_S(n) - min over the vertices of n.v  =  -sigma(n),
// S the smooth body, n pointing from it to the body with vertices. One step:
//  1. The second derivative of f at the surface point (Compliance).
//  2. The active vertices (active_vertices.h), and the closest point y of their feature.
//  3. If three vertices are active: try the normal of their face.
//  4. Newton's step in level coordinates, in up to three variants, full and shortened.
//  5. The surface point opposite to y: with an edge on the middle of a flat side n is exact to
//     rounding long before the point is.
// A step is accepted if it decreases f, or halves the residual |x - y - f n| (on flat sides, where
// n hardly turns). The descent ends when no step is accepted; approach.h then restarts it nearer.
#pragma once

#include "talus/narrow/smooth_vertex_body/active_vertices.h"

namespace talus::smooth_vertex_body {

struct DescentLimits {
  // A contact takes five to eight evaluations from a cold start.
  static constexpr int max_steps = 24;
  // The residual counts as zero below 2 roundings, or below this relative to the larger radius: the
  // error of the depth is of the order of its square.
  static constexpr double joined = 2e-13;
  // `tie` of Compliance, in units of rounding / radius^2.
  static constexpr double tie = 4096;
  // A step that would turn n by more than this (times a factor of order 1), in radians, is not
  // trusted: trace(P) residual < max_turn. Occurs where bodies almost touch at a sharp point.
  static constexpr double max_turn = 4;
  // mu of Compliance, in units of the depth.
  static constexpr double edge_stiffness = 32;
  // A level that turns the normal within 60 degrees of the edge (squared cosine 1/4) is moved by
  // its normal, which the edge determines.
  static constexpr double along_edge = 0.25;
  // The shortened step, relative to Newton's.
  static constexpr double shortened = 0.3;
  // A step is also accepted if the residual falls below this part of the last one.
  static constexpr double residual_decrease = 0.5;
  // Values without a derivation above are choices, tuned with talus_campaign.
};

template <class T>
struct LengthScales {
  T radius;    // the larger bounding radius
  T rounding;  // absolute error of a coordinate
};

template <class T>
struct Descent {
  HessianPoint<T> surface;   // x and n
  int vertex{};              // farthest along -n
  T depth;                   // f(n)
  ActiveVertices<T> active;  // whose feature contains y
  Vec3<T> y;
  T residual;  // |x - y - f n|, zero at a stationary direction
  int evaluations{};
};

// The depth at d.surface.
template <class T, class VertexBody>
TALUS_HD void evaluate(const VertexBody& body, Descent<T>& d) {
  d.vertex = body.farthest(-d.surface.normal, d.vertex);
  d.depth = dot(d.surface.point - body.vertex(d.vertex), d.surface.normal);
  ++d.evaluations;
}

// With one active vertex the point moves freely on a flat side. An edge or a face determines the
// normal, in the directions along it, so these levels are moved by their normal.
template <class T>
TALUS_HD SurfaceChart chart_of(const Superquadric<T>& s, const Descent<T>& d) {
  SurfaceChart chart{s.n2 > T(2), s.n1 > T(2)};
  if (d.active.count == 1) return chart;
  if (d.active.count == 3) return {false, false};
  const HessianPoint<T>& p = d.surface;
  const Vec3<T> edge = d.active.at[1] - d.active.at[0];
  const T length = norm_squared(edge);
  // Turning the normal in the ring alone moves it across o.
  const T ring = square(dot(cross(p.normal, p.o), edge)) / (norm_squared(p.o) * length);
  const T whole = square(dot(cross(p.normal, p.i), edge)) / (norm_squared(p.i) * length);
  if (ring > T(DescentLimits::along_edge)) chart.ring_point = false;
  if (whole > T(DescentLimits::along_edge)) chart.whole_point = false;
  return chart;
}

// The second derivative of f where that is positive definite, if necessary with a stiffened edge.
// Elsewhere, and where the step would be too long, a positive definite replacement that approaches
// it as the residual vanishes.
template <class T>
TALUS_HD Compliance<T> compliance_at(const Descent<T>& d, const LengthScales<T>& scales) {
  const T far = T(DescentLimits::max_turn) / d.residual;
  Compliance<T> compliance;
  compliance.tie = T(DescentLimits::tie) * scales.rounding / square(scales.radius);
  if (compliance.set(d.surface, -d.depth, {}, T(0)) && compliance.trace() < far) return compliance;
  if (d.active.count == 2) {
    const Vec3<T> edge = d.active.at[1] - d.active.at[0];
    const Vec3<T> e = edge - dot(edge, d.surface.normal) * d.surface.normal;
    const T length = norm(e);
    if (length > T(0) &&
        compliance.set(d.surface, -d.depth, e / length,
                       T(DescentLimits::edge_stiffness) * d.depth) &&
        compliance.trace() < far) {
      return compliance;
    }
  }
  const T least = larger(absolute(d.depth), larger(d.residual, scales.rounding));
  compliance.set(d.surface, least, {}, T(0));
  return compliance;
}

// The unit normal of the face of three active vertices, with the sign of n; false if they are
// collinear.
template <class T>
TALUS_HD bool face_normal(const ActiveVertices<T>& t, const Vec3<T>& n, Vec3<T>& normal) {
  normal = cross(t.at[1] - t.at[0], t.at[2] - t.at[0]);
  const T length = norm(normal);
  if (!(length > T(0))) return false;
  normal = (dot(normal, n) < T(0) ? T(-1) / length : T(1) / length) * normal;
  return true;
}

// The projection of x onto the active edge or face, with its weights; outside of the feature the
// weights of the active set.
template <class T>
TALUS_HD Vec3<T> closest_point(const ActiveVertices<T>& t, const Vec3<T>& x, T* weight) {
  for (int k = 0; k < t.count; ++k) weight[k] = t.weight[k];
  if (t.count == 1) return t.at[0];
  const Vec3<T> p = x - t.at[0], u = t.at[1] - t.at[0];
  if (t.count == 2) {
    const T along = dot(p, u) / norm_squared(u);
    if (along > T(0) && along < T(1)) {
      weight[0] = T(1) - along;
      weight[1] = along;
    }
    return weight[0] * t.at[0] + weight[1] * t.at[1];
  }
  const Vec3<T> v = t.at[2] - t.at[0], n = cross(u, v);
  const T square = norm_squared(n);
  const T first = dot(cross(p, v), n) / square, second = dot(cross(u, p), n) / square;
  if (first > T(0) && second > T(0) && first + second < T(1)) {
    weight[0] = T(1) - first - second;
    weight[1] = first;
    weight[2] = second;
  }
  return weight[0] * t.at[0] + weight[1] * t.at[1] + weight[2] * t.at[2];
}

// A long step of the point along a flat side turns the normal differently than its derivative
// predicts, away from the right angle to an edge. This turns it back in the other level, in two
// Newton steps.
template <class T>
TALUS_HD HessianPoint<T> restore_edge_angle(const Superquadric<T>& s, HessianPoint<T> p,
                                            const Vec3<T>& edge) {
  for (int round = 0; round < 2; ++round) {
    const bool flat_ring = p.a_i * p.b_o * norm_squared(p.i) > p.a_o * p.b_i * norm_squared(p.o);
    const Vec3<T> direction = cross(p.normal, flat_ring ? p.i : p.o);
    const T needed = -dot(p.normal, edge) / dot(direction, edge);
    if (!(absolute(needed) < infinity_of<T>())) return p;
    HessianStep<T> step;
    step.zeta_o = flat_ring ? needed * dot(p.o, direction) : T(0);
    step.zeta_i = flat_ring ? T(0) : needed * dot(p.i, direction);
    p = moved(s, p, SurfaceChart{flat_ring, !flat_ring}, step, T(1));
  }
  return p;
}

// Accepts the step to `next` if it decreases f or the residual.
template <class T, class VertexBody>
TALUS_HD bool accept(const VertexBody& body, const HessianPoint<T>& next, T rounding,
                     Descent<T>& d) {
  ++d.evaluations;
  const int vertex = body.farthest(-next.normal, d.vertex);
  const T depth = dot(next.point - body.vertex(vertex), next.normal);
  T weight[3];
  const Vec3<T> y = closest_point(d.active, next.point, weight);
  const T residual = norm(next.point - y - depth * next.normal);
  if (!(depth < d.depth - rounding) &&
      !(residual < T(DescentLimits::residual_decrease) * d.residual)) {
    return false;
  }
  d.surface = next;
  d.vertex = vertex;
  d.depth = depth;
  d.y = y;
  d.residual = residual;
  for (int k = 0; k < d.active.count; ++k) d.active.weight[k] = weight[k];
  return true;
}

// A residual below this counts as zero.
template <class T>
TALUS_HD T residual_tolerance(const LengthScales<T>& scales) {
  return larger(T(2) * scales.rounding, T(DescentLimits::joined) * scales.radius);
}

// One step; false if none is accepted.
template <class T, class VertexBody>
TALUS_HD bool descent_step(const Superquadric<T>& s, const VertexBody& body,
                           const LengthScales<T>& scales, Descent<T>& d) {
  const Compliance<T> compliance = compliance_at(d, scales);
  find_active_vertices(body, d.surface, compliance, d.vertex, scales.rounding, d.active);
  const Vec3<T> apart = d.surface.point - d.active.point();
  d.y = closest_point(d.active, d.surface.point, d.active.weight);
  d.residual = norm(d.surface.point - d.y - d.depth * d.surface.normal);
  if (!(d.residual > residual_tolerance(scales))) return false;
  Vec3<T> n;
  if (d.active.count == 3 && face_normal(d.active, d.surface.normal, n) &&
      accept(body, hessian_point_along(s, n, d.surface.point), scales.rounding, d)) {
    return true;
  }
  const HessianStep<T> step =
      compliance.step(apart - dot(apart, d.surface.normal) * d.surface.normal);
  // Three variants, at full length and then shortened: levels along an edge moved by their normal;
  // all flat levels moved by their point; the latter with the right angle to the edge restored.
  const SurfaceChart fixed = chart_of(s, d), free{s.n2 > T(2), s.n1 > T(2)};
  for (int attempt = 0; attempt < 6; ++attempt) {
    const T fraction = attempt < 3 ? T(1) : T(DescentLimits::shortened);
    const int variant = attempt % 3;
    if (variant == 2 && d.active.count != 2) continue;
    HessianPoint<T> next = moved(s, d.surface, variant == 0 ? fixed : free, step, fraction);
    if (variant == 2) next = restore_edge_angle(s, next, d.active.at[1] - d.active.at[0]);
    if (accept(body, next, scales.rounding, d)) return true;
  }
  // The point opposite to y, where n does not determine the point.
  const Vec3<T> opposite = d.y + d.depth * d.surface.normal;
  return accept(body, hessian_point_near(s, opposite, d.surface.normal), scales.rounding, d);
}

// From d.surface, with a guess of the active vertices in d.active.
template <class T, class VertexBody>
TALUS_HD void descend(const Superquadric<T>& s, const VertexBody& body,
                      const LengthScales<T>& scales, Descent<T>& d) {
  evaluate(body, d);
  d.y = body.vertex(d.vertex);
  d.residual = norm(d.surface.point - d.y - d.depth * d.surface.normal);
  for (int step = 0; step < DescentLimits::max_steps; ++step) {
    if (!descent_step(s, body, scales, d) || !(d.residual > residual_tolerance(scales))) return;
  }
}

}  // namespace talus::smooth_vertex_body
