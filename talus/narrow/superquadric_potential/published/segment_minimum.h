// The minimum of a superquadric's potential F along a segment (P2 sections 2.1 and 2.3.5,
// Podlozhnyuk et al. 2017), for superquadric-segment and peng-hanley.
//
//   X      the point of the segment with the least F
//   n      grad F at X: orthogonal to the segment, or at an end pointing beyond it
//
// F increases with the gauge g = (F + 1)^(1/n1), so both have the same X; g is used because its
// slope along the segment does not vanish near the centre. The slope increases along the segment (g
// is convex), so its zero is bracketed and found by the Illinois rule, with bisection where that
// stalls. n is the combination of the gradients at the ends of the last bracket with zero slope,
// which is right also at a ridge, where grad F jumps.
#pragma once

#include "talus/narrow/superquadric_potential/published/potential_contact.h"
#include "talus/narrow/trace.h"

namespace talus::superquadric_potential {

// One evaluation of the gauge's slope along the segment.
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

// Safety cap; 22 probes on average, at most about 3 x 52 where every third one bisects.
inline constexpr int segment_probe_limit = 200;

// Gradients that cancel to less than this part of their size have no direction (through the
// centre).
inline constexpr double min_gradient_rest = 1e-6;

namespace detail {

template <class T>
struct Probe {
  T s, slope;
  GaugeAt<T> at;
};

// The minimum between two probes with slopes of opposite sign.
template <class T>
TALUS_HD SegmentMinimum<T> between(const Probe<T>& low, const Probe<T>& high, const Vec3<T>& from,
                                   const Vec3<T>& along, int probes) {
  const Probe<T>& best = high.at.value < low.at.value ? high : low;
  const T total = high.slope - low.slope;
  const Vec3<T> n =
      total > T(0) ? (high.slope / total) * low.at.gradient - (low.slope / total) * high.at.gradient
                   : best.at.gradient;
  // Through the centre the gradients cancel; any direction orthogonal to the segment is as good.
  const T size = larger(max_norm(low.at.gradient), max_norm(high.at.gradient));
  const Vec3<T> across = max_norm(n) > T(min_gradient_rest) * size
                             ? n
                             : any_orthogonal(normalized(along / max_norm(along)));
  return {from + best.s * along, unit_or(across, along), best.at.value, 0, probes};
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
    return {from, unit_or(low.at.gradient, -along), low.at.value, -1, 1};
  }
  detail::Probe<T> high = probe(T(1));
  if (!(high.slope > T(0))) {
    return {to, unit_or(high.at.gradient, along), high.at.value, 1, 2};
  }
  T weight_low = low.slope, weight_high = high.slope;  // of the Illinois rule
  int probes = 2, last = 0;                            // last: which end moved
  while (probes < segment_probe_limit) {
    const T width = high.s - low.s;
    T s = low.s - weight_low * width / (weight_high - weight_low);
    // Every third probe bisects, so that the bracket shrinks around a jump of the slope too.
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

}  // namespace talus::superquadric_potential
