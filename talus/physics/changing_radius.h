// A lasting contact whose radius R* changes as the bodies roll. With the radius the stored energy
// changes, by no more than a part of the heat of the dashpots or of the rolling spring where it
// slides, and the change is booked as that heat. So a contact without dissipation keeps its radius
// and its energy. The rolling spring, whose
// stiffness grows with the cube of the radius, turns back or forth so that it keeps its energy.
#pragma once

#include "talus/contact/contact_history.h"
#include "talus/physics/friction.h"
#include "talus/physics/law/law.h"
#include "talus/physics/rolling_resistance.h"

namespace talus {

struct ChangingRadiusLimits {
  // Part of the heat that a change of the radius may take. A choice.
  static constexpr double part_of_heat = 0.5;
  // That part over the stored energy below which the radius stays: it could change by 0.4 % at
  // most.
  static constexpr double least_change = 0.002;
  // Part of its limit from which a rolling spring counts as sliding: the limit of the last step had
  // the dashpot's force, too.
  static constexpr double slides_from = 0.95;
};

// Power of a rolling spring that slides, W; 0 if it holds. `spin`: of b relative to a.
inline double sliding_power(const Law& law, const ContactMaterial& material, double overlap,
                            double mass, double radius, const Vec3<double>& rolling,
                            const Vec3<double>& spin) {
  const double rate = dot(rolling, spin);
  if (!(rate > 0.0)) return 0.0;
  ContactGeometry geometry;
  geometry.overlap = overlap;
  geometry.mass = mass;
  geometry.radius = radius;
  const Response r = law.respond(material, geometry);
  const double k = rolling_spring_stiffness(material, radius, r.rolling_stiffness);
  double pressing = r.force;
  if (law.adhesion != nullptr) pressing = larger(0.0, pressing + law.adhesion(material, geometry));
  const double limit = material.rolling_friction * radius * pressing;
  const bool slides = k * norm(rolling) >= ChangingRadiusLimits::slides_from * limit;
  return slides ? k * rate : 0.0;
}

// Brings history.radius towards `target()`, which is evaluated only if the radius may change.
// `heat`: J, until the next call. `rolling`: rad, of the rolling spring, or null. Adds the energy
// that the change releases to `booked`. Returns false, and changes nothing, where the heat is too
// small.
template <class Target>
bool change_radius(const Law& law, const ContactMaterial& material, double overlap, double mass,
                   double heat, const Target& target, Vec3<double>* rolling,
                   ContactHistory& history, double& booked) {
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
  booked -= energy(radius) - now;
  if (rolling != nullptr) {
    const auto stiffness = [&](double of_radius) {
      geometry.radius = of_radius;
      return rolling_spring_stiffness(material, of_radius,
                                      law.respond(material, geometry).rolling_stiffness);
    };
    const double before = stiffness(history.radius), after = stiffness(radius);
    if (after > 0.0) *rolling = square_root(before / after) * *rolling;
  }
  history.radius = radius;
  return true;
}

}  // namespace talus
