// P0's revised Cundall (Algorithm 1): the perturbation of the common plane from three initial
// planes, the perpendicular bisector (PB) of the centroids and two planes at right angles to it and
// to each other; the one that ends with the largest gap is the answer.
//
//   n12, p12, q12   orthonormal frame, n12 the normal of PB; p12 is arbitrary in the paper, here
//                   any_orthogonal(n12), and q12 = n12 x p12
//
// What is meant where the print does not work (more in plane_perturbation.h):
// - As printed, gap_max is carried from one start to the next, so that the second and third start
//   could move only where a neighbour of the start already beats the first answer. The text says
//   that the algorithm is repeated three times and the best of the candidates retained; so here.
//
// Known failures
// - Three starts are no guarantee: the opposite directions -n12, -p12 and -q12 are not started
//   from, and local maxima and ridges of the gap remain.
// - The answer is no better than the last step, about 1e-9 of the size (P0 Fig. 11), at three times
//   the cost of the classical method.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/plane_perturbation.h"
#include "talus/narrow/trace.h"

namespace talus::polyhedron_polyhedron {

template <class T, class Trace>
TALUS_HD Contact<T> trace_cundall_revised(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                          const RelativePose<T>& b_in_a,
                                          const Settings<T>& settings, Trace& trace) {
  PolyhedronDifference<T> difference(a, b, b_in_a);
  const Vec3<T> n12 = perpendicular_bisector(a, b, b_in_a);
  const Vec3<T> p12 = any_orthogonal(n12);
  const Vec3<T> initial[3] = {n12, p12, cross(n12, p12)};
  CommonPlane<T> best;
  bool finished = true;
  int steps = 0;
  for (int start = 0; start < 3; ++start) {
    const Perturbation<T> end = perturb(difference, settings, start, initial[start], trace);
    if (start == 0 || end.plane.gap > best.gap) best = end.plane;
    finished = finished && end.finished;
    steps += end.steps;
  }
  const T tie = T(8) * Perturbation<T>::k_min * difference.radius();
  Contact<T> r = contact_on_plane(a, b, b_in_a, settings, best.normal, tie, finished);
  r.iterations = steps;
  return r;
}

template <class T>
TALUS_HD Contact<T> cundall_revised(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                    const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                    Cache<T>&) {
  Silent silent;
  return trace_cundall_revised(a, b, b_in_a, settings, silent);
}

}  // namespace talus::polyhedron_polyhedron
