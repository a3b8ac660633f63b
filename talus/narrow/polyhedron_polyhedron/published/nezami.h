// Nezami's fast common plane (2004), steps 1 to 4 of P0 section 2: among finitely many planes
// through the closest vertices (plane_candidates.h) take the one with the largest gap, and again
// from its closest vertices, until these repeat.
//
//   step 1   PB, the perpendicular bisector plane of the centroids, normal n1
//   step 2   V1, V2: the vertices closest to it
//   step 3   the candidate with the largest gap
//   step 4   end when the closest vertices are those of the step before
//
// Step 3 requires that no particle touches the plane: particles that do are first moved apart along
// n1 to a small positive gap, and moved back afterwards. The paper gives no value; here 1/1024 of
// the larger bounding radius.
//
// Known failures
// - The plane found is that of the moved particles, which meet along n1: if another vertex is the
//   deepest along the direction of least overlap, normal and depth are wrong (P0 Fig. 4). With the
//   particles apart the gap has no wrong maxima, but the answer is the right one only by luck.
// - Step 4 ends the search as soon as the closest vertices repeat, even if the plane has moved.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/plane_candidates.h"
#include "talus/narrow/trace.h"

namespace talus::polyhedron_polyhedron {

template <class T, class Trace>
TALUS_HD Contact<T> trace_nezami(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                 const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                 Trace& trace) {
  PolyhedronDifference<T> difference(a, b, b_in_a);
  const Vec3<T> n1 = perpendicular_bisector(a, b, b_in_a);
  const T gap = common_plane_along(difference, n1).gap;
  const T small = difference.radius() / T(1024);
  const T apart = gap > T(0) ? T(0) : small - gap;
  PolyhedronDifference<T> moved = difference.moved(apart * n1);
  CommonPlane<T> best = common_plane_along(moved, n1);
  CandidateStep<T> step{0, PlaneKind::bisector, best, true};
  trace(step);
  const PlaneCandidates<T> candidates(a, b, b_in_a);
  bool same = false;
  while (!same && step.round < settings.max_iterations) {
    ++step.round;
    const CommonPlane<T> at = best;
    candidates.visit_all(at, [&](PlaneKind kind, const Vec3<T>& n) {
      step.kind = kind;
      step.plane = common_plane_along(moved, n);
      step.retained = step.plane.gap > best.gap;
      if (step.retained) best = step.plane;
      trace(step);
    });
    same = best.closest.index_a == at.closest.index_a && best.closest.index_b == at.closest.index_b;
  }
  Contact<T> r = contact_on_plane(a, b, b_in_a, settings, best.normal, T(0), same);
  r.iterations = step.round;
  return r;
}

template <class T>
TALUS_HD Contact<T> nezami(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                           const RelativePose<T>& b_in_a, const Settings<T>& settings, Cache<T>&) {
  Silent silent;
  return trace_nezami(a, b, b_in_a, settings, silent);
}

}  // namespace talus::polyhedron_polyhedron
