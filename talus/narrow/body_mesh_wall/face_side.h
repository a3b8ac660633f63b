// How deep a point of a body is behind one side of a face, without jumps where the face ends.
//
// What the body finds beyond a border of the face decides:
//   valley   the face goes on behind the face beyond it; both have a contact with the point, and
//            share its energy (energy_share.h)
//   ridge    the point can leave through other faces as well: where its distance d_2 from one of
//            them is less than its depth d, that depth fades, to zero at d_2 = d / 4
//   rim      likewise, with its distance from the rim for d_2; and again with the distance of the
//            place where the line from the body's centre to the point crosses the face: a body that
//            leans over a rim is not above the face that it reaches below
//
// And it fades with the height of the body's centre over the plane: beside a blade's edge a body is
// behind the plane of the far side without having reached it.
#pragma once

#include <vector>

#include "talus/narrow/body_mesh_wall/face.h"

namespace talus::body_mesh_wall {

// Ratio of the distance to another exit and the depth at which the contact with a face ends: above
// 0, so that it ends within reach of blunt ridges; a larger one makes the force near a ridge
// larger, up to 1.5 / (1 - ratio) times.
inline constexpr double faded = 0.25;

// The factor of a depth whose exit is nearer than the depth, ratio = exit / depth: a cubic that
// rises from 0 at `faded` to 1 at 1, and its slope by the ratio.
struct DepthFade {
  double ratio, factor{}, slope{};
  bool is_complete() const { return !(ratio > faded); }
};

inline DepthFade depth_fade(double exit, double depth) {
  const double ratio = exit / depth, u = (ratio - faded) / (1.0 - faded);
  return {ratio, u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u) / (1.0 - faded)};
}

struct FaceBorder {
  enum class Kind { valley, ridge, rim };
  std::int32_t crease{};
  Kind kind{};
  Vec3<double> from{}, along{}, into{};
  double length{};
  Vec3<double> normal{};  // of the face beyond, towards the body; none of a rim
};

// A depth and the direction against its derivative by the position of the point.
struct PointBehind {
  double depth{};
  Vec3<double> direction{};   // of length 1 but near a ridge
  Vec3<double> on_centre{};   // likewise, by the position of the body's centre
  Vec3<double> projection{};  // on the plane
  bool is_nearest{};          // the projection is the point of the sheet nearest to the point
};

class FaceSide {
 public:
  // `reach`: how far beyond a valley or a ridge a projection may lie. `around`: the triangles near
  // the body.
  FaceSide(const FaceView& face, double side, double reach, std::span<const std::int32_t> around,
           std::vector<FaceBorder>& scratch)
      : face_(face),
        side_(side),
        normal_(side * face.plane().normal),
        reach_(reach),
        around_(around),
        border_(scratch) {
    border_.clear();
    for (const std::int32_t t : face.triangles) {
      for (const std::int32_t crease : face.wall.creases_of(t)) {
        if (crease >= 0) add_border(crease);
      }
    }
  }

  const Vec3<double>& normal() const { return normal_; }
  const FaceView& face() const { return face_; }
  double offset() const { return side_ * face_.plane().offset; }

  // False if p is not behind the face.
  bool is_behind(const Vec3<double>& p, PointBehind& at) const {
    const double depth = -side_ * face_.height(p);
    if (!(depth > 0.0)) return false;
    at = {depth, normal_, {}, p + depth * normal_, true};
    Vec3<double> in_face = at.projection;
    if (!move_into_face(in_face, p, depth)) return false;
    at.is_nearest = in_face == at.projection;
    for (const FaceBorder& b : border_) {
      if (b.kind == FaceBorder::Kind::rim) lower_at_rim(b, p, depth, in_face, at);
    }
    lower_at_faces(p, depth, at);
    return at.depth > 0.0;
  }

  // Lowers the depth of a point of a body whose centre is not well before the plane, or whose line
  // to the centre crosses the face near a rim.
  void lower_for_centre(const Vec3<double>& p, PointBehind& at) const {
    lower_for_centre(p, face_.centre, at);
  }
  // With another point of the body for its centre.
  void lower_for_centre(const Vec3<double>& p, const Vec3<double>& centre, PointBehind& at) const {
    const double depth = -side_ * face_.height(p), above = side_ * face_.height(centre);
    if (high * above < depth) fade(high * above, {}, -high * normal_, depth, at);
    if (!(at.depth > 0.0)) return;
    const double whole = above + depth, part = above / whole;
    const Vec3<double> line = p - centre, passage = centre + part * line;
    for (const FaceBorder& b : border_) {
      const double exit = dot(passage - b.from, b.into), t = dot(passage - b.from, b.along);
      if (b.kind != FaceBorder::Kind::rim || exit < 0.0 || t < 0.0 || t > b.length) continue;
      if (!(exit < depth) || !face_.contains(passage)) continue;
      const double turn = dot(b.into, line) / square(whole);
      const Vec3<double> by_point = part * b.into + (turn * above) * normal_;
      const Vec3<double> by_centre = (1.0 - part) * b.into + (turn * depth) * normal_;
      fade(exit, -by_point, -by_centre, depth, at);
    }
  }

