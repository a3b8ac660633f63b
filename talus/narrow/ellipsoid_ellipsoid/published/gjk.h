// GJK for two ellipsoids (P1 section 2.2, Algorithm 2), with Van den Bergen's sub-algorithm.
//
//   C = E_1 - E_2       Minkowski difference; here E_1 = A, E_2 = B, in the frame of A
//   s_C(-v)             support mapping (2.18) to (2.20)
//   W^k, v^k            vertices of the simplex and its point nearest to the origin (2.21)
//   w^k                 new vertex s_C(-v^k)
//   delta^k             w^k . v^k / |v^k| <= d(C)                (2.14)
//   mu^k                largest delta so far, at least 0         (2.16)
//   |v^k| - mu^k <= eps_d                                        (2.17): the error is at most eps_d
//
// Read differently from the text:
//  - Line 6 tests |v^0| before any vertex exists. v^0 is only a direction here and is not tested:
//    the initial vector (3.3) of the validation case, (2 x_c, 2 b, 2 b), is not a point of C as the
//    paper says (the only points of C at the height 2 b lie above the line of centres).
//  - Line 6 also ends the loop with |v| <= eps_d and mu = 0, where overlap is as possible as a gap.
//    The text says that overlap ends in a null vector; so the loop goes on until mu > 0 or v = 0
//    tells.
//  - Line 8 asks whether |v| = 0. That is what a simplex of four vertices means, of which rounding
//    leaves a v of some 1e-17; so does any v below rounding. Four vertices although some delta > 0
//    is rounding too: the bodies are apart, and the simplex has lost its digits.
//  - |v| no longer falls, or no subset is left (gjk_subalgorithm.h): exact arithmetic does not do
//    that. The method ends there; if (2.17) does not hold by then, the answer is iteration_limit.
//
// Known weaknesses: overlapping bodies have no depth. The points err more than the distance does:
// v.n >= d for the true normal n and |v| <= d + eps_d leave v an error of sqrt(2 d eps_d + eps_d^2)
// across, which grows with the distance d. (The paper saw that in Figs. 10 and 11 and found no
// explanation.)
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/published/gjk_subalgorithm.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/separation_answer.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/target_error.h"
#include "talus/narrow/trace.h"

namespace talus::ellipsoid_ellipsoid {

// After each pass of the loop: v^k with its simplex, and what w^k = s_C(-v^k) says about it.
template <class T>
struct GjkStep {
  int k;
  Vec3<T> v;
  T delta, mu;
  const GjkSubalgorithm<T>& simplex;
};

enum class GjkEnd { converged, overlapping, stalled };

template <class T>
struct GjkState {
  GjkSubalgorithm<T> simplex;
  Vec3<T> v;                  // v^k
  T mu{};                     // mu^k
  T best{-infinity_of<T>()};  // the largest delta of all, also a negative one
  int k{};
};

template <class T, class Trace>
TALUS_HD GjkEnd run_gjk(Difference<T, Ellipsoid<T>, Ellipsoid<T>>& difference, T eps_d,
                        int max_iterations, GjkState<T>& s, Trace& trace) {
  const T rounding = difference.rounding();
  T length = norm(s.v);
  while (length > rounding) {
    const engine::SupportPair<T> w = difference.support(-s.v);
    const T delta = dot(s.v, w.c) / length;
    s.best = larger(s.best, delta);
    if (s.k > 0) {
      s.mu = larger(s.mu, delta);
      trace(GjkStep<T>{s.k, s.v, delta, s.mu, s.simplex});
      if (s.mu > T(0) && !(length - s.mu > eps_d)) return GjkEnd::converged;
    }
    if (s.k == max_iterations) return GjkEnd::stalled;
    if (!s.simplex.add(w)) return GjkEnd::stalled;
    if (s.simplex.next_count() == 4) return s.best > T(0) ? GjkEnd::stalled : GjkEnd::overlapping;
    const Vec3<T> v = s.simplex.next_v();
    const T next_length = norm(v);
    if (s.k > 0 && !(next_length < length)) return GjkEnd::stalled;
    s.simplex.accept();
    s.v = v;
    length = next_length;
    ++s.k;
  }
  return GjkEnd::overlapping;
}

// v_0: the initial vector.
template <class T, class Trace>
TALUS_HD Contact<T> trace_gjk(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Trace& trace, const Vec3<T>& v_0) {
  Difference<T, Ellipsoid<T>, Ellipsoid<T>> difference(a, b, b_in_a);
  const T eps_d = target_error(a, b, settings), rounding = difference.rounding();
  GjkState<T> s;
  s.v = v_0;
  const GjkEnd end = run_gjk(difference, eps_d, settings.max_iterations, s, trace);
  if (end == GjkEnd::overlapping) {
    Contact<T> r = overlap_answer(a, b, b_in_a, s.k);
    if (s.best > -touching_width<T> * difference.radius()) r.status = Status::touching;
    r.lower = larger(r.lower, smaller(s.best - rounding, T(0)));
    return r;
  }
  const bool converged =
      end == GjkEnd::converged || (s.k > 0 && !(norm(s.v) - s.mu > eps_d + T(4) * rounding));
  return separation_answer(a, b, b_in_a, settings, s.simplex.x_1(), s.simplex.x_2(), converged,
                           eps_d, s.k, s.best);
}

template <class T, class Trace>
TALUS_HD Contact<T> trace_gjk(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Trace& trace) {
  return trace_gjk(a, b, b_in_a, settings, trace, -b_in_a.translation);
}

template <class T>
TALUS_HD Contact<T> gjk(const Ellipsoid<T>& a, const Ellipsoid<T>& b, const RelativePose<T>& b_in_a,
                        const Settings<T>& settings, Cache<T>&) {
  Silent silent;
  return trace_gjk(a, b, b_in_a, settings, silent);
}

}  // namespace talus::ellipsoid_ellipsoid
