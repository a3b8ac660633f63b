// What a contact of a law with a range still holds when it breaks: the energy of its normal force
// and its springs, which becomes heat.
#pragma once

#include "talus/contact/contact_history.h"
#include "talus/physics/friction.h"
#include "talus/physics/law/law.h"
#include "talus/physics/rolling_resistance.h"

namespace talus {

// J. The contact had `overlap` in the last step; the bodies moved by `path` (b relative to a, m)
// until now, when it is broken. `rolling`: rad, of the rolling spring, or null.
//
// The last force acted over the first half of the path, as velocity Verlet kicks, and took that
// work from the bodies, too.
inline double broken_contact_heat(const Law& law, const ContactMaterial& material, double overlap,
                                  const Vec3<double>& normal, const Vec3<double>& path,
                                  const ContactHistory& history, const Vec3<double>* rolling) {
  ContactGeometry geometry;
  geometry.overlap = overlap;
  geometry.radius = history.radius;
  geometry.mass = 1.0;  // of dashpots, which hold nothing
  const Response r = law.respond(material, geometry);
  const FrictionSpringOf<double> spring{history.elongation, history.torsion};
  double heat = r.energy + r.tangential_stiffness * half_square(spring, material.torsion_ratio);
  if (rolling != nullptr) {
    const double k = rolling_spring_stiffness(material, history.radius, r.rolling_stiffness);
    heat += 0.5 * k * norm_squared(*rolling);
  }
  const Vec3<double> force = r.force * normal - r.tangential_stiffness * history.elongation;
  return heat - 0.5 * dot(force, path);
}

}  // namespace talus
