// How the methods of P1, which know distances but no depths, answer in the form of the contract.
//
// Overlap: distance 0, as in the paper; the bracket contains only what is certain of the depth,
// that it is at most the sum of the bounding radii. Separation: the paper's points, their distance
// and direction. Any direction certifies a lower bound; points of the bodies certify an upper one,
// so points that lie outside by rounding, or by the method's own error, are first pulled towards
// their centres.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/minkowski_difference.h"

namespace talus::ellipsoid_ellipsoid {

// The direction of v where it has one, else of the line of centres, else any. Divided first by its
// largest component, so that the square of a tiny one does not vanish.
template <class T>
TALUS_HD Vec3<T> direction_or(const Vec3<T>& v, const Vec3<T>& fallback) {
  if (max_norm(v) > T(0)) return normalized(v / max_norm(v));
  if (max_norm(fallback) > T(0)) return normalized(fallback / max_norm(fallback));
  return {T(1), T(0), T(0)};
}

// How far the surface is from the centre along a direction of any length, as a multiple of it.
template <class T>
TALUS_HD T reach_along(const Ellipsoid<T>& e, const Vec3<T>& direction) {
  const Vec3<T>& a = e.semi_axes;
  return T(1) / norm(Vec3<T>{direction.x / a.x, direction.y / a.y, direction.z / a.z});
}

template <class T>
TALUS_HD Contact<T> overlap_answer(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                   const RelativePose<T>& b_in_a, int iterations) {
  Contact<T> r;
  r.definition = Definition::separation_only;
  r.status = Status::overlapping;
  r.iterations = iterations;
  r.normal = direction_or(b_in_a.translation, {});
  r.lower = -(max_norm(a.semi_axes) + max_norm(b.semi_axes));
  // The middle of the common part of the line of centres, where it has one.
  const T from_a = reach_along(a, r.normal),
          from_b = reach_along(b, b_in_a.direction_to_b(r.normal));
  r.point_a = (T(0.5) * (from_a + norm(b_in_a.translation) - from_b)) * r.normal;
  r.point_b = r.point_a;
  return r;
}

// The point itself if it lies in the body, else the surface point on its ray from the centre.
template <class T>
TALUS_HD Vec3<T> pulled_inside(const Ellipsoid<T>& e, const Vec3<T>& x) {
  const T outside = inside_outside(e, x);
  return outside > T(0) ? x / square_root(T(1) + outside) : x;
}

// x_1 of A and x_2 of B, both in the frame of A. `narrow`: the widest bracket around zero that
// reads as touching; not converged reads as a failure. `known_lower`: a lower bound that the method
// has found, if any. `known_apart`: by the test of Jia et al., which then decides the
// status where the direction of coarse points is no proof.
template <class T>
TALUS_HD Contact<T> separation_answer(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                      const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                      const Vec3<T>& x_1, const Vec3<T>& x_2, bool converged,
                                      T narrow, int iterations, T known_lower = -infinity_of<T>(),
                                      bool known_apart = false) {
  Difference<T, Ellipsoid<T>, Ellipsoid<T>> difference(a, b, b_in_a);
  const T radius = difference.radius(), rounding = difference.rounding();
  Contact<T> r;
  r.definition = Definition::separation_only;
  r.iterations = iterations;
  r.distance = norm(x_2 - x_1);
  r.normal = direction_or(x_2 - x_1, b_in_a.translation);
  r.point_a = x_1;
  r.point_b = x_2;
  const T sigma = -dot(r.normal, difference.support(r.normal).c);
  const Vec3<T> in_a = pulled_inside(a, x_1);
  const Vec3<T> x_2_of_b = b_in_a.direction_to_b(x_2 - b_in_a.translation);
  const Vec3<T> in_b = b_in_a.point_to_a(pulled_inside(b, x_2_of_b));
  r.lower = smaller(larger(sigma, known_lower) - rounding, r.distance);
  if (known_apart) r.lower = larger(r.lower, T(0));
  r.upper = larger(norm(in_b - in_a) + rounding, r.distance);
  r.proven = converged &&
             r.upper - r.lower <= settings.tolerance * larger(radius, r.distance) + T(2) * rounding;
  r.status = Status::iteration_limit;
  if (converged) {
    r.status =
        known_apart ? Status::separated : status_of(r, larger(narrow, touching_width<T> * radius));
  }
  return r;
}

}  // namespace talus::ellipsoid_ellipsoid
