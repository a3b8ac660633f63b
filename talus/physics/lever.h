// The lever of a contact: what the rotation of the bodies adds to the inverse effective mass along
// the normal n at the contact point, over the sum of their inverse masses,
//
//   lever = sum of J / sum of 1/m,   J = (r x n) . I^-1 (r x n),
//
// with the arms r from the centres of mass. Bodies that are not free have no part in either sum.
// The lever of one body is that of its contact with a fixed one, m J.
#pragma once

#include "talus/math/mat3.h"

namespace talus {

// J, 1/kg, for r x n in the axes of the inverse inertia, 1/(kg m2): of a body's axes, all entries.
inline double rotational_inverse_mass(const SymMat3<double>& inverse_inertia,
                                      const Vec3<double>& turning) {
  return dot(turning, inverse_inertia * turning);
}

// The same along the principal axes; with two different r x n the bilinear form of J.
inline double rotational_inverse_mass(const Vec3<double>& inverse_inertia,
                                      const Vec3<double>& turning_p,
                                      const Vec3<double>& turning_q) {
  return dot(turning_p, multiply_componentwise(inverse_inertia, turning_q));
}

}  // namespace talus
