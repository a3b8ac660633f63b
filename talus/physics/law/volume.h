// Repulsion by the overlap volume V (Y. T. Feng, CMAME 373, 2021: 113454): any energy that is a
// function of V alone gives a force and a torque that conserve energy for every shape,
//
//   F = dE/dV * A n   at the centroid of the area, A n being the derivative of V by a translation.
//
// Here E = E* (V / L)^(3/2) with L = R*, a modulus times a volume: corners and edges are soft. The
// stiffness of a flat face grows without bound as its overlap shrinks: the time step is made for
// stiffest_depth, and blocks at rest on their faces tremble where they overlap less. The dashpot is
// that of a spring with the stiffness of this force at the mean depth V / A, at least that depth.
// Contacts without a known overlap volume follow the Hertz-Mindlin law.
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

  template <class N>
  TALUS_HD static ResponseOf<N> respond(const ContactMaterialOf<N>& m,
                                        const ContactGeometryOf<N>& g) {
    const MaskOf<N> known = g.volume > N(0);
    const ResponseOf<N> u = respond_by_volume(m, g), v = HertzMindlinLaw::respond(m, g);
    return {select(known, u.force, v.force), select(known, u.energy, v.energy),
            select(known, u.dashpot, v.dashpot),
            select(known, u.tangential_stiffness, v.tangential_stiffness),
            select(known, u.tangential_dashpot, v.tangential_dashpot)};
  }

  // That of a face of area R*^2 at the stiffest depth d: dF/dd = 0.75 E* A^1.5 / (L^1.5 d^0.5).
  static double stiffness(const ContactMaterial& m, double radius) {
    return 0.75 * m.modulus * radius / square_root(stiffest_depth);
  }

 private:
  template <class N>
  TALUS_HD static ResponseOf<N> respond_by_volume(const ContactMaterialOf<N>& m,
                                                  const ContactGeometryOf<N>& g) {
    const N slope = square_root(g.volume / g.radius) / g.radius;  // d(V/L)^(3/2)/dV * 2/3
    ResponseOf<N> r;
    r.force = N(1.5) * m.modulus * slope * g.area;
    r.energy = m.modulus * slope * g.volume;
    const N depth = select(g.area > N(0), g.volume / g.area, N(0));
    const N least = N(stiffest_depth) * g.radius;
    const N k = r.force / select(depth > least, depth, least), k_t = m.tangential_ratio * k;
    r.dashpot = N(2.0) * m.damping_ratio * square_root(g.mass * k);
    r.tangential_stiffness = k_t;
    r.tangential_dashpot = N(2.0) * m.damping_ratio * square_root(g.mass * k_t);
    return r;
  }
};

}  // namespace talus
