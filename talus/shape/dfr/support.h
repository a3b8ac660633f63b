// How far a DFR body reaches along a direction: the support function of its convex hull, by the
// tree of boxes, the most promising child first.
#pragma once

#include "talus/math/mat3.h"
#include "talus/shape/dfr/tree.h"

namespace talus {

// How far the box of child c of a node reaches along n.
template <class T>
TALUS_HD T reach_of_child(const DfrTreeNode& node, int c, const Vec3<T>& n) {
  T sum = T(0);
  for (int axis = 0; axis < 3; ++axis) {
    if (!(node.lower[axis][c] <= node.upper[axis][c])) return -infinity_of<T>();
    sum += n[axis] * T(n[axis] > T(0) ? node.upper[axis][c] : node.lower[axis][c]);
  }
  return sum;
}

// The vertex with the largest n . x; the same bits as a search over all vertices, but of two that
// are equal any.
template <class T>
TALUS_HD Vec3<T> support_point(const DfrView<T>& body, const Vec3<T>& n) {
  struct Entry {
    T reach;
    std::int32_t level, number;
  };
  Entry stack[3 * dfr_tree_levels + 1];
  int count = 0;
  T best = -infinity_of<T>();
  Vec3<T> farthest = body.vertex(0);
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
        for (int k = 0; k < 3; ++k) {
          const Vec3<T> corner = body.corner(number, k);
          const T along = dot(n, corner);
          if (along > best) best = along, farthest = corner;
        }
        continue;
      }
      int place = count++;
      for (; place > first && stack[place - 1].reach > reach; --place) {
        stack[place] = stack[place - 1];
      }
      stack[place] = {reach, entry.level - 1, number};
    }
  }
  return farthest;
}

template <class T>
TALUS_HD T support_value(const DfrView<T>& body, const Vec3<T>& n) {
  return dot(n, support_point(body, n));
}

}  // namespace talus
