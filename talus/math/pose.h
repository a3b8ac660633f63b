// Position and orientation of a body; the unit quaternion (scalar first) rotates body to world.
#pragma once

#include "talus/math/mat3.h"

namespace talus {

template <class T>
struct Quat {
  T w{1}, x{}, y{}, z{};
};

template <class T>
struct Pose {
  Vec3<T> position{};
  Quat<T> orientation;
};

// The rotation of q / |q|; dividing by |q|^2 here means that a quaternion that is unit only to a
// few digits still gives a rotation, not a rotation with a stretch.
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

// The pose of body B seen from body A: x_a = rotation * x_b + translation. Kernels see nothing
// else, so a large world offset costs no digits (the positions are subtracted first).
template <class T>
struct RelativePose {
  Mat3<T> rotation;
  Vec3<T> translation{};

  TALUS_HD constexpr Vec3<T> point_to_a(const Vec3<T>& x_b) const {
    return rotation * x_b + translation;
  }
  TALUS_HD constexpr Vec3<T> direction_to_b(const Vec3<T>& n_a) const {
    return transpose_times(rotation, n_a);
  }
};

// For callers that have the rotation of A.
template <class T>
TALUS_HD constexpr RelativePose<T> relative_pose(const Pose<T>& a, const Mat3<T>& rotation_a,
                                                 const Pose<T>& b) {
  // By matrices: the product of the quaternions would be rounded before its squares are.
  return {transpose(rotation_a) * rotation_of(b.orientation),
          transpose_times(rotation_a, b.position - a.position)};
}

template <class T>
TALUS_HD constexpr RelativePose<T> relative_pose(const Pose<T>& a, const Pose<T>& b) {
  return relative_pose(a, rotation_of(a.orientation), b);
}

}  // namespace talus
