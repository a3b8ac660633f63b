// A pose moved a little, for derivatives by differences.
#pragma once

#include "talus/math/pose.h"

namespace talus::test {

// Along u, or about it through its own position; to first order in `by`.
inline Pose<double> nudged(const Pose<double>& pose, const Vec3<double>& u, double by, bool turns) {
  if (!turns) return {pose.position + by * u, pose.orientation};
  const Quat<double>& q = pose.orientation;
  const Vec3<double> h = (0.5 * by) * u;
  return {pose.position,
          {q.w - h.x * q.x - h.y * q.y - h.z * q.z, q.x + h.x * q.w + h.y * q.z - h.z * q.y,
           q.y - h.x * q.z + h.y * q.w + h.z * q.x, q.z + h.x * q.y - h.y * q.x + h.z * q.w}};
}

}  // namespace talus::test
