// What a contact law is asked and what it answers: the one signature of the files in law/.
//
//   ResponseOf<N> respond(const MetMaterialsOf<N>&, const SqueezeOf<N>&)
//
// The force is the derivative of the energy by the overlap times the slope (or, for the volume law,
// by the overlap volume times the area), so that a contact gives back what it took. Radius and mass
// are set when a contact begins and stay until it ends: they may differ from contact to contact
// without an energy that comes from nowhere.
#pragma once

#include "talus/math/scalar.h"

namespace talus {

template <class N>
struct SqueezeOf {
  N overlap{};  // m, > 0
  N radius{};   // m, R*: 1/R* = 1/R_a + 1/R_b, of the surfaces at the contact
  N mass{};     // kg, m*: 1/m* = 1/m_a + 1/m_b
  N volume{};   // m3, of the overlap; volume law only
  N area{};     // m2, by which the volume grows with the overlap; volume law only
  // By which the overlap grows as the bodies approach: more than 1 where many corners share it.
  N slope = N(1);
};

template <class N>
struct ResponseOf {
  N force{};                 // N, elastic, pushing apart
  N energy{};                // J, stored
  N dashpot{};               // N s/m, normal
  N tangential_stiffness{};  // N/m
  N tangential_dashpot{};    // N s/m
};

using Squeeze = SqueezeOf<double>;
using Response = ResponseOf<double>;

}  // namespace talus
