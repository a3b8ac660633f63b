// Local damping, for quasi-static work: every component of the force and torque on a body is
// reduced where it pushes along the motion and increased where it pushes against it,
//
//   F'(i) = F(i) - alpha |F(i)| sign(v(i)),   0 <= alpha < 1.
//
// P. A. Cundall, "Distinct element models of rock and soil structure", in: E. T. Brown (ed.),
// Analytical and Computational Methods in Engineering Rock Mechanics, 1987, chapter 4; "local
// damping" of Itasca's PFC, and YADE's NewtonIntegrator (cundallDamp2nd). Only forces
// that are not in balance are damped, by the same part at any frequency: a body in uniform motion
// is not, one that falls has the acceleration (1 - alpha) g, and an oscillator loses the part 4
// alpha / (1 + alpha)^2 of its energy in every cycle. A body at rest, for which sign(v) is that of
// the motion that begins, has F (1 - alpha).
#pragma once

#include "talus/math/vec3.h"

namespace talus {

// The velocity is that at the moment of the force; angular velocity for a torque. Components along
// the axes of the world, as in both programs: spheres have no axes of their own, and a body's would
// make its motion depend on how its shape was described.
inline Vec3<double> with_local_damping(double alpha, const Vec3<double>& force,
                                       const Vec3<double>& velocity) {
  Vec3<double> damped;
  for (int i = 0; i < 3; ++i) {
    damped[i] = force[i] * (force[i] * velocity[i] < 0.0 ? 1.0 + alpha : 1.0 - alpha);
  }
  return damped;
}

}  // namespace talus
