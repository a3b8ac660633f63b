// The constants of a contact that depend on its two materials alone:
//
//   1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b                      (Hertz)
//   1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b,  G = E / (2 (1 + nu))   (Mindlin)
//   zeta = -ln e / sqrt(pi^2 + ln^2 e)
//
// zeta is the fraction of critical damping that gives the restitution e: exactly for a linear
// spring and, with the dashpot of law/hertz_mindlin.h, for a Hertz contact as well.
//
// N is a double, or a pack of eight (talus/simd/pack.h) for eight contacts at once.
#pragma once

#include "talus/math/select.h"

namespace talus {

inline constexpr int max_law_parameters = 4;

template <class N>
struct ContactMaterialOf {
  N modulus{};        // E*, Pa
  N shear_modulus{};  // G*, Pa
  N damping_ratio{};  // zeta
  N friction{};
  N rolling_friction{};
  N tangential_ratio{};               // tangential over normal stiffness
  N parameter[max_law_parameters]{};  // in the order of the law's own list
};

using ContactMaterial = ContactMaterialOf<double>;

}  // namespace talus
