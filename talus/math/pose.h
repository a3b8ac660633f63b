/// @file
/// The pose of a body: a position and a unit quaternion.
#pragma once

#include "talus/math/mat3.h"

namespace talus {

/// A quaternion w + x i + y j + z k; a unit quaternion is a rotation.
template <class T>
struct Quat {
  T w{1};  ///< Scalar part.
  T x{};   ///< First component of the vector part.
  T y{};   ///< Second component of the vector part.
  T z{};   ///< Third component of the vector part.
};

/// Where a body is: x_world = rotation_of(orientation) * x_body + position.
template <class T>
struct Pose {
  Vec3<T> position{};   ///< Of the body's origin in the world, length.
  Quat<T> orientation;  ///< Body to world, unit.
};

/// @param q A quaternion that is not zero. It is divided by its length, so that one that is unit
///   only to a few digits gives a rotation without a stretch.
/// @return Its rotation matrix.
template <class T>
TALUS_HD constexpr Mat3<T> rotation_of(const Quat<T>& q) {
  const T s = T(2) / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {{T(1) - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y - q.w * q.z),
           s * (q.x * q.z + q.w * q.y)},
          {s * (q.x * q.y + q.w * q.z), T(1) - s * (q.x * q.x + q.z * q.z),
           s * (q.y * q.z - q.w * q.x)},
          {s * (q.x * q.z - q.w * q.y), s * (q.y * q.z + q.w * q.x),
           T(1) - s * (q.x * q.x + q.y * q.y)}};
}

/// The pose of body B seen from body A: x_a = rotation * x_b + translation. Kernels see nothing
/// else, so a large world offset costs no digits (the positions are subtracted first).
template <class T>
struct RelativePose {
  Mat3<T> rotation;       ///< B to A.
  Vec3<T> translation{};  ///< Of the origin of B, in the frame of A, length.

  /// @param x_b A point in the frame of B.
  /// @return The point in the frame of A.
  TALUS_HD constexpr Vec3<T> point_to_a(const Vec3<T>& x_b) const {
    return rotation * x_b + translation;
  }
  /// @param n_a A direction in the frame of A.
  /// @return The direction in the frame of B.
  TALUS_HD constexpr Vec3<T> direction_to_b(const Vec3<T>& n_a) const {
    return transpose_times(rotation, n_a);
  }
};

/// @param a Pose of body A in the world.
/// @param rotation_a rotation_of(a.orientation), which the caller has already.
/// @param b Pose of body B in the world.
/// @return The pose of B seen from A.
template <class T>
TALUS_HD constexpr RelativePose<T> relative_pose(const Pose<T>& a, const Mat3<T>& rotation_a,
                                                 const Pose<T>& b) {
  // By matrices: the product of the quaternions would be rounded before its squares are.
  return {transpose(rotation_a) * rotation_of(b.orientation),
          transpose_times(rotation_a, b.position - a.position)};
}

/// @param a Pose of body A in the world.
/// @param b Pose of body B in the world.
/// @return The pose of B seen from A.
template <class T>
TALUS_HD constexpr RelativePose<T> relative_pose(const Pose<T>& a, const Pose<T>& b) {
  return relative_pose(a, rotation_of(a.orientation), b);
}

}  // namespace talus
