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
#include "talus/narrow/smooth_polyhedron/approach.h"
#include "talus/narrow/smooth_polyhedron/local_minimum.h"

namespace talus::smooth_polyhedron {

template <class T>
struct Minima {
  static constexpr int most = 12;
  Vec3<T> normal[most];
  T radius[most];
  int count{};

  TALUS_HD void add(const Vec3<T>& n, T proven) {
    if (count == most) return;
    normal[count] = n;
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

// No body of a pair fits a ball of this radius around x beyond its surface: the ball of radius
// tangent_ball touches S at x from inside, so it proves any depth up to that at once.
template <class T>
TALUS_HD T ball_at(const Superquadric<T>& s, const Place<T>& p) {
  if (s.n1 < T(2) || s.n2 < T(2)) return T(0);
  const T least = smaller(s.semi_axes.x, smaller(s.semi_axes.y, s.semi_axes.z));
  return least * (least * p.length / (larger(s.n1, s.n2) - T(1)));
}

// `best` comes in with the best direction known, stationary or not, and leaves with the best found.
// Returns the radius of a ball proven to lie inside C, which is best.depth to rounding unless
// something stopped the proof. `start` holds four points of C that span a volume, `radius` is that
// of the proven cap around best if it is stationary.
template <class T, class Cornered>
TALUS_HD T prove_least(const Superquadric<T>& s, const Cornered& body, const Sizes<T>& sizes,
                       const engine::SupportPair<T>* start, T radius, int max_steps,
                       Descent<T>& best) {
  CornersAndSurface<T, Cornered> difference{s, body};
  engine::Polytope<T> polytope;
  if (!polytope.start(start, sizes.rounding)) return T(0);
  Minima<T> minima;
  T lowest = best.depth;  // of all directions looked at
  bool stationary = is_stationary(best, sizes);
  if (stationary) minima.add(best.place.normal, radius);
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
    ++best.looks;
    lowest = smaller(lowest, h);
    // Only where the face is near the surface: elsewhere a support point tells more for less.
    const bool promising = h < T(1.002) * lowest && h - offset < T(0.003) * h;
    const bool unknown =
        !stationary || lowest < best.depth - sizes.rounding || !minima.know(m, T(0.05));
    if (promising && unknown && minima.count < Minima<T>::most && vain < 8) {
      Descent<T> found;
      start_from(s, body, polytope.face_simplex(face).point_a(), m, found);
      descend(s, body, sizes, found);
      found.looks += best.looks;
      best.looks = found.looks;
      lowest = smaller(lowest, found.depth);
      const bool settled = is_stationary(found, sizes);
      if (settled && (!stationary || found.depth < best.depth)) {
        best = found;
        stationary = true;
        if (!(best.depth > T(0))) return T(0);
      }
      vain += settled ? 0 : 1;
      if (settled && !minima.know(found.place.normal, T(0))) {
        minima.add(found.place.normal, proven_radius(s, found, lowest));
      }
    }
    if (!(h - offset > sizes.rounding) || !polytope.expand(face, w)) break;
  }
  if (!stationary || lowest < best.depth - sizes.rounding) return T(0);
  return polytope.bound(polytope.nearest_face());
}

}  // namespace talus::smooth_polyhedron
