// The largest value, over the convex hull of some corners, of the least of several convex
// functions, bounded by their values at the corners: the largest over all means of the corners of
// the least of the means of the values. It is the value of a matrix game, by the simplex method (G.
// B. Dantzig, A proof of the equivalence of the programming problem and the game problem, 1951),
// and exact if the functions are linear.
#pragma once

#include "talus/math/scalar.h"

namespace talus::mesh_mesh {

// Memory of the caller; `corner_weight` is a result.
template <class T>
struct LeastMeanSpace {
  T* table;            // (corners + 1) (functions + 1)
  T* function_weight;  // by function
  T* corner_weight;    // by corner, in the mean for which the bound is attained; their sum is 1
  int *row, *column;   // by corner; by function
};

// value[k corners + i] is function k at corner i.
template <class T>
TALUS_HD T least_mean(const T* value, int functions, int corners, const LeastMeanSpace<T>& space) {
  const int n = corners, m = functions, width = m + 1;
  T* const table = space.table;
  T lowest = value[0], highest = value[0];
  for (int j = 1; j < n * m; ++j) {
    lowest = smaller(lowest, value[j]);
    highest = larger(highest, value[j]);
  }
  for (int i = 0; i < n; ++i) space.corner_weight[i] = T(0);
  if (!(highest > lowest)) {
    space.corner_weight[0] = T(1);
    return highest;
  }
  // Maximize the sum of y_k subject to sum_k y_k v_ki <= 1 for all corners, of the values scaled to
  // between 1 and 2, so that all are positive. Rows are what is not zero: at first the slack of
  // each corner, functions + i; columns what is: the functions, k.
  for (int i = 0; i < n; ++i) {
    space.row[i] = m + i;
    for (int k = 0; k < m; ++k) {
      table[i * width + k] = T(1) + (value[k * n + i] - lowest) / (highest - lowest);
    }
    table[i * width + m] = T(1);
  }
  for (int k = 0; k < m; ++k) {
    space.column[k] = k;
    table[n * width + k] = T(1);
  }
  table[n * width + m] = T(0);
  constexpr int most_pivots = 64;
  constexpr T is_zero = T(1024) * epsilon_of<T>();
  for (int pivots = 0; pivots < most_pivots; ++pivots) {
    int enter = 0, leave = -1;
    for (int k = 1; k < m; ++k) {
      if (table[n * width + k] > table[n * width + enter]) enter = k;
    }
    if (!(table[n * width + enter] > is_zero)) break;
    T least = infinity_of<T>();
    for (int i = 0; i < n; ++i) {
      const T slope = table[i * width + enter];
      if (!(slope > is_zero) || !(table[i * width + m] / slope < least)) continue;
      least = table[i * width + m] / slope;
      leave = i;
    }
    if (leave < 0) break;
    const T pivot = table[leave * width + enter];
    for (int i = 0; i <= n; ++i) {
      if (i == leave) continue;
      const T factor = table[i * width + enter] / pivot;
      for (int k = 0; k <= m; ++k) {
        if (k != enter) table[i * width + k] -= factor * table[leave * width + k];
      }
      table[i * width + enter] = -factor;
    }
    for (int k = 0; k <= m; ++k) {
      if (k != enter) table[leave * width + k] /= pivot;
    }
    table[leave * width + enter] = T(1) / pivot;
    const int moved = space.row[leave];
    space.row[leave] = space.column[enter];
    space.column[enter] = moved;
  }
  T total = T(0);
  for (int k = 0; k < m; ++k) {
    if (space.column[k] < m) continue;
    const T weight = larger(T(0), -table[n * width + k]);
    space.corner_weight[space.column[k] - m] = weight;
    total += weight;
  }
  if (total > T(0)) {
    for (int i = 0; i < n; ++i) space.corner_weight[i] /= total;
  } else {
    space.corner_weight[0] = T(1);
  }
  // The weights of the functions prove the bound, however the iteration ended.
  T sum = T(0);
  for (int k = 0; k < m; ++k) space.function_weight[k] = T(0);
  for (int i = 0; i < n; ++i) {
    if (space.row[i] >= m) continue;
    space.function_weight[space.row[i]] = larger(T(0), table[i * width + m]);
    sum += space.function_weight[space.row[i]];
  }
  T bound = lowest;
  for (int i = 0; i < n; ++i) {
    T mean = T(0);
    for (int k = 0; k < m; ++k) {
      const T weight = sum > T(0) ? space.function_weight[k] / sum : T(k == 0 ? 1 : 0);
      mean += weight * value[k * n + i];
    }
    bound = larger(bound, mean);
  }
  return bound;
}

// least_mean with its own memory, for at most `most_functions` and `most_corners`.
template <class T, int most_functions, int most_corners>
struct LeastMean {
  T weight[most_corners];  // corner_weight

  TALUS_HD T solve(const T* value, int functions, int corners) {
    T table[(most_corners + 1) * (most_functions + 1)], function_weight[most_functions];
    int row[most_corners], column[most_functions];
    return least_mean<T>(value, functions, corners, {table, function_weight, weight, row, column});
  }
};

}  // namespace talus::mesh_mesh
