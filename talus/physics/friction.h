// Coulomb friction of a contact: a spring in the contact plane with a torsional component, which
// slides where its load would exceed a limit surface.
//
// The spring remembers its elongation s (a vector of the world that turns with the contact) and
// that of its torsional component t, the relative rotation about the normal times the mean arm a of
// friction. With the law's tangential stiffness k, which may depend on the overlap, it stores
//
//   E = 1/2 k (s^2 + beta t^2),   beta: torsion_ratio of the contact material.
//
// Its loads are the derivatives of E: the force T = k s, the moment M = a beta k t, and an addition
// 1/2 k' (s^2 + beta t^2) to the normal force, k' being the derivative of k by the approach of the
// bodies. Without it, or with a spring that remembers its load, a cycle of normal and tangential
// motion makes or loses energy, and a body that sticks creeps under a varying load. At the limit of
// friction the addition is about mu^2 E*/(24 G*) of the normal force N for a Hertz contact: 5 % for
// mu = 0.5. T / N of such a spring cannot exceed sqrt(6 G*/E*), 1.1 for a Poisson ratio of 0.3.
//
// The limit surface is the ellipsoid of R. D. Howe and M. R. Cutkosky (Int. J. Robot. Res. 15,
// 1996: 531): T^2 + (M/a)^2 <= (mu N)^2. N is the whole normal force, the addition included. A
// sliding spring is cut to the nearest point of the surface in the norm of its energy, which makes
// the slip normal to the surface: a body that slides and spins feels less of either friction.
#pragma once

#include "talus/math/select.h"
#include "talus/math/vec3.h"

