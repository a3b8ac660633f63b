// Materials, and the contact parameters of every pair of them. SI units throughout.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "talus/physics/parameter.h"

namespace talus {

struct Material {
  std::string name;
  double density = 2500;  // kg/m3
  double young = 1e7;     // Pa
  double poisson = 0.25;
};

// Contact parameters of two materials, or of one with itself.
struct Interaction {
  double restitution = 0.5;       // of a head-on impact, 0 < e <= 1
  double friction = 0.5;          // Coulomb's coefficient
  double rolling_friction = 0.0;  // largest rolling moment over normal force and radius
  double tangential_ratio = 0.8;  // tangential over normal stiffness; not of Hertz-Mindlin
  // The law's own parameters by name (law/*.h); one that is missing has its default.
  std::map<std::string, double, std::less<>> law_parameters;
};

// Every pair of materials has an interaction.
struct MaterialTable {
  std::vector<Material> material;
  std::vector<Interaction> interaction;  // material.size() squared, symmetric

  const Interaction& between(std::int32_t a, std::int32_t b) const {
    return interaction[static_cast<std::size_t>(a) * material.size() + static_cast<std::size_t>(b)];
  }
};

// A parameter of a Material.
struct MaterialParameter : Parameter {
  double Material::*member;
};
std::span<const MaterialParameter> material_parameters();

// A parameter of an Interaction: a member, or an entry of law_parameters.
struct InteractionParameter : Parameter {
  double Interaction::*member;  // null: the law's own

  double get(const Interaction& interaction) const;
  void set(Interaction& interaction, double value) const;
};
// The common ones, then those of all known laws (law/registry.h).
std::vector<InteractionParameter> interaction_parameters();

}  // namespace talus
