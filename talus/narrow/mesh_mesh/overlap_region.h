// The region in which two meshes can overlap, as half-spaces in the frame of either, and the leaves
// of its tree that reach into all of them.
//
// The region is bounded by the other body's box (P4's zone, section 5.1.1, as planes instead of as
// cells) and by one plane more: along any direction n the overlap of the two convex hulls lies
// between B's lowest and A's highest point. n starts at the line of centres and is turned towards a
// smaller overlap of the hulls, as for two balls. A's highest point is first bounded by the boxes
// of its facets, then computed exactly from its vertices. The region only excludes what cannot
// overlap: results do not depend on it.
#pragma once

#include "talus/narrow/mesh_mesh/zone.h"
#include "talus/shape/mesh/support.h"

namespace talus::mesh_mesh {

// The points with normal . x >= least.
template <class T>
struct LowerBound {
  Vec3<T> normal{};
  T least{};
};

template <class T>
struct OverlapRegion {
  LowerBound<T> bound[7];
  int count{};

  TALUS_HD void add(const Vec3<T>& normal, const T& least) { bound[count++] = {normal, least}; }
};

// The overlap of the convex hulls along a direction, in A's frame, or a little more.
template <class T>
struct Slab {
  Vec3<T> normal{};  // from A to B; zero: there is no such direction
  T low{}, high{};
};

// How far a body can reach along n, by the boxes of its facets: a little more than it does.
template <class T>
struct FarthestBox {
  T reach;
  Vec3<T> centre;
};

template <class T>
TALUS_HD FarthestBox<T> farthest_box(const MeshTree& tree, const Vec3<T>& n) {
  struct TreeNodeRef {
    T reach;
    std::int32_t level, number;
  };
  TreeNodeRef stack[3 * mesh_tree_levels + 1];
  int count = 0, facet = 0;
  T best = -infinity_of<T>();
  stack[count++] = {infinity_of<T>(), tree.height - 1, 0};
  while (count > 0) {
    const TreeNodeRef ref = stack[--count];
    if (!(ref.reach > best)) continue;
    T reach[4];
    reaches_of_children(tree.node[tree.level[ref.level] + ref.number], n, reach);
    int farthest = -1;  // visited next
    for (int c = 0; c < 4; ++c) {
      if (!(reach[c] > best)) continue;
      if (ref.level == 0) {
        best = reach[c], facet = 4 * ref.number + c;
      } else if (farthest < 0 || reach[c] > reach[farthest]) {
        if (farthest >= 0) {
          stack[count++] = {reach[farthest], ref.level - 1, 4 * ref.number + farthest};
        }
        farthest = c;
      } else {
        stack[count++] = {reach[c], ref.level - 1, 4 * ref.number + c};
      }
    }
    if (farthest >= 0) {
      stack[count++] = {reach[farthest], ref.level - 1, 4 * ref.number + farthest};
    }
  }
  const MeshTreeNode& leaf = tree.node[tree.level[0] + facet / 4];
  const int c = facet % 4;
  return {best, T(0.5) * Vec3<T>{T(leaf.lower[0][c]) + T(leaf.upper[0][c]),
                                 T(leaf.lower[1][c]) + T(leaf.upper[1][c]),
                                 T(leaf.lower[2][c]) + T(leaf.upper[2][c])}};
}

template <class T>
TALUS_HD Slab<T> thin_slab(const MeshView<T>& a, const MeshView<T>& b,
                           const RelativePose<T>& b_in_a) {
  // A pass costs a descent of both trees; another is made if the last one thinned the slab to 0.7
  // of its width. Chosen by measurement; results do not depend on it.
  constexpr int max_passes = 4;
  constexpr T worth_another = T(0.7);
  const Vec3<T> line = b_in_a.point_to_a(b.sphere.centre) - a.sphere.centre;
  const T length = norm(line);
  if (!(length > T(0))) return {};
  Slab<T> best{{}, T(0), infinity_of<T>()};
  Vec3<T> n = line / length;
  for (int pass = 0; pass < max_passes; ++pass) {
    const FarthestBox<T> on_a = farthest_box(a.tree, n);
    const FarthestBox<T> on_b = farthest_box(b.tree, -b_in_a.direction_to_b(n));
    const Slab<T> slab{n, dot(n, b_in_a.translation) - on_b.reach, on_a.reach};
    const T width = slab.high - slab.low, before = best.high - best.low;
    if (width < before) best = slab;
    if (width < T(0) || (pass > 0 && !(width < worth_another * before))) break;
    const Vec3<T> w = on_a.centre - b_in_a.point_to_a(on_b.centre);
    n = normalized(n - (w - dot(n, w) * n) / length);
  }
  if (best.high < best.low) return best;
  best.low =
      dot(best.normal, b_in_a.translation) - support_value(b, -b_in_a.direction_to_b(best.normal));
  return best;
}

// The regions of both bodies, each in its own frame.
template <class T>
struct OverlapRegions {
  bool meet{}, has_slab{};
  OverlapRegion<T> of_a, of_b;
  T shift{};  // a height in A's frame is less by this in B's

