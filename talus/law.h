/// @file
/// The contact laws. docs/simulation.md has their formulas.
#pragma once

namespace talus {

/// The law of the normal force of a contact.
enum class Law {
  linear,         ///< Spring and dashpot.
  hertz_mindlin,  ///< From moduli, restitution and the curvature at the contact.
  volume,         ///< From an energy that is a function of the overlap volume; polyhedra and meshes
                  ///< only.
};

}  // namespace talus
