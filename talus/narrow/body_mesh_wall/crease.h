// The contact normals that a crease or a corner of a wall admits: orthogonal to the crease and away
// from all faces that meet there. The other directions belong to the faces. Between a crease and
// the corner at its end the slope of the normal along the crease decides, so that each contact
// belongs to exactly one feature.
#pragma once

#include "talus/shape/triangle_wall.h"

namespace talus::body_mesh_wall {

// Slope of a normal along a crease above which the corner at its end has the contact. Above the
// error of a contact normal (1e-10), below any angle that a force would show.
inline constexpr double end_slope = 1e-6;
// Slope of a normal into a face that counts as none: above the error of a contact normal (1e-10).
inline constexpr double wedge_slack = 1e-9;

inline Vec3<double> along(const WallCrease& crease) { return normalized(crease.to - crease.from); }

inline bool admits_normal(const TriangleWall& wall, std::int32_t crease,
                          const Vec3<double>& normal) {
  const double slope = dot(normal, along(wall.creases()[static_cast<std::size_t>(crease)]));
  if (!(slope <= end_slope && slope >= -end_slope)) return false;
  for (const WallBeside& face : wall.beside(crease)) {
    if (dot(normal, face.into) > wedge_slack) return false;
  }
  return true;
}

inline bool corner_admits_normal(const TriangleWall& wall, std::int32_t corner,
                                 const Vec3<double>& normal) {
  for (const WallEdge& edge : wall.edges(corner)) {
    if (dot(normal, edge.along) > (edge.is_crease ? -end_slope : wedge_slack)) return false;
  }
  return true;
}

}  // namespace talus::body_mesh_wall
