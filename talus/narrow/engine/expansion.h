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

// `best` comes in with the best direction known so far (h = infinity if none) and leaves with the
// global one. `gap` is absolute. `settled(best, normal, offset)`: a proof of another kind that h >=
// best.h wherever the face bounds it by less. Returns a lower bound of h over all directions.
template <class T, class Difference, class Settled = NeverSettled>
TALUS_HD T expand(Difference& difference, Polytope<T>& polytope, Stationary<T>& best, T gap,
                  int max_iterations, int& iterations, const Settled& settled = {}) {
  const T rounding = difference.rounding();
  for (;;) {
    const int f = polytope.nearest_face();
    const Vec3<T> n = polytope.normal(f);
    const T offset = polytope.offset(f), bound = polytope.bound(f);
    if (!(best.h - bound > gap) || iterations >= max_iterations) return bound;
    if (settled(best, n, offset)) {
      polytope.excuse(f, best.h);
      continue;
    }
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
      const Stationary<T> here = polish(difference, n, polytope.face_simplex(f));
      iterations += here.iterations;
      if (here.h < best.h) best = here;
    }
    // A face that C does not reach beyond is a face of C, and none is nearer.
    if (!(h - offset > gap) || !polytope.expand(f, w)) return bound;
  }
}

}  // namespace talus::engine
