#include "talus/narrow/round_wall_contacts.h"

#include <algorithm>

#include "talus/narrow/body_mesh_wall/visit_body.h"
#include "talus/narrow/body_mesh_wall/wall_query.h"
#include "talus/narrow/body_round_wall/round_wall_query.h"

namespace talus {

bool lies_inside(const RoundWall& wall, const Pose<double>& wall_pose,
                 const PolyhedronView<double>& body, const Pose<double>& body_pose) {
  const RelativePose<double> in_wall =
      wall.to_own(relative_pose(wall_pose, rotation_of(wall_pose.orientation), body_pose));
  if (!body_round_wall::is_inside(wall, in_wall.point_to_a(body.inner.centre))) return false;
  const Vec3<double> up = transpose_times(in_wall.rotation, {0.0, 0.0, 1.0});
  const double low = in_wall.translation.z - support_value(body, -up);
  const double high = in_wall.translation.z + support_value(body, up);
  return (wall.is_closed(0) || low > 0.0) && (wall.is_closed(1) || high < wall.height());
}

void round_wall_contacts(const RoundWall& wall, const Pose<double>& wall_pose, const Shape& body,
                         const Pose<double>& body_pose, RoundWallScratch& scratch,
                         std::vector<WallContact>& found, double energy_power) {
  body_mesh_wall::visit_body(body, [&](const auto& kernel) {
    if constexpr (!std::is_same_v<std::decay_t<decltype(kernel)>, MeshView<double>>) {
      const Mat3<double> rotation = rotation_of(wall_pose.orientation);
      const RelativePose<double> in_wall =
          wall.to_own(relative_pose(wall_pose, rotation, body_pose));
      BoundingSphere<double> sphere = bounding_sphere(kernel);
      sphere.centre = in_wall.point_to_a(sphere.centre);
      if (!body_round_wall::may_touch(wall, sphere)) return;
      const Vec3<double> centre = in_wall.point_to_a(body_mesh_wall::middle_of(kernel));
      const auto first = static_cast<std::ptrdiff_t>(found.size());
      body_round_wall::RoundWallQuery query{wall,   wall_pose, rotation,     in_wall,
                                            sphere, centre,    energy_power, found};
      body_round_wall::add_contacts(query, kernel, scratch);
      std::sort(found.begin() + first, found.end(),
                [](const WallContact& p, const WallContact& q) { return p.key < q.key; });
    }
  });
}

}  // namespace talus
