// The support function of the convex hull of a mesh, by the
// tree of boxes, the most promising child first.
#pragma once

#include "talus/math/mat3.h"
#include "talus/shape/mesh/tree.h"

namespace talus {

// How far the boxes of the four children of a node reach along n; empty ones reach nowhere, which
// is -infinity or not a number.
template <class T>
TALUS_INLINE void reaches_of_children(const MeshTreeNode& node, const Vec3<T>& n, T (&reach)[4]) {
  const float* x = n.x > T(0) ? node.upper[0] : node.lower[0];
  const float* y = n.y > T(0) ? node.upper[1] : node.lower[1];
  const float* z = n.z > T(0) ? node.upper[2] : node.lower[2];
  for (int c = 0; c < 4; ++c) reach[c] = n.x * T(x[c]) + n.y * T(y[c]) + n.z * T(z[c]);
}

// The vertex with the largest n . x; the same bits as a search over all vertices, but of two that
// are equal any.
template <class T>
TALUS_HD Vec3<T> support_point(const MeshView<T>& body, const Vec3<T>& n) {
  struct Entry {
    T reach;
    std::int32_t level, number;
  };
  Entry stack[3 * mesh_tree_levels + 1];
  int count = 0;
  T best = -infinity_of<T>();
  Vec3<T> farthest = body.vertex(0);
  stack[count++] = {infinity_of<T>(), body.tree.height - 1, 0};
  while (count > 0) {
    const Entry entry = stack[--count];
    if (!(entry.reach > best)) continue;
    const MeshTreeNode& node = body.tree.node[body.tree.level[entry.level] + entry.number];
    const int first = count;
    T reaches[4];
    reaches_of_children(node, n, reaches);
    for (int c = 0; c < 4; ++c) {
      const T reach = reaches[c];
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
      int slot = count++;
      for (; slot > first && stack[slot - 1].reach > reach; --slot) {
        stack[slot] = stack[slot - 1];
      }
      stack[slot] = {reach, entry.level - 1, number};
    }
  }
  return farthest;
}

template <class T>
TALUS_HD T support_value(const MeshView<T>& body, const Vec3<T>& n) {
  return dot(n, support_point(body, n));
}

}  // namespace talus
