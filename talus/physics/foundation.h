// The law of concave meshes on mesh walls and round walls: an elastic foundation, a bed of springs
// on the surface (K. L. Johnson, Contact mechanics, 1985, section 4.3) with a pressure of modulus *
// depth. The energy is modulus * depth^2 / 2, integrated over the surface, for every shape.
//
// The modulus, N/m3, lets round parts of a mesh overlap at rest about as much as convex bodies do
// under the law in force: 4 E* / R*, unless the law states its own. Flat patches are then stiffer.
#pragma once

#include "talus/math/select.h"
#include "talus/physics/contact_geometry.h"
#include "talus/physics/contact_material.h"

namespace talus {

TALUS_HD inline double foundation_modulus(const ContactMaterial& m, double radius) {
  return 4.0 * m.modulus / radius;
}

// The response of a sample point that stands for the area of its geometry, in a patch of
// patch_area. The dashpot is that of the whole patch, in the proportion of the areas.
template <class N>
TALUS_HD ResponseOf<N> foundation_response(const ContactMaterialOf<N>& m,
                                           const ContactGeometryOf<N>& g, const N& modulus,
                                           const N& patch_area) {
  const N part = g.area / patch_area;
  const N k = modulus * patch_area, k_t = m.tangential_ratio * k;
  ResponseOf<N> r;
  r.force = modulus * g.area * g.overlap * g.slope;
  r.energy = N(0.5) * modulus * g.area * g.overlap * g.overlap;
  r.dashpot = N(2.0) * m.damping_ratio * part * square_root(g.mass * k);
  r.tangential_stiffness = part * k_t;
  r.tangential_dashpot = N(2.0) * m.damping_ratio * part * square_root(g.mass * k_t);
  r.torsion = N(0);  // the friction of the other points resists it
  return r;
}

}  // namespace talus
