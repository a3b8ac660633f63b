// The closest features of two polyhedra by their Voronoi regions: Lin & Canny 1991, reference [19]
// of P0 (Descantes et al. 2019), which sums it up in section 2.
//
//   step 1  the regions and their criteria                              voronoi_region.h
//   step 2  two features, one on each body, and their closest points    any two: corner 0 of face 0
//   step 3  is each closest point in the region of the other feature?   then they are the closest
//   step 4  if not, on to the feature whose criterion failed            back to step 3
//
// Going to a smaller feature (edge to end, face to edge) keeps the distance of the pair, going to a
// larger one lessens it, so the walk over separated bodies ends: at w with w in the normal cone of
// A and -w in that of B, the closest points of two convex bodies. Pairs with a face are reduced to
// pairs of vertices and edges unless they are parallel, as in the original.
//
// Known failures: bodies that touch or overlap have no such pair, and the walk goes in circles (P0,
// section 2: "gets stuck in a loop", ended by an "arbitrary iteration threshold"). Here after as
// many steps as the authors' O(vA + vB) allows, or after 64 searches of a whole body, as iteration
// limit, never as separated. There is no depth. Bodies closer than about 1e-11 of their size may be
// answered so too.
//
// Definition: separation only.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/minkowski_difference.h"
#include "talus/narrow/polyhedron_polyhedron/published/feature_walk.h"
#include "talus/narrow/trace.h"

namespace talus::polyhedron_polyhedron {

// The pair of features that a step examined, and what came of it.
struct LinCannyStep {
  Feature a, b;
  WalkOutcome outcome;
};

// Searches of a whole body after which the walk is given up; separated bodies need one or two.
inline constexpr int max_body_searches = 64;

// The unit normal that separates best: the direction between the closest points, or where these are
// so close that it has lost its digits, that of the features themselves.
template <class T, class Difference>
TALUS_HD Vec3<T> best_normal(Difference& difference, const PosedPolyhedron<T>& a,
                             const PosedPolyhedron<T>& b, const FeatureWalk<T>& walk) {
  const Feature &fa = walk.feature_a(), &fb = walk.feature_b();
  const Vec3<T> w = walk.points().b - walk.points().a;
  Vec3<T> n = w;
  if (fa.kind == FeatureKind::face) {
    n = a.normal(fa.face);
  } else if (fb.kind == FeatureKind::face) {
    n = -b.normal(fb.face);
  } else if (fa.kind == FeatureKind::edge && fb.kind == FeatureKind::edge) {
    n = cross(a.along(fa.corner, a.next(fa.face, fa.corner)),
              b.along(fb.corner, b.next(fb.face, fb.corner)));
    // Outward from A: to the side of its two faces.
    const Vec3<T> outward = a.normal(fa.face) + a.normal(a.across(fa).face);
    if (dot(n, outward) < T(0)) n = -n;
  }
  const Vec3<T> centres = difference.between_centres();
  const Vec3<T> candidates[3] = {n, w, centres};
  Vec3<T> best{T(1), T(0), T(0)};
  T best_sigma = -infinity_of<T>();
  for (const Vec3<T>& candidate : candidates) {
    const T length = norm(candidate);
    if (!(length > T(0))) continue;
    const Vec3<T> unit = normalized(candidate / length);
    const T sigma = -dot(unit, difference.support(unit).c);
    if (sigma > best_sigma) {
      best_sigma = sigma;
      best = unit;
    }
  }
  return best;
}

template <class T>
TALUS_HD Contact<T> contact_of_walk(const PosedPolyhedron<T>& a, const PosedPolyhedron<T>& b,
                                    const Settings<T>& settings, const FeatureWalk<T>& walk,
                                    bool converged, int steps) {
  Difference<T, PolyhedronView<T>, PolyhedronView<T>> difference(a.body, b.body, b.pose);
  const T rounding = difference.rounding(), radius = difference.radius();
  const Vec3<T> w = walk.points().b - walk.points().a;
  Contact<T> r;
  r.definition = Definition::separation_only;
  r.iterations = steps;
  r.normal = best_normal(difference, a, b, walk);
  const T sigma = -dot(r.normal, difference.support(r.normal).c);
  r.distance = converged ? dot(r.normal, w) : T(0);
  r.lower = smaller(sigma, r.distance) - rounding;
  r.upper = larger(norm(w), r.distance) + rounding;
  r.point_a = walk.points().a;
  r.point_b = r.point_a + r.distance * r.normal;
  r.proven = converged && !(r.upper - r.lower >
                            settings.tolerance * larger(radius, r.distance) + T(2) * rounding);
  r.status = converged ? status_of(r, touching_width<T> * radius) : Status::iteration_limit;
  return r;
}

// From any pair of features to the closest.
template <class T, class Trace>
TALUS_HD Contact<T> walk_from(const Feature& start_a, const Feature& start_b,
                              const PosedPolyhedron<T>& a, const PosedPolyhedron<T>& b,
                              const Settings<T>& settings, Trace& trace) {
  const T slack =
      Difference<T, PolyhedronView<T>, PolyhedronView<T>>(a.body, b.body, b.pose).rounding();
  FeatureWalk<T> walk(a, b, start_a, start_b, slack);
  const int most = settings.max_iterations + 2 * (a.body.vertex_count + b.body.vertex_count);
  int steps = 0, searches = 0;
  bool converged = false;
  while (!converged && steps < most && searches < max_body_searches) {
    LinCannyStep step{walk.feature_a(), walk.feature_b(), {}};
    step.outcome = walk.step();
    trace(step);
    ++steps;
    searches += step.outcome == WalkOutcome::searched;
    converged = step.outcome == WalkOutcome::closest;
  }
  return contact_of_walk(a, b, settings, walk, converged, steps);
}

template <class T, class Trace>
TALUS_HD Contact<T> trace_lin_canny(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                    const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                    Trace& trace) {
  const RelativePose<T> itself{identity_matrix<T>(), {}};
  const Feature first{FeatureKind::vertex, 0, 0};
  return walk_from(first, first, PosedPolyhedron<T>{a, itself}, PosedPolyhedron<T>{b, b_in_a},
                   settings, trace);
}

template <class T>
TALUS_HD Contact<T> lin_canny(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Cache<T>&) {
  Silent silent;
  return trace_lin_canny(a, b, b_in_a, settings, silent);
}

}  // namespace talus::polyhedron_polyhedron
