// Meshes push with a bed of springs on their surface, an elastic foundation (K. L. Johnson, Contact
// mechanics, 1985, section 4.3): a pressure of modulus * depth. Whatever the shapes, the energy is
// the modulus times half the square of the depth, integrated over the surface.
//
// The modulus, N/m3, is chosen so that round places of a mesh overlap about as much at rest as the
// law in force lets convex bodies: 4 E* / R* by the moduli, or 4 k / R*^2 where the linear law has
// a stiffness k. Flat patches are then stiffer.
#pragma once

#include "talus/material.h"
#include "talus/physics/law/linear.h"
#include "talus/physics/met_materials.h"

namespace talus {

TALUS_HD inline double foundation_modulus(Law law, const MetMaterials& m, double radius) {
  return law == Law::linear && m.stiffness > 0.0 ? 4.0 * m.stiffness / (radius * radius)
                                                 : 4.0 * m.modulus / radius;
}

}  // namespace talus
