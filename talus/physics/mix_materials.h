// From the parameters of two materials to the constants of their contact.
#pragma once

#include <stdexcept>
#include <vector>

#include "talus/material.h"
#include "talus/physics/contact_material.h"
#include "talus/physics/law/law.h"

namespace talus {

// A material or interaction with a value out of its range; the message names both.
class MaterialError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The interaction of two different materials that the setup does not state: each parameter is mixed
// from those of either material with itself, by its own rule (Parameter::mixing).
Interaction mix_interactions(const Interaction& a, const Interaction& b);

// The fraction of critical damping with which a head-on impact ends with the restitution: at zero
// overlap, or with no_tension when the force vanishes (T. Schwager and T. Poeschel, Granular Matter
// 9, 2007: 465). With zeta = cos x the overlap then follows exp(-t cot x) sin t until t = 2 x, and
//
//   -ln e = 2 x cot x,   0 < x <= pi/2,
//
// for the linear spring and, by the mapping of Antypov and Elliott (law/hertz_mindlin.h), for
// Hertz's. Restitutions down to exp(-2), at critical damping.
double damping_ratio(double restitution, bool no_tension);
inline constexpr double least_restitution_without_tension = 0.13533528323661270;  // exp(-2)

// The contact materials of all pairs, at index a * (number of materials) + b. Throws MaterialError.
std::vector<ContactMaterial> mix_materials(const MaterialTable& table, const Law& law,
                                           bool no_tension = false);

}  // namespace talus
