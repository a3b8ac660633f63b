// Hertz's normal force with Mindlin's tangential stiffness and a dashpot that gives the same
// restitution at every speed (Y. Tsuji et al. 1992; D. Antypov and J. A. Elliott, EPL 94, 2011:
// 50004, who map it to a linear spring):
//
//   F   = 4/3 E* sqrt(R*) overlap^(3/2)
//   S_n = 2 E* sqrt(R* overlap),  c = 2 sqrt(5/6) zeta sqrt(S_n m*)
//   S_t = 8 G* sqrt(R* overlap),  c_t = 2 sqrt(5/6) zeta sqrt(S_t m*)
#pragma once

#include "talus/physics/met_materials.h"
#include "talus/physics/squeeze.h"

namespace talus::hertz_mindlin {

TALUS_HD inline Response respond(const MetMaterials& m, const Squeeze& s) {
  constexpr double root_of_5_6 = 0.91287092917527685576;
  const double width = square_root(s.radius * s.overlap);  // radius of the contact spot
  const double s_n = 2.0 * m.modulus * width, s_t = 8.0 * m.shear_modulus * width;
  Response r;
  r.force = (2.0 / 3.0) * s_n * s.overlap;
  r.energy = 0.4 * r.force * s.overlap;
  r.dashpot = 2.0 * root_of_5_6 * m.damping_ratio * square_root(s_n * s.mass);
  r.tangential_stiffness = s_t;
  r.tangential_dashpot = 2.0 * root_of_5_6 * m.damping_ratio * square_root(s_t * s.mass);
  return r;
}

}  // namespace talus::hertz_mindlin
