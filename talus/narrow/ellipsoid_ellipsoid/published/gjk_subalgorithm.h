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
// The dot products of W are kept from iteration to iteration, so that one costs at most four of
// them. The Delta of the subsets of W, which could be kept too, cost less to compute anew than to
// carry along when vertices are dropped. The solution always holds w, so only subsets with w are
// tested, the smallest first. Subsets are template arguments: all indices are then known to the
// compiler.
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
  // Finds the smallest subset of Y = W + {w} that holds its point nearest to the origin. False: no
  // subset fulfils (2.28). W must not hold four vertices, and changes only by `accept`.
  TALUS_HD bool add(const engine::SupportPair<T>& w) {
    vertex_[3] = w;
    product_[3][3] = dot(w.c, w.c);
    for (int i = 0; i < count_; ++i) product_[i][3] = product_[3][i] = dot(vertex_[i].c, w.c);
    return count_ == 0   ? solve<8>()
           : count_ == 1 ? solve<9>()
           : count_ == 2 ? solve<11>()
                         : solve<15>();
  }

  // v(conv Y) and the number of vertices that hold it.
  TALUS_HD Vec3<T> next_v() const {
    Vec3<T> sum = next_lambda_[3] * vertex_[3].c;
    for (int i = 0; i < count_; ++i) sum = sum + next_lambda_[i] * vertex_[i].c;
    return sum;
  }
  TALUS_HD int next_count() const {
    return (next_ & 1) + (next_ >> 1 & 1) + (next_ >> 2 & 1) + (next_ >> 3 & 1);
  }

  // W becomes that subset.
  TALUS_HD void accept() {
    int from[4], n = 0;
    for (int i = 0; i < 4; ++i) {
      if ((next_ >> i & 1) != 0) from[n++] = i;
    }
    for (int i = 0; i < n; ++i) {
      // from[i] >= i, ascending: nothing is overwritten before it has moved.
      if (from[i] != i) vertex_[i] = vertex_[from[i]];
      lambda_[i] = next_lambda_[from[i]];
      for (int j = 0; j <= i; ++j) product_[i][j] = product_[j][i] = product_[from[i]][from[j]];
    }
    count_ = n;
  }

  TALUS_HD int count() const { return count_; }
  TALUS_HD const engine::SupportPair<T>& vertex(int i) const { return vertex_[i]; }
  TALUS_HD T lambda(int i) const { return lambda_[i]; }
  // (2.30)
  TALUS_HD Vec3<T> x_1() const { return combine(&engine::SupportPair<T>::a); }
  TALUS_HD Vec3<T> x_2() const { return combine(&engine::SupportPair<T>::b); }

 private:
  // Delta_i(X) by the mask of X; w has the bit 8.
  struct Deltas {
    T of[16][4];
  };

  TALUS_HD static constexpr int lowest(int mask) {
    int i = 0;
    while ((mask >> i & 1) == 0) ++i;
    return i;
  }

  // Delta_j(X) by (2.25), or by (2.26) from those of the rest Z.
  template <int x, int j>
  TALUS_HD void fill(Deltas& delta) const {
    if constexpr (x == 1 << j) {
      delta.of[x][j] = T(1);
    } else if constexpr ((x >> j & 1) != 0) {
      constexpr int z = x & ~(1 << j), l = lowest(z);
      const auto term = [&](int i) { return delta.of[z][i] * (product_[l][i] - product_[j][i]); };
      T sum = term(l);
      if constexpr (l < 1 && (z & 2) != 0) sum = sum + term(1);
      if constexpr (l < 2 && (z & 4) != 0) sum = sum + term(2);
      if constexpr (l < 3 && (z & 8) != 0) sum = sum + term(3);
      delta.of[x][j] = sum;
    }
  }

  template <int y, int x>
  TALUS_HD void fill_subset(Deltas& delta) const {
    if constexpr ((x & ~y) == 0) {
      fill<x, 0>(delta);
      fill<x, 1>(delta);
      fill<x, 2>(delta);
      fill<x, 3>(delta);
    }
  }

  template <int y, int... subsets>
  TALUS_HD void fill_all(Deltas& delta) const {
    (fill_subset<y, subsets>(delta), ...);
  }

  // (2.28) as far as it concerns vertex j.
  template <int y, int x, int j>
  TALUS_HD static bool agrees(const Deltas& delta) {
    if constexpr ((x >> j & 1) != 0) {
      return delta.of[x][j] > T(0);
    } else if constexpr ((y >> j & 1) != 0) {
      return delta.of[x | 1 << j][j] <= T(0);
    } else {
      return true;
    }
  }

  template <int y, int x>
  TALUS_HD bool choose_if_nearest(const Deltas& delta) {
    if constexpr ((x & ~y) == 0) {
      if (agrees<y, x, 0>(delta) && agrees<y, x, 1>(delta) && agrees<y, x, 2>(delta) &&
          agrees<y, x, 3>(delta)) {
        choose<x>(delta);
        return true;
      }
    }
    return false;
  }

  template <int x>
  TALUS_HD void choose(const Deltas& delta) {
    next_ = x;
    T sum = T(0);
    for (int i = 0; i < 4; ++i) {
      next_lambda_[i] = (x >> i & 1) != 0 ? delta.of[x][i] : T(0);
      sum = sum + next_lambda_[i];
    }
    for (int i = 0; i < 4; ++i) next_lambda_[i] = next_lambda_[i] / sum;  // (2.27)
  }

  template <int y, int... subsets>
  TALUS_HD bool try_all(const Deltas& delta) {
    return (choose_if_nearest<y, subsets>(delta) || ...);
  }

  // Y as a mask; W has the first elements.
  template <int y>
  TALUS_HD bool solve() {
    Deltas delta;
    fill_all<y, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15>(delta);
    return try_all<y, 8, 9, 10, 12, 11, 13, 14, 15>(delta);
  }

  TALUS_HD Vec3<T> combine(Vec3<T> engine::SupportPair<T>::*which) const {
    Vec3<T> sum{};
    for (int i = 0; i < count_; ++i) sum = sum + lambda_[i] * (vertex_[i].*which);
    return sum;
  }

  engine::SupportPair<T> vertex_[4];  // W first; w is the fourth
  T product_[4][4];                   // y_i . y_j
  T lambda_[4], next_lambda_[4];
  int count_{}, next_{};
};

}  // namespace talus::ellipsoid_ellipsoid
