// The facet nearest to any point, exactly, however far away: depth first through a tree of boxes
// with four children, the nearest child first. A good first bound (the facets of the point's cell,
// the answer for a neighbour) leaves a path to one leaf and little else.
//
// The triangles come from anything with corner(facet, k): a body, or a mesh that is being made into
// one.
#pragma once

#include "talus/shape/mesh/triangle.h"
#include "talus/shape/mesh/view.h"

namespace talus {

template <class T>
struct MeshNearest {
  T distance_squared = infinity_of<T>();
  int facet = -1;
  TrianglePoint<T> closest{};
};

// Takes the facet if it is nearer, or as near with a smaller number: the order of visits does not
// matter.
template <class T, class Triangles>
TALUS_HD void consider_facet(const Triangles& triangles, int f, const Vec3<T>& p,
                             MeshNearest<T>& best) {
  const TrianglePoint<T> closest = nearest_on_triangle(
      triangles.corner(f, 0), triangles.corner(f, 1), triangles.corner(f, 2), p);
  const T squared = norm_squared(p - closest.point);
  if (squared < best.distance_squared || (squared == best.distance_squared && f < best.facet)) {
    best = {squared, f, closest};
  }
}

// Adds the squares of the distances along one axis to the four intervals.
template <class T>
TALUS_INLINE void add_squares(const float (&lower)[4], const float (&upper)[4], const T& x,
                              T (&squared)[4]) {
  for (int c = 0; c < 4; ++c) {
    const T below = static_cast<T>(lower[c]) - x, above = x - static_cast<T>(upper[c]);
    const T beyond = below > above ? below : above;
    squared[c] += beyond > T(0) ? beyond * beyond : T(0);
  }
}

// Squared distances of p to the four boxes of a node; empty children are infinitely far.
template <class T>
TALUS_INLINE void distances_to_children(const MeshTreeNode& node, const Vec3<T>& p,
                                        T (&squared)[4]) {
  for (int c = 0; c < 4; ++c) squared[c] = T(0);
  add_squares(node.lower[0], node.upper[0], p.x, squared);
  add_squares(node.lower[1], node.upper[1], p.y, squared);
  add_squares(node.lower[2], node.upper[2], p.z, squared);
}

// Improves `best`, which may come with a first candidate or with a reach: facets that are not
// nearer than best.distance_squared are ignored.
template <class T, class Triangles>
TALUS_HD void find_nearest_facet(const MeshTree& tree, const Triangles& triangles, const Vec3<T>& p,
                                 MeshNearest<T>& best) {
  struct Entry {
    T squared;
    std::int32_t level, node;
  };
  Entry stack[3 * mesh_tree_levels + 1];
  int count = 0;
  stack[count++] = {T(0), tree.height - 1, 0};
  while (count > 0) {
    const Entry entry = stack[--count];
    if (entry.squared > best.distance_squared) continue;
    T squared[4];
    distances_to_children(tree.node[tree.level[entry.level] + entry.node], p, squared);
    int order[4] = {0, 1, 2, 3};  // farthest first, so that the nearest is popped first
    const auto put = [&](int a, int b) {
      if (squared[order[a]] < squared[order[b]]) {
        const int moved = order[a];
        order[a] = order[b];
        order[b] = moved;
      }
    };
    put(0, 1), put(2, 3), put(0, 2), put(1, 3), put(1, 2);
    if (entry.level == 0) {
      for (int k = 3; k >= 0; --k) {
        const int f = 4 * entry.node + order[k];
        if (f >= tree.facet_count || squared[order[k]] > best.distance_squared) continue;
        consider_facet(triangles, f, p, best);
      }
      continue;
    }
    for (int k = 0; k < 4; ++k) {
      const T nearest = squared[order[k]];
      if (nearest > best.distance_squared || nearest == infinity_of<T>()) continue;  // or empty
      stack[count++] = {nearest, entry.level - 1, 4 * entry.node + order[k]};
    }
  }
}

}  // namespace talus
