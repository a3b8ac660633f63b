// One step of P3's minimisation of f(alpha_1, alpha_2): Newton's direction (12), with the Hessian
// modified after Levenberg and Marquardt where it is not positive definite, and a step size sigma
// by the rule of Armijo (13).
//
// P3 leaves the constants of both open. Chosen here: the modified matrix is f_ij + lambda I with
// lambda = 2 |least eigenvalue|, which replaces the least eigenvalue by its absolute value, but not
// by less than `least_curvature` times the largest (Damping::flip); and sigma is the first of 1,
// 1/2, 1/4, ... with
//
//   f(alpha + sigma d_alpha) <= f(alpha) + armijo sigma grad f . d_alpha.
//
// Damping::times_ten is the rule of textbooks: lambda is the first of 1, 10, 100, ... times
// `first_lambda` that makes the matrix positive definite. The study of P3 compares both, and other
// numbers of Armijo's rule, with the counts that P3 prints.
#pragma once

#include "talus/narrow/superquadric_superquadric/published/distance_objective.h"

namespace talus::superquadric_superquadric {

enum class Damping { flip, times_ten };

template <class T>
struct StepConstants {
  T armijo = T(1e-4);
  T shrink = T(0.5);  // of sigma, from one trial to the next
  Damping damping = Damping::flip;
  T least_curvature = T(1e-3);  // of flip
  T first_lambda = T(1e-3);     // of times_ten; like f an area, in units squared
  int halvings = 40;            // beyond which a step is below the rounding of the angles
};

template <class T>
struct SearchDirection {
  Angles<T> d_alpha;
  T lambda{};  // 0: Newton's own
};

// The term on the diagonal for a matrix with these eigenvalues, of which the least is not positive.
template <class T>
TALUS_HD T damping_term(const T& least, const T& largest, const StepConstants<T>& constants) {
  if (constants.damping == Damping::flip) {
    return larger(T(-2) * least, constants.least_curvature * largest - least);
  }
  T lambda = constants.first_lambda;
  while (lambda > T(0) && lambda < infinity_of<T>() && !(least + lambda > T(0))) {
    lambda = T(10) * lambda;
  }
  return lambda;
}

template <class T>
TALUS_HD SearchDirection<T> search_direction(const ObjectiveDerivatives<T>& at,
                                             const StepConstants<T>& constants) {
  const SymMat2<T>& h = at.hessian;
  const T middle = T(0.5) * (h.tt + h.uu), half = T(0.5) * (h.tt - h.uu);
  const T radius = square_root(half * half + h.tu * h.tu);
  const T least = middle - radius, size = absolute(middle) + radius;
  SearchDirection<T> r;
  if (!(least > T(0))) r.lambda = damping_term(least, size, constants);
  const T f_11 = h.tt + r.lambda, f_22 = h.uu + r.lambda;
  // Cholesky factors: the determinant would lose the smaller of two very different curvatures.
  const bool first = !(f_11 < f_22);
  const T pivot = first ? f_11 : f_22, other = first ? f_22 : f_11;
  const T g_pivot = first ? at.gradient.one : at.gradient.two;
  const T g_other = first ? at.gradient.two : at.gradient.one;
  const T factor = h.tu / pivot;
  const T y = -(g_other - factor * g_pivot) / (other - factor * h.tu);
  const T x = -(g_pivot + h.tu * y) / pivot;
  r.d_alpha = first ? Angles<T>{x, y} : Angles<T>{y, x};
  return r;
}

template <class T>
struct StepSize {
  T sigma{};  // 0 if none was found
  Angles<T> alpha;
  Placement<T> at;
};

// slope: grad f . d_alpha. No step is found if it is not negative or NaN.
template <class T>
TALUS_HD StepSize<T> armijo_step(const DistanceObjective<T>& objective, const Angles<T>& alpha,
                                 const T& f, const Angles<T>& d_alpha, const T& slope,
                                 const StepConstants<T>& constants) {
  if (!(slope < T(0)) || !(norm(d_alpha) < infinity_of<T>())) return {};
  T sigma = T(1);
  for (int i = 0; i < constants.halvings; ++i, sigma = constants.shrink * sigma) {
    const Angles<T> next = alpha + sigma * d_alpha;
    const Placement<T> at = objective.at(next);
    if (at.f < f && !(at.f > f + constants.armijo * sigma * slope)) return {sigma, next, at};
  }
  return {};
}

}  // namespace talus::superquadric_superquadric
