// A face of a wall near a body: its plane, its extent, and its side towards the body.
//
// A body is on the side of a sheet (triangle_wall.h) on which its centre is at the point of the
// sheet that is nearest to it: above a table's edge it is outside of both faces, although its
// centre is behind the plane of one of them. Of a solid the outer side is that of every body.
#pragma once

#include <span>
#include <vector>

#include "talus/narrow/body_mesh_wall/crease.h"
#include "talus/shape/mesh/triangle.h"
#include "talus/shape/triangle_wall.h"

namespace talus::body_mesh_wall {

struct FaceView {
  const TriangleWall& wall;
  std::int32_t face{};
  std::span<const std::int32_t> triangles;  // of the face, near the body
  Vec3<double> centre{};                    // of the body; all in the wall's frame
  double side = 1.0;                        // 1 or -1: the side of the plane that the body is on

  const WallFace& plane() const { return wall.faces()[static_cast<std::size_t>(face)]; }
  double height(const Vec3<double>& p) const { return dot(plane().normal, p) - plane().offset; }

  // A point of the plane.
  bool contains(const Vec3<double>& p) const {
    for (const std::int32_t t : triangles) {
      if (on_triangle(t, p)) return true;
    }
    return false;
  }

 private:
  // Whether p is within the sides, or on one of them to rounding. (Barycentric coordinates of a
  // sliver are mostly rounding.) Beyond the sharp end of a sliver the sides are mostly rounding,
  // too; there a point is farther from some corner than the longest side is long.
  bool on_triangle(std::int32_t t, const Vec3<double>& p) const {
    Vec3<double> corner[3];
    for (int k = 0; k < 3; ++k) {
      corner[k] = wall.corner_of(t, k);
      corner[k] = corner[k] - height(corner[k]) * plane().normal;
    }
    int left = 0, right = 0;
    double longest = 0.0, farthest = 0.0;
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> edge = corner[(k + 1) % 3] - corner[k], to = p - corner[k];
      const double turn = dot(plane().normal, cross(edge, to));
      left += turn >= 0.0;
      right += turn <= 0.0;
      longest = larger(longest, norm_squared(edge));
      farthest = larger(farthest, norm_squared(to));
      const Vec3<double> projection = nearest_on_segment(corner[k], edge, p);
      if (norm_squared(p - projection) <= square(wall.rounding())) return true;
    }
    return (left == 3 || right == 3) && farthest <= longest;
  }
};

// On which side of a sheet a point is.
struct SheetSide {
  std::int32_t sheet{};
  double distance_squared = infinity_of<double>(), steepness{};
  double side = 1.0;
};

// The nearest point decides. Where two triangles share it, that which the line to the point is
// steeper on does: the other one may be seen edge on.
inline void take_nearer(const TriangleWall& wall, std::int32_t t, const Vec3<double>& p,
                        SheetSide& known) {
  constexpr double same_point = 1e-9;  // relative, of squared distances
  const WallFace& face = wall.faces()[static_cast<std::size_t>(wall.face_of(t))];
  const double most = known.distance_squared * (1.0 + same_point);
  if (square(dot(face.normal, p) - face.offset) > most + square(wall.rounding())) return;
  const TrianglePoint<double> projection =
      nearest_on_triangle(wall.corner_of(t, 0), wall.corner_of(t, 1), wall.corner_of(t, 2), p);
  const Vec3<double> away = p - projection.point;
  const double above = dot(face.normal, away), squared = norm_squared(away);
  if (squared > most) return;
  if (squared >= known.distance_squared * (1.0 - same_point) &&
      !(absolute(above) > known.steepness)) {
    return;
  }
  known = {face.sheet, squared, absolute(above), above < 0.0 ? -1.0 : 1.0};
}

// The sides of the sheets near a body.
inline void find_sheet_sides(const TriangleWall& wall, std::span<const std::int32_t> triangles,
                             const Vec3<double>& centre, std::vector<SheetSide>& sides) {
  sides.clear();
  if (wall.is_solid()) return;
  for (const std::int32_t t : triangles) {
    if (wall.face_of(t) < 0) continue;
    const std::int32_t sheet = wall.faces()[static_cast<std::size_t>(wall.face_of(t))].sheet;
    auto known = sides.begin();
    while (known != sides.end() && known->sheet != sheet) ++known;
    if (known == sides.end()) known = sides.insert(known, SheetSide{sheet});
    take_nearer(wall, t, centre, *known);
  }
}

// 1, the outer side, for a solid.
inline double side_of(const WallFace& face, const std::vector<SheetSide>& sides) {
  for (const SheetSide& s : sides) {
    if (s.sheet == face.sheet) return s.side;
  }
  return 1.0;
}

}  // namespace talus::body_mesh_wall
