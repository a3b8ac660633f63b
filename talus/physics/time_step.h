// Limits of the time step. A contact of stiffness k between bodies of the mobilities w_a and w_b
// oscillates with omega^2 = k (w_a + w_b) and the half period T = pi / omega. The mobility is
// the inverse mass, times the factor by which the contact point yields more than that of a ball
// (talus/sim/loop/contact_mobility.h); 0 for a body that is not free.
//
// Velocity Verlet is stable up to h = 2/omega = 0.64 T for that contact alone; a grain in a bed has
// a dozen contacts and tangential springs, which costs a factor of about three: T/6. Two things
// require more steps.
//
// - Energy: at T/6 an elastic impact of two spheres gains up to 1.8 %, that of ellipsoids and
//   superquadrics up to 6 %, that of polyhedra 22 %, all with the square of the step, at overlaps
//   of some hundredths of the size. The steps below keep it near 1 %.
// - Dashpots: they see an estimate of the velocity, v + h/2 F/m with the last force. A spring and a
//   dashpot of the rate gamma = c/m are stable while
//
//     (omega h)^2 / 4 + gamma h < 1.
//
//   Both terms grow with the number of contacts. With x = (T/6)/h the springs of a bed take up x^2,
//   and its dashpots dashpot_share zeta x.
#pragma once

#include <numbers>

#include "talus/physics/law/law.h"

namespace talus {

// Steps per T with which a bed of spheres without dashpots is stable; the default where the scene
// leaves the choice.
inline constexpr double fewest_steps_per_half_period = 6.0, default_steps_per_half_period = 20.0;

// How the force of a body changes as the contact moves over its surface.
enum class SurfaceClass { round, smooth, edged };  // spheres; ellipsoids, superquadrics; the others
inline constexpr double fewest_steps_of_class[] = {8.0, 14.0, 20.0};

// Chosen by measurement: beds of spheres of one density gain energy from 0.7 of T/6 on at a
// restitution of 0.01 (zeta 0.83), and from T/6 on at 0.05 (0.69).
inline constexpr double dashpot_share = 1.8;

// Steps per T of a contact; fewer are refused.
inline double steps_per_half_period(SurfaceClass of_bodies, double damping_ratio) {
  const double b = dashpot_share * damping_ratio;  // x^2 + b x = 1
  const double x = 0.5 * (square_root(b * b + 4.0) - b);
  return larger(fewest_steps_of_class[static_cast<int>(of_bodies)],
                fewest_steps_per_half_period / x);
}

// Bodies that touch one of their own size on all sides, at most: what the limits above allow for.
inline constexpr double allowed_neighbours = 12.0;

// Bodies that find room around one that is `ratio` times as large, if they are balls: as many as
// allowed for if they are equal, and about 0.8 of a plane's densest packing around a much larger
// one. Many small and heavy bodies on one that is large and light make one stiff spring together.
inline double neighbours_around(double ratio) {
  return 0.25 * allowed_neighbours * (1.0 + ratio) * (1.0 + ratio);
}

// omega^2 of a body in a crowd over that of one contact; `crowd` is the number of its neighbours
// over allowed_neighbours. The springs of N contacts together are N times as stiff. Their dashpots
// are N times as strong, too, and limit the step by the rate N c / m = N 2 zeta sqrt(k m*) / m,
// where the springs do so by sqrt(N k / m). `mass_ratio` is m* / m: a heavy body among light ones
// is damped less.
//
// The rate of a dozen dashpots counts as zeta / dashpot_reference times the omega of one spring, up
// to twice, so that equal balls are not limited by it. Chosen by measurement of shells of beads
// around a ball at restitutions of 0.1 to 1.
inline constexpr double dashpot_reference = 0.2, largest_dashpot_factor = 2.0;

inline double crowd_factor(double crowd, double damping_ratio, double mass_ratio) {
  const double rate = smaller(largest_dashpot_factor, damping_ratio / dashpot_reference) * crowd;
  return larger(crowd, rate * rate * mass_ratio);
}

// s
inline double half_period(double omega_squared) {
  return std::numbers::pi / square_root(omega_squared);
}

}  // namespace talus
