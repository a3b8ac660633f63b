// Two superellipsoids by the common-normal concept: P3, Wellmann, Lillie & Wriggers 2008.
//
//   P^1 = A, P^2 = B     the bodies; the frame of A is P3's global one
//   c(alpha_1, alpha_2)  contact direction, equation (6): contact_direction.h
//   p^1, p^2             points with normals along c and -c, (2) to (4): surface_parameters.h
//   d = p^2 - p^1        f = |d|^2, its gradient and Hessian, (8) to (11): distance_objective.h
//   d_alpha, sigma       Newton with Levenberg-Marquardt, Armijo's rule, (12), (13): newton_step.h
//   c.d > 0              a plane separates the bodies: stop (14)
//   |grad f| < TOL       converged. The global minimum, that is a contact, if d x c = 0, (5)_3, and
//                        p^1 lies in P^2 and p^2 in P^1; otherwise a local one, and a new start
//                        is drawn by random search and Nelder-Mead: new_start.h
//
// A start is abandoned after 50 iterations. TOL = 1e-6 is an area: P3's bodies have semi-axes of
// 0.5 to 3 in its unit of length, 1.75 on average. Here the unit is by default the smaller mean
// semi-axis of the two bodies divided by 1.75, so that the method is independent of scale.
//
// Left open by P3 and chosen here
// - The tolerance of d x c = 0: |d x c| <= parallel |d| + TOL/unit. The second term is the part of
//   a short d that a gradient of TOL leaves undetermined.
// - Where no step size decreases f (rounding, or the derivatives of a flat side at a shifted point)
//   the two conditions are tested as if converged.
// - Bodies that touch to a quarter of touching_width are accepted as touching, as rounding decides
//   there which point lies inside.
// - The number of new starts: `starts`; P3 needed up to 15. Beyond it, or beyond the settings'
//   limit of iterations in total, the status is iteration_limit.
// - The direction of the last time step as a start (P3's suggestion for a lasting contact) is used
//   as e_1, so that it has the angles (0, 0) too.
// - P3 gives no distance for separated bodies: common_normal_answer.h.
//
// Known failures, kept
// - f has local minima. On sharp bodies there are also regions where the points hardly move with
//   the direction, so that grad f vanishes with d far from c. The new starts drawn then need not
//   find the global minimum.
// - On flat sides (eps < 1) the derivatives are unbounded, on sharp ridges (eps > 1) they vanish:
//   both cost iterations. Face on face, all directions but one have their points at the rims of the
//   faces.
// - The conditions assume a small penetration. In deep overlap a local minimum can fulfil both; the
//   distance is then wrong, with an open bracket.
// - eps = 2 (n1 = 1 or n2 = 1) is not supported: a normal does not determine a point there.
#pragma once

#include "talus/narrow/superquadric_superquadric/published/common_normal_answer.h"
#include "talus/narrow/superquadric_superquadric/published/new_start.h"
#include "talus/narrow/superquadric_superquadric/published/newton_step.h"
#include "talus/narrow/trace.h"

namespace talus::superquadric_superquadric {

template <class T>
struct CommonNormalConstants {
  T tolerance = T(1e-6);  // TOL, in units squared
  T unit = T(0);          // a length; 0: from the bodies
  T shift = T(1e-8);      // of indeterminate points
  T parallel = T(1e-2);   // radians
  int iterations = 50;    // of one start
  int starts = 40;        // new ones
  StepConstants<T> step{};
  StartConstants<T> start{};
};

enum class CommonNormalEnd {
  excluded,       // (14)
  contact,        // both conditions hold
  local_minimum,  // converged, but they do not
  not_converged,
};

// Trace of each point of the search, including the first one of a start; sigma and lambda are those
// of the step that led to it.
template <class T>
struct CommonNormalStep {
  int start, iteration;
  Angles<T> alpha;
  Placement<T> at;
  T gradient;  // |grad f|; not computed where (14) ends the search
  T sigma, lambda;
};

// Trace of the end of a start.
template <class T>
struct CommonNormalStart {
  int start, iterations;
  CommonNormalEnd end;
  Placement<T> at;
};

namespace common_normal_detail {

template <class T>
TALUS_HD T mean_semi_axis(const Superquadric<T>& s) {
  return (s.semi_axes.x + s.semi_axes.y + s.semi_axes.z) / T(3);
}

template <class T>
struct Search {
  const Superquadric<T>& a;
  const Superquadric<T>& b;
  const RelativePose<T>& b_in_a;
  const DistanceObjective<T>& objective;
  const CommonNormalConstants<T>& constants;
  T unit, rounding, touching;

