#include "talus/narrow/round_wall_contacts.h"

#include <algorithm>

#include "talus/narrow/body_mesh_wall/visit_body.h"
#include "talus/narrow/body_mesh_wall/wall_query.h"
#include "talus/narrow/body_round_wall/round_wall_query.h"

namespace talus {

void round_wall_contacts(const RoundWall& wall, const Pose<double>& wall_pose,
                         const SurfaceBody& body, const Pose<double>& body_pose,
                         RoundWallScratch& scratch, std::vector<WallContact>& found,
                         double energy_power) {
  body_mesh_wall::visit_body(*body.shape, [&](const auto& kernel) {
    const Mat3<double> rotation = rotation_of(wall_pose.orientation);
    const RelativePose<double> in_wall = wall.to_own(relative_pose(wall_pose, rotation, body_pose));
    BoundingSphere<double> sphere = bounding_sphere(kernel);
    sphere.centre = in_wall.point_to_a(sphere.centre);
    if (!body_round_wall::may_touch(wall, sphere)) return;
    const Vec3<double> centre = in_wall.point_to_a(body_mesh_wall::middle_of(kernel));
    const auto first = static_cast<std::ptrdiff_t>(found.size());
    body_round_wall::RoundWallQuery query{wall,   wall_pose, rotation,     in_wall,
                                          sphere, centre,    energy_power, found};
    body_round_wall::add_contacts(query, kernel, body, scratch);
    std::sort(found.begin() + first, found.end(),
              [](const WallContact& p, const WallContact& q) { return p.key < q.key; });
  });
}

}  // namespace talus
