// The points of a surface that are inside another body: down the tree of balls (surface_cloud.h) to
// the points whose surroundings can be inside. It takes the place of P4's zones (dfr_dfr/zone.h)
// for coarse meshes, whose boxes overlap far more than they do, and goes with every kind of body.
#pragma once

#include "talus/narrow/dfr_any/point_depth.h"
#include "talus/shape/surface_cloud.h"

namespace talus::dfr_any {

// Calls visit(point, depth) with the index of the point, in the order of the indices; depth and
// gradient in the target's frame.
template <class T, class Body, class Visit>
TALUS_HD void for_points_inside(const CloudView<T>& cloud, const Body& target,
                                const RelativePose<T>& cloud_in_target, Visit visit) {
  for (int n = 0; n < cloud.node_count;) {
    const CloudNode& node = cloud.node[n];
    const Vec3<T> centre{T(node.centre[0]), T(node.centre[1]), T(node.centre[2])};
    if (!may_hold(target, cloud_in_target.point_to_a(centre), T(node.radius))) {
      n = node.skip;
      continue;
    }
    ++n;
    if (node.skip != n) continue;
    for (int i = node.first; i < node.first + node.count; ++i) {
      PointDepth<T> at;
      if (depth_in(target, cloud_in_target.point_to_a(cloud.point(i)), at)) visit(i, at);
    }
  }
}

}  // namespace talus::dfr_any
