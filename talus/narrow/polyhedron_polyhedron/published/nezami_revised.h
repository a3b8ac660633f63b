// P0's revised Nezami (Algorithm 2): the fast common plane without moving the particles. The
// closest vertices are the most deeply buried ones where the particles overlap, and the gap is
// algebraic, so that the largest gap is the least overlap.
//
//   n12, n12save   normal of the current plane and of the round before
//   V1, V2         its closest vertices; the candidates of plane_candidates.h are built on them
//
// What is meant where the print does not work:
// - Line 8 overwrites n12 by V1V2 before the candidates are compared. If none has a larger gap, n12
//   would stay V1V2 although gap_max belongs to another plane, and "n12 = n12save" would be tested
//   against it. Here V1V2 is only the normal of the candidate PB, and n12 is always the normal of
//   gap_max: the loop ends when a round finds nothing better.
//
// Known failures
// - It climbs from vertices to vertices and ends at the first plane that no candidate on its own
//   closest vertices betters: a local maximum of the gap, not always the global one.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/plane_candidates.h"
#include "talus/narrow/trace.h"

namespace talus::polyhedron_polyhedron {

template <class T, class Trace>
TALUS_HD Contact<T> trace_nezami_revised(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                         const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                         Trace& trace) {
  PolyhedronDifference<T> difference(a, b, b_in_a);
  const PlaneCandidates<T> candidates(a, b, b_in_a);
  CommonPlane<T> best = common_plane_along(difference, perpendicular_bisector(a, b, b_in_a));
  CandidateStep<T> step{0, PlaneKind::bisector, best, true};
  trace(step);
  bool repeats = false;
  while (!repeats && step.round < settings.max_iterations) {
    ++step.round;
    const CommonPlane<T> at = best;
    candidates.visit_all(at, [&](PlaneKind kind, const Vec3<T>& n) {
      step.kind = kind;
      step.plane = common_plane_along(difference, n);
      step.retained = step.plane.gap > best.gap;
      if (step.retained) best = step.plane;
      trace(step);
    });
    repeats = best.normal == at.normal;
  }
  Contact<T> r = contact_on_plane(a, b, b_in_a, settings, best.normal, T(0), repeats);
  r.iterations = step.round;
  return r;
}

template <class T>
TALUS_HD Contact<T> nezami_revised(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                   const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                   Cache<T>&) {
  Silent silent;
  return trace_nezami_revised(a, b, b_in_a, settings, silent);
}

}  // namespace talus::polyhedron_polyhedron
