// A convex body and a face of a wall: the contact with the half-space behind the face, if the body
// crosses the plane within the face.
//   1. The side of the body is that of its centre; a body that is deeper than its centre therefore
//      leaves on the far side.
//   2. The projection of the deepest point on the plane must lie in the face, so that the contact
//      passes to a ridge or a rim without a jump.
//   3. The body must cross the plane there: the projection is inside the body, or the line from the
//      centre to the deepest point crosses the plane in the face. This excludes a body that leans
//      over a rim and reaches below the face beside it.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/body_mesh_wall/face.h"
#include "talus/narrow/weighted_point.h"
#include "talus/shape/ray_exit.h"
#include "talus/shape/sphere.h"

namespace talus::body_mesh_wall {

// The point is midway between the face and the body's deepest point; for a polyhedron it is the
// weighted mean of all vertices below the face (weighted_point.h).
struct FaceContact {
  bool touches{};
  Vec3<double> point{};   // of the force
  Vec3<double> normal{};  // unit, from the face to the body
  double depth{}, rounded{}, slope = 1.0;
  PatchMoments<double> patch{};  // of the vertices
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
  const double side = face.side();
  const Vec3<double> normal = side * face.plane().normal;
  const Vec3<double> lowest = body_in_wall.point_to_a(
      support_point(body, -(transpose_times(body_in_wall.rotation, normal))));
  const double depth = -side * face.height(lowest);
  if (!(depth > 0.0)) return {};
  const Vec3<double> middle = lowest + (0.5 * depth) * normal;
  const Vec3<double> projection = lowest + depth * normal;
  const bool touches = face.contains(projection) && (face.contains(passage(face, lowest)) ||
                                                     is_inside(body, body_in_wall, projection));
  return {touches, middle, normal, depth, depth, 1.0, {}};
}

// The force point of a polyhedron is determined by all its vertices below the face.
inline FaceContact face_contact(const FaceView& face, const PolyhedronView<double>& body,
                                const RelativePose<double>& body_in_wall) {
  const double side = face.side();
  const Vec3<double> normal = side * face.plane().normal;
  WeightedPoint<double> below(normal, body.bounds.radius);
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec3<double> v = body_in_wall.point_to_a(body.vertex(i));
    const double depth = -side * face.height(v);
    if (!(depth > 0.0)) continue;
    const Vec3<double> projection = v + depth * normal;
    if (!face.contains_for(v, projection) ||
        (!face.contains_for(v, passage(face, v)) && !is_inside(body, body_in_wall, projection))) {
      continue;
    }
    below.add(projection, depth);
  }
  if (below.empty()) return {};
  const Vec3<double> down = (-0.5 * below.deepest()) * normal;
  return {true,          below.point() + down, normal,       below.deepest(),
          below.depth(), below.slope(),        below.patch()};
}

}  // namespace talus::body_mesh_wall
