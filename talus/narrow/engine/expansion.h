// Polytope expansion: the global minimum over directions of h(n) = max over C of n.c, best first.
// The nearest face of an inner polytope bounds it from below, every support value from above; the
// two meet. Each direction that improves the upper bound is polished (polish.h), so on curved
// bodies the answer is exact long before the polytope is.
#pragma once

#include "talus/narrow/engine/polish.h"
#include "talus/narrow/engine/polytope.h"

namespace talus::engine {

// Excuses no face.
struct NeverSettled {
  template <class T>
  TALUS_HD bool operator()(const Stationary<T>&, const Vec3<T>&, T) const {
    return false;
  }
};

// At the end the nearest face is as good an answer as the best direction, and where that is not
// stationary (flat sides, sharp edges) a better one: its points are joined by its normal.
template <class T, class Difference>
TALUS_HD void settle_on_face(Difference& difference, const Polytope<T>& polytope, int f, T gap,
                             Stationary<T>& best) {
  if (!(best.residual > gap)) return;
  f = polytope.face_under_origin(f, T(4) * gap);
  const Stationary<T> here =
      polish_on_face(difference, polytope.normal(f), polytope.face_simplex(f));
  if (here.h <= best.h + T(4) * gap && here.residual < best.residual) best = here;
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
      polytope.excuse(f, best.h);
      continue;
    }
    ++steps;
    ++iterations;
    const SupportPair<T> w = difference.support(n);
    const T h = dot(n, w.c);
    if constexpr (!Difference::smooth) {
      // About to end: the normal from the features' own edges, not from rounded points of C. The
      // threshold only decides when that is worth its cost.
      if (!polytope.refined(f) && !(h - offset > T(1e-6) * difference.radius())) {
        polytope.refine(f, feature_normal(difference, polytope.face_simplex(f), n));
        continue;
      }
    }
    if (h < best.h - rounding) {
      if constexpr (Difference::smooth) {
        // On sharp edges of smooth bodies polishing gains nothing; the expansion then goes on
        // alone.
        const Stationary<T> here = polished_in_vain < 3
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
    // A face that C does not reach beyond is a face of C, and none is nearer.
    if (!(h - offset > gap) || !polytope.expand(f, w)) {
      settle_on_face(difference, polytope, f, gap, best);
      return bound;
    }
  }
}

}  // namespace talus::engine
