// Several contacts of one pair that share an energy, such as those of a body in the corner of a
// wall: how they pass on their springs, and how strongly their dashpots act together.
#pragma once

#include <span>

#include "talus/contact/contact_history.h"
#include "talus/math/mat3.h"
#include "talus/physics/lever.h"

namespace talus {

struct ContactGroupLimits {
  // Cosine of the angle between two normals (26 degrees) up to which springs pass from one contact
  // to the other. A choice: faceted round walls are far below it.
  static constexpr double same_direction = 0.9;
  // Limits of the factor of dashpots: that of a groove of 30 degrees, and of three faces at once.
  static constexpr double least_damping = 0.5, most_damping = 4.0;
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

// A contact of a group: how the motion of both bodies closes its gap.
struct GroupContact {
  Vec3<double> normal;                    // unit
  Vec3<double> turning_a{}, turning_b{};  // r x n in the axes of each body, m; 0 if it is not free
  double rate{};                          // at which the gap closes, m/s
  double energy_share{};
};

struct GroupInertia {
  double inverse_mass{};     // of both bodies together, 1/kg
  SymMat3<double> a{}, b{};  // inverse inertias in the axes of each body, 1/(kg m2)

  // What a force along the normal with these arms accelerates: the inverse effective mass of a
  // contact, or for a sum of weighted contacts that of them together.
  double inverse_effective_mass(const Vec3<double>& normal, const Vec3<double>& turning_a,
                                const Vec3<double>& turning_b) const {
    return inverse_mass * norm_squared(normal) + rotational_inverse_mass(a, turning_a) +
           rotational_inverse_mass(b, turning_b);
  }
};

// Factor of the dashpots of contacts that act together. The dashpot of one contact gives the
// restitution for the effective mass m_k at its point. With energy shares w and rates g at which
// gaps close, the contacts together have the stiffness of one times K = sum of w g^2 and their
// dashpots the damping of one, of mass 1, times sum of w m_k^(1/2) g^2. The mass that moves is that
// along the forces of the springs: K^2 / R, where R is what forces w g along the normals
// accelerate. In a sharp groove, or where one contact keeps the body from turning away from
// another, the factor is above 1, for faces that are nearly parallel below.
inline double group_damping(std::span<const GroupContact> contact, const GroupInertia& inertia) {
  Vec3<double> normal{}, turning_a{}, turning_b{};
  double stiffness = 0.0, damping = 0.0;
  for (const GroupContact& c : contact) {
    const double inverse = inertia.inverse_effective_mass(c.normal, c.turning_a, c.turning_b);
    if (!(inverse > 0.0)) return 1.0;
    const double weight = c.energy_share * c.rate;
    stiffness += weight * c.rate;
    damping += weight * c.rate / square_root(inverse);
    normal = normal + weight * c.normal;
    turning_a = turning_a + weight * c.turning_a;
    turning_b = turning_b + weight * c.turning_b;
  }
  const double response = inertia.inverse_effective_mass(normal, turning_a, turning_b);
  const double below = square_root(response) * damping;
  if (!(below > 0.0)) return 1.0;
  return smaller(
      ContactGroupLimits::most_damping,
      larger(ContactGroupLimits::least_damping, stiffness * square_root(stiffness) / below));
}

}  // namespace talus
