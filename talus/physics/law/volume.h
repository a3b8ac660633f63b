// Repulsion by the overlap volume V (Y. T. Feng, CMAME 373, 2021: 113454): any energy that is a
// function of V alone gives a force and a torque that conserve energy for every shape,
//
//   F = dE/dV * A n   at the centroid of the area, A n being the derivative of V by a translation.
//
// Here E = E* V^2 / (L^(3/2) sqrt(V + V_0)) with L = R* and V_0 = linear_volume R*^3. Beyond V_0 it
// is E* (V / L)^(3/2), a modulus times a volume; below, a face of area A is a linear spring of
// 2 E* A^2 / (L^(3/2) sqrt(V_0)), which bounds its stiffness: the 3/2 power alone would make a face
// infinitely stiff where it touches. Corners and edges are soft. Contacts without a known overlap
// volume follow the Hertz-Mindlin law.
#pragma once

#include "talus/physics/law/hertz_mindlin.h"

namespace talus {

struct VolumeLaw {
  static constexpr std::string_view name = "volume";
  static constexpr std::string_view description =
      "energy as a function of the overlap volume of two polyhedra; others as hertz-mindlin";
  static constexpr bool uses_overlap_volume = true;

  // V_0 of R*^3. Two equal cubes then are linear up to an overlap of 3e-3 of their side, with the
  // stiffness that the 3/2 power has at 1e-3 of it. Chosen: less needs shorter time steps, more
  // makes corners softer still.
  static constexpr double linear_volume = 0.1;
  // sqrt(linear_volume)
  static constexpr double root_of_linear_volume = 0.31622776601683794;

  template <class N>
  TALUS_HD static ResponseOf<N> respond(const ContactMaterialOf<N>& m,
                                        const ContactGeometryOf<N>& g) {
    const MaskOf<N> known = g.volume > N(0);
    return choose(known, respond_by_volume(m, g), HertzMindlinLaw::respond(m, g));
  }

  // 2 A^2 / R*^4 of the linear spring above, for faces of area A = R^2 of equal bodies of radius
  // R = 2 R*.
  static constexpr double face_stiffness = 32.0;

  // That of two such faces, the stiffest for their size; larger faces count by face_factor.
  static double stiffness(const ContactMaterial& m, double radius) {
    return face_stiffness / root_of_linear_volume * m.modulus * radius;
  }
  // Of a body with faces of at most `area` and the radius R of the ball of equal volume, not below
  // that of the tangential spring.
  static double face_factor(double area, double radius) {
    constexpr double least = tangential_stiffness * root_of_linear_volume / face_stiffness;
    return larger(least, square(area / (radius * radius)));
  }

 private:
  // Of E* R*: constant, as a stiffness that depended on the area would make energy as that changes.
  // That of a face of area R*^2 at an overlap of 1e-3 R* under the 3/2 power.
  static constexpr double tangential_stiffness = 23.717082451262844;

  template <class N>
  TALUS_HD static ResponseOf<N> respond_by_volume(const ContactMaterialOf<N>& m,
                                                  const ContactGeometryOf<N>& g) {
    const N& length = g.radius;
    const N linear = N(linear_volume) * length * length * length;
    const N sum = g.volume + linear;
    // dE/dV = power E / V, E = scale V^2.
    const N power = (N(2) * linear + N(1.5) * g.volume) / sum;
    const N scale = m.modulus / (length * square_root(length * sum));
    ResponseOf<N> r;
    r.force = power * scale * g.volume * g.area;
    r.energy = scale * g.volume * g.volume;
    // With F ~ x^p for an overlap x the restitution is the same at every speed if
    // c = 2 zeta sqrt((p + 1)/2 F/x m*) (as law/hertz_mindlin.h), which is power/2 F A/V for faces,
    // edges and corners alike.
    const N k = N(0.5) * power * power * scale * g.area * g.area;
    const N k_t = m.tangential_ratio * N(tangential_stiffness) * m.modulus * length;
    r.dashpot = N(2.0) * m.damping_ratio * square_root(g.mass * k);
    r.tangential_stiffness = k_t;
    r.tangential_dashpot = N(2.0) * m.damping_ratio * square_root(g.mass * k_t);
    r.rolling_stiffness = HertzMindlinLaw::secant_stiffness(m, length);
    return r;
  }
};

}  // namespace talus
