// Raises the lower bound of the distance of two nearly touching polyhedra by the normals of their
// features. If the nearest point is within rounding of a feature's border, GJK may end on the
// neighbouring feature. While the bracket is open:
//   1. take the points of the best features and the support point along their normal;
//   2. evaluate the normals of all edges and triangles among these points, keep the best.
#pragma once

#include "talus/narrow/engine/feature_normal.h"
#include "talus/narrow/engine/gjk.h"

namespace talus::engine {

template <class T, class Difference>
TALUS_HD void refine_on_features(Difference& difference, const GjkResult<T>& found, Vec3<T>& normal,
                                 T& lower) {
  constexpr int max_rounds = 6;  // one per feature that GJK is off; stops when nothing improves
  const T closed = T(2) * difference.rounding();
  Simplex<T> best;
  SupportPair<T> beyond;
  T best_sigma = -infinity_of<T>();
  const auto consider = [&](const Simplex<T>& features) {
    const Vec3<T> n = feature_normal(difference, features, found.direction);
    const SupportPair<T> w = difference.support(n);
    const T sigma = -dot(n, w.c);
    if (!(sigma > best_sigma)) return false;
    best_sigma = sigma;
    best = features;
    beyond = w;
    if (sigma > lower) {
      lower = sigma;
      normal = n;
    }
    return true;
  };
  consider(found.simplex);
  bool improved = true;
  for (int round = 0; round < max_rounds && improved && found.upper - lower > closed; ++round) {
    improved = false;
    Simplex<T> all = best;
    all.point[all.count++] = beyond;
    for (int subset = 1; subset < (1 << all.count); ++subset) {
      Simplex<T> features;
      for (int i = 0; i < all.count; ++i) {
        if ((subset >> i & 1) != 0) features.point[features.count++] = all.point[i];
      }
      if (features.count == 2 || features.count == 3) improved = consider(features) || improved;
    }
  }
}

}  // namespace talus::engine
