// GJK with Johnson's sub-algorithm (P0 section 2, equations (1) and (2); Gilbert, Johnson, Keerthi
// 1988), used for overlap too, as P0 uses it.
//
//   S_1 .. S_p   vertices of a subset X of the simplex, y_i = OS_i
//   lambda_i     barycentric coordinates of V: (1) they sum to 1 and are positive,
//                (2) sum lambda_i y_i . (y_j - y_1) = 0, so that V is the projection of O on X
//   Delta_i(X)   Johnson's cofactors: lambda_i = Delta_i(X) / sum of Delta_j(X);
//                Delta_j(X + j) = sum over i in X of Delta_i(X) y_i . (y_k - y_j), any k in X
//
// X holds V if all Delta_i(X) > 0 and no vertex j outside X lies on the origin's side of it, that
// is Delta_j(X + j) <= 0. The second condition is not printed in P0, but (1) and (2) alone hold for
// every single vertex.
//
// Known failures, all published and kept: the faces of the final tetrahedron need not lie on the
// hull of A - B, so its nearest face can give a wrong depth and normal (Figs. 6 and 7: too small a
// depth), or none where the origin lies on a face (Fig. 8: answers touching). Nearly dependent
// vertices make the Delta lose all digits: where no subset is left, the backup procedure of the
// 1988 paper takes the nearest projection; where the origin seems enclosed and is not, the answer
// is iteration_limit.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/gjk_answer.h"

namespace talus::polyhedron_polyhedron {
namespace gjk {

struct Johnson {
  template <class T>
  TALUS_HD static NearestFace<T> nearest(const engine::Simplex<T>& tau) {
    T product[4][4];  // y_i . y_j
    for (int i = 0; i < tau.count; ++i) {
      for (int j = 0; j <= i; ++j) {
        product[i][j] = product[j][i] = dot(tau.point[i].c, tau.point[j].c);
      }
    }
    // Subsets as bit masks; those with fewer vertices come before those that contain them.
    T delta[16][4];
    const int all = (1 << tau.count) - 1;
    for (int x = 1; x <= all; ++x) fill_delta(delta, product, x);
    constexpr int by_size[15] = {1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15};
    for (const int x : by_size) {
      if (x <= all && holds_nearest(delta, x, all)) return face_of(tau, delta[x], x);
    }
    return backup(tau, delta, all);
  }

 private:
  template <class T>
  TALUS_HD static void fill_delta(T (*delta)[4], const T (*product)[4], int x) {
    for (int j = 0; j < 4; ++j) {
      if ((x >> j & 1) == 0) continue;
      const int rest = x & ~(1 << j);
      if (rest == 0) delta[x][j] = T(1);
      if (rest == 0) return;
      int k = 0;
      while ((rest >> k & 1) == 0) ++k;
      T sum = T(0);
      for (int i = 0; i < 4; ++i) {
        if ((rest >> i & 1) != 0) sum = sum + delta[rest][i] * (product[i][k] - product[i][j]);
      }
      delta[x][j] = sum;
    }
  }

  template <class T>
  TALUS_HD static bool all_positive(const T* delta, int x) {
    for (int i = 0; i < 4; ++i) {
      if ((x >> i & 1) != 0 && !(delta[i] > T(0))) return false;
    }
    return true;
  }

  template <class T>
  TALUS_HD static bool holds_nearest(const T (*delta)[4], int x, int all) {
    if (!all_positive(delta[x], x)) return false;
    for (int j = 0; j < 4; ++j) {
      if ((all & ~x & 1 << j) != 0 && delta[x | 1 << j][j] > T(0)) return false;
    }
    return true;
  }

  template <class T>
  TALUS_HD static NearestFace<T> face_of(const engine::Simplex<T>& tau, const T* delta, int x) {
    NearestFace<T> face;
    face.count = 0;
    T sum = T(0);
    for (int i = 0; i < 4; ++i) {
      if ((x >> i & 1) == 0) continue;
      face.index[face.count] = i;
      face.lambda[face.count++] = delta[i];
      sum = sum + delta[i];
    }
    face.v = {};
    for (int i = 0; i < face.count; ++i) {
      face.lambda[i] = face.lambda[i] / sum;
      face.v = face.v + face.lambda[i] * tau.point[face.index[i]].c;
    }
    return face;
  }

  template <class T>
  TALUS_HD static NearestFace<T> backup(const engine::Simplex<T>& tau, const T (*delta)[4],
                                        int all) {
    NearestFace<T> best = face_of(tau, delta[1], 1);
    for (int x = 2; x <= all; ++x) {
      if (!all_positive(delta[x], x)) continue;
      const NearestFace<T> face = face_of(tau, delta[x], x);
      if (face.count < 4 && norm_squared(face.v) < norm_squared(best.v)) best = face;
    }
    return best;
  }
};

}  // namespace gjk

template <class T, class Trace>
TALUS_HD Contact<T> trace_gjk_johnson(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                      const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                      Trace& trace) {
  PolyhedronDifference<T> difference(a, b, b_in_a);
  const gjk::GjkOutcome<T> outcome =
      gjk::gjk_loop<gjk::Johnson>(difference, gjk::first_direction(difference),
                                  difference.rounding(), settings.max_iterations, trace);
  return gjk::gjk_answer<gjk::Johnson>(difference, settings, outcome);
}

template <class T>
TALUS_HD Contact<T> gjk_johnson(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                Cache<T>&) {
  Silent silent;
  return trace_gjk_johnson(a, b, b_in_a, settings, silent);
}

}  // namespace talus::polyhedron_polyhedron
