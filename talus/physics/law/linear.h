// Linear spring and dashpot (P. A. Cundall and O. D. L. Strack, 1979): F = k overlap + c
// d(overlap)/dt, c = 2 zeta sqrt(m* k). A head-on impact takes pi sqrt(m*/k) / sqrt(1 - zeta^2) and
// ends with the restitution exactly.
#pragma once

#include "talus/physics/met_materials.h"
#include "talus/physics/squeeze.h"

namespace talus::linear {

// Where the scene gives no stiffness: that of Hertz, force over overlap, at an overlap of R*/100.
TALUS_HD inline double stiffness(const MetMaterials& m, double radius) {
  return m.stiffness > 0.0 ? m.stiffness : (4.0 / 3.0) * 0.1 * m.modulus * radius;
}

TALUS_HD inline Response respond(const MetMaterials& m, const Squeeze& s) {
  const double k = stiffness(m, s.radius), k_t = m.tangential_ratio * k;
  Response r;
  r.force = k * s.overlap;
  r.energy = 0.5 * r.force * s.overlap;
  r.dashpot = 2.0 * m.damping_ratio * square_root(s.mass * k);
  r.tangential_stiffness = k_t;
  r.tangential_dashpot = 2.0 * m.damping_ratio * square_root(s.mass * k_t);
  return r;
}

}  // namespace talus::linear
