// A superquadric and a line segment: P2 sections 2.1 and 2.3.5 (Podlozhnyuk et al. 2017), the
// potential F minimised along the segment; they are in contact if it is negative there.
//
//   X      the point of the segment with the least F
//   n      grad F at X: at right angles to the segment, or from its end away from the segment's
//          side; the normal of the contact
//
// F grows with the gauge g = (F + 1)^(1/n1), so both have the same X; g is used because its slope
// along the segment does not vanish near the centre as that of F does. The slope grows along the
// segment (g is convex), so its zero is bracketed and closed in by the Illinois rule, with halving
// where that stalls.
//
// P2 leaves normal and depth open. Here: n from the two ends of the last bracket, weighted so that
// the slope is zero, which is right also at a ridge, where grad F jumps; point_b = X, point_a where
// the line along n meets the surface of A. A separated segment's line may miss A: then the distance
// is the gap along n, point_a is A's point nearest to the plane through X, and point_b its foot.
//
// Known failures: the distance is not the shortest one, nor the depth the least translation,
// except for spheres. The segment's own plane X + n-perpendicular does separate the bodies, so
// "separated" is always proven.
#pragma once

#include "talus/narrow/superquadric_superquadric/published/potential_answer.h"
#include "talus/narrow/trace.h"

namespace talus::superquadric_segment {

// One probe of the slope of the gauge along the segment.
template <class T>
struct SegmentStep {
  T s;      // from 0 at `from` to 1 at `to`
  T slope;  // of the gauge, over the segment's length
  T gauge;
};

template <class T>
struct SegmentMinimum {
  Vec3<T> x;       // X, in the frame of the superquadric
  Vec3<T> normal;  // unit
  T gauge;         // below 1: inside
  int end;         // -1: X is `from`, 1: X is `to`, 0: between
  int probes;
};

inline constexpr int segment_probe_limit = 200;

namespace detail {

template <class T>
struct Probe {
  T s, slope;
  GaugeAt<T> at;
};

// Slopes of opposite sign; the weighted gradient has none.
template <class T>
TALUS_HD SegmentMinimum<T> between(const Probe<T>& low, const Probe<T>& high, const Vec3<T>& from,
                                   const Vec3<T>& along, int probes) {
  const Probe<T>& best = high.at.value < low.at.value ? high : low;
  const T total = high.slope - low.slope;
  const Vec3<T> n =
      total > T(0) ? (high.slope / total) * low.at.gradient - (low.slope / total) * high.at.gradient
                   : best.at.gradient;
  // Through the centre the gradients cancel, and every direction across is as good.
  const T size = larger(max_norm(low.at.gradient), max_norm(high.at.gradient));
  const Vec3<T> across =
      max_norm(n) > T(1e-6) * size ? n : any_orthogonal(normalized(along / max_norm(along)));
  return {from + best.s * along, superquadric_superquadric::unit_or(across, along), best.at.value,
          0, probes};
}

}  // namespace detail

// The minimum of F along from -> to, both in the frame of the superquadric.
template <class T, class Trace>
TALUS_HD SegmentMinimum<T> minimum_on_segment(const Superquadric<T>& a, const Vec3<T>& from,
                                              const Vec3<T>& to, Trace& trace) {
  const Vec3<T> along = to - from;
  const auto probe = [&](T s) {
    const Vec3<T> x = s < T(1) ? from + s * along : to;
    const GaugeAt<T> at = gauge_at(a, x);
    const detail::Probe<T> p{s, dot(at.gradient, along), at};
    trace(SegmentStep<T>{s, p.slope, at.value});
    return p;
  };
  detail::Probe<T> low = probe(T(0));
  if (!(low.slope < T(0))) {
    return {from, superquadric_superquadric::unit_or(low.at.gradient, -along), low.at.value, -1, 1};
  }
  detail::Probe<T> high = probe(T(1));
  if (!(high.slope > T(0))) {
    return {to, superquadric_superquadric::unit_or(high.at.gradient, along), high.at.value, 1, 2};
  }
  T weight_low = low.slope, weight_high = high.slope;  // of the Illinois rule
  int probes = 2, last = 0;                            // last: which end moved
  while (probes < segment_probe_limit) {
    const T width = high.s - low.s;
    T s = low.s - weight_low * width / (weight_high - weight_low);
    // Every third probe halves, so that a slope with a jump is closed in as well.
    if (probes % 3 == 0 || !(s > low.s && s < high.s)) s = low.s + T(0.5) * width;
    if (!(s > low.s && s < high.s)) break;
    const detail::Probe<T> p = probe(s);
    ++probes;
    if (p.slope < T(0)) {
      if (last < 0) weight_high = T(0.5) * weight_high;
      low = p;
      weight_low = p.slope;
      last = -1;
    } else {
      if (last > 0) weight_low = T(0.5) * weight_low;
      high = p;
      weight_high = p.slope;
      last = 1;
    }
    if (p.slope == T(0)) low = high;
    if (!(high.s - low.s > T(2) * epsilon_of<T>() * high.s)) break;
  }
  return detail::between(low, high, from, along, probes);
}

template <class T, class Trace>
TALUS_HD Contact<T> trace_superquadric_segment(const Superquadric<T>& a, const Segment<T>& b,
                                               const RelativePose<T>& b_in_a,
                                               const Settings<T>& settings, Trace& trace) {
  Difference<T, Superquadric<T>, Segment<T>> difference(a, b, b_in_a);
  const Vec3<T> from = b_in_a.point_to_a(b.from), to = b_in_a.point_to_a(b.to);
  const SegmentMinimum<T> minimum = minimum_on_segment(a, from, to, trace);
  const T rounding = difference.rounding();
  Contact<T> r;
  r.definition = Definition::summed_potential;
  r.iterations = minimum.probes;
  using namespace superquadric_superquadric;
  const SurfacePoint<T> met = surface_along(a, minimum.x, minimum.normal);
  set_from_points(r, difference, minimum.normal, met.x, minimum.x, met.on_line);
  const T upper = minimum.gauge < T(1) ? -inner_ball(a, minimum.x, rounding)
                                       : norm(minimum.x - pulled_inside(a, met.x)) + rounding;
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