namespace talus {

// Mean arm of friction about the centre of a round spot of radius 1 under Hertz's pressure: the
// largest torsional moment is 3 pi/16 mu N times the radius.
inline constexpr double mean_arm_of_round_spot = 0.58904862254808623;

// The same of a square of side 2 under a uniform pressure: (sqrt(2) + asinh(1)) / 3.
inline constexpr double mean_arm_of_square = 0.7652;

template <class N>
struct FrictionSpringOf {
  Vec3<N> elongation{};
  N torsion{};
};

// What the spring of a contact is like at its present overlap.
template <class N>
struct FrictionOf {
  N stiffness{};  // N/m, k
  N gradient{};   // N/m2, k'
  N ratio{};      // beta
};

// 1/2 (s^2 + beta t^2): times k the energy, times k' the addition to the normal force.
template <class N>
TALUS_HD N half_square(const FrictionSpringOf<N>& spring, const N& ratio) {
  return N(0.5) * (norm_squared(spring.elongation) + ratio * (spring.torsion * spring.torsion));
}

// A vector of the contact plane turned with the contact: by the mean spin of both bodies about the
// new normal, and with the normal, keeping its length.
template <class N>
TALUS_HD Vec3<N> turned_with_normal(const Vec3<N>& v, const Vec3<N>& normal, const N& angle) {
  Vec3<N> flat = v - dot(v, normal) * normal;
  flat = flat + angle * cross(normal, flat);
  const N after = norm_squared(flat);
  const N scale = square_root(norm_squared(v) / after);
  return select(after > N(0), scale, N(0)) * flat;
}

// The largest load sqrt(T^2 + (M/a)^2) of a spring in this direction, whose addition to the normal
// force counts: Q = mu (pressing + addition), and the addition grows as Q^2. Beyond the largest
// T / N that the spring can reach, twice mu times the pressing force.
template <class N>
TALUS_HD N largest_load(const N& friction, const N& pressing, const N& addition,
                        const N& load_squared) {
  const N zero(0), limit = friction * pressing;
  const N part =
      select(load_squared > zero, N(4) * friction * limit * addition / load_squared, zero);
  return N(2) * limit / (N(1) + square_root(larger(zero, N(1) - part)));
}

// Load over limit up to which one step of Newton's method suffices: a spring that slides slowly
// exceeds the limit by less in a step.
inline constexpr double one_step_load = 1.01;

// Cuts a spring whose load exceeds `largest` to the limit surface. With s and t scaled by
// 1/(1 + x) and 1/(1 + beta x) the inverse of the load is nearly linear in x: Newton's method, and
// a common scale for the rest. The direction is right to 3e-5 after one step where the load exceeds
// the limit by up to 1 %, and to 5e-4 after two for any load.
template <class N>
TALUS_HD FrictionSpringOf<N> cut_to_surface(const FrictionSpringOf<N>& spring,
                                            const FrictionOf<N>& f, const N& largest,
                                            const N& load_squared) {
  const N zero(0), one(1), k2 = f.stiffness * f.stiffness, &beta = f.ratio;
  const N s2 = k2 * norm_squared(spring.elongation);
  const N t2 = k2 * (beta * beta) * (spring.torsion * spring.torsion);
  const MaskOf<N> open = largest > zero;
  const N load = square_root(load_squared);
  N x = load_squared * (load - largest) / (largest * (s2 + beta * t2));
  x = select(open, select(s2 + t2 > zero, x, zero), zero);
  const MaskOf<N> far = load > N(one_step_load) * largest;
  if (any(far)) {
    const N of_s = one / (one + x), of_t = one / (one + beta * x);
    const N s = s2 * of_s * of_s, t = t2 * of_t * of_t, now = square_root(s + t);
    const N step = (s + t) * (now - largest) / (largest * (s * of_s + beta * t * of_t));
    x = select(far, select(open, select(s + t > zero, x + step, x), x), x);
  }
  // Both times (1 + x)(1 + beta x), which the common scale removes.
  const N of_s = one + beta * x, of_t = one + x;
  const N rest = square_root(s2 * of_s * of_s + t2 * of_t * of_t);
  const N scale = select(rest > zero, largest / rest, zero);
  return {(scale * of_s) * spring.elongation, scale * of_t * spring.torsion};
}

template <class N>
struct Slip {
  MaskOf<N> sliding;
  N largest;   // N, the limit of the load at the addition
  N addition;  // N, to the normal force
  N energy;    // J, stored now
  N heat;      // J, by sliding in this step
};

// Stretches the spring, and lets it slide. `pressing`: normal force without the addition, >= 0;
// `approach`: of the bodies in this step, m. The heat is what the bodies gave, half of it against
// the old loads and half against the new ones, and the spring does not have.
template <class N>
TALUS_HD Slip<N> advance(FrictionSpringOf<N>& spring, const FrictionOf<N>& f,
                         const Vec3<N>& stretch, const N& twist, const N& approach,
                         const N& friction, const N& pressing) {
  const FrictionSpringOf<N> old = spring;
  spring = {old.elongation + stretch, old.torsion + twist};
  const N& k = f.stiffness;
  const N torsion_load = f.ratio * spring.torsion;
  const N squared = k * k * (norm_squared(spring.elongation) + torsion_load * torsion_load);
  Slip<N> slip;
  slip.sliding = N(1) < N(0);
  // largest_load is the smaller root q of q = mu (pressing + addition q^2 / load^2). The load is
  // below it, without the root, if it is below the right side and left of the parabola's vertex.
  const N stretched = f.gradient * half_square(spring, f.ratio);
  const N limit = friction * (pressing + stretched), beyond = N(2) * friction * stretched;
  if (any(larger(squared - limit * limit, beyond * beyond - squared) > N(0))) {
    const N largest = largest_load(friction, pressing, stretched, squared);
    slip.sliding = squared > largest * largest;
    const FrictionSpringOf<N> cut = cut_to_surface(spring, f, largest, squared);
    spring.elongation = {select(slip.sliding, cut.elongation.x, spring.elongation.x),
                         select(slip.sliding, cut.elongation.y, spring.elongation.y),
                         select(slip.sliding, cut.elongation.z, spring.elongation.z)};
    spring.torsion = select(slip.sliding, cut.torsion, spring.torsion);
  }
  // The stiffness was lower by `growth` in the last step, and its growth took energy from the
  // normal motion.
  const N growth = smaller(k, f.gradient * approach);
  const N before = half_square(old, f.ratio), now = half_square(spring, f.ratio);
  const N work =
      N(0.5) * ((k - growth) * (dot(old.elongation, stretch) + f.ratio * old.torsion * twist) +
                k * (dot(spring.elongation, stretch) + f.ratio * spring.torsion * twist));
  slip.addition = f.gradient * now;
  slip.largest = friction * (pressing + slip.addition);
  slip.energy = k * now;
  slip.heat = work + N(0.5) * growth * (before + now) + (k - growth) * before - slip.energy;
  return slip;
}

}  // namespace talus
