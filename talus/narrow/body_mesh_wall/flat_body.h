// Superquadrics with flat sides on faces, creases and corners of a wall: their contacts by the
// bulged depth (flat_superquadric/bulged_depth.h). Where the deepest point passes from a face to
// its crease, and from there to a corner, both have the same depth and the same force. For other
// bodies all of this is empty.
#pragma once

#include "talus/narrow/flat_superquadric/bulged_depth.h"
#include "talus/shape/superquadric/superquadric.h"

namespace talus::body_mesh_wall {

template <class Body>
bool is_flat(const Body&) {
  return false;
}
inline bool is_flat(const Superquadric<double>& body) { return has_flat_sides(body); }

template <class Body>
BulgedDepth<double> flat_on_plane(const Body&, const RelativePose<double>&, const Vec3<double>&,
                                  const Vec3<double>&, double) {
  return {};
}
// `normal` points out of the body; `middle` is half the depth below the plane.
inline BulgedDepth<double> flat_on_plane(const Superquadric<double>& shape,
                                         const RelativePose<double>& pose,
                                         const Vec3<double>& normal, const Vec3<double>& middle,
                                         double depth) {
  BulgedBody<double> body(shape, pose.rotation, pose.translation - middle);
  BulgedDepth<double> r = bulged_depth_on_plane(body, normal, depth);
  r.point = r.point + middle;
  return r;
}

// A contact with a crease along the unit vector `axis`, or with a corner: `axis` is zero.
template <class Body>
BulgedDepth<double> flat_on_feature(const Body&, const Pose<double>&, const Vec3<double>&,
                                    const Vec3<double>&, const Vec3<double>&, double) {
  return {};
}
// `at`: the corner or a point of the crease; `normal` points out of the body.
inline BulgedDepth<double> flat_on_feature(const Superquadric<double>& shape,
                                           const Pose<double>& pose, const Vec3<double>& at,
                                           const Vec3<double>& axis, const Vec3<double>& normal,
                                           double depth) {
  BulgedBody<double> body(shape, rotation_of(pose.orientation), pose.position - at);
  polyhedron_polyhedron::ContactPlane<double> plane{at, normal, {}, depth};
  BulgedDepth<double> r;
  if (norm_squared(axis) > 0.0) {
    plane.normal = normalized(normal - dot(normal, axis) * axis);
    LineNear<double> line{{}, axis};
    r = bulged_depth(body, line, plane);
  } else {
    VerticesNear<double> corner;
    corner.count = 1;
    corner.vertex[0] = {};
    r = bulged_depth(body, corner, plane);
  }
  r.point = r.point + at;
  return r;
}

// The derivatives of the deepest point, in the body's frame: by the unit normal n out of the body,
// and by the depth with which it bulges. `sag`: of the point below the plane that has the depth.
struct PointDerivatives {
  SymMat3<double> by_normal;
  Vec3<double> by_depth{};
  double sag{};
};

template <class Body>
PointDerivatives deepest_point_derivatives(const Body& body, const Vec3<double>& n, double) {
  return {support_hessian(body, n)};
}
inline PointDerivatives deepest_point_derivatives(const Superquadric<double>& shape,
                                                  const Vec3<double>& n, double depth) {
  if (!is_flat(shape)) return {support_hessian(shape, n)};
  BulgedBody<double> body(shape, identity_matrix<double>(), {});
  body.find(n, depth);
  return {body.at().curvature, body.point_by_depth, body.at().sag};
}

}  // namespace talus::body_mesh_wall
