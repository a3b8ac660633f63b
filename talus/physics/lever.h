// The lever of a contact: what the rotation of both bodies adds to the inverse effective mass along
// the normal n at the contact point, over the sum of their inverse masses,
//
//   lever = sum of (r x n) . I^-1 (r x n)  /  (1/m_a + 1/m_b),
//
// with the arms r from the centres of mass. Bodies that are not free have no part in it.
#pragma once

#include "talus/math/mat3.h"

namespace talus {

// (r x n) . I^-1 (r x n), 1/kg: the arm and the normal are in the world, the inverse inertia
// (1/(kg m2)) in the body's axes, which `rotation` turns into those of the world.
inline double rotational_inverse_mass(const SymMat3<double>& inverse_inertia,
                                      const Mat3<double>& rotation, const Vec3<double>& arm,
                                      const Vec3<double>& normal) {
  const Vec3<double> turning = transpose_times(rotation, cross(arm, normal));
  return dot(turning, inverse_inertia * turning);
}

}  // namespace talus
