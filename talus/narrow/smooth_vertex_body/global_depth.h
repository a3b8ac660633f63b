// Proves that a local minimum of the depth is the global one, or finds that.
//
// A polytope of support points inside C = S - V grows towards its nearest face (engine/polytope.h),
// as in every expansion. If some n had f(n) < f*, the ray along n would leave the polytope through
// a face with unit normal m and distance o at most at f(n), so n.m >= o / f(n) > o / f*: a face
// bounds only directions within acos(o / f*) of its normal. So once that cap lies within the cap
// around a known local minimum that local_minimum.h has proven, the face needs no refinement. Where
// an expansion without this halves its faces around the minimum until their distance agrees to the
// last digit, this one only has to tell the minima apart. Every minimum that turns up is descended
// into (descent.h) and kept.
#pragma once

#include "talus/narrow/engine/polytope.h"
#include "talus/narrow/engine/tetrahedron.h"
#include "talus/narrow/smooth_vertex_body/approach.h"
#include "talus/narrow/smooth_vertex_body/local_minimum.h"
#include "talus/shape/superquadric_place.h"

namespace talus::smooth_vertex_body {

template <class T>
struct Minima {
  static constexpr int most = 12;
  Vec3<T> normal[most];
  T radius[most];
  int count{};
  T residual{};  // the largest: on a cap the depth may be less by that

  TALUS_HD void add(const Descent<T>& d, T proven) {
    residual = larger(residual, d.residual);
    if (count == most) return;
    normal[count] = d.place.normal;
    radius[count++] = proven;
  }
  // Whether all directions closer than `reach` to m lie in one of the proven caps.
  TALUS_HD bool cover(const Vec3<T>& m, T reach) const {
    for (int k = 0; k < count; ++k) {
      if (norm(m - normal[k]) + reach <= radius[k]) return true;
    }
    return false;
  }
  TALUS_HD bool know(const Vec3<T>& m, T near) const {
    for (int k = 0; k < count; ++k) {
      if (norm(m - normal[k]) <= larger(near, radius[k])) return true;
    }
    return false;
  }
};

// A ball of this radius touches S at x from inside (tangent_ball), so it proves any depth up to
// that at once.
template <class T>
TALUS_HD T ball_at(const Superquadric<T>& s, const Place<T>& p) {
  if (!is_workable(s.n1) || !is_workable(s.n2)) return T(0);
  const SuperquadricForm<T> form = superquadric_form(s.semi_axes, s.n1, s.n2);
  return tangent_ball(form, place_at(form, coordinates_of(s, p)), p.length);
}

// `best` comes in with the best direction known, stationary or not, and leaves with the best found.
// Returns the radius of a ball proven to lie inside C, which is best.depth to the residuals of the
// minima unless something stopped the proof. `start` holds four points of C that span a volume,
// `radius` is that of the proven cap around best if it is stationary.
template <class T, class VertexBody>
TALUS_HD T prove_least(const Superquadric<T>& s, const VertexBody& body, const Sizes<T>& sizes,
                       const engine::SupportPair<T>* start, T radius, int max_steps,
                       Descent<T>& best) {
  CornersAndSurface<T, VertexBody> difference{s, body};
  engine::Polytope<T> polytope;
  if (!polytope.start(start, sizes.rounding)) return T(0);
  Minima<T> minima;
  T lowest = best.depth;  // of all directions looked at
  bool stationary = is_stationary(best, sizes);
  if (stationary) minima.add(best, radius);
  for (int step = 0, vain = 0; step < max_steps; ++step) {
    const int face = polytope.nearest_face();
    if (!(polytope.bound(face) < lowest - sizes.rounding)) break;
    const Vec3<T> m = polytope.normal(face);
    const T offset = polytope.offset(face);
    if (offset > T(0) && minima.cover(m, square_root(T(2) * (T(1) - offset / lowest)))) {
      polytope.excuse(face, lowest);
      continue;
    }
    const engine::SupportPair<T> w = difference.support(m);
    const T h = dot(m, w.c);
    ++best.evaluations;
    lowest = smaller(lowest, h);
    // Only where the face is near the surface: elsewhere a support point tells more for less.
    const bool promising = h < T(1.002) * lowest && h - offset < T(0.003) * h;
    const bool unknown =
        !stationary || lowest < best.depth - sizes.rounding || !minima.know(m, T(0.05));
    if (promising && unknown && minima.count < Minima<T>::most && vain < 8) {
      Descent<T> found;
      start_from(s, body, polytope.face_simplex(face).point_a(), m, found);
      descend(s, body, sizes, found);
      found.evaluations += best.evaluations;
      best.evaluations = found.evaluations;
      lowest = smaller(lowest, found.depth);
      const bool settled = is_stationary(found, sizes);
      if (settled && (!stationary || found.depth < best.depth)) {
        best = found;
        stationary = true;
        if (!(best.depth > T(0))) return T(0);
      }
      vain += settled ? 0 : 1;
      if (settled && !minima.know(found.place.normal, T(0))) {
        minima.add(found, proven_radius(s, found, lowest));
      }
    }
    if (!(h - offset > sizes.rounding) || !polytope.expand(face, w)) break;
  }
  if (!stationary || lowest < best.depth - sizes.rounding) return T(0);
  return polytope.bound(polytope.nearest_face()) - larger(minima.residual, best.residual);
}

}  // namespace talus::smooth_vertex_body
