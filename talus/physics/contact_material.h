// The constants of a contact that depend on its two materials alone:
//
//   1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b                      (Hertz)
//   1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b,  G = E / (2 (1 + nu))   (Mindlin)
//   beta = (2/3) G^/(G* (3 pi/16)^2),  1/G^ = 1/G_a + 1/G_b         (friction.h)
//   zeta = -ln e / sqrt(pi^2 + ln^2 e)
//
// beta gives a round spot of radius a the torsional stiffness (16/3) G^ a^3 (E. Reissner and H. F.
// Sagoci, J. Appl. Phys. 15, 1944: 652), its tangential stiffness being 8 G* a and its mean arm of
// friction (3 pi/16) a. zeta is the fraction of critical damping that gives the restitution e:
// exactly for a linear spring and, with the dashpot of law/hertz_mindlin.h, for a Hertz contact as
// well.
//
// N is a double, or a pack of eight (talus/simd/pack.h) for eight contacts at once.
#pragma once

#include "talus/math/select.h"

namespace talus {

inline constexpr int max_law_parameters = 4;

template <class N>
struct ContactMaterialOf {
  N modulus{};           // E*, Pa
  N shear_modulus{};     // G*, Pa
  N root_shear_ratio{};  // sqrt(G*/E*)
  N damping_ratio{};     // zeta
  N friction{};
  N rolling_friction{};
  N torsion_ratio{};                  // beta
  N tangential_ratio{};               // tangential over normal stiffness
  N parameter[max_law_parameters]{};  // in the order of the law's own list
};

using ContactMaterial = ContactMaterialOf<double>;

}  // namespace talus
