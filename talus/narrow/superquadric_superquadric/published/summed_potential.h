// Two superquadrics by their potentials: P2 section 2.1, the formulation of Podlozhnyuk et al. 2017
// (after Houlsby 2009). The point where F_A + F_B is least while F_A = F_B, equation (2).
//
//   X = (x, y, z), lambda   the point, in the frame of A, and the multiplier of (3)
//   Phi                     the four equations (5): (1 + lambda) grad F_A + (1 - lambda) grad F_B
//                           and F_A - F_B
//   J                       its Jacobian; Newton: (X, lambda) -= J^-1 Phi, (6)
//   contact                 F_A(X) < 0 and F_B(X) < 0, (7)
//
// Open in the paper, and chosen here:
// - Start: X on the line of centres where the gauges of the bodies are equal, with the lambda that
//   minimises the residual of (4). (A continuation from ellipsoids to the bodies' exponents was
//   tried: three times the steps, and no fewer failures.)
// - Damping: the step is halved until the largest component of Phi decreases, and shortened so that
//   lambda stays between -1 and 1, as by (4) the gradients are antiparallel. 1e-12 of the trace is
//   added to the diagonal of the Hessian in J, which is singular on flat sides. Lengths are divided
//   by the larger bounding radius, so that the method is independent of scale.
// - Normal: the difference of the unit vectors along grad F_A and grad F_B at X, which is parallel
//   to both at the solution. Points: where the line through X along the normal leaves A, and in the
//   other direction B. Depth: their distance. For separated bodies the line is followed to where it
//   enters them; if it misses one, the distance is sigma(n).
//
// Corrected: P2 states that X is the midpoint of the points of A and B closest to the other's
// centre. It is not, even for two spheres of unequal radius; by (4) it is where two level sets
// touch.
//
// Meaning of (7): the tangent plane of the level sets at X separates A from B if F_A(X) = F_B(X) >
// 0, so "separated" is proven by sigma(n); X itself proves contact. Known failures: X depends on
// how F grows away from the surface, so unequal exponents or sizes move it off the middle of the
// overlap; the depth is a chord, not the least translation. On flat sides and deep inside (F near
// -1) the gradients vanish like a power and Newton's method stalls: iteration_limit. Exponents
// below 2, which P2 excludes, have infinite second derivatives on the coordinate planes (bounded by
// gauge.h).
#pragma once

#include "talus/narrow/superquadric_potential/published/potential_contact.h"
#include "talus/narrow/trace.h"

