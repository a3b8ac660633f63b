// Two materials that meet: the constants of a contact that depend on nothing else.
//
//   1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b              (Hertz)
//   1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b,  G = E / (2 (1 + nu))   (Mindlin)
//   zeta = -ln e / sqrt(pi^2 + ln^2 e)      the part of critical damping that gives a restitution
//   e:
//                                           of a linear spring exactly, and, with the dashpot of
//                                           law/hertz_mindlin.h, of a Hertz contact too.
#pragma once

#include "talus/math/host_device.h"

namespace talus {

struct MetMaterials {
  double modulus{};        // E*, Pa
  double shear_modulus{};  // G*, Pa
  double damping_ratio{};  // zeta
  double friction{};
  double rolling_friction{};
  double stiffness{};  // of the linear law, N/m; 0: from the modulus
  double tangential_ratio{};
};

}  // namespace talus
