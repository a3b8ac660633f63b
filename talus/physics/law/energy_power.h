// The exponent p of the overlap in the energy of a law, E ~ overlap^p: 2 for a linear spring, 5/2
// for Hertz. Contacts that share an energy share it by this power of their depths.
#pragma once

#include "talus/physics/law/law.h"

namespace talus {

// At the overlap at which the stiffness of the law is stated. `fallback`: for a law without energy,
// and for one of cohesion, whose energy is no power and may vanish there.
inline double energy_power(const Law& law, const ContactMaterial& material, double fallback) {
  if (law.adhesion != nullptr) return fallback;
  ContactGeometry g;
  g.radius = g.mass = 1.0;
  g.overlap = stiffness_overlap;
  const Response r = law.respond(material, g);
  return r.energy > 0.0 ? r.force * g.overlap / r.energy : fallback;
}

}  // namespace talus
