// Several contacts of one pair that share an energy, such as those of a body in the corner of a
// wall: how they pass on their springs, and how strongly their dashpots act together.
#pragma once

#include <span>

#include "talus/contact/contact_history.h"
#include "talus/math/mat3.h"

namespace talus {

struct ContactGroupLimits {
  // Cosine of the angle between two normals (26 degrees) up to which springs pass from one contact
  // to the other. A choice: faceted round walls are far below it.
  static constexpr double same_direction = 0.9;
  // Limits of the factor of dashpots: that of a groove of 30 degrees, and of three faces at once.
  static constexpr double least_damping = 0.5, most_damping = 4.0;
  // Squared part of a normal outside the span of others from which on it adds a direction: 1e-3
  // rad, far above rounding. A choice.
  static constexpr double independent = 1e-6;
};

// A body that rolls or slides from face to face keeps its friction: a new contact takes over the
// springs of the contact with the nearest normal. Its share of the energy grows from nothing as
// that of the other one falls. `normal(i)` is the unit normal of contact i; a new contact has no
// radius yet.
template <class Normal>
void pass_on_springs(std::span<KeyedContact> contact, const Normal& normal) {
  const auto is_new = [&](std::size_t i) { return contact[i].history.radius == 0.0; };
  for (std::size_t i = 0; i < contact.size(); ++i) {
    if (!is_new(i)) continue;
    const KeyedContact* nearest = nullptr;
    double most = ContactGroupLimits::same_direction;
    for (std::size_t k = 0; k < contact.size(); ++k) {
      const double cosine = dot(normal(i), normal(k));
      if (is_new(k) || !(cosine > most)) continue;
      most = cosine;
      nearest = &contact[k];
    }
    if (nearest == nullptr) continue;
    contact[i].history.elongation = nearest->history.elongation;
    contact[i].history.torsion = nearest->history.torsion;
    contact[i].rolling = nearest->rolling;
  }
}

// Factor of the dashpots of `count` contacts. The dashpots of one contact give the restitution
// along its normal. Along another direction u the contacts together have the stiffness of one times
// s, the sum of energy_share (n . u)^2, but also its damping times s instead of the root of s, as
// it should: in a sharp groove a ball would rebound too fast. The factor 1 / sqrt(s) is for the
// direction of the relative velocity, within the span of the normals: other directions have no
// stiffness.
template <class Normal, class EnergyShare>
double group_damping(std::size_t count, const Vec3<double>& velocity, const Normal& normal,
                     const EnergyShare& energy_share) {
  Vec3<double> axis[3], u{};
  int axes = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Vec3<double> rest = normal(k);
    for (int i = 0; i < axes; ++i) rest = rest - dot(rest, axis[i]) * axis[i];
    if (axes == 3 || !(norm_squared(rest) > ContactGroupLimits::independent)) continue;
    axis[axes] = normalized(rest);
    u = u + dot(velocity, axis[axes]) * axis[axes];
    ++axes;
  }
  double sum = 0.0;
  for (std::size_t k = 0; k < count; ++k) sum += energy_share(k) * square(dot(normal(k), u));
  if (!(sum > 0.0)) return 1.0;
  return smaller(ContactGroupLimits::most_damping,
                 larger(ContactGroupLimits::least_damping, square_root(norm_squared(u) / sum)));
}

}  // namespace talus
