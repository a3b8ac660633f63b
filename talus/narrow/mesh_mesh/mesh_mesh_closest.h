// The closest approach of the surfaces of two meshes: both trees of boxes are descended
// together, the nearest pair of boxes first, and pairs that are farther apart than the best pair of
// facets so far are dropped. Exact for the facets, whatever their shape.
//
// Boxes are compared as spheres around them, in A's frame: a sphere needs no turning. They are
// larger than the boxes by up to sqrt(3), which costs visits near the answer, not the answer.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/mesh_mesh/triangle_pair.h"
#include "talus/shape/mesh/tree.h"

namespace talus::mesh_mesh {

template <class T>
struct ClosestFacets {
  PointPair<T> points;  // A's frame
  int facet_a = -1, facet_b = -1;
};

// The sphere around child c of a node; radius -1: there is none.
template <class T>
TALUS_HD BoundingSphere<T> sphere_of_child(const MeshTreeNode& node, int c) {
  const Vec3<T> lower{T(node.lower[0][c]), T(node.lower[1][c]), T(node.lower[2][c])};
  const Vec3<T> upper{T(node.upper[0][c]), T(node.upper[1][c]), T(node.upper[2][c])};
  if (!(lower.x <= upper.x)) return {{}, T(-1)};
  return {T(0.5) * (lower + upper), T(0.5) * norm(upper - lower)};
}

// A node of a tree: child c of a node, or the whole tree at level `height`.
template <class T>
struct TreeNodeRef {
  BoundingSphere<T> sphere;    // A's frame
  std::int32_t level, number;  // a node of that level; level -1: a facet
};

template <class T>
TALUS_HD T gap_of(const BoundingSphere<T>& a, const BoundingSphere<T>& b) {
  return norm(b.centre - a.centre) - a.radius - b.radius;
}

template <class T>
TALUS_HD void consider_facets(const MeshView<T>& a, const MeshView<T>& b,
                              const RelativePose<T>& b_in_a, int f, int g, ClosestFacets<T>& best) {
  Vec3<T> p[3], q[3];
  for (int k = 0; k < 3; ++k) {
    p[k] = a.corner(f, k);
    q[k] = b_in_a.point_to_a(b.corner(g, k));
  }
  const T before = best.points.distance_squared;
  nearest_of_triangles(p, q, best.points);
  if (best.points.distance_squared < before) best.facet_a = f, best.facet_b = g;
}

// The children of a node, in A's frame; returns their number.
template <class T>
TALUS_HD int children_of(const MeshTree& tree, const TreeNodeRef<T>& ref,
                         const RelativePose<T>* pose, TreeNodeRef<T> (&child)[4]) {
  const MeshTreeNode& node = tree.node[tree.level[ref.level] + ref.number];
  int count = 0;
  for (int c = 0; c < 4; ++c) {
    if (ref.level == 0 && 4 * ref.number + c >= tree.facet_count) continue;
    BoundingSphere<T> sphere = sphere_of_child<T>(node, c);
    if (sphere.radius < T(0)) continue;
    if (pose != nullptr) sphere.centre = pose->point_to_a(sphere.centre);
    child[count++] = {sphere, ref.level - 1, 4 * ref.number + c};
  }
  return count;
}

// Pairs that are not nearer than best.points.distance_squared are skipped. The search ends
// at the first common point.
template <class T>
TALUS_HD void find_closest(const MeshView<T>& a, const MeshView<T>& b,
                           const RelativePose<T>& b_in_a, ClosestFacets<T>& best) {
  struct Entry {
    T gap;
    TreeNodeRef<T> a, b;
  };
  Entry stack[2 * 3 * mesh_tree_levels + 4];
  int count = 0;
  const BoundingSphere<T> sphere_b{b_in_a.point_to_a(b.sphere.centre), b.sphere.radius};
  stack[count++] = {gap_of(a.sphere, sphere_b),
                    {a.sphere, a.tree.height - 1, 0},
                    {sphere_b, b.tree.height - 1, 0}};
  while (count > 0 && best.points.distance_squared > T(0)) {
    const Entry entry = stack[--count];
    if (entry.gap > T(0) && square(entry.gap) >= best.points.distance_squared) continue;
    if (entry.a.level < 0 && entry.b.level < 0) {
      consider_facets(a, b, b_in_a, entry.a.number, entry.b.number, best);
      continue;
    }
    // The larger of the two is opened.
    const bool open_a =
        entry.b.level < 0 || (entry.a.level >= 0 && entry.a.sphere.radius >= entry.b.sphere.radius);
    TreeNodeRef<T> child[4];
    const int children = open_a ? children_of<T>(a.tree, entry.a, nullptr, child)
                                : children_of<T>(b.tree, entry.b, &b_in_a, child);
    const int first = count;
    for (int c = 0; c < children; ++c) {
      Entry next{T(0), open_a ? child[c] : entry.a, open_a ? entry.b : child[c]};
      next.gap = gap_of(next.a.sphere, next.b.sphere);
      if (next.gap > T(0) && square(next.gap) >= best.points.distance_squared) continue;
      int slot = count++;  // farthest first, so that the nearest is popped first
      for (; slot > first && stack[slot - 1].gap < next.gap; --slot) {
        stack[slot] = stack[slot - 1];
      }
      stack[slot] = next;
    }
  }
}

}  // namespace talus::mesh_mesh
