// A face of a wall relative to a nearby body: the plane, the side of the body, and the extent of
// the face.
//
// A face ends at its creases. If the wall turns towards the body there (a valley, such as between a
// floor and a wall), a vertex of the body can be behind both faces: its projection on either plane
// is then beyond the crease and counts as on the crease. Both faces have a contact with it, unless
// they turn by less than 60 degrees: then only the face behind which it is deeper, so that a round
// wall of many faces does not act with all of them. Rims and ridges end the face.
#pragma once

#include <span>

#include "talus/shape/mesh/triangle.h"
#include "talus/shape/triangle_wall.h"

namespace talus::body_mesh_wall {

struct FaceView {
  const TriangleWall& wall;
  std::int32_t face{};
  std::span<const std::int32_t> triangles;  // of the face, near the body
  Vec3<double> centre{};                    // of the body; all in the wall's frame
  double reach{};                           // how far beyond a valley a projection may lie

  const WallFace& plane() const { return wall.faces()[static_cast<std::size_t>(face)]; }
  double height(const Vec3<double>& p) const { return dot(plane().normal, p) - plane().offset; }
  double side() const { return height(centre) < 0.0 ? -1.0 : 1.0; }

  // A point of the plane.
  bool contains(const Vec3<double>& p) const {
    for (const std::int32_t t : triangles) {
      if (on_triangle(t, p)) return true;
    }
    return false;
  }

  // A point of the plane that belongs to a vertex of a body: its projection, or the crossing of a
  // line to it.
  bool contains_for(const Vec3<double>& vertex, const Vec3<double>& p) const {
    if (contains(p)) return true;
    const Vec3<double> moved = back_from_valleys(vertex, p);
    return !(moved == p) && contains(moved);
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
      const Vec3<double> along = corner[(k + 1) % 3] - corner[k], to = p - corner[k];
      const double turn = dot(plane().normal, cross(along, to));
      left += turn >= 0.0;
      right += turn <= 0.0;
      longest = larger(longest, norm_squared(along));
      farthest = larger(farthest, norm_squared(to));
      const Vec3<double> projection = nearest_on_segment(corner[k], along, p);
      if (norm_squared(p - projection) <= square(wall.rounding())) return true;
    }
    return (left == 3 || right == 3) && farthest <= longest;
  }

  // Cosine of the angle between the normals of two faces (60 degrees) above which only the deeper
  // one has the contact. A choice: box corners have 90 degrees, faceted round walls well below 60.
  static constexpr double blunt_valley = 0.5;

  // Whether a crease of this face is a valley on the vertex's side of it, with the vertex behind
  // the other face as well, and this face has the contact.
  bool is_valley(std::int32_t crease, const Vec3<double>& into, const Vec3<double>& vertex) const {
    const double below = height(vertex), own_side = below < 0.0 ? 1.0 : -1.0;
    for (const WallBeside& other : wall.beside(crease)) {
      if (other.face == face) continue;
      const WallFace& turned = wall.faces()[static_cast<std::size_t>(other.face)];
      const double of_body = dot(turned.normal, centre) - turned.offset;
      const double side = of_body < 0.0 ? -1.0 : 1.0;
      const bool towards = own_side * dot(plane().normal, other.into) > 0.0;
      if (!towards || !(side * dot(turned.normal, into) > 0.0)) continue;
      const double depth = -own_side * below;
      const double other_depth = side * (turned.offset - dot(turned.normal, vertex));
      if (!(other_depth > 0.0)) continue;
      const bool sharp = own_side * side * dot(plane().normal, turned.normal) < blunt_valley;
      const bool deeper = depth > other_depth || (depth == other_depth && face < other.face);
      if (sharp || deeper) return true;
    }
    return false;
  }

  Vec3<double> back_from_valleys(const Vec3<double>& vertex, Vec3<double> p) const {
    for (const std::int32_t t : triangles) {
      for (const std::int32_t crease : wall.creases_of(t)) {
        if (crease < 0) continue;
        for (const WallBeside& own : wall.beside(crease)) {
          if (own.face != face) continue;
          const Vec3<double> from = wall.creases()[static_cast<std::size_t>(crease)].from;
          const double beyond = -dot(p - from, own.into);
          if (beyond > 0.0 && beyond <= reach && is_valley(crease, own.into, vertex)) {
            p = p + beyond * own.into;
          }
        }
      }
    }
    return p;
  }
};

}  // namespace talus::body_mesh_wall