namespace talus::superquadric_superquadric {

// X counts as found if the residual of (5), relative to the gradients, is below this.
template <class T>
inline constexpr T summed_potential_residual = T(1e-9);

// The numbers of the damping; a choice, except where noted.
struct SummedPotentialConstants {
  static constexpr double hessian_shift = 1e-12;  // relative to the trace
  static constexpr double max_start_lambda = 0.99;
  static constexpr double lambda_step = 0.9;  // part of the distance to -1 or 1 taken at most
  static constexpr int max_halvings = 40;     // 2^-40 of a step is at rounding
};

// After each step of (6), in the frame of A.
template <class T>
struct SummedPotentialStep {
  Vec3<T> x;
  T lambda, f_a, f_b;
  T residual;  // relative to the gradients
};

namespace potential {

// Phi at (X, lambda), with what (6) needs.
template <class T>
struct System {
  PotentialAt<T> a, b;  // both in the frame of A
  Vec3<T> phi;          // first three of (5)
  T constraint;         // the fourth
  T size;               // max norm of Phi
  T residual;
};

// m H m^T
template <class T>
TALUS_HD SymMat3<T> rotated(const SymMat3<T>& h, const Mat3<T>& m) {
  const Vec3<T> x = h * m.row0, y = h * m.row1, z = h * m.row2;
  return {dot(m.row0, x), dot(m.row1, y), dot(m.row2, z),
          dot(m.row0, y), dot(m.row0, z), dot(m.row1, z)};
}

template <class T>
TALUS_HD System<T> system_at(const Superquadric<T>& a, const Superquadric<T>& b,
                             const RelativePose<T>& pose, const Vec3<T>& x, T lambda) {
  System<T> s;
  s.a = potential_at(a, x);
  s.b = potential_at(b, pose.direction_to_b(x - pose.translation));
  s.b.gradient = pose.rotation * s.b.gradient;
  s.b.hessian = rotated(s.b.hessian, pose.rotation);
  const Vec3<T> part_a = (T(1) + lambda) * s.a.gradient, part_b = (T(1) - lambda) * s.b.gradient;
  s.phi = part_a + part_b;
  s.constraint = s.a.value - s.b.value;
  s.size = larger(max_norm(s.phi), absolute(s.constraint));
  const T gradients = max_norm(part_a) + max_norm(part_b);
  const T along = gradients > T(0) ? max_norm(s.phi) / gradients : T(0);
  s.residual = larger(along, absolute(s.constraint) / (T(2) + s.a.value + s.b.value));
  return s;
}

// Gaussian elimination with partial pivoting; false if the matrix is singular or not finite.
template <class T>
TALUS_HD bool solve(T (&m)[4][5], T (&result)[4]) {
  for (int k = 0; k < 4; ++k) {
    int pivot = k;
    for (int i = k + 1; i < 4; ++i) {
      if (absolute(m[i][k]) > absolute(m[pivot][k])) pivot = i;
    }
    if (!(absolute(m[pivot][k]) > T(0)) || !(absolute(m[pivot][k]) < infinity_of<T>()))
      return false;
    for (int j = k; j < 5; ++j) {
      const T kept = m[k][j];
      m[k][j] = m[pivot][j];
      m[pivot][j] = kept;
    }
    for (int i = k + 1; i < 4; ++i) {
      const T factor = m[i][k] / m[k][k];
      for (int j = k; j < 5; ++j) m[i][j] = m[i][j] - factor * m[k][j];
    }
  }
  for (int k = 3; k >= 0; --k) {
    T sum = m[k][4];
    for (int j = k + 1; j < 4; ++j) sum = sum - m[k][j] * result[j];
    result[k] = sum / m[k][k];
  }
  return max_norm(Vec3<T>{result[0], result[1], result[2]}) + absolute(result[3]) <
         infinity_of<T>();
}

// J^-1 Phi.
template <class T>
TALUS_HD bool newton_step(const System<T>& s, T lambda, T (&step)[4]) {
  const SymMat3<T> h = (T(1) + lambda) * s.a.hessian + (T(1) - lambda) * s.b.hessian;
  const Vec3<T> d = s.a.gradient - s.b.gradient;
  const T shift = T(SummedPotentialConstants::hessian_shift) * (h.xx + h.yy + h.zz);
  T m[4][5] = {{h.xx + shift, h.xy, h.xz, d.x, s.phi.x},
               {h.xy, h.yy + shift, h.yz, d.y, s.phi.y},
               {h.xz, h.yz, h.zz + shift, d.z, s.phi.z},
               {d.x, d.y, d.z, T(0), s.constraint}};
  return solve(m, step);
}

// The lambda that minimises the residual of (4).
template <class T>
TALUS_HD T best_lambda(const Vec3<T>& gradient_a, const Vec3<T>& gradient_b) {
  const Vec3<T> d = gradient_a - gradient_b;
  const T size = max_norm(d);
  if (!(size > T(0)) || !(size < infinity_of<T>())) return T(0);
  const Vec3<T> e = d / size, sum = (gradient_a + gradient_b) / size;
  const T lambda = -dot(sum, e) / dot(e, e);
  const T most = T(SummedPotentialConstants::max_start_lambda);
  return larger(-most, smaller(most, lambda));
}

}  // namespace potential

// Iterates (6) from X, in units of `unit`; returns whether (5) is solved. The trace is in the
// scene's own lengths.
template <class T, class Trace>
TALUS_HD bool summed_potential_newton(const Superquadric<T>& a, const Superquadric<T>& b,
                                      const RelativePose<T>& pose, T unit, int max_iterations,
                                      Vec3<T>& x, int& iterations, Trace& trace) {
  using namespace potential;
  System<T> s = system_at(a, b, pose, x, T(0));
  T lambda = best_lambda(s.a.gradient, s.b.gradient);
  s = system_at(a, b, pose, x, lambda);
  for (iterations = 0; iterations < max_iterations; ++iterations) {
    trace(SummedPotentialStep<T>{unit * x, lambda, s.a.value, s.b.value, s.residual});
    T step[4];
    if (!(s.residual > T(4) * epsilon_of<T>()) || !newton_step(s, lambda, step)) break;
    const T next_lambda = lambda - step[3];
    T part = T(1);
    if (!(absolute(next_lambda) < T(1))) {
      part = T(SummedPotentialConstants::lambda_step) * (T(1) - sign_of(next_lambda) * lambda) /
             absolute(step[3]);
    }
    bool falls = false;
    // Once X is found, a step that does not decrease Phi has reached rounding.
    const int halvings =
        s.residual <= summed_potential_residual<T> ? 1 : SummedPotentialConstants::max_halvings;
    for (int k = 0; k < halvings && !falls; ++k, part = T(0.5) * part) {
      const Vec3<T> next = x - part * Vec3<T>{step[0], step[1], step[2]};
      const System<T> there = system_at(a, b, pose, next, lambda - part * step[3]);
      falls = there.size < s.size;
      if (!falls) continue;
      x = next;
      lambda = lambda - part * step[3];
      s = there;
    }
    if (!falls) break;
  }
  return s.residual <= summed_potential_residual<T>;
}

// The point on the line of centres with equal gauges.
template <class T>
TALUS_HD Vec3<T> summed_potential_start(const Superquadric<T>& a, const Superquadric<T>& b,
                                        const RelativePose<T>& pose) {
  const T from_a = gauge_of(a, pose.translation);
  const T from_b = gauge_of(b, pose.direction_to_b(pose.translation));
  return from_a > T(0) ? (from_b / (from_a + from_b)) * pose.translation : Vec3<T>{};
}

template <class T, class Trace>
TALUS_HD Contact<T> trace_summed_potential(const Superquadric<T>& a, const Superquadric<T>& b,
                                           const RelativePose<T>& b_in_a,
                                           const Settings<T>& settings, Trace& trace) {
  using namespace superquadric_potential;
  Difference<T, Superquadric<T>, Superquadric<T>> difference(a, b, b_in_a);
  const T unit = difference.radius(), rounding = difference.rounding();
  const RelativePose<T> pose{b_in_a.rotation, b_in_a.translation / unit};
  const Superquadric<T> in_units_a{a.semi_axes / unit, a.n1, a.n2};
  const Superquadric<T> in_units_b{b.semi_axes / unit, b.n1, b.n2};
  Contact<T> r;
  Vec3<T> x_in_units = summed_potential_start(in_units_a, in_units_b, pose);
  const bool found = summed_potential_newton(
      in_units_a, in_units_b, pose, unit, settings.max_iterations, x_in_units, r.iterations, trace);
  const Vec3<T> x = unit * x_in_units;
  const Vec3<T> x_of_b = b_in_a.direction_to_b(x - b_in_a.translation);
  // The gradients of F are parallel to those of the gauges; lambda compensates their lengths.
  const Vec3<T> gradient_a = gauge_at(a, x).gradient, gradient_b = gauge_at(b, x_of_b).gradient;
  const Vec3<T> n = unit_or(
      unit_or(gradient_a, b_in_a.translation) - b_in_a.rotation * unit_or(gradient_b, Vec3<T>{}),
      b_in_a.translation);
  const LineHit<T> on_a = surface_along(a, x, n);
  const LineHit<T> on_b = surface_along(b, x_of_b, b_in_a.direction_to_b(-n));
  r.definition = Definition::summed_potential;
  set_from_points(r, difference, n, on_a.x, b_in_a.point_to_a(on_b.x),
                  on_a.on_line && on_b.on_line);
  const bool contact = gauge_of(a, x) < T(1) && gauge_of(b, x_of_b) < T(1);
  const Vec3<T> of_a = pulled_inside(a, on_a.x);
  const Vec3<T> of_b = b_in_a.point_to_a(pulled_inside(b, on_b.x));
  const T upper = contact ? -(inner_ball(a, x, rounding) + inner_ball(b, x_of_b, rounding))
                          : norm(of_b - of_a) + rounding;
  certify(r, difference, settings, upper);
  if (!found) r.status = Status::iteration_limit;
  return r;
}

template <class T>
TALUS_HD Contact<T> summed_potential(const Superquadric<T>& a, const Superquadric<T>& b,
                                     const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                     Cache<T>&) {
  Silent silent;
  return trace_summed_potential(a, b, b_in_a, settings, silent);
}

}  // namespace talus::superquadric_superquadric
