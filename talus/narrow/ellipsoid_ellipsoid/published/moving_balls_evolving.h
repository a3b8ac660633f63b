// Moving Balls with the evolving angle threshold (F.6), from the radii of curvature at the points
// of each step (P1 Algorithm 1 with Appendix F.2.2). The loop, its symbols and its failures are in
// moving_balls_loop.h; the threshold, and what of it is proven, in stopping_angle.h.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/published/moving_balls_loop.h"

namespace talus::ellipsoid_ellipsoid {

template <class T, class Trace>
TALUS_HD Contact<T> trace_moving_balls_evolving(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                                const RelativePose<T>& b_in_a,
                                                const Settings<T>& settings, Trace& trace) {
  const T eps_d = target_error(a, b, settings);
  const auto threshold = [eps_d](const auto& one, const auto& two) {
    return evolving_threshold_squared(eps_d, one.largest_radius(), two.largest_radius());
  };
  return moving_balls_loop(a, b, b_in_a, settings, threshold, trace);
}

template <class T>
TALUS_HD Contact<T> moving_balls_evolving(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                          const RelativePose<T>& b_in_a,
                                          const Settings<T>& settings, Cache<T>&) {
  Silent silent;
  return trace_moving_balls_evolving(a, b, b_in_a, settings, silent);
}

}  // namespace talus::ellipsoid_ellipsoid
