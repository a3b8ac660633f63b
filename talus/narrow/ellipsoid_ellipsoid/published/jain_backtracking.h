// Jain's algorithm with a backtracking loop, P1's attempt to make it robust (section 3.4.5).
//
//   lambda    shrinking factor of the loop (no value printed; that of Algorithm 3's use, 0.5)
//   l         index of the loop: the step (2.70) is tried with lambda^l C_m, l = 0, 1, ..., until
//             the points are closer than before
//
// The paper found its loop trapped for the pair of Fig. 20, at a step that no lambda^l shortens
// (the data are only in the figure). With (2.70) as printed that cannot happen away from a
// stationary pair: to first order the step changes the distance by
//   -C_m lambda^l ((d.t_nu)^2 |t_nu| + (d.t_phi)^2 |t_phi|), d and t made unit in the products,
// and neither did it occur in the tests. A loop of max_tries without success is still answered as
// iteration_limit. What fails, and is kept: two points a gap d apart can move together only by
// steps of about d, so the iterations grow as 1/d.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/published/jain.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
struct JainBacktracking {
  T lambda = T(0.5);
  // lambda^l is then below rounding of any step: trapped.
  int max_tries = 60;

  TALUS_HD int operator()(const JainPair<T>& pair, JainPoints<T>& s) const {
    T part = T(1);
    for (int tried = 1; tried <= max_tries; ++tried) {
      const JainPoints<T> next = pair.next(s, part);
      if (next.distance < s.distance) {
        s = next;
        return tried;
      }
      part = lambda * part;
    }
    return 0;
  }
};

template <class T, class Trace>
TALUS_HD Contact<T> trace_jain_backtracking(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                            const RelativePose<T>& b_in_a,
                                            const Settings<T>& settings, Trace& trace,
                                            const JainConstants<T>& constants = {},
                                            const JainBacktracking<T>& backtracking = {}) {
  return run_jain(a, b, b_in_a, settings, constants, backtracking, trace);
}

template <class T>
TALUS_HD Contact<T> jain_backtracking(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                      const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                      Cache<T>&) {
  Silent silent;
  return trace_jain_backtracking(a, b, b_in_a, settings, silent);
}

}  // namespace talus::ellipsoid_ellipsoid
