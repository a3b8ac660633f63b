// Polytope expansion: the global minimum over directions of h(n) = max over C of n.c, best first.
// The nearest face of an inner polytope bounds it from below, every support value from above; the
// two meet. On smooth bodies Newton polishes each direction that improves the upper bound, so the
// answer is exact long before the polytope is.
#pragma once

#include "talus/narrow/engine/feature_normal.h"
#include "talus/narrow/engine/newton.h"
#include "talus/narrow/engine/polytope.h"

namespace talus::engine {

template <class T>
struct Expansion {
  Vec3<T> normal;          // the best direction found
  T h{};                   // its support value: the depth is at most this
  SupportPair<T> support;  // its support point
  T residual{};            // tangential part of the support point: small where it is stationary
  T ball{};                // a ball of this radius lies in C: the depth is at least this
  Simplex<T> face;         // nearest face, with the weights of the origin's projection
  int iterations{};
};

template <class T>
TALUS_HD void keep_lower(Expansion<T>& e, const Stationary<T>& s) {
  if (s.h < e.h) {
    e.h = s.h;
    e.normal = s.normal;
    e.support = s.support;
    e.residual = s.residual;
  }
}

// Excuses no face.
struct NeverSettled {
  template <class T>
  TALUS_HD bool operator()(const Expansion<T>&, const Vec3<T>&, T) const {
    return false;
  }
};

// `e` comes in with the best direction known so far (h = infinity if none). `gap` is absolute.
// `settled(e, normal, offset)`: a proof of another kind that h >= e.h wherever the face bounds it
// by less.
template <class T, class Difference, class Settled = NeverSettled>
TALUS_HD void expand(Difference& difference, Polytope<T>& polytope, Expansion<T>& e, T gap,
                     int max_iterations, const Settled& settled = {}) {
  const T rounding = difference.rounding();
  int f = polytope.nearest_face();
  for (;; f = polytope.nearest_face()) {
    const Vec3<T> n = polytope.normal(f);
    const T offset = polytope.offset(f);
    if (!(e.h - polytope.bound(f) > gap) || e.iterations >= max_iterations) break;
    if (settled(e, n, offset)) {
      polytope.excuse(f, e.h);
      continue;
    }
    ++e.iterations;

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
    if (h < e.h - rounding) {
      Stationary<T> here{n, w, h, norm(w.c - h * n), 0};
      if constexpr (Difference::smooth) {
        here = newton(difference, n, difference.radius(), rounding, 12);
        e.iterations += here.iterations;
      }
      keep_lower(e, here);
    }
    // A face that C does not reach beyond is a face of C, and none is nearer.
    if (!(h - offset > gap) || !polytope.expand(f, w)) break;
  }
  e.ball = polytope.bound(f);
  e.face = polytope.face_simplex(f);
}

}  // namespace talus::engine
