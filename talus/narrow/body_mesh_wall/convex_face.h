// A convex body and a face of a wall: the contact with the half-space behind the face, if the body
// crosses the plane within the face.
//   1. The side of the body is that of its centre (face.h); a body that is deeper than its
//      centre therefore leaves on the far side.
//   2. The projection of the deepest point on the plane must lie in the face, so that the contact
//      passes to a ridge or a rim without a jump.
//   3. The body must cross the plane there: the projection is inside the body, or the line from the
//      centre to the deepest point crosses the plane in the face. This excludes a body that leans
//      over a rim and reaches below the face beside it. The line from the centre to a vertex of a
//      polyhedron must cross any face of the sheet.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/body_mesh_wall/face_side.h"
#include "talus/narrow/body_mesh_wall/flat_body.h"
#include "talus/narrow/rounded_maximum.h"
#include "talus/shape/ray_exit.h"
#include "talus/shape/sphere.h"

namespace talus::body_mesh_wall {

// The point is midway between the face and the body's deepest point; for a polyhedron it is the
// weighted mean of all vertices behind the face, for a flat superquadric see flat_body.h.
struct FaceContact {
  bool touches{};
  Vec3<double> point{};        // of the force
  Vec3<double> normal{};       // of the force: unit, from the face to the body
  Vec3<double> face_normal{};  // towards the body; differs where vertices are near a ridge
  double depth{}, rounded{}, slope = 1.0;
  PatchMoments<double> patch{};  // of the vertices
  double twist{};                // m, couple about the normal over the force
};

// Negative inside, relative to the size of the body.
inline double level_of(const Sphere<double>& body, const Vec3<double>& x) {
  return inside_outside(body, x);
}
inline double level_of(const PolyhedronView<double>& body, const Vec3<double>& x) {
  return inside_outside(body, x) / body.bounds.radius;
}
template <class Smooth>
double level_of(const Smooth& body, const Vec3<double>& x) {
  return level_at_point(body, x).value;
}

// The point where the line from the centre to a point below the plane crosses the plane.
inline Vec3<double> passage(const FaceView& face, const Vec3<double>& point) {
  const double above = face.height(face.centre), below = face.height(point);
  return face.centre + (above / (above - below)) * (point - face.centre);
}

// Level, relative to the body's size, up to which a point counts as inside: far above rounding
// (1e-16) and far below any overlap of a simulation.
inline constexpr double inside_level = 1e-9;

template <class Body>
bool is_inside(const Body& body, const RelativePose<double>& body_in_wall, const Vec3<double>& p) {
  return level_of(body, transpose_times(body_in_wall.rotation, p - body_in_wall.translation)) <=
         inside_level;
}

template <class Body>
FaceContact face_contact(const FaceView& face, const Body& body,
                         const RelativePose<double>& body_in_wall) {
  const double side = face.side;
  if (!(side * face.height(face.centre) > 0.0)) return {};  // beyond an edge of the wall
  const Vec3<double> normal = side * face.plane().normal;
  Vec3<double> lowest = body_in_wall.point_to_a(
      support_point(body, -(transpose_times(body_in_wall.rotation, normal))));
  double depth = -side * face.height(lowest), rounded = depth, slope = 1.0;
  if (!(depth > 0.0)) return {};
  Vec3<double> middle = lowest + (0.5 * depth) * normal;
  PatchMoments<double> patch;
  if (is_flat(body)) {
    const BulgedDepth<double> r = flat_on_plane(body, body_in_wall, -normal, middle, depth);
    if (r.found) {
      rounded = r.depth;
      slope = r.slope;
      middle = r.point;
      depth = -2.0 * side * face.height(middle);
      lowest = middle - (0.5 * depth) * normal;
      patch.smaller = r.moment;
    }
  }
  const Vec3<double> projection = lowest + depth * normal;
  const bool touches = face.contains(projection) && (face.contains(passage(face, lowest)) ||
                                                     is_inside(body, body_in_wall, projection));
  return {touches, middle, normal, normal, depth, rounded, slope, patch, 0.0};
}

// A force and a torque about `origin` as a force along a line and a couple about it.
struct ForceLine {
  ForceLine(const Vec3<double>& origin, const Vec3<double>& force, const Vec3<double>& torque) {
    const double squared = norm_squared(force);
    if (!(squared > 0.0)) return;
    length = square_root(squared);
    direction = force / length;
    point = origin + cross(force, torque) / squared;
    twist = dot(torque, force) / squared;
  }
  double length{};
  Vec3<double> direction{}, point{};
  double twist{};  // m, couple over force
};

// The smooth maximum of the depths of several points (rounded_maximum.h), and the force that is its
// derivative: every point is pushed in its own direction.
class PointsBehind {
 public:
  PointsBehind(const Vec3<double>& normal, const Vec3<double>& centre, double size)
      : normal_(normal), centre_(centre), axes_(tangent_frame(normal)), size_(size) {}

  void add(const Vec3<double>& point, const PointBehind& at) {
    if (!(sum_ > 0.0)) origin_ = at.projection;
    const double z = at.depth / size_, weight = rounding_weight(z) * z;
    const Vec3<double> offset = at.projection - origin_;
    moments_.add(weight, dot(axes_.x, offset), dot(axes_.y, offset));
    force_ = force_ + weight * (at.direction + at.on_centre);
    torque_ = torque_ + weight * (cross(point - origin_, at.direction) +
                                  cross(centre_ - origin_, at.on_centre));
    sum_ += weight * z;
    squares_ += weight * weight;
    deepest_ = larger(deepest_, at.depth);
  }

  FaceContact contact() const {
    const ForceLine line(origin_, force_, torque_);
    if (!(sum_ > 0.0) || !(line.length > 0.0)) return {};
    const double root = rounding_root(sum_);
    FaceContact c;
    c.touches = true;
    c.face_normal = normal_;
    c.normal = line.direction;
    c.point = line.point - (0.5 * deepest_) * c.normal;
    c.depth = deepest_;
    c.rounded = size_ * root;
    c.slope = line.length * root / sum_;
    c.twist = line.twist;
    c.patch = moments_.patch(squares_);
    return c;
  }

 private:
  Vec3<double> normal_, centre_;
  TangentFrame<double> axes_;
  double size_;  // of the body: scales the depths, so that their powers do not underflow
  Vec3<double> origin_{}, force_{}, torque_{};
  PlaneMoments<double> moments_;
  double sum_{}, squares_{}, deepest_{};
};

// The contact of a polyhedron with one side of a face, by all its vertices behind it.
// `is_beyond(v, at)`: whether the vertex is beyond the wall.
template <class IsBeyond>
FaceContact face_contact(const FaceSide& face, const PolyhedronView<double>& body,
                         const RelativePose<double>& body_in_wall, const IsBeyond& is_beyond) {
  PointsBehind behind(face.normal(), face.face().centre, body.bounds.radius);
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec3<double> v = body_in_wall.point_to_a(body.vertex(i));
    PointBehind at;
    if (!face.is_behind(v, at) || !is_beyond(v, at)) continue;
    face.lower_for_centre(v, at);
    if (at.depth > 0.0) behind.add(v, at);
  }
  return behind.contact();
}

}  // namespace talus::body_mesh_wall
