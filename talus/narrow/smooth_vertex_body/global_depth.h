// Proves that a local minimum of the depth is the global one, or finds the global one.
//
// A polytope of support points inside C = S - V grows towards its nearest face (engine/polytope.h),
// as in every expansion. If some n had f(n) < f*, the ray along n would leave the polytope through
// a face with unit normal m and distance o at a distance of at most f(n), so n.m >= o / f(n) > o /
// f*: a face bounds only directions within acos(o / f*) of its normal. Once that cap lies inside a
// proven cap around a known local minimum (local_minimum.h) the face needs no refinement. An
// expansion without caps subdivides its faces around the minimum until their distance agrees to the
// last digit; this one only has to separate the minima. Each step:
//  1. Take the nearest face; stop if its bound reaches the least depth known.
//  2. If a proven cap covers its directions, mark the face as finished.
//  3. Evaluate the support point along its normal.
//  4. If the depth there is promising, descend (descent.h), and keep the minimum with its cap.
//  5. Add the support point to the polytope.
#pragma once

#include "talus/narrow/engine/polytope.h"
#include "talus/narrow/engine/tetrahedron.h"
#include "talus/narrow/smooth_vertex_body/approach.h"
#include "talus/narrow/smooth_vertex_body/local_minimum.h"
#include "talus/shape/superquadric/surface_point.h"

namespace talus::smooth_vertex_body {

struct GlobalDepthLimits {
  // Expansion steps; a deep contact takes about twenty.
  static constexpr int max_steps = 200;
  static constexpr int max_minima = 12;
  // Descents that end at no stationary direction before no more are tried.
  static constexpr int max_failed_descents = 8;
  // A descent starts where the depth is within this factor of the least known one and the face is
  // this close to the support point, relative to the depth: elsewhere a support point costs less
  // and improves the polytope more. A choice.
  static constexpr double promising_depth = 1.002, promising_gap = 0.003;
  // Directions closer than this to a known minimum, in radians, lead to the same one.
  static constexpr double same_minimum = 0.05;
};

template <class T>
struct Minima {
  Vec3<T> normal[GlobalDepthLimits::max_minima];
  T radius[GlobalDepthLimits::max_minima];
  int count{};
  T residual{};  // the largest: on a cap the depth may be smaller by that

  TALUS_HD void add(const Descent<T>& d, T proven) {
    residual = larger(residual, d.residual);
    if (count == GlobalDepthLimits::max_minima) return;
    normal[count] = d.surface.normal;
    radius[count++] = proven;
  }
  // Whether all directions closer than `reach` to m lie in one of the proven caps.
  TALUS_HD bool cover(const Vec3<T>& m, T reach) const {
    for (int k = 0; k < count; ++k) {
      if (norm(m - normal[k]) + reach <= radius[k]) return true;
    }
    return false;
  }
  // Whether m lies in a proven cap or closer than `near` to a minimum.
  TALUS_HD bool contain(const Vec3<T>& m, T near) const {
    for (int k = 0; k < count; ++k) {
      if (norm(m - normal[k]) <= larger(near, radius[k])) return true;
    }
    return false;
  }
};

// Radius of a ball inside S that touches it at p (tangent_ball): proves depths up to the radius.
template <class T>
TALUS_HD T tangent_ball_at(const Superquadric<T>& s, const HessianPoint<T>& p) {
  if (!is_workable(s.n1) || !is_workable(s.n2)) return T(0);
  const SuperquadricForm<T> form = superquadric_form(s.semi_axes, s.n1, s.n2);
  return tangent_ball(form, surface_point_at(form, param_of(s, p)), p.length);
}

// On entry `best` is the best direction known, stationary or not, on return the best one found.
// Returns the radius of a ball proven to lie inside C, which equals best.depth up to the residuals
// of the minima unless the proof was stopped. `start`: four points of C that span a volume;
// `radius`: of the proven cap around `best` if that is stationary.
template <class T, class VertexBody>
TALUS_HD T prove_global_depth(const Superquadric<T>& s, const VertexBody& body,
                              const LengthScales<T>& scales, const engine::SupportPair<T>* start,
                              T radius, Descent<T>& best) {
  using Limits = GlobalDepthLimits;
  SmoothVertexDifference<T, VertexBody> difference{s, body};
  engine::Polytope<T> polytope;
  if (!polytope.start(start, scales.rounding)) return T(0);
  Minima<T> minima;
  T lowest = best.depth;  // of all directions evaluated
  bool stationary = is_stationary(best, scales);
  if (stationary) minima.add(best, radius);
  for (int step = 0, failed = 0; step < Limits::max_steps; ++step) {
    const int face = polytope.nearest_face();
    if (!(polytope.bound(face) < lowest - scales.rounding)) break;
    const Vec3<T> m = polytope.normal(face);
    const T offset = polytope.offset(face);
    if (offset > T(0) && minima.cover(m, square_root(T(2) * (T(1) - offset / lowest)))) {
      polytope.raise_bound(face, lowest);
      continue;
    }
    const engine::SupportPair<T> w = difference.support(m);
    const T h = dot(m, w.c);
    ++best.evaluations;
    lowest = smaller(lowest, h);
    const bool promising =
        h < T(Limits::promising_depth) * lowest && h - offset < T(Limits::promising_gap) * h;
    const bool unknown = !stationary || lowest < best.depth - scales.rounding ||
                         !minima.contain(m, T(Limits::same_minimum));
    if (promising && unknown && minima.count < Limits::max_minima &&
        failed < Limits::max_failed_descents) {
      Descent<T> found;
      start_from(s, body, polytope.face_simplex(face).point_a(), m, found);
      descend(s, body, scales, found);
      found.evaluations += best.evaluations;
      best.evaluations = found.evaluations;
      lowest = smaller(lowest, found.depth);
      const bool found_stationary = is_stationary(found, scales);
      if (found_stationary && (!stationary || found.depth < best.depth)) {
        best = found;
        stationary = true;
        if (!(best.depth > T(0))) return T(0);
      }
      failed += found_stationary ? 0 : 1;
      if (found_stationary && !minima.contain(found.surface.normal, T(0))) {
        minima.add(found, proven_radius(s, found, lowest));
      }
    }
    if (!(h - offset > scales.rounding) || !polytope.expand(face, w)) break;
  }
  if (!stationary || lowest < best.depth - scales.rounding) return T(0);
  return polytope.bound(polytope.nearest_face()) - larger(minima.residual, best.residual);
}

}  // namespace talus::smooth_vertex_body
