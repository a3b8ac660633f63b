// A wall: a surface of triangles that bodies meet from either side, open or closed, of any size.
// Contacts are computed with the features that the triangles form, not with single triangles:
//
//   faces     connected triangles in one plane; their common edges are no features
//   creases   straight edges of one or several faces: ridges, valleys, rims
//   corners   vertices where a crease ends or bends
//   sheets    faces connected by creases of two faces each
//
// Neither the order of a triangle's corners nor the number of faces at a crease matters. The
// directions into the faces beside a crease tell a ridge from a valley, as seen from a body.
//
// A solid is a wall with an inside: bodies are always on its outer side.
//
// Triangles count as in one plane if their corners are within 2.4e-7 of the wall's largest
// coordinate of it, the rounding of a file of floats. Triangles without area belong to no face.
// So do vertices in the middle of another triangle's side (T-junctions), which is cut there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "talus/error.h"
#include "talus/math/mat3.h"

namespace talus {

// normal . x = offset. Faces that are connected by creases of two faces each are a sheet; their
// normals are on one side of it, if it has two sides.
struct WallFace {
  Vec3<double> normal{};
  double offset{};
  std::int32_t sheet{};
};

// A face beside a crease.
struct WallBeside {
  std::int32_t face{};
  Vec3<double> into{};  // unit, in the face and at right angles to the crease
};

struct WallCrease {
  Vec3<double> from{}, to{};
  std::int32_t first_beside{};  // its faces are beside[first_beside ...] up to the next crease's
};

struct WallCorner {
  std::int32_t vertex{};
  std::int32_t first_edge{};  // the directions along its edges, up to the next corner's
};

// A direction of an edge that leaves a corner.
struct WallEdge {
  Vec3<double> along{};  // unit
  bool is_crease{};      // else it is within a face
};

enum class WallSides { both, outer };

class TriangleWall {
 public:
  // Throws ShapeError naming the triangle or vertex: no triangles, numbers that are not finite,
  // corners that do not exist, no area at all. The corners of a wall with an outer side only must
  // be counter-clockwise seen from there, and its surface closed.
  TriangleWall(std::vector<Vec3<double>> vertices,
               std::vector<std::array<std::int32_t, 3>> triangles,
               WallSides sides = WallSides::both);

  // The normals of its faces point outward, and bodies are on that side.
  bool is_solid() const { return sides_ == WallSides::outer; }

  // As given; vertices of equal coordinates count as one.
  const std::vector<Vec3<double>>& vertices() const { return vertex_; }
  const std::vector<std::array<std::int32_t, 3>>& triangles() const { return triangle_; }
  Vec3<double> corner_of(std::int32_t triangle, int k) const {
    return vertex_[static_cast<std::size_t>(triangle_[static_cast<std::size_t>(triangle)][k])];
  }

  const std::vector<WallFace>& faces() const { return face_; }
  const std::vector<WallCrease>& creases() const { return crease_; }  // one more ends the lists
  const std::vector<WallCorner>& corners() const { return corner_; }  // likewise
  std::int32_t crease_count() const { return static_cast<std::int32_t>(crease_.size()) - 1; }
  std::int32_t corner_count() const { return static_cast<std::int32_t>(corner_.size()) - 1; }
  std::span<const WallBeside> beside(std::int32_t crease) const;
  std::span<const WallEdge> edges(std::int32_t corner) const;

  // Of a triangle: its face (-1: it has no area), the creases of its sides and the numbers of its
  // corners (-1: none).
  std::int32_t face_of(std::int32_t t) const { return face_of_[static_cast<std::size_t>(t)]; }
  std::span<const std::int32_t> creases_of(std::int32_t t) const {
    const std::int32_t* first = &first_crease_of_[static_cast<std::size_t>(t)];
    return {creases_of_.data() + first[0], creases_of_.data() + first[1]};
  }
  const std::array<std::int32_t, 3>& corners_of(std::int32_t t) const {
    return corners_of_[static_cast<std::size_t>(t)];
  }

  double rounding() const { return rounding_; }  // a length: what is closer is the same

 private:
  friend class WallMaker;
  std::vector<Vec3<double>> vertex_;
  std::vector<std::array<std::int32_t, 3>> triangle_;
  std::vector<WallFace> face_;
  std::vector<WallCrease> crease_;
  std::vector<WallBeside> beside_;
  std::vector<WallCorner> corner_;
  std::vector<WallEdge> edge_;
  std::vector<std::int32_t> face_of_;
  std::vector<std::int32_t> creases_of_, first_crease_of_;  // the last one ends the lists
  std::vector<std::array<std::int32_t, 3>> corners_of_;
  double rounding_{};
  WallSides sides_{};
};

}  // namespace talus
