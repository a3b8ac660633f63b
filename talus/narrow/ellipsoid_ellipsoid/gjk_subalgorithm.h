// The distance sub-algorithm of P1 section 2.2.3, after Van den Bergen 1999: the point of a simplex
// nearest to the origin by the recursion of Cramer's rule, with the products of earlier iterations
// kept.
//
//   y_i            vertices of Y = W + {w}, at most four; a subset X is a mask of their bits
//   Delta_i(X)     (2.25) Delta_j({y_j}) = 1,
//                  (2.26) Delta_j(Z + y_j) = sum over i in Z of Delta_i(Z) (y_l.y_i - y_j.y_i), any
//                  l in Z
//   lambda_i(X)    Delta_i(X) / sum of Delta_j(X)   (2.27): v(aff X) = sum of lambda_i y_i
//   (2.28)         X holds v(conv Y) if Delta_i(X) > 0 in X and Delta_j(X + y_j) <= 0 outside
//
// A vertex keeps its place as long as it belongs to W, so the dot products and the Delta of subsets
// without the new vertex w are still there: an iteration computes at most four products and the
// Delta of the subsets that hold w. The solution always holds w, so only those are tested, the
// smallest first.
//
// Known failure: differences of products lose half of the digits where the simplex is small against
// its distance, and the vertices of a nearly flat simplex are affinely dependent to rounding. Then
// no subset, or a wrong one, fulfils (2.28); the paper has no remedy, and none is added: `add` says
// so.
#pragma once

#include "talus/narrow/engine/support_pair.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
class GjkSubalgorithm {
 public:
  // W becomes the smallest subset of W + {w} that holds its point nearest to the origin. False: no
  // subset fulfils (2.28), and W stays as it was. W must not hold four vertices.
  TALUS_HD bool add(const engine::SupportPair<T>& w) {
    int last = 0;
    while ((kept_ >> last & 1) != 0) ++last;
    vertex_[last] = w;
    for (int i = 0; i < 4; ++i) {
      if (i == last || (kept_ >> i & 1) != 0) {
        product_[i][last] = product_[last][i] = dot(vertex_[i].c, w.c);
      }
    }
    const int y = kept_ | 1 << last;
    for (const int z : by_size) {
      if ((z & ~kept_) == 0) fill_delta(z | 1 << last);
    }
    for (const int z : by_size) {
      if ((z & ~kept_) == 0 && holds_nearest(z | 1 << last, y)) {
        choose(z | 1 << last);
        return true;
      }
    }
    return false;
  }

  // W as it was before the last `add`: the new vertex took the place of none of its vertices.
  TALUS_HD void undo() {
    kept_ = kept_before_;
    for (int i = 0; i < 4; ++i) lambda_[i] = lambda_before_[i];
  }

  TALUS_HD int count() const {
    return (kept_ & 1) + (kept_ >> 1 & 1) + (kept_ >> 2 & 1) + (kept_ >> 3 & 1);
  }
  TALUS_HD int kept() const { return kept_; }
  TALUS_HD const engine::SupportPair<T>& vertex(int i) const { return vertex_[i]; }
  // Zero for vertices that were dropped.
  TALUS_HD T lambda(int i) const { return lambda_[i]; }
  TALUS_HD Vec3<T> v() const { return combine(&engine::SupportPair<T>::c); }
  // (2.30)
  TALUS_HD Vec3<T> x_1() const { return combine(&engine::SupportPair<T>::a); }
  TALUS_HD Vec3<T> x_2() const { return combine(&engine::SupportPair<T>::b); }

 private:
  // All subsets of three or fewer of four vertices, in ascending order of their size.
  static constexpr int by_size[15] = {0, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14};

  TALUS_HD void fill_delta(int x) {
    for (int j = 0; j < 4; ++j) {
      if ((x >> j & 1) == 0) continue;
      const int z = x & ~(1 << j);
      if (z == 0) {
        delta_[x][j] = T(1);
        return;
      }
      int l = 0;
      while ((z >> l & 1) == 0) ++l;
      T sum = T(0);
      for (int i = 0; i < 4; ++i) {
        if ((z >> i & 1) != 0) sum = sum + delta_[z][i] * (product_[l][i] - product_[j][i]);
      }
      delta_[x][j] = sum;
    }
  }

  TALUS_HD bool holds_nearest(int x, int y) const {
    for (int j = 0; j < 4; ++j) {
      if ((x >> j & 1) != 0) {
        if (!(delta_[x][j] > T(0))) return false;
      } else if ((y >> j & 1) != 0 && !(delta_[x | 1 << j][j] <= T(0))) {
        return false;
      }
    }
    return true;
  }

  TALUS_HD void choose(int x) {
    kept_before_ = kept_;
    kept_ = x;
    T sum = T(0);
    for (int i = 0; i < 4; ++i) {
      lambda_before_[i] = lambda_[i];
      lambda_[i] = (x >> i & 1) != 0 ? delta_[x][i] : T(0);
      sum = sum + lambda_[i];
    }
    for (int i = 0; i < 4; ++i) lambda_[i] = lambda_[i] / sum;
  }

  TALUS_HD Vec3<T> combine(Vec3<T> engine::SupportPair<T>::*which) const {
    Vec3<T> sum{};
    for (int i = 0; i < 4; ++i) {
      if ((kept_ >> i & 1) != 0) sum = sum + lambda_[i] * (vertex_[i].*which);
    }
    return sum;
  }

  engine::SupportPair<T> vertex_[4];
  T product_[4][4];  // y_i . y_j
  T delta_[16][4];   // Delta_i(X) by the mask of X
  T lambda_[4]{}, lambda_before_[4]{};
  int kept_{}, kept_before_{};  // W as a mask
};

}  // namespace talus::ellipsoid_ellipsoid
