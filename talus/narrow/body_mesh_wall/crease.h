// Pushes that can come from a crease or a corner of a wall: at right angles to the crease, and away
// from all faces that meet there. What is left of the directions belongs to the faces; between a
// crease and the corner at its end the slope along the crease decides, so that each push has one
// owner.
#pragma once

#include "talus/shape/triangle_wall.h"

namespace talus::body_mesh_wall {

inline constexpr double end_slope = 1e-6;    // along a crease, where its corner takes over
inline constexpr double wedge_slack = 1e-9;  // of unit vectors: rounding

inline Vec3<double> along(const WallCrease& crease) { return normalized(crease.to - crease.from); }

inline bool may_push(const TriangleWall& wall, std::int32_t crease, const Vec3<double>& normal) {
  const double slope = dot(normal, along(wall.creases()[static_cast<std::size_t>(crease)]));
  if (!(slope <= end_slope && slope >= -end_slope)) return false;
  for (const WallBeside& face : wall.beside(crease)) {
    if (dot(normal, face.into) > wedge_slack) return false;
  }
  return true;
}

inline bool corner_may_push(const TriangleWall& wall, std::int32_t corner,
                            const Vec3<double>& normal) {
  for (const WallEdge& edge : wall.edges(corner)) {
    if (dot(normal, edge.along) > (edge.is_crease ? -end_slope : wedge_slack)) return false;
  }
  return true;
}

}  // namespace talus::body_mesh_wall
