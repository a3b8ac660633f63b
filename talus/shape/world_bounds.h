// Bounding volumes in the world of a body that is turned and moved. The box is the smallest one: it
// ends where the support values along the world's axes are reached, and these axes are the rows of
// the rotation in the body's frame. Correct to a few roundings of the position and the size.
#pragma once

#include "talus/shape/ellipsoid.h"
#include "talus/shape/sphere.h"
#include "talus/shape/superquadric/superquadric.h"

namespace talus {

// Any body with a support value: x_world = rotation * x_body + position.
template <class T, class Body>
TALUS_HD BoundingBox<T> world_box(const Body& body, const Mat3<T>& rotation,
                                  const Vec3<T>& position) {
  const auto reach = [&body](const Vec3<T>& n) { return support_value(body, n); };
  const Vec3<T>&x = rotation.row0, &y = rotation.row1, &z = rotation.row2;
  return {position - Vec3<T>{reach(-x), reach(-y), reach(-z)},
          position + Vec3<T>{reach(x), reach(y), reach(z)}};
}

// Exactly position -+ radius: the rows of a rotation are unit only to rounding.
template <class T>
TALUS_HD BoundingBox<T> world_box(const Sphere<T>& s, const Mat3<T>&, const Vec3<T>& position) {
  const Vec3<T> half{s.radius, s.radius, s.radius};
  return {position - half, position + half};
}

// Bodies that are symmetric about their origin reach as far to either side.
template <class T, class Body>
TALUS_HD BoundingBox<T> world_box_of_symmetric(const Body& body, const Mat3<T>& rotation,
                                               const Vec3<T>& position) {
  const Vec3<T> half{support_value(body, rotation.row0), support_value(body, rotation.row1),
                     support_value(body, rotation.row2)};
  return {position - half, position + half};
}

template <class T>
TALUS_HD BoundingBox<T> world_box(const Ellipsoid<T>& e, const Mat3<T>& rotation,
                                  const Vec3<T>& position) {
  return world_box_of_symmetric(e, rotation, position);
}

template <class T>
TALUS_HD BoundingBox<T> world_box(const Superquadric<T>& s, const Mat3<T>& rotation,
                                  const Vec3<T>& position) {
  return world_box_of_symmetric(s, rotation, position);
}

// Any body with a bounding sphere.
template <class T, class Body>
TALUS_HD BoundingSphere<T> world_sphere(const Body& body, const Mat3<T>& rotation,
                                        const Vec3<T>& position) {
  const BoundingSphere<T> own = bounding_sphere(body);
  return {rotation * own.centre + position, own.radius};
}

}  // namespace talus
