/// @file
/// Materials and their contact parameters. SI units.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
  /// Normal stiffness of the linear law, N/m; 0: from the moduli, as stiff as the Hertz law at an
  /// overlap of a hundredth of the radius.
  double stiffness = 0.0;
  double tangential_ratio = 0.8;  ///< Linear law: tangential over normal stiffness.
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

}  // namespace talus
