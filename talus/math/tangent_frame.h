// Orthonormal basis of the plane at right angles to a unit vector.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

// With the unit normal n, (x, y, n) is right-handed.
template <class N>
struct TangentFrame {
  Vec3<N> x, y;
};

// Branch-free, for one number and for a pack (T. Duff et al., Building an orthonormal basis,
// revisited, J. Comput. Graph. Tech. 6, 2017). A zero n.z counts as positive whatever its sign bit.
// The frame jumps at n.z = 0.
template <class N>
TALUS_INLINE TangentFrame<N> tangent_frame(const Vec3<N>& n) {
  const N sign = select(n.z < N(0), N(-1), N(1)), a = N(-1) / (sign + n.z), b = n.x * n.y * a;
  return {{N(1) + sign * n.x * n.x * a, sign * b, -(sign * n.x)}, {b, sign + n.y * n.y * a, -n.y}};
}

// The frame that any_orthogonal begins: without the jump at n.z = 0, with branches.
template <class T>
TALUS_HD TangentFrame<T> any_tangent_frame(const Vec3<T>& n) {
  const Vec3<T> x = any_orthogonal(n);
  return {x, cross(n, x)};
}

}  // namespace talus
