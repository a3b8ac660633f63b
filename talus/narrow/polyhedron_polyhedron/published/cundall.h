// Cundall's common plane (1988), as P0 section 2 describes it: from the perpendicular bisector (PB)
// of the centroids, tilt the plane step by step until its gap is largest. P0 prints no separate
// listing; the perturbation is that of its Algorithm 1 (plane_perturbation.h), started once.
//
// Known failures
// - A local maximum of the gap ends the search (P0 Fig. 2): overlap measured along a wrong normal
//   and too deep.
// - Where the gap has a ridge (edge or face contact), eight directions may all go downhill beside
//   it: the search stops short of the top even without another maximum.
// - The answer is no better than the last step, about 1e-9 of the size.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/plane_perturbation.h"
#include "talus/narrow/trace.h"

namespace talus::polyhedron_polyhedron {

template <class T, class Trace>
TALUS_HD Contact<T> trace_cundall(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                  const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                  Trace& trace) {
  PolyhedronDifference<T> difference(a, b, b_in_a);
  const Vec3<T> n12 = perpendicular_bisector(a, b, b_in_a);
  const Perturbation<T> end = perturb(difference, settings, 0, n12, trace);
  const T tie = T(8) * Perturbation<T>::k_min * difference.radius();
  Contact<T> r = contact_on_plane(a, b, b_in_a, settings, end.plane.normal, tie, end.finished);
  r.iterations = end.steps;
  return r;
}

template <class T>
TALUS_HD Contact<T> cundall(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                            const RelativePose<T>& b_in_a, const Settings<T>& settings, Cache<T>&) {
  Silent silent;
  return trace_cundall(a, b, b_in_a, settings, silent);
}

}  // namespace talus::polyhedron_polyhedron