  // The plane across the line of centres; of no normal, and so with everything above it, if there
  // is none.
  TALUS_HD LowerBound<T> plane_of_a() const { return has_slab ? of_a.bound[0] : LowerBound<T>{}; }
  TALUS_HD LowerBound<T> plane_of_b() const { return has_slab ? of_b.bound[0] : LowerBound<T>{}; }

  // A is known to reach up to this height along the first plane's normal, and no higher.
  TALUS_HD void lower_to(const T& high, const T& margin) {
    if (has_slab) of_b.bound[0].least = shift - high - margin;
  }
};

// Widened by `margin`, a length: rounding, or the motion for which a cached list stays valid.
template <class T>
TALUS_HD OverlapRegions<T> overlap_regions(const MeshView<T>& a, const MeshView<T>& b,
                                           const RelativePose<T>& b_in_a, const T& margin) {
  OverlapRegions<T> regions;
  const Slab<T> slab = thin_slab(a, b, b_in_a);
  if (!(slab.low - margin <= slab.high + margin)) return regions;
  if (!(slab.normal == Vec3<T>{})) {
    regions.has_slab = true;
    regions.shift = dot(slab.normal, b_in_a.translation);
    regions.of_a.add(slab.normal, slab.low - margin);
    regions.of_b.add(-b_in_a.direction_to_b(slab.normal), regions.shift - slab.high - margin);
  }
  const Mat3<T>& rotation = b_in_a.rotation;
  const Vec3<T>& t = b_in_a.translation;
  const Vec3<T> row[3] = {rotation.row0, rotation.row1, rotation.row2};
  for (int k = 0; k < 3; ++k) {
    const Vec3<T> axis{rotation.row0[k], rotation.row1[k], rotation.row2[k]};  // B's, in A's frame
    const T origin = dot(axis, t);
    regions.of_a.add(axis, origin + b.box.lower[k] - margin);
    regions.of_a.add(-axis, -origin - b.box.upper[k] - margin);
    regions.of_b.add(row[k], a.box.lower[k] - t[k] - margin);
    regions.of_b.add(-row[k], t[k] - a.box.upper[k] - margin);
  }
  regions.meet = true;
  return regions;
}

// Whether each child of the node reaches into the first `bounds` half-spaces of the region. Empty
// children reach nowhere.
template <class T>
TALUS_INLINE void children_in(const MeshTreeNode& node, const OverlapRegion<T>& region, int bounds,
                              int (&alive)[4]) {
  for (int c = 0; c < 4; ++c) alive[c] = 1;
  for (int k = 0; k < bounds; ++k) {
    T reach[4];
    reaches_of_children(node, region.bound[k].normal, reach);
    for (int c = 0; c < 4; ++c) alive[c] &= static_cast<int>(reach[c] >= region.bound[k].least);
  }
}

// Calls visit(leaf, end) for runs of leaves that reach into the region, in the order of their
// numbers: the leaves of one node of level 1, or one alone. The planes of the box leave out large
// parts of a body or nothing: far down in the tree they are not worth their price.
template <class T, class Visit>
TALUS_HD void for_leaves_in(const MeshView<T>& body, const OverlapRegion<T>& region, Visit visit) {
  constexpr int leaf_level = 1, last_level_of_box = 3;
  struct TreeNodeRef {
    std::int32_t level, number;
  };
  TreeNodeRef stack[3 * mesh_tree_levels + 4];
  int count = 0;
  stack[count++] = {body.tree.height - 1, 0};
  const int leaves = (body.facet_count + 3) / 4;
  while (count > 0) {
    const TreeNodeRef ref = stack[--count];
    if (ref.level <= leaf_level) {
      const int width = ref.level == 0 ? 1 : 4;
      visit(width * ref.number, earlier(width * (ref.number + 1), leaves));
      continue;
    }
    int alive[4];
    children_in(body.tree.node[body.tree.level[ref.level] + ref.number], region,
                ref.level < last_level_of_box ? 1 : region.count, alive);
    for (int c = 3; c >= 0; --c) {  // without branches, which could not be foretold
      stack[count] = {ref.level - 1, 4 * ref.number + c};
      count += alive[c];
    }
  }
}

}  // namespace talus::mesh_mesh
