#include "talus/material.h"

#include <algorithm>

#include "talus/physics/law/registry.h"

namespace talus {

std::span<const MaterialParameter> material_parameters() {
  static const Material usual;
  static const MaterialParameter all[] = {
      {{"density", "kg/m3", usual.density, range_positive, {}, ""}, &Material::density},
      {{"young", "Pa", usual.young, range_positive, {}, "Young's modulus"}, &Material::young},
      {{"poisson", "", usual.poisson, range_poisson, {}, "Poisson's ratio"}, &Material::poisson}};
  return all;
}

double InteractionParameter::get(const Interaction& interaction) const {
  if (member != nullptr) return interaction.*member;
  const auto given = interaction.law_parameters.find(name);
  return given == interaction.law_parameters.end() ? default_value : given->second;
}

void InteractionParameter::set(Interaction& interaction, double value) const {
  if (member != nullptr) {
    interaction.*member = value;
  } else {
    interaction.law_parameters.insert_or_assign(std::string(name), value);
  }
}

std::vector<InteractionParameter> interaction_parameters() {
  const Interaction usual;
  std::vector<InteractionParameter> all = {
      {{"restitution", "", usual.restitution, range_above_zero_to_one, Mixing::mean,
        "of a head-on impact"},
       &Interaction::restitution},
      {{"friction", "", usual.friction, range_not_negative, Mixing::minimum,
        "Coulomb's coefficient"},
       &Interaction::friction},
      {{"rolling_friction", "", usual.rolling_friction, range_not_negative, Mixing::minimum,
        "largest rolling moment over normal force and radius"},
       &Interaction::rolling_friction},
      {{"tangential_ratio", "", usual.tangential_ratio, range_above_zero_to_one, Mixing::mean,
        "tangential over normal stiffness"},
       &Interaction::tangential_ratio}};
  for (const Law* law : known_laws()) {
    for (const Parameter& own : law->parameters) {
      // Laws may share a parameter.
      if (std::none_of(all.begin(), all.end(), [&](const auto& p) { return p.name == own.name; })) {
        all.push_back({own, nullptr});
      }
    }
  }
  return all;
}

}  // namespace talus
