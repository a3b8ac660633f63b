// One query for the contacts of a body with a round wall: its inputs and output.
#pragma once

#include "talus/narrow/round_wall_contacts.h"

namespace talus::body_round_wall {

struct RoundWallQuery {
  const RoundWall& wall;
  const Pose<double>& wall_pose;
  Mat3<double> wall_rotation;
  RelativePose<double> in_wall;   // of the body, in the wall's own frame
  BoundingSphere<double> sphere;  // likewise
  Vec3<double> centre;            // likewise: a point inside the body that decides its side
  double energy_power;
  std::vector<WallContact>& found;

  // In the wall's own frame: to the world.
  Vec3<double> in_world(const Vec3<double>& p) const {
    return wall_rotation * wall.from_own(p) + wall_pose.position;
  }
  Vec3<double> direction_in_world(const Vec3<double>& n) const {
    return wall_rotation * wall.direction_from_own(n);
  }
};

// Whether a point is inside of the wall. Beyond an open end it is if it is in front of the opening:
// a body there meets the rim as one inside does, all around.
inline bool is_inside(const RoundWall& wall, const Vec3<double>& p) {
  const double r = square_root(square(p.x) + square(p.y));
  if (p.z < 0.0) return !wall.is_closed(0) && r < wall.radius(0);
  if (p.z > wall.height()) return !wall.is_closed(1) && r < wall.radius(1);
  return wall.height_inside(r, p.z) > 0.0;
}

// Whether the bounding sphere reaches the wall.
inline bool may_touch(const RoundWall& wall, const BoundingSphere<double>& s) {
  const double r = square_root(square(s.centre.x) + square(s.centre.y)), z = s.centre.z;
  if (r - s.radius > larger(wall.radius(0), wall.radius(1))) return false;
  if (z + s.radius < 0.0 || z - s.radius > wall.height()) return false;
  const bool crosses_disc =
      (wall.is_closed(0) && z < s.radius) || (wall.is_closed(1) && wall.height() - z < s.radius);
  const double height = wall.height_inside(r, z);
  return height > -s.radius && (crosses_disc || height < s.radius);
}

// Append the contacts.
template <class Body>  // sphere, ellipsoid, superquadric
void add_contacts(RoundWallQuery& query, const Body& body, RoundWallScratch& scratch);
void add_contacts(RoundWallQuery& query, const PolyhedronView<double>& body,
                  RoundWallScratch& scratch);

}  // namespace talus::body_round_wall
