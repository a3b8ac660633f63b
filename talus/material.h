/// @file
/// Materials and their contact parameters. SI units.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "talus/physics/parameter.h"

namespace talus {

/// What a body is made of.
struct Material {
  std::string name;       ///< For messages and files.
  double density = 2500;  ///< kg/m3
  double young = 1e7;     ///< Young's modulus, Pa
  double poisson = 0.25;  ///< Poisson's ratio
};

/// Contact parameters of two materials, or of one with itself.
struct Interaction {
  double restitution = 0.5;       ///< Of a head-on impact, 0 < e <= 1.
  double friction = 0.5;          ///< Coulomb's coefficient.
  double rolling_friction = 0.0;  ///< Largest rolling moment over normal force and radius.
  double tangential_ratio = 0.8;  ///< Tangential over normal stiffness; not of Hertz-Mindlin.
  /// Parameters of the law by name; one that is missing has its default.
  std::map<std::string, double, std::less<>> law_parameters;
};

/// All materials and the parameters of every pair of them.
struct MaterialTable {
  std::vector<Material> material;        ///< Bodies refer to them by index.
  std::vector<Interaction> interaction;  ///< material.size() squared, row by row, symmetric.

  /// @param a Index of a material.
  /// @param b Index of a material.
  /// @return Their contact parameters, owned by the table.
  const Interaction& between(std::int32_t a, std::int32_t b) const {
    return interaction[static_cast<std::size_t>(a) * material.size() + static_cast<std::size_t>(b)];
  }
};

/// A parameter of a Material: name, unit, default and range.
struct MaterialParameter : Parameter {
  double Material::*member;  ///< Where it is stored.
};

/// @return All parameters of a material; static storage.
std::span<const MaterialParameter> material_parameters();

/// A parameter of an Interaction: name, unit, default, range and mixing rule.
struct InteractionParameter : Parameter {
  double Interaction::*member;  ///< Where it is stored; null: in Interaction::law_parameters.

  /// @param interaction Contact parameters.
  /// @return The value, or its default.
  double get(const Interaction& interaction) const;
  /// @param interaction Changed.
  /// @param value Not checked against the range.
  void set(Interaction& interaction, double value) const;
};

/// @return The common parameters, followed by those of all known laws.
std::vector<InteractionParameter> interaction_parameters();

}  // namespace talus
