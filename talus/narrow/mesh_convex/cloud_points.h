// The points of a surface that are inside another body: down the tree of balls (surface_cloud.h) to
// the points that can be inside. It replaces P4's zones (mesh_mesh/zone.h) for coarse meshes, whose
// boxes overlap far more than they do, and works for every kind of body.
#pragma once

#include "talus/narrow/mesh_convex/point_depth.h"
#include "talus/shape/surface_cloud.h"

namespace talus::mesh_convex {

// Calls visit(point, position of the point in the target's frame) for the points that can be inside
// the target after a motion of at most `margin`, in the order of the points.
template <class T, class Body, class Visit>
TALUS_HD void for_points_near(const CloudView<T>& cloud, const Body& target,
                              const RelativePose<T>& cloud_in_target, const T& margin,
                              Visit visit) {
  for (int n = 0; n < cloud.node_count;) {
    const CloudNode& node = cloud.node[n];
    const Vec3<T> centre{T(node.centre[0]), T(node.centre[1]), T(node.centre[2])};
    if (!may_contain(target, cloud_in_target.point_to_a(centre), T(node.radius) + margin)) {
      n = node.skip;
      continue;
    }
    ++n;
    if (node.skip != n) continue;
    for (int i = node.first; i < node.first + node.count; ++i) {
      visit(i, cloud_in_target.point_to_a(cloud.point(i)));
    }
  }
}

// How far any point of a body within `reach` of its origin has moved at most, seen from another.
template <class T>
TALUS_HD T largest_motion(const RelativePose<T>& from, const RelativePose<T>& to, const T& reach) {
  const Mat3<T>&m = from.rotation, &n = to.rotation;
  const T turned =
      norm_squared(n.row0 - m.row0) + norm_squared(n.row1 - m.row1) + norm_squared(n.row2 - m.row2);
  return norm(to.translation - from.translation) + square_root(turned) * reach;
}

}  // namespace talus::mesh_convex
