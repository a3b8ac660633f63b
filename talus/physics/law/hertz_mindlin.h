// Hertz's normal force with Mindlin's tangential stiffness and a dashpot that gives the same
// restitution at every speed (Y. Tsuji et al. 1992; D. Antypov and J. A. Elliott, EPL 94, 2011:
// 50004, who map it to a linear spring):
//
//   F   = 4/3 E* sqrt(R*) overlap^(3/2)
//   S_n = 2 E* sqrt(R* overlap),  c = 2 sqrt(5/6) zeta sqrt(S_n m*) slope
//   S_t = 8 G* sqrt(R* overlap),  c_t = 2 sqrt(5/6) zeta sqrt(S_t m*)
#pragma once

#include "talus/physics/law/law.h"

namespace talus {

struct HertzMindlinLaw {
  static constexpr std::string_view name = "hertz-mindlin";
  static constexpr std::string_view description =
      "elastic bodies of given moduli, curvature at the contact";

  template <class N>
  TALUS_HD static ResponseOf<N> respond(const ContactMaterialOf<N>& m,
                                        const ContactGeometryOf<N>& g) {
    constexpr double root_of_5_6 = 0.91287092917527685576;
    const N width = square_root(g.radius * g.overlap);  // radius of the contact spot
    const N s_n = N(2.0) * m.modulus * width, s_t = N(8.0) * m.shear_modulus * width;
    const N damping = N(2.0 * root_of_5_6) * m.damping_ratio;
    ResponseOf<N> r;
    const N along_overlap = N(2.0 / 3.0) * s_n * g.overlap;
    r.force = g.slope * along_overlap;
    r.energy = N(0.4) * along_overlap * g.overlap;
    const N dashpot = damping * square_root(s_n * g.mass);
    r.dashpot = g.slope * dashpot;
    r.tangential_stiffness = s_t;
    r.tangential_gradient = g.slope * select(g.overlap > N(0), N(0.5) * s_t / g.overlap, N(0));
    r.tangential_dashpot = N(2.0) * m.root_shear_ratio * dashpot;  // S_t/S_n = 4 G*/E*
    r.rolling_stiffness = secant_stiffness(m, g.radius);
    return r;
  }

  // sqrt(1/100)
  static constexpr double root_of_secant_overlap = 0.1;

  // Force over overlap at an overlap of R*/100.
  template <class N>
  TALUS_HD static N secant_stiffness(const ContactMaterialOf<N>& m, const N& radius) {
    return N((4.0 / 3.0) * root_of_secant_overlap) * m.modulus * radius;
  }

  static double stiffness(const ContactMaterial& m, double radius) {
    return 2.0 * m.modulus * radius * square_root(stiffness_overlap);
  }
};

}  // namespace talus
