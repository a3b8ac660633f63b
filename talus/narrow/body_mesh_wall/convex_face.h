// A convex body and a face of a wall: as with a half-space on the body's side of the plane, if the
// body meets the plane in the face. The body's side is that of its centre: one that is deeper than
// its centre is pushed out on the far side.
//
// The foot of the deepest point must be on the face; then the contact passes to a ridge or a rim
// without a jump. A body that leans over a rim and reaches below the face beside it has its foot
// there, too, but does not meet the face: its foot is not inside it, and the line from the centre
// to the deepest point passes the plane elsewhere.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/body_mesh_wall/face.h"
#include "talus/narrow/weighted_point.h"
#include "talus/shape/ray_exit.h"
#include "talus/shape/sphere.h"

namespace talus::body_mesh_wall {

// The point is midway between the face and the body's deepest point; of a polyhedron it is that of
// all its vertices below the face (weighted_point.h).
struct FaceTouch {
  bool touches{};
  Vec3<double> point{};   // of the force
  Vec3<double> normal{};  // unit, from the face to the body
  double depth{}, rounded{}, slope = 1.0;
  double smaller_moment{};  // of the vertices
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

// Where the line from the centre to a point below the plane passes it.
inline Vec3<double> passage(const FaceView& face, const Vec3<double>& point) {
  const double above = face.height(face.centre), below = face.height(point);
  return face.centre + (above / (above - below)) * (point - face.centre);
}

template <class Body>
bool holds(const Body& body, const RelativePose<double>& body_in_wall, const Vec3<double>& p) {
  constexpr double rounding = 1e-9;
  return level_of(body, transpose_times(body_in_wall.rotation, p - body_in_wall.translation)) <=
         rounding;
}

template <class Body>
FaceTouch touch_face(const FaceView& face, const Body& body,
                     const RelativePose<double>& body_in_wall) {
  const double side = face.side();
  const Vec3<double> normal = side * face.plane().normal;
  const Vec3<double> lowest = body_in_wall.point_to_a(
      support_point(body, -(transpose_times(body_in_wall.rotation, normal))));
  const double depth = -side * face.height(lowest);
  if (!(depth > 0.0)) return {};
  const Vec3<double> middle = lowest + (0.5 * depth) * normal;
  const Vec3<double> foot = lowest + depth * normal;
  const bool touches = face.contains(foot) &&
                       (face.contains(passage(face, lowest)) || holds(body, body_in_wall, foot));
  return {touches, middle, normal, depth, depth, 1.0, 0.0};
}

// All vertices below the face tell together where the force acts.
inline FaceTouch touch_face(const FaceView& face, const PolyhedronView<double>& body,
                            const RelativePose<double>& body_in_wall) {
  const double side = face.side();
  const Vec3<double> normal = side * face.plane().normal;
  WeightedPoint<double> below(normal, body.bounds.radius);
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec3<double> v = body_in_wall.point_to_a(body.vertex(i));
    const double depth = -side * face.height(v);
    if (!(depth > 0.0)) continue;
    const Vec3<double> foot = v + depth * normal;
    if (!face.contains_for(v, foot) ||
        (!face.contains_for(v, passage(face, v)) && !holds(body, body_in_wall, foot))) {
      continue;
    }
    below.add(foot, depth);
  }
  if (below.empty()) return {};
  const Vec3<double> down = (-0.5 * below.deepest()) * normal;
  return {true,          below.point() + down,  normal, below.deepest(), below.depth(),
          below.slope(), below.smaller_moment()};
}

}  // namespace talus::body_mesh_wall
