// The sectors around a crease of a wall.
#pragma once

#include "talus/shape/triangle_wall.h"

namespace talus::body_mesh_wall {

inline Vec3<double> along(const WallCrease& crease) { return normalized(crease.to - crease.from); }

// Grows with the angle from `into` by way of `normal` to u, from 0 to 4 for a full turn; the three
// are at right angles to a crease, the first two unit vectors at right angles to each other.
inline double turn_from(const Vec3<double>& into, const Vec3<double>& normal,
                        const Vec3<double>& u) {
  const double length = norm(u);
  if (!(length > 0.0)) return 0.0;
  const double cosine = dot(into, u) / length;
  return dot(normal, u) >= 0.0 ? 1.0 - cosine : 3.0 + cosine;
}

// Whether two faces of a solid's crease meet at less than 180 degrees seen from outside.
inline bool is_valley(const TriangleWall& solid, std::int32_t crease) {
  const auto beside = solid.beside(crease);
  for (const WallBeside& p : beside) {
    const Vec3<double>& normal = solid.faces()[static_cast<std::size_t>(p.face)].normal;
    for (const WallBeside& q : beside) {
      if (dot(normal, q.into) > 0.0 && p.face != q.face) return true;
    }
  }
  return false;
}

// Whether a point is between two faces of the crease that meet there at less than 180 degrees: for
// a body there the crease is a valley, else a ridge or a rim. That of a solid is one for all
// bodies.
inline bool is_valley_for(const TriangleWall& wall, std::int32_t crease,
                          const Vec3<double>& point) {
  if (wall.is_solid()) return is_valley(wall, crease);
  const WallCrease& c = wall.creases()[static_cast<std::size_t>(crease)];
  const Vec3<double> axis = along(c), to = point - c.from;
  const auto beside = wall.beside(crease);
  for (std::size_t i = 0; i < beside.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Vec3<double>&p = beside[i].into, &q = beside[k].into;
      const double turn = dot(axis, cross(p, q));
      // In the cone of p and q: on the inner side of both.
      if (turn * dot(axis, cross(p, to)) > 0.0 && turn * dot(axis, cross(to, q)) > 0.0) return true;
    }
  }
  return false;
}

}  // namespace talus::body_mesh_wall
