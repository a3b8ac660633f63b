// Makes the tree of boxes over facets (tree.h).
#pragma once

#include <array>
#include <vector>

#include "talus/shape/mesh/view.h"

namespace talus {

// Triangles by their corners, for searches while a body is made.
struct TriangleSoup {
  std::vector<Vec3<double>> corners;  // three per triangle

  int size() const { return static_cast<int>(corners.size() / 3); }
  const Vec3<double>& corner(int f, int k) const {
    return corners[3 * static_cast<std::size_t>(f) + k];
  }
};

TriangleSoup soup_of(const std::vector<Vec3<double>>& vertices,
                     const std::vector<std::array<int, 3>>& triangles);

// The order in which leaves of four are compact: halves along the longest side of their box, again
// and again. Entry i is the triangle that becomes facet i.
std::vector<int> tree_order(const TriangleSoup& triangles);

class FacetTree {
 public:
  FacetTree() = default;
  explicit FacetTree(const TriangleSoup& ordered);  // at least one triangle, in tree order

  // Points into this object.
  MeshTree view() const;
  std::vector<MeshTreeNode> nodes;
  std::vector<int> levels;  // first node of each

 private:
  int facet_count_ = 0;
};

}  // namespace talus