 private:
  void add_border(std::int32_t crease) {
    for (const FaceBorder& b : border_) {
      if (b.crease == crease) return;
    }
    const WallCrease& c = face_.wall.creases()[static_cast<std::size_t>(crease)];
    const auto beside = face_.wall.beside(crease);
    for (const WallBeside& own : beside) {
      if (own.face != face_.face) continue;
      // The first face that the body meets when it turns about the crease.
      const WallBeside* first = nullptr;
      double least = infinity_of<double>();
      for (const WallBeside& other : beside) {
        const double turn = turn_from(own.into, normal_, other.into);
        if (other.face == own.face || !(turn < least)) continue;
        least = turn;
        first = &other;
      }
      FaceBorder b{crease,   FaceBorder::Kind::rim, c.from, body_mesh_wall::along(c),
                   own.into, norm(c.to - c.from),   {}};
      if (first != nullptr) {
        const bool is_valley = dot(normal_, first->into) > 0.0;
        b.kind = is_valley ? FaceBorder::Kind::valley : FaceBorder::Kind::ridge;
        b.normal = face_.wall.faces()[static_cast<std::size_t>(first->face)].normal;
        // Blunt dihedral angles keep the side; in sharp ones the border is on it.
        const double sign = dot(own.into, first->into) < 0.0
                                ? dot(b.normal, normal_)
                                : (is_valley ? 1.0 : -1.0) * dot(b.normal, own.into);
        if (sign < 0.0) b.normal = -b.normal;
      }
      border_.push_back(b);
    }
  }

  // A point of the plane that is not in the face is moved back to the borders that it is beyond:
  // those valleys and ridges that have p behind both faces. False if that is not in the face.
  bool move_into_face(Vec3<double>& point, const Vec3<double>& p, double depth) const {
    if (face_.contains(point)) return true;
    bool moved = false;
    for (const FaceBorder& b : border_) {
      const double beyond = -dot(point - b.from, b.into);
      if (b.kind == FaceBorder::Kind::rim || !(beyond > 0.0) || beyond > reach_) continue;
      const double other = -dot(b.normal, p - b.from);
      if (!(b.kind == FaceBorder::Kind::valley ? other > 0.0 : other > faded * depth)) continue;
      point = point + beyond * b.into;
      moved = true;
    }
    return moved && face_.contains(point);
  }

  void lower_at_rim(const FaceBorder& b, const Vec3<double>& p, double depth,
                    const Vec3<double>& in_face, PointBehind& at) const {
    const Vec3<double> to = p - b.from;
    // A face that is not convex goes on beyond this border.
    if (dot(in_face - b.from, b.into) < -face_.wall.rounding()) return;
    const double t = dot(to, b.along), over = t < 0.0 ? t : (t > b.length ? t - b.length : 0.0);
    double exit = dot(b.into, to);
    Vec3<double> out = -b.into;
    if (over != 0.0) {
      const double distance = square_root(square(exit) + square(over));
      out = -(exit * b.into + over * b.along) / distance;
      exit = distance;
    }
    if (exit < depth) fade(exit, out, {}, depth, at);
  }

  // The faces beyond valleys are no exits: they are not closer than this one.
  void lower_at_faces(const Vec3<double>& p, double depth, PointBehind& at) const {
    const std::vector<WallFace>& faces = face_.wall.faces();
    const std::int32_t sheet = face_.plane().sheet;
    double nearest = square(depth);
    Vec3<double> exit{};
    for (const std::int32_t t : around_) {
      const std::int32_t number = face_.wall.face_of(t);
      const WallFace& other = faces[static_cast<std::size_t>(number)];
      if (number == face_.face || other.sheet != sheet) continue;
      if (square(dot(other.normal, p) - other.offset) >= nearest) continue;
      const TrianglePoint<double> projection = nearest_on_triangle(
          face_.wall.corner_of(t, 0), face_.wall.corner_of(t, 1), face_.wall.corner_of(t, 2), p);
      if (norm_squared(projection.point - p) >= nearest) continue;
      nearest = norm_squared(projection.point - p);
      exit = projection.point;
    }
    if (!(nearest < square(depth))) return;
    at.is_nearest = false;
    const double distance = square_root(nearest);
    fade(distance, distance > 0.0 ? (exit - p) / distance : normal_, {}, depth, at);
  }

  // Lowers the depth by depth_fade. `out` and `on_centre` are directions against the derivative of
  // `exit`.
  void fade(double exit, const Vec3<double>& out, const Vec3<double>& on_centre, double depth,
            PointBehind& at) const {
    const DepthFade f = depth_fade(exit, depth);
    if (f.is_complete()) {
      at.depth = 0.0;
      return;
    }
    const double falls = at.depth / depth * f.slope;
    at.direction = f.factor * at.direction + falls * (out - f.ratio * normal_);
    at.on_centre = f.factor * at.on_centre + falls * on_centre;
    at.depth = f.factor * at.depth;
  }

  // Ratio of the depth to the height of the centre from which on the depth fades: a body may be
  // that deep in a flat wall.
  static constexpr double high = 4.0;

  FaceView face_;
  double side_;
  Vec3<double> normal_;
  double reach_;
  std::span<const std::int32_t> around_;
  std::vector<FaceBorder>& border_;
};

}  // namespace talus::body_mesh_wall
