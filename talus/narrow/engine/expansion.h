// Polytope expansion (van den Bergen 2001): the global minimum over directions of h(n) = max over C
// of n.c, best first.
//   1. Take the face of the inner polytope with the lowest bound of h.
//   2. Stop if the best h found and the bound agree.
//   3. Evaluate the support point along the face's normal. If it improves the best h, polish the
//      direction (polish.h): on curved bodies the answer is exact long before the polytope is.
//   4. Add the support point to the polytope.
#pragma once

#include "talus/narrow/engine/polish.h"
#include "talus/narrow/engine/polytope.h"

namespace talus::engine {

// When the expansion changes its method. These decide cost, not correctness.
struct ExpansionLimits {
  // Height of C over a face, relative to the radius, below which the face's normal is recomputed
  // from the edges of the features.
  static constexpr double refined_height = 1e-6;
  // Polishing runs without gain (sharp edges of smooth bodies) after which it is no longer tried.
  static constexpr int polished_in_vain = 3;
  // A face answers if it is within this many gaps of the best direction.
  static constexpr double face_gaps = 4;
};

// Without another proof of the bound of a face.
struct NeverSettled {
  template <class T>
  TALUS_HD bool operator()(const Stationary<T>&, const Vec3<T>&, T) const {
    return false;
  }
};

// At the end the nearest face is an equivalent answer. It is preferred if the best direction is not
// stationary (flat sides, sharp edges): the points of the face are joined by its normal.
template <class T, class Difference>
TALUS_HD void settle_on_face(Difference& difference, const Polytope<T>& polytope, int f, T gap,
                             Stationary<T>& best) {
  if (!(best.residual > gap)) return;
  f = polytope.face_under_origin(f, T(ExpansionLimits::face_gaps) * gap);
  const Stationary<T> here =
      polish_on_face(difference, polytope.normal(f), polytope.face_simplex(f));
  if (here.h <= best.h + T(ExpansionLimits::face_gaps) * gap && here.residual < best.residual)
    best = here;
}

// `best` comes in with the best direction known so far (h = infinity if none) and leaves with the
// global one. `gap` is absolute. `settled(best, normal, offset)`: a proof of another kind that h >=
// best.h wherever the face bounds it by less. Returns a lower bound of h over all directions.
template <class T, class Difference, class Settled = NeverSettled>
TALUS_HD T expand(Difference& difference, Polytope<T>& polytope, Stationary<T>& best, T gap,
                  int max_steps, int& iterations, const Settled& settled = {}) {
  const T rounding = difference.rounding();
  int steps = 0, polished_in_vain = 0;
  for (;;) {
    const int f = polytope.nearest_face();
    const Vec3<T> n = polytope.normal(f);
    const T offset = polytope.offset(f), bound = polytope.bound(f);
    if (!(best.h - bound > gap) || steps >= max_steps) {
      settle_on_face(difference, polytope, f, gap, best);
      return bound;
    }
    if (settled(best, n, offset)) {
      polytope.raise_bound(f, best.h);
      continue;
    }
    ++steps;
    ++iterations;
    const SupportPair<T> w = difference.support(n);
    const T h = dot(n, w.c);
    if constexpr (!Difference::smooth) {
      // About to end: takes the normal from the edges of the features instead of rounded points of
      // C.
      if (!polytope.refined(f) &&
          !(h - offset > T(ExpansionLimits::refined_height) * difference.radius())) {
        polytope.refine(f, feature_normal(difference, polytope.face_simplex(f), n));
        continue;
      }
    }
    if (h < best.h - rounding) {
      if constexpr (Difference::smooth) {
        const Stationary<T> here = polished_in_vain < ExpansionLimits::polished_in_vain
                                       ? polish(difference, n, polytope.face_simplex(f))
                                       : polish_on_face(difference, n, polytope.face_simplex(f));
        iterations += here.iterations;
        polished_in_vain = h - here.h > rounding ? 0 : polished_in_vain + 1;
        if (here.h < best.h) best = here;
      } else {
        best.normal = n;
        best.h = h;
        best.residual = infinity_of<T>();  // its points are found once, at the end
      }
    }
    // A face that C does not exceed is a face of C, and none is nearer.
    if (!(h - offset > gap) || !polytope.expand(f, w)) {
      settle_on_face(difference, polytope, f, gap, best);
      return bound;
    }
  }
}

}  // namespace talus::engine
