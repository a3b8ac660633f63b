// The arguments and the result of a contact law.
//
// The force is the derivative of the energy by the overlap times the slope (for the volume law: by
// the overlap volume times the area), so that a contact returns the energy it stored.
#pragma once

#include "talus/math/select.h"

namespace talus {

template <class N>
struct ContactGeometryOf {
  N overlap{};  // m, > 0; negative in a contact that holds apart bodies (law/law.h)
  N radius{};   // m, R*: 1/R* = 1/R_a + 1/R_b, of the surfaces at the contact
  N mass{};     // kg, m*: 1/m* = 1/m_a + 1/m_b and what the rotation of the bodies adds
  N volume{};   // m3, of the overlap; volume law only
  N area{};     // m2: dV/d(overlap) under the volume law; the sample's area for a mesh
  // d(overlap)/d(approach): above 1 where several corners share the overlap.
  N slope = N(1);
  N patch_arm{};  // m, mean arm of friction on a flat patch; 0: a point
};

template <class N>
struct ResponseOf {
  N force{};                 // N, elastic, repulsive
  N energy{};                // J, stored
  N dashpot{};               // N s/m, normal
  N tangential_stiffness{};  // N/m
  N tangential_gradient{};   // N/m2, its derivative by the approach of the bodies
  N tangential_dashpot{};    // N s/m
  N rolling_stiffness{};     // N/m, k of rolling_resistance.h: constant over a contact
  N torsion = N(1);          // 0: no friction against rotation about the normal
};

// Of a law of cohesion. A type of its own, so that the kernels of other laws have no code for it.
template <class N>
struct CohesiveResponseOf : ResponseOf<N> {
  N adhesion{};     // N, >= 0: counts as pressing force in the limits of friction and rolling
  N spot_radius{};  // m, of the round spot that resists twisting
};

template <class N>
TALUS_HD ResponseOf<N> choose(const MaskOf<N>& mask, const ResponseOf<N>& yes,
                              const ResponseOf<N>& no) {
  return {select(mask, yes.force, no.force),
          select(mask, yes.energy, no.energy),
          select(mask, yes.dashpot, no.dashpot),
          select(mask, yes.tangential_stiffness, no.tangential_stiffness),
          select(mask, yes.tangential_gradient, no.tangential_gradient),
          select(mask, yes.tangential_dashpot, no.tangential_dashpot),
          select(mask, yes.rolling_stiffness, no.rolling_stiffness),
          select(mask, yes.torsion, no.torsion)};
}

using ContactGeometry = ContactGeometryOf<double>;
using Response = ResponseOf<double>;

}  // namespace talus
