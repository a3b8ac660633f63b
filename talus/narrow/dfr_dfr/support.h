// How far the convex hull of a DFR body reaches: the vertex farthest along n, by the tree of boxes,
// the most promising child first.
#pragma once

#include "talus/shape/dfr/tree.h"

namespace talus::dfr_dfr {

template <class T>
TALUS_HD T reach_of_child(const DfrTreeNode& node, int c, const Vec3<T>& n) {
  T sum = T(0);
  for (int axis = 0; axis < 3; ++axis) {
    if (!(node.lower[axis][c] <= node.upper[axis][c])) return -infinity_of<T>();
    sum += n[axis] * T(n[axis] > T(0) ? node.upper[axis][c] : node.lower[axis][c]);
  }
  return sum;
}

// The largest n . x over the body.
template <class T>
TALUS_HD T hull_support(const DfrView<T>& body, const Vec3<T>& n) {
  struct Entry {
    T reach;
    std::int32_t level, number;
  };
  Entry stack[3 * dfr_tree_levels + 1];
  int count = 0;
  T best = -infinity_of<T>();
  stack[count++] = {infinity_of<T>(), body.tree.height - 1, 0};
  while (count > 0) {
    const Entry entry = stack[--count];
    if (!(entry.reach > best)) continue;
    const DfrTreeNode& node = body.tree.node[body.tree.level[entry.level] + entry.number];
    const int first = count;
    for (int c = 0; c < 4; ++c) {
      const T reach = reach_of_child(node, c, n);
      if (!(reach > best)) continue;
      const std::int32_t number = 4 * entry.number + c;
      if (entry.level == 0) {
        if (number >= body.tree.facet_count) continue;
        for (int k = 0; k < 3; ++k) best = larger(best, dot(n, body.corner(number, k)));
        continue;
      }
      int place = count++;
      for (; place > first && stack[place - 1].reach > reach; --place) {
        stack[place] = stack[place - 1];
      }
      stack[place] = {reach, entry.level - 1, number};
    }
  }
  return best;
}

}  // namespace talus::dfr_dfr