  // The two conditions for the global minimum.
  TALUS_HD bool is_contact(const Placement<T>& at) const {
    const T length = square_root(at.f);
    if (length <= touching) return true;
    if (!(norm(cross(at.d, at.c)) <= constants.parallel * length + constants.tolerance * unit)) {
      return false;
    }
    return inside_outside(b, b_in_a.direction_to_b(at.p_1 - b_in_a.translation)) <= T(0) &&
           inside_outside(a, at.p_2) <= T(0);
  }

  template <class Trace>
  TALUS_HD CommonNormalStart<T> run(int start, Angles<T> alpha, Trace& trace) const {
    const T enough = constants.tolerance * unit * unit;
    StepConstants<T> scaled = constants.step;
    scaled.first_lambda = scaled.first_lambda * unit * unit;
    Placement<T> at = objective.at(alpha);
    T sigma = T(0), lambda = T(0);
    for (int k = 0;; ++k) {
      if (dot(at.c, at.d) > rounding) {
        trace(CommonNormalStep<T>{start, k, alpha, at, T(0), sigma, lambda});
        return {start, k, CommonNormalEnd::excluded, at};
      }
      const ObjectiveDerivatives<T> slopes = objective.derivatives(alpha, at.d);
      const T gradient = norm(slopes.gradient);
      trace(CommonNormalStep<T>{start, k, alpha, at, gradient, sigma, lambda});
      bool converged = gradient < enough;
      if (!converged && k >= constants.iterations) {
        return {start, k, CommonNormalEnd::not_converged, at};
      }
      StepSize<T> step;
      if (!converged) {
        const SearchDirection<T> newton = search_direction(slopes, scaled);
        const T slope =
            slopes.gradient.one * newton.d_alpha.one + slopes.gradient.two * newton.d_alpha.two;
        step = armijo_step(objective, alpha, at.f, newton.d_alpha, slope, scaled);
        lambda = newton.lambda;
        converged = !(step.sigma > T(0));
      }
      if (converged) {
        const bool contact = is_contact(at);
        return {start, k, contact ? CommonNormalEnd::contact : CommonNormalEnd::local_minimum, at};
      }
      sigma = step.sigma;
      alpha = step.alpha;
      at = step.at;
    }
  }
};

}  // namespace common_normal_detail

// first: the first contact direction to try, of any length; zero: the line of centres.
template <class T, class Trace>
TALUS_HD Contact<T> trace_common_normal(const Superquadric<T>& a, const Superquadric<T>& b,
                                        const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                        Trace& trace,
                                        const CommonNormalConstants<T>& constants = {},
                                        const Vec3<T>& first = {}) {
  const Vec3<T>& e_1 = max_norm(first) > T(0) ? first : b_in_a.translation;
  if (!(smaller(smaller(a.n1, a.n2), smaller(b.n1, b.n2)) > T(1))) {
    return without_parameters(a, b, b_in_a, e_1);
  }
  const Difference<T, Superquadric<T>, Superquadric<T>> difference(a, b, b_in_a);
  const T mean =
      smaller(common_normal_detail::mean_semi_axis(a), common_normal_detail::mean_semi_axis(b));
  const T unit = constants.unit > T(0) ? constants.unit : mean / T(1.75);
  const DistanceObjective<T> objective(a, b, b_in_a, e_1, constants.shift);
  const common_normal_detail::Search<T> search{a,
                                               b,
                                               b_in_a,
                                               objective,
                                               constants,
                                               unit,
                                               T(4) * difference.rounding(),
                                               T(0.25) * touching_width<T> * difference.radius()};
  PairRandom random(a, b, b_in_a, unit);
  CommonNormalStart<T> best{};
  int iterations = 0;
  for (int start = 0; start <= constants.starts; ++start) {
    const Angles<T> alpha =
        start == 0 ? Angles<T>{} : new_start(objective, random, constants.start);
    const CommonNormalStart<T> ended = search.run(start, alpha, trace);
    trace(ended);
    iterations += ended.iterations;
    const bool accepted =
        ended.end == CommonNormalEnd::excluded || ended.end == CommonNormalEnd::contact;
    if (accepted || start == 0 || ended.at.f < best.at.f) best = ended;
    if (accepted || iterations >= settings.max_iterations) break;
  }
  const bool accepted =
      best.end == CommonNormalEnd::excluded || best.end == CommonNormalEnd::contact;
  Contact<T> r = common_normal_answer(a, b, b_in_a, settings, best.at, accepted, iterations);
  r.fallback = best.start > 0;
  return r;
}

template <class T>
TALUS_HD Contact<T> common_normal(const Superquadric<T>& a, const Superquadric<T>& b,
                                  const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                  Cache<T>& cache) {
  Silent silent;
  const T size = max_norm(cache.normal);
  const bool warm = size > T(0) && size < infinity_of<T>();
  const Contact<T> r = trace_common_normal(a, b, b_in_a, settings, silent, {},
                                           warm ? cache.normal / size : Vec3<T>{});
  cache.normal = r.normal;
  return r;
}

}  // namespace talus::superquadric_superquadric
