// The arguments and the result of a contact law.
//
// The force is the derivative of the energy by the overlap times the slope (for the volume law: by
// the overlap volume times the area), so that a contact returns the energy it stored. Radius and
// mass stay constant from the beginning of a contact to its end: a change would create energy.
#pragma once

#include "talus/math/scalar.h"

namespace talus {

template <class N>
struct ContactGeometryOf {
  N overlap{};  // m, > 0
  N radius{};   // m, R*: 1/R* = 1/R_a + 1/R_b, of the surfaces at the contact
  N mass{};     // kg, m*: 1/m* = 1/m_a + 1/m_b
  N volume{};   // m3, of the overlap; volume law only
  N area{};     // m2: dV/d(overlap) under the volume law; the sample's area for a mesh
  // d(overlap)/d(approach): above 1 where several corners share the overlap.
  N slope = N(1);
};

template <class N>
struct ResponseOf {
  N force{};                 // N, elastic, repulsive
  N energy{};                // J, stored
  N dashpot{};               // N s/m, normal
  N tangential_stiffness{};  // N/m
  N tangential_dashpot{};    // N s/m
};

using ContactGeometry = ContactGeometryOf<double>;
using Response = ResponseOf<double>;

}  // namespace talus
