#include "talus/narrow/surface_contacts.h"

#include "talus/narrow/dfr_any/cloud_points.h"

namespace talus {
namespace {

using Found = std::vector<SurfaceContact>;

struct Points {
  const SurfaceCloud& cloud;
  const Pose<double>&pose, &target_pose;
  double share;  // of the areas
  double sign;   // 1: the points are B's, so that the push on B is outward of the target
  std::int32_t first_key;
};

template <class Body>
void add_points_in(const Body& target, const Points& points, Found& found) {
  const Mat3<double> rotation = rotation_of(points.target_pose.orientation);
  const Mat3<double> own = rotation_of(points.pose.orientation);
  const RelativePose<double> own_in_target{
      transpose(rotation) * own,
      transpose_times(rotation, points.pose.position - points.target_pose.position)};
  const CloudView<double> cloud = points.cloud.view();
  dfr_any::for_points_inside(
      cloud, target, own_in_target, [&](int i, const dfr_any::PointDepth<double>& at) {
        const double slope = norm(at.gradient);
        // Without a direction, in the centre of a round body, no push.
        const Vec3<double> inward = slope > 0.0 ? at.gradient / slope : Vec3<double>{0, 0, 1};
        found.push_back({points.first_key + i, own * cloud.point(i) + points.pose.position,
                         -points.sign * (rotation * inward), at.depth, slope,
                         points.share * cloud.area[i]});
      });
}

const DfrView<double>& kernel_body(const Dfr& body) { return body.view(); }
const PolyhedronView<double>& kernel_body(const Polyhedron& body) { return body.view(); }
template <class Body>
const Body& kernel_body(const Body& body) {
  return body;
}

void add_points_in(const Shape& target, const Points& points, Found& found) {
  std::visit(
      [&](const auto& body) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(body)>, Segment<double>>) {
          add_points_in(kernel_body(body), points, found);
        }
      },
      target);
}

}  // namespace

void surface_contacts(const SurfaceBody& a, const Pose<double>& pose_a, const SurfaceBody& b,
                      const Pose<double>& pose_b, std::vector<SurfaceContact>& found) {
  const bool both = a.cloud->size() > 0 && b.cloud->size() > 0;
  const double share = both ? 0.5 : 1.0;
  add_points_in(*b.shape, {*a.cloud, pose_a, pose_b, share, -1.0, 0}, found);
  add_points_in(*a.shape, {*b.cloud, pose_b, pose_a, share, 1.0, surface_key_of_b}, found);
}

}  // namespace talus
