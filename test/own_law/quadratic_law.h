// A contact law outside the library, as CONTRIBUTING.md shows it: F = c overlap^2, with the
// constant c as a parameter of its own.
#pragma once

#include "talus/sim/register_law.h"

struct QuadraticLaw {
  static constexpr std::string_view name = "quadratic";
  static constexpr std::string_view description = "F = c overlap^2, without damping";
  static constexpr std::array<talus::Parameter, 1> parameters{
      {{"quadratic_constant", "N/m2", 1e8, talus::range_positive, talus::Mixing::harmonic_mean,
        "force over the square of the overlap"}}};

  template <class N>
  static talus::ResponseOf<N> respond(const talus::ContactMaterialOf<N>& m,
                                      const talus::ContactGeometryOf<N>& g) {
    const N& c = m.parameter[0];
    talus::ResponseOf<N> r;
    r.force = g.slope * c * g.overlap * g.overlap;
    r.energy = N(1.0 / 3.0) * c * g.overlap * g.overlap * g.overlap;
    r.tangential_stiffness = m.tangential_ratio * c * g.overlap;
    r.tangential_gradient = g.slope * m.tangential_ratio * c;
    return r;
  }

  // dF/d(overlap) at the overlap for which time steps are made.
  static double stiffness(const talus::ContactMaterial& m, double radius) {
    return 2.0 * m.parameter[0] * talus::stiffness_overlap * radius;
  }
};
