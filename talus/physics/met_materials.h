// Two materials that meet: the constants of a contact that depend on nothing else.
//
//   1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b              (Hertz)
//   1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b,  G = E / (2 (1 + nu))   (Mindlin)
//   zeta = -ln e / sqrt(pi^2 + ln^2 e)      the part of critical damping that gives a restitution
//   e:
//                                           of a linear spring exactly, and, with the dashpot of
//                                           law/hertz_mindlin.h, of a Hertz contact too.
//
// N here and in the other files of contacts is a double, or a pack of them (talus/simd/pack.h) for
// eight contacts at once.
#pragma once

#include "talus/math/select.h"

namespace talus {

template <class N>
struct MetMaterialsOf {
  N modulus{};        // E*, Pa
  N shear_modulus{};  // G*, Pa
  N damping_ratio{};  // zeta
  N friction{};
  N rolling_friction{};
  N stiffness{};  // of the linear law, N/m; 0: from the modulus
  N tangential_ratio{};
};

using MetMaterials = MetMaterialsOf<double>;

}  // namespace talus
