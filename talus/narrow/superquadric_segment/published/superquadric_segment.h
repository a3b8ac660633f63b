// A superquadric and a line segment: P2 sections 2.1 and 2.3.5 (Podlozhnyuk et al. 2017). The
// bodies are in contact if the minimum of F along the segment
// (superquadric_potential/published/segment_minimum.h) is negative.
//
// P2 leaves normal and depth open. Chosen here: n of segment_minimum.h; point_b = X, point_a where
// the line along n meets the surface of A. The line of a separated segment may miss A: then the
// distance is sigma(n), point_a is A's point nearest to the plane through X, and point_b its
// projection onto the plane.
//
// Known failures: the distance is not the shortest one, nor the depth the least translation, except
// for spheres. The plane through X orthogonal to n does separate the bodies, so "separated" is
// always proven.
#pragma once

#include "talus/narrow/superquadric_potential/published/segment_minimum.h"

namespace talus::superquadric_segment {

template <class T, class Trace>
TALUS_HD Contact<T> trace_superquadric_segment(const Superquadric<T>& a, const Segment<T>& b,
                                               const RelativePose<T>& b_in_a,
                                               const Settings<T>& settings, Trace& trace) {
  using namespace superquadric_potential;
  Difference<T, Superquadric<T>, Segment<T>> difference(a, b, b_in_a);
  const Vec3<T> from = b_in_a.point_to_a(b.from), to = b_in_a.point_to_a(b.to);
  const SegmentMinimum<T> minimum = minimum_on_segment(a, from, to, trace);
  const T rounding = difference.rounding();
  Contact<T> r;
  r.definition = Definition::summed_potential;
  r.iterations = minimum.probes;
  const LineHit<T> hit = surface_along(a, minimum.x, minimum.normal);
  set_from_points(r, difference, minimum.normal, hit.x, minimum.x, hit.on_line);
  const T upper = minimum.gauge < T(1) ? -inner_ball(a, minimum.x, rounding)
                                       : norm(minimum.x - pulled_inside(a, hit.x)) + rounding;
  certify(r, difference, settings, upper);
  return r;
}

template <class T>
TALUS_HD Contact<T> superquadric_segment(const Superquadric<T>& a, const Segment<T>& b,
                                         const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                         Cache<T>&) {
  Silent silent;
  return trace_superquadric_segment(a, b, b_in_a, settings, silent);
}

}  // namespace talus::superquadric_segment
