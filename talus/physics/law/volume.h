// Repulsion by the overlap volume V (Y. T. Feng, CMAME 373, 2021: 113454): any energy that is a
// function of V alone gives a force and a torque that conserve energy for every shape,
//
//   F = dE/dV * A n   at the centroid of the area, A n being the derivative of V by a translation.
//
// Here E = E* (V / L)^(3/2) with L = R*, a modulus times a volume: corners and edges are soft. The
// stiffness of a flat face grows without bound as its overlap shrinks: the time step is made for
// stiffest_depth, and blocks at rest on their faces tremble where they overlap less. // Contacts
// without a known overlap volume follow the Hertz-Mindlin law.
#pragma once

#include "talus/physics/law/hertz_mindlin.h"

namespace talus {

struct VolumeLaw {
  static constexpr std::string_view name = "volume";
  static constexpr std::string_view description =
      "energy as a function of the overlap volume; polyhedra and meshes only";
  static constexpr bool uses_overlap_volume = true;

  // Of R*. Chosen by measurement; no derivation.
  static constexpr double stiffest_depth = 1e-3;
  // Of R*: less deep faces are damped as at this depth, where an explicit dashpot is still stable
  // at the largest time step ((stiffest_depth / this)^(1/4) = 3 times the design frequency).
  static constexpr double least_damped_depth = 1e-5;

  template <class N>
  TALUS_HD static ResponseOf<N> respond(const ContactMaterialOf<N>& m,
                                        const ContactGeometryOf<N>& g) {
    const MaskOf<N> known = g.volume > N(0);
    return choose(known, respond_by_volume(m, g), HertzMindlinLaw::respond(m, g));
  }

  // That of a face of area R*^2 at the stiffest depth d: dF/dd = 0.75 E* A^1.5 / (L^1.5 d^0.5).
  static double stiffness(const ContactMaterial& m, double radius) {
    return stiffness_of(m, radius);
  }

 private:
  template <class N>
  TALUS_HD static N stiffness_of(const ContactMaterialOf<N>& m, const N& radius) {
    constexpr double root_of_stiffest_depth = 0.031622776601683793;
    return N(0.75 / root_of_stiffest_depth) * m.modulus * radius;
  }

  template <class N>
  TALUS_HD static ResponseOf<N> respond_by_volume(const ContactMaterialOf<N>& m,
                                                  const ContactGeometryOf<N>& g) {
    const N slope = square_root(g.volume / g.radius) / g.radius;  // d(V/L)^(3/2)/dV * 2/3
    ResponseOf<N> r;
    r.force = N(1.5) * m.modulus * slope * g.area;
    r.energy = m.modulus * slope * g.volume;
    // Every shape of overlap has E ~ V^1.5. With F ~ x^p for an overlap x the restitution is the
    // same at every speed if c = 2 zeta sqrt((p + 1)/2 F/x m*) (as law/hertz_mindlin.h), which is
    // 3/4 F A/V for faces (p = 1/2), edges (2) and corners (7/2) alike.
    const N depth = select(g.area > N(0), g.volume / g.area, N(0));
    const N least = N(least_damped_depth) * g.radius;
    const N k = N(0.75) * r.force / larger(depth, least);
    // Constant: a stiffness that depended on the area would make energy as the area changes.
    const N k_t = m.tangential_ratio * stiffness_of(m, g.radius);
    r.dashpot = N(2.0) * m.damping_ratio * square_root(g.mass * k);
    r.tangential_stiffness = k_t;
    r.tangential_dashpot = N(2.0) * m.damping_ratio * square_root(g.mass * k_t);
    r.rolling_stiffness = HertzMindlinLaw::secant_stiffness(m, g.radius);
    return r;
  }
};

}  // namespace talus
