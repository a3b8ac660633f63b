// A superquadric and a planar wall: P2 section 2.1 (Podlozhnyuk et al. 2017), in closed form.
//
//   n = (n_x, n_y, n_z)    direction into the wall, in the body's frame
//   X                      the point of the surface nearest to the wall, or deepest in it: there
//                          grad F is parallel to n
//   alpha = |y/b| / |x/a| = |b n_y / (a n_x)|^(1/(n2 - 1))      from F_y / F_x = n_y / n_x
//   beta  = |z/c| / rho   = |c n_z / m|^(1/(n1 - 1))            from F_z / F_x = n_z / n_x
//   rho   = (|x/a|^n2 + |y/b|^n2)^(1/n2),  m = a n_x (1 + alpha^n2)^((n2 - 1)/n2)
//   rho^-n1 = 1 + beta^n1                                       from F = 0
//
// P2 only says that F_B is to be substituted by the function of a plane; the formulas are derived
// here from that. Each quotient is taken with the larger term below, so that a zero component of n
// gives 0 and not 0/0, and n1, n2 = 1 give the ridges (alpha = 0 or 1). P2 asks for exponents >= 2;
// from 1 on the body is convex and the formulas hold.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/closed_form_contact.h"
#include "talus/narrow/trace.h"
#include "talus/shape/half_space.h"
#include "talus/shape/superquadric.h"

namespace talus::superquadric_half_space {

// p and q >= 0 with p^n + q^n = 1 and (p^(n-1), q^(n-1)) parallel to (first, second).
template <class T>
struct Branch {
  T p, q, weight;  // weight: first p + second q
};

template <class T>
TALUS_HD Branch<T> tangent_branch(const T& first, const T& second, const T& n) {
  const bool swap = first < second;
  const T large = swap ? second : first, small = swap ? first : second;
  if (!(large > T(0))) return {T(1), T(0), T(0)};
  const T ratio = small / large;
  T quotient, rest;  // small over large coordinate; the large one
  if (n == T(2)) {
    quotient = ratio;
    rest = T(1) / square_root(T(1) + ratio * ratio);
  } else {
    quotient = power(ratio, T(1) / (n - T(1)));
    rest = power(T(1) + power(quotient, n), T(-1) / n);
  }
  const T minor = quotient * rest;
  return {swap ? minor : rest, swap ? rest : minor, large * rest + small * minor};
}

// X, the point of the surface where grad F is parallel to n.
template <class T>
TALUS_HD Vec3<T> wall_point(const Superquadric<T>& s, const Vec3<T>& n) {
  const Vec3<T>& a = s.semi_axes;
  const Branch<T> ring = tangent_branch(a.x * absolute(n.x), a.y * absolute(n.y), s.n2);
  const Branch<T> whole = tangent_branch(ring.weight, a.z * absolute(n.z), s.n1);
  return {sign_of(n.x) * a.x * whole.p * ring.p, sign_of(n.y) * a.y * whole.p * ring.q,
          sign_of(n.z) * a.z * whole.q};
}

template <class T>
struct WallStep {
  Vec3<T> x;  // X, in the frame of A
  T gap;      // of the plane beyond X
};

template <class T, class Trace>
TALUS_HD Contact<T> trace_superquadric_wall(const Superquadric<T>& a, const HalfSpace<T>& b,
                                            const RelativePose<T>& b_in_a, const Settings<T>&,
                                            Trace& trace) {
  const Vec3<T> inward = -(b_in_a.rotation * b.normal);
  const T plane = dot(inward, b_in_a.translation) - b.offset;  // inward . x >= plane is solid
  const Vec3<T> x = wall_point(a, inward);
  const T gap = plane - dot(inward, x);
  trace(WallStep<T>{x, gap});
  const T size = max_norm(b_in_a.translation) + absolute(b.offset) + max_norm(a.semi_axes);
  return closed_form_contact(inward, gap, x, size);
}

template <class T>
TALUS_HD Contact<T> superquadric_wall(const Superquadric<T>& a, const HalfSpace<T>& b,
                                      const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                      Cache<T>&) {
  Silent silent;
  return trace_superquadric_wall(a, b, b_in_a, settings, silent);
}

}  // namespace talus::superquadric_half_space
