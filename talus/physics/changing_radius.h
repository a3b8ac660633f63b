// A lasting contact whose radius R* changes as the bodies roll. With the radius the stored energy
// changes, by no more than a part of the heat of the dashpots, and the change is booked as theirs.
// So a contact without dissipation keeps its radius and its energy.
#pragma once

#include "talus/contact/contact_history.h"
#include "talus/physics/friction.h"
#include "talus/physics/law/law.h"

namespace talus {

struct ChangingRadiusLimits {
  // Part of the dashpots' heat that a change of the radius may take. A choice.
  static constexpr double part_of_heat = 0.5;
  // That part over the stored energy below which the radius stays: it could change by 0.4 % at
  // most.
  static constexpr double least_change = 0.002;
};

// Brings history.radius towards `target()`, which is evaluated only if the radius may change.
// `heat`: J, of the dashpots until the next call. Adds the energy that the change releases to
// `damping`. Returns false, and changes nothing, where the heat is too small.
template <class Target>
bool change_radius(const Law& law, const ContactMaterial& material, double overlap, double mass,
                   double heat, const Target& target, ContactHistory& history, double& damping) {
  const double budget = ChangingRadiusLimits::part_of_heat * heat;
  if (!(budget > 0.0)) return false;
  const FrictionSpringOf<double> spring{history.elongation, history.torsion};
  ContactGeometry geometry;
  geometry.overlap = overlap;
  geometry.mass = mass;
  const auto energy = [&](double radius) {
    geometry.radius = radius;
    const Response r = law.respond(material, geometry);
    return r.energy + r.tangential_stiffness * half_square(spring, material.torsion_ratio);
  };
  const double now = energy(history.radius);
  if (budget < ChangingRadiusLimits::least_change * now) return false;
  const double last = target(), change = absolute(energy(last) - now);
  double radius = last;
  if (change > budget) radius = history.radius + (budget / change) * (last - history.radius);
  damping -= energy(radius) - now;
  history.radius = radius;
  return true;
}

}  // namespace talus
