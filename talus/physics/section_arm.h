// The mean arm of friction (friction.h) of a contact with a superquadric, whose faces are flat for
// large exponents: the spot is then much larger than Hertz's. It is estimated by the section
// through the body in the middle of the overlap; for a ball on a plane its radius is that of
// Hertz's spot.
#pragma once

#include "talus/math/power.h"
#include "talus/narrow/rounded_maximum.h"
#include "talus/physics/friction.h"

namespace talus {

// The part of one body, and its exponent: 2 for a ball, infinite for a flat face.
struct SectionArm {
  double arm, exponent;
};

// From the half-widths of the section in two directions at right angles, and the exponents.
inline SectionArm section_arm(double half_u, double half_v, double n1, double n2) {
  const double exponent = 2.0 / (1.0 / n1 + 1.0 / n2);
  const double flat = larger(0.0, 1.0 - 2.0 / exponent);
  constexpr double round = mean_arm_of_round_spot / mean_arm_of_square;
  const PatchMoments<double> corners{square(smaller(half_u, half_v)),
                                     square(larger(half_u, half_v)), 4.0};
  return {(round + (1.0 - round) * flat) * mean_arm(corners), exponent};
}

// Of two bodies: radii of spots of balls add as 1/a^2 = 1/a_1^2 + 1/a_2^2, of faces the smaller one
// counts.
inline double common_arm(const SectionArm& p, const SectionArm& q) {
  const double n = smaller(p.exponent, q.exponent);
  const double least = smaller(p.arm, q.arm), most = larger(p.arm, q.arm);
  if (!(least > 0.0)) return 0.0;
  return least / power(1.0 + power(least / most, n), 1.0 / n);
}

}  // namespace talus
