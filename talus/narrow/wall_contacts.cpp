#include "talus/narrow/wall_contacts.h"

#include "talus/narrow/body_mesh_wall/visit_body.h"
#include "talus/narrow/body_mesh_wall/wall_query.h"

namespace talus {

void wall_contacts(const TriangleWall& wall, const Pose<double>& wall_pose,
                   std::span<const std::int32_t> nearby, const Shape& body,
                   const Pose<double>& body_pose, WallScratch& scratch,
                   std::vector<WallContact>& found, double energy_power,
                   const MeshInnerPoints* inner) {
  body_mesh_wall::visit_body(body, [&](const auto& kernel) {
    const Mat3<double> rotation = rotation_of(wall_pose.orientation);
    const RelativePose<double> in_wall = relative_pose(wall_pose, rotation, body_pose);
    BoundingSphere<double> sphere = bounding_sphere(kernel);
    sphere.centre = in_wall.point_to_a(sphere.centre);
    body_mesh_wall::WallQuery query{wall,         wall_pose,    body_pose, body,
                                    rotation,     in_wall,      sphere,    found,
                                    found.size(), energy_power, nearby,    inner};
    body_mesh_wall::list_triangles(query, scratch.triangle);
    if (!scratch.triangle.empty()) body_mesh_wall::add_contacts(query, kernel, scratch);
  });
}

}  // namespace talus
