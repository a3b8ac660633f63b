// Linear spring and dashpot (P. A. Cundall and O. D. L. Strack, 1979): F = k overlap + c
// d(overlap)/dt, c = 2 zeta sqrt(m* k). A head-on impact takes pi sqrt(m*/k) / sqrt(1 - zeta^2) and
// ends with the restitution exactly.
#pragma once

#include "talus/physics/law/hertz_mindlin.h"

namespace talus {

struct LinearLaw {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view description = "spring and dashpot of constant stiffness";
  static constexpr std::array<Parameter, 1> parameters{
      {{"stiffness", "N/m", 0.0, range_not_negative, Mixing::harmonic_mean,
        "normal stiffness; 0: that of Hertz at an overlap of R*/100"}}};

  // Without a stiffness: Hertz's force over overlap at an overlap of R*/100.
  template <class N>
  TALUS_HD static N spring(const ContactMaterialOf<N>& m, const N& radius) {
    const N& given = m.parameter[0];
    return select(given > N(0), given, HertzMindlinLaw::secant_stiffness(m, radius));
  }

  template <class N>
  TALUS_HD static ResponseOf<N> respond(const ContactMaterialOf<N>& m,
                                        const ContactGeometryOf<N>& g) {
    const N k = spring(m, g.radius), k_t = m.tangential_ratio * k;
    ResponseOf<N> r;
    const N along_overlap = k * g.overlap;
    r.force = g.slope * along_overlap;
    r.energy = N(0.5) * along_overlap * g.overlap;
    r.dashpot = g.slope * N(2.0) * m.damping_ratio * square_root(g.mass * k);
    r.tangential_stiffness = k_t;
    r.tangential_dashpot = N(2.0) * m.damping_ratio * square_root(g.mass * k_t);
    r.rolling_stiffness = k;
    return r;
  }

  static double stiffness(const ContactMaterial& m, double radius) { return spring(m, radius); }
};

}  // namespace talus
