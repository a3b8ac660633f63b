// What a contact law is asked and what it answers: the one signature of the files in law/.
//
//   Response respond(const MetMaterials&, const Squeeze&)
//
// The force is the derivative of the energy by the overlap (or, for the volume law, by the overlap
// volume times the area), so that a contact gives back what it took. Radius and mass are set when a
// contact begins and stay until it ends: they may differ from contact to contact without an energy
// that comes from nowhere.
#pragma once

#include "talus/math/scalar.h"

namespace talus {

struct Squeeze {
  double overlap{};  // m, > 0
  double radius{};   // m, R*: 1/R* = 1/R_a + 1/R_b, of the surfaces at the contact
  double mass{};     // kg, m*: 1/m* = 1/m_a + 1/m_b
  double volume{};   // m3, of the overlap; volume law only
  double area{};     // m2, by which the volume grows with the overlap; volume law only
};

struct Response {
  double force{};                 // N, elastic, pushing apart
  double energy{};                // J, stored
  double dashpot{};               // N s/m, normal
  double tangential_stiffness{};  // N/m
  double tangential_dashpot{};    // N s/m
};

}  // namespace talus
