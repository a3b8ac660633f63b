// What bodies are made of, and how two materials meet. SI units throughout.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "talus/physics/law/law.h"

namespace talus {

struct Material {
  std::string name;
  double density = 2500;  // kg/m3
  double young = 1e7;     // Pa
  double poisson = 0.25;
};

// Of two materials, or of one with itself.
struct Interaction {
  double restitution = 0.5;       // of a head-on impact, 0 < e <= 1
  double friction = 0.5;          // Coulomb's coefficient
  double rolling_friction = 0.0;  // largest rolling moment over normal force and radius
  // Linear law only; 0: from the moduli, as stiff as the Hertz law at an overlap of a hundredth of
  // the radius.
  double stiffness = 0.0;         // N/m, normal
  double tangential_ratio = 0.8;  // tangential over normal stiffness
};

// Every pair of materials has one; a pair override replaces the default.
struct MaterialTable {
  std::vector<Material> material;
  std::vector<Interaction> interaction;  // material.size() squared, symmetric

  const Interaction& between(std::int32_t a, std::int32_t b) const {
    return interaction[static_cast<std::size_t>(a) * material.size() + static_cast<std::size_t>(b)];
  }
};

}  // namespace talus
