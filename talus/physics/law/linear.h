// Linear spring and dashpot (P. A. Cundall and O. D. L. Strack, 1979): F = k overlap + c
// d(overlap)/dt, c = 2 zeta sqrt(m* k). A head-on impact takes pi sqrt(m*/k) / sqrt(1 - zeta^2) and
// ends with the restitution exactly.
#pragma once

#include "talus/physics/met_materials.h"
#include "talus/physics/squeeze.h"

namespace talus::linear {

// Where the scene gives no stiffness: that of Hertz, force over overlap, at an overlap of R*/100.
template <class N>
TALUS_HD N stiffness(const MetMaterialsOf<N>& m, const N& radius) {
  return select(m.stiffness > N(0), m.stiffness, N((4.0 / 3.0) * 0.1) * m.modulus * radius);
}

template <class N>
TALUS_HD ResponseOf<N> respond(const MetMaterialsOf<N>& m, const SqueezeOf<N>& s) {
  const N k = stiffness(m, s.radius), k_t = m.tangential_ratio * k;
  ResponseOf<N> r;
  const N along_overlap = k * s.overlap;
  r.force = s.slope * along_overlap;
  r.energy = N(0.5) * along_overlap * s.overlap;
  r.dashpot = N(2.0) * m.damping_ratio * square_root(s.mass * k);
  r.tangential_stiffness = k_t;
  r.tangential_dashpot = N(2.0) * m.damping_ratio * square_root(s.mass * k_t);
  return r;
}

}  // namespace talus::linear
