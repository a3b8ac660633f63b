#include "talus/shape/mesh/facet_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "talus/parallel/interrupt.h"

namespace talus {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

float rounded_down(double value) {
  const float nearest = static_cast<float>(value);
  return nearest > value ? std::nextafter(nearest, -infinity) : nearest;
}

float rounded_up(double value) {
  const float nearest = static_cast<float>(value);
  return nearest < value ? std::nextafter(nearest, infinity) : nearest;
}

// Splits `order` into halves that fill whole subtrees, recursively.
void split(const std::vector<Vec3<double>>& middle, int* begin, int* end, int capacity) {
  if (end - begin <= 4) return std::sort(begin, end);  // a leaf
  check_interrupt();
  while (capacity / 2 >= end - begin) capacity /= 2;
  Vec3<double> lower = middle[*begin], upper = lower;
  for (const int* f = begin; f != end; ++f) {
    for (int axis = 0; axis < 3; ++axis) {
      lower[axis] = std::min(lower[axis], middle[*f][axis]);
      upper[axis] = std::max(upper[axis], middle[*f][axis]);
    }
  }
  const Vec3<double> extent = upper - lower;
  const int axis =
      extent.x >= extent.y && extent.x >= extent.z ? 0 : (extent.y >= extent.z ? 1 : 2);
  int* half = begin + capacity / 2;
  std::nth_element(begin, half, end, [&](int f, int g) {
    const double a = middle[f][axis], b = middle[g][axis];
    return a < b || (a == b && f < g);
  });
  split(middle, begin, half, capacity / 2);
  split(middle, half, end, capacity / 2);
}

// An empty child is nowhere: infinitely far from every point.
void clear(MeshTreeNode& node, int child) {
  for (int axis = 0; axis < 3; ++axis) {
    node.lower[axis][child] = infinity;
    node.upper[axis][child] = -infinity;
  }
}

}  // namespace

TriangleSoup soup_of(const std::vector<Vec3<double>>& vertices,
                     const std::vector<std::array<int, 3>>& triangles) {
  TriangleSoup soup;
  soup.corners.reserve(3 * triangles.size());
  for (const std::array<int, 3>& t : triangles) {
    for (const int v : t) soup.corners.push_back(vertices[v]);
  }
  return soup;
}

std::vector<int> tree_order(const TriangleSoup& triangles) {
  std::vector<Vec3<double>> middle(triangles.size());
  for (int f = 0; f < triangles.size(); ++f) {
    middle[f] = triangles.corner(f, 0) + triangles.corner(f, 1) + triangles.corner(f, 2);
  }
  std::vector<int> order(triangles.size());
  std::iota(order.begin(), order.end(), 0);
  int capacity = 4;
  while (capacity < triangles.size()) capacity *= 2;
  split(middle, order.data(), order.data() + order.size(), capacity);
  return order;
}

FacetTree::FacetTree(const TriangleSoup& ordered) : facet_count_(ordered.size()) {
  int below = facet_count_;  // children on the level below
  do {
    const int count = (below + 3) / 4, first = static_cast<int>(nodes.size());
    const int first_child = levels.empty() ? 0 : levels.back();
    levels.push_back(first);
    nodes.resize(first + count);
    for (int i = 0; i < 4 * count; ++i) {
      MeshTreeNode& node = nodes[first + i / 4];
      clear(node, i % 4);
      if (i >= below) continue;
      for (int axis = 0; axis < 3; ++axis) {
        float& lower = node.lower[axis][i % 4];
        float& upper = node.upper[axis][i % 4];
        for (int part = 0; part < (first == 0 ? 3 : 4); ++part) {
          if (first == 0) {
            lower = std::min(lower, rounded_down(ordered.corner(i, part)[axis]));
            upper = std::max(upper, rounded_up(ordered.corner(i, part)[axis]));
          } else {
            lower = std::min(lower, nodes[first_child + i].lower[axis][part]);
            upper = std::max(upper, nodes[first_child + i].upper[axis][part]);
          }
        }
      }
    }
    below = count;
  } while (below > 1);
}

MeshTree FacetTree::view() const {
  MeshTree tree;
  tree.node = nodes.data();
  tree.height = static_cast<int>(levels.size());
  std::ranges::copy(levels, tree.level);
  tree.facet_count = facet_count_;
  return tree;
}

}  // namespace talus
