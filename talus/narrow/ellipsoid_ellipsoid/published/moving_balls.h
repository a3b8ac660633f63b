// Moving Balls with the constant angle threshold (2.9) (P1 Algorithm 1). The loop, its symbols and
// its failures are in moving_balls_loop.h; the threshold, and why it keeps |d - d*| <= eps_d, in
// stopping_angle.h.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/published/moving_balls_loop.h"

namespace talus::ellipsoid_ellipsoid {

template <class T, class Trace>
TALUS_HD Contact<T> trace_moving_balls(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                       const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                       Trace& trace) {
  const T constant = constant_threshold_squared(a, b, target_error(a, b, settings));
  const auto threshold = [constant](const auto&, const auto&) { return constant; };
  return moving_balls_loop(a, b, b_in_a, settings, threshold, trace);
}

template <class T>
TALUS_HD Contact<T> moving_balls(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                 const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                 Cache<T>&) {
  Silent silent;
  return trace_moving_balls(a, b, b_in_a, settings, silent);
}

}  // namespace talus::ellipsoid_ellipsoid
