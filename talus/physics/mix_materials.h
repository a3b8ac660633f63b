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

// The contact materials of all pairs, at index a * (number of materials) + b. Throws MaterialError.
std::vector<ContactMaterial> mix_materials(const MaterialTable& table, const Law& law);

}  // namespace talus
