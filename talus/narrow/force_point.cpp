#include "talus/narrow/force_point.h"

#include "talus/narrow/half_space_any/force_point.h"

namespace talus {
namespace {

// Whether more than one vertex is within `depth` of the farthest along the world's direction n.
bool has_several_in_slab(const PolyhedronView<double>& body, const Pose<double>& pose,
                         const Vec3<double>& n, double depth) {
  const Vec3<double> along = transpose_times(rotation_of(pose.orientation), n);
  double first = -infinity_of<double>(), second = first;
  for (int i = 0; i < body.vertex_count; ++i) {
    const double reach = dot(along, body.vertex(i));
    second = larger(second, smaller(first, reach));
    first = larger(first, reach);
  }
  return second > first - depth;
}

Vec3<double> on_half_space(const PolyhedronView<double>& body, const Pose<double>& pose,
                           const HalfSpace<double>& plane, const Pose<double>& plane_pose) {
  const Mat3<double> rotation = rotation_of(pose.orientation);
  const RelativePose<double> plane_in_body = relative_pose(pose, rotation, plane_pose);
  const Vec3<double> normal = plane_in_body.rotation * plane.normal;
  const HalfSpace<double> own{normal, plane.offset + dot(normal, plane_in_body.translation)};
  return rotation * half_space_any::force_point_on_plane(body, own) + pose.position;
}

}  // namespace

Vec3<double> force_point(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                         const Pose<double>& pose_b, const Contact<double>& contact,
                         OverlapScratch& scratch) {
  const Vec3<double> middle = 0.5 * (contact.point_a + contact.point_b);
  const auto* p = std::get_if<Polyhedron>(&a);
  const auto* q = std::get_if<Polyhedron>(&b);
  if (p != nullptr && q != nullptr) {
    const double depth = -contact.distance;
    if (has_several_in_slab(p->view(), pose_a, contact.normal, depth) ||
        has_several_in_slab(q->view(), pose_b, -contact.normal, depth)) {
      const auto overlap = overlap_volume(a, pose_a, b, pose_b, &scratch);
      if (overlap && overlap->volume > 0.0) return overlap->centroid;
    }
  } else if (const auto* plane = std::get_if<HalfSpace<double>>(&b); p != nullptr && plane) {
    return on_half_space(p->view(), pose_a, *plane, pose_b);
  } else if (const auto* floor = std::get_if<HalfSpace<double>>(&a); q != nullptr && floor) {
    return on_half_space(q->view(), pose_b, *floor, pose_a);
  }
  return middle;
}

}  // namespace talus
