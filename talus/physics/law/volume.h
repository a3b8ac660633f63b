// Repulsion by the overlap volume V (Y. T. Feng, CMAME 373, 2021: 113454): any energy that is a
// function of V alone gives a force and a torque that conserve energy for every shape,
//
//   F = dE/dV * A n   at the centroid of the area, A n being the derivative of V by a translation.
//
// Here E = E* (V / L)^(3/2) with L = R*, a modulus times a volume: corners and edges are
// soft. A flat face is the stiffer the less it overlaps, without bound: the time step is made for
// stiffest_depth, and blocks at rest on their faces tremble where they overlap less. The dashpot is
// that of a spring with the stiffness of this force at the mean depth V / A, at least that depth.
#pragma once

#include "talus/physics/met_materials.h"
#include "talus/physics/squeeze.h"

namespace talus::volume {

inline constexpr double stiffest_depth = 1e-3;  // of R*

template <class N>
TALUS_HD ResponseOf<N> respond(const MetMaterialsOf<N>& m, const SqueezeOf<N>& s) {
  const N slope = square_root(s.volume / s.radius) / s.radius;  // d(V/L)^(3/2)/dV * 2/3
  ResponseOf<N> r;
  r.force = N(1.5) * m.modulus * slope * s.area;
  r.energy = m.modulus * slope * s.volume;
  const N depth = select(s.area > N(0), s.volume / s.area, N(0));
  const N least = N(stiffest_depth) * s.radius;
  const N k = r.force / select(depth > least, depth, least), k_t = m.tangential_ratio * k;
  r.dashpot = N(2.0) * m.damping_ratio * square_root(s.mass * k);
  r.tangential_stiffness = k_t;
  r.tangential_dashpot = N(2.0) * m.damping_ratio * square_root(s.mass * k_t);
  return r;
}

}  // namespace talus::volume
