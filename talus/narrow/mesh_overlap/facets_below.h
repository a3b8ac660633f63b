// The facets of a mesh that reach below a plane, by its tree of boxes.
#pragma once

#include "talus/shape/mesh/support.h"

namespace talus::mesh_overlap {

// Calls visit(facet) for the facets whose boxes reach below the plane -down . x = offset, in the
// order of the tree; returns how far the boxes of the root stay above it.
template <class Visit>
double for_facets_below(const MeshTree& tree, const Vec3<double>& down, double least,
                        const Visit& visit) {
  struct Node {
    std::int32_t level, number;
  };
  Node stack[3 * mesh_tree_levels + 1];
  int count = 0;
  stack[count++] = {tree.height - 1, 0};
  double gap = -1.0;
  while (count > 0) {
    const Node node = stack[--count];
    double reach[4];
    reaches_of_children(tree.node[tree.level[node.level] + node.number], down, reach);
    if (gap < 0.0) {
      double most = reach[0];
      for (const double r : reach) most = larger(most, r);
      gap = larger(0.0, least - most);
    }
    for (int c = 3; c >= 0; --c) {
      if (node.level > 0 && reach[c] > least)
        stack[count++] = {node.level - 1, 4 * node.number + c};
    }
    for (int c = 0; node.level == 0 && c < 4; ++c) {
      const int facet = 4 * node.number + c;
      if (reach[c] > least && facet < tree.facet_count) visit(facet);
    }
  }
  return gap;
}

}  // namespace talus::mesh_overlap
