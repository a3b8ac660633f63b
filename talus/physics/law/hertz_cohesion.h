// Hertz-Mindlin with a cohesion that is linear in the overlap: the area pi R* overlap of Hertz's
// contact spot times a cohesion energy density k (J/m3 = Pa),
//
//   F = 4/3 E* sqrt(R*) overlap^(3/2) - pi k R* overlap,   E = integral of F.
//
// The form is that of the models "sjkr" of LIGGGHTS (C. Kloss et al., Prog. Comput. Fluid Dyn. 12,
// 2012: 140), whose area is 2 pi R* overlap ("sjkr", the circle in which two spheres intersect, for
// small overlaps) or 4 pi R* overlap ("sjkr2"): k here is twice, or four times, theirs.
//
// Force and energy are functions of the overlap alone and begin at zero with it. So the law holds
// for every shape that has an overlap, and neither making nor breaking a contact takes energy. The
// largest pull, where sqrt(overlap) = pi k sqrt(R*) / (2 E*), is
//
//   F_c = pi^3 k^3 R*^2 / (12 E*^2).
#pragma once

#include <numbers>

#include "talus/physics/law/hertz_mindlin.h"

namespace talus {

struct HertzCohesionLaw {
  static constexpr std::string_view name = "hertz-cohesion";
  static constexpr std::string_view description =
      "as hertz-mindlin, with a cohesion in proportion to the area of the contact";
  static constexpr std::array<Parameter, 1> parameters{
      {{"cohesion_energy_density", "J/m3", 0.0, range_not_negative, Mixing::geometric_mean,
        "cohesive force over the area pi R* overlap of the contact"}}};

  // N, along the overlap.
  template <class N>
  TALUS_HD static N attraction(const ContactMaterialOf<N>& m, const ContactGeometryOf<N>& g) {
    return N(std::numbers::pi) * m.parameter[0] * g.radius * g.overlap;
  }

  // The limits of friction and rolling are those of Hertz's force, which presses the spot.
  template <class N>
  TALUS_HD static N adhesion(const ContactMaterialOf<N>& m, const ContactGeometryOf<N>& g) {
    return g.slope * attraction(m, g);
  }

  template <class N>
  TALUS_HD static CohesiveResponseOf<N> respond(const ContactMaterialOf<N>& m,
                                                const ContactGeometryOf<N>& g) {
    CohesiveResponseOf<N> r{HertzMindlinLaw::respond(m, g)};
    const N pull = attraction(m, g);
    r.adhesion = g.slope * pull;
    r.force = r.force - r.adhesion;
    r.energy = r.energy - N(0.5) * pull * g.overlap;
    r.spot_radius = square_root(g.radius * g.overlap);
    return r;
  }

  // Hertz's: cohesion makes a contact softer.
  static double stiffness(const ContactMaterial& m, double radius) {
    return HertzMindlinLaw::stiffness(m, radius);
  }
};

}  // namespace talus
