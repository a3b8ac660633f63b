// Polyhedra for the tests of manifolds and overlap volumes.
#pragma once

#include <utility>

#include "narrow/laws/posed_pair.h"

namespace hulls {

using laws::PairSpec;
using laws::PosedPair;
using laws::Random;
using laws::Spec;
using laws::Triple;
using laws::Type;
using Vec = talus::Vec3<double>;
using Quaternion = std::array<double, 4>;

inline constexpr Quaternion upright{1, 0, 0, 0};

inline Spec polyhedron(std::vector<Triple> points, const Triple& position = {0, 0, 0},
                       const Quaternion& orientation = upright) {
  Spec spec;
  spec.type = Type::polyhedron;
  spec.points = std::move(points);
  spec.position = position;
  spec.orientation = orientation;
  return spec;
}

inline Spec box(const Triple& half, const Triple& position = {0, 0, 0},
                const Quaternion& orientation = upright) {
  return polyhedron(laws::box_points(half), position, orientation);
}

// Points on a sphere, or in a box.
inline Spec random_hull(Random& random, int count) {
  std::vector<Triple> points;
  const bool on_sphere = random.chance(0.5);
  for (int i = 0; i < count; ++i) {
    points.push_back(on_sphere ? random.direction() : random.in_box(1));
  }
  return polyhedron(std::move(points), {0, 0, 0}, random.orientation());
}

inline Quaternion turn_about(const Vec& axis, double angle) {
  const double s = std::sin(angle / 2) / talus::norm(axis);
  return {std::cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
}

inline Quaternion product(const Quaternion& p, const Quaternion& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
          p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}

inline Vec turned(const Quaternion& q, const Vec& v) {
  return talus::rotation_of(talus::Quat<double>{q[0], q[1], q[2], q[3]}) * v;
}

// A quaternion that turns the unit vector `from` into the unit vector `to`.
inline Quaternion turn_between(const Vec& from, const Vec& to) {
  const double c = talus::dot(from, to);
  if (c < -0.999999) return turn_about(talus::any_orthogonal(from), std::acos(-1.0));
  const Vec axis = talus::cross(from, to);
  const double w = 1 + c, norm = std::sqrt(w * w + talus::norm_squared(axis));
  return {w / norm, axis.x / norm, axis.y / norm, axis.z / norm};
}

// The body turned by a rotation about a point of the world.
inline Spec turned_about(Spec spec, const Vec& point, const Quaternion& q) {
  const Vec at = point + turned(q, laws::vec(spec.position) - point);
  spec.position = laws::triple(at);
  spec.orientation = product(q, spec.orientation);
  return spec;
}

// The body moved.
inline Spec shifted(Spec spec, const Vec& by) {
  laws::shift(spec, laws::triple(by));
  return spec;
}

inline const talus::PolyhedronView<double>& view(const talus::Shape& shape) {
  return std::get_if<talus::Polyhedron>(&shape)->view();
}

// A small body in another scalar, for the kernels.
template <class T>
struct ViewIn {
  std::vector<T> x, y, z, offset;
  std::vector<talus::Vec3<T>> normal;
  talus::PolyhedronView<T> view;

  explicit ViewIn(const talus::PolyhedronView<double>& body) {
    const auto convert = [](const Vec& v) { return talus::Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
    const int padded = (body.vertex_count + 7) / 8 * 8;
    for (int i = 0; i < padded; ++i) {
      x.push_back(T(body.x[i]));
      y.push_back(T(body.y[i]));
      z.push_back(T(body.z[i]));
    }
    for (int f = 0; f < body.face_count; ++f) {
      normal.push_back(convert(body.face_normal[f]));
      offset.push_back(T(body.face_offset[f]));
    }
    view.x = x.data();
    view.y = y.data();
    view.z = z.data();
    view.vertex_count = body.vertex_count;
    view.neighbour_start = body.neighbour_start;
    view.neighbour = body.neighbour;
    view.face_normal = normal.data();
    view.face_offset = offset.data();
    view.face_vertex_start = body.face_vertex_start;
    view.face_vertex = body.face_vertex;
    view.face_count = body.face_count;
    view.bounds = {convert(body.bounds.centre), T(body.bounds.radius)};
  }
};

template <class T>
talus::RelativePose<T> pose_in(const talus::RelativePose<double>& pose) {
  const auto convert = [](const Vec& v) { return talus::Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
  const talus::Mat3<double>& r = pose.rotation;
  return {{convert(r.row0), convert(r.row1), convert(r.row2)}, convert(pose.translation)};
}

}  // namespace hulls
