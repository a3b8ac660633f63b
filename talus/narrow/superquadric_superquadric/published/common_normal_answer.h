// The contact (talus/contact.h) from the result of P3's search.
//
// Separated: P3 stops at the first direction that excludes a contact. The contact has that
// direction and the gap c.d along it, which is at most the distance; p^1 is a point of A, the other
// point lies in the plane that touches B at p^2. Overlapping: P3's penetration distance is |d|; the
// contact has the distance -|d| and the direction of d, so that the points agree with it, or c if d
// has lost its direction to rounding.
//
// Lower bound: c.d, as p^1 and p^2 are support points. Upper bound, separated: |d|. Overlapping: a
// superquadric is the unit ball of a norm g and contains a ball of radius r around its centre, so
// by the triangle inequality it contains the ball of radius (1 - g(x)) r around any of its points
// x; the midpoint of p^1 and p^2 gives one such ball in each body, and both together a ball inside
// the Minkowski difference. This certificate has a gauge and an inscribed radius of its own, which
// differ from those of shape/superquadric/gauge.h in rounding and in sharpness.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/minkowski_difference.h"
#include "talus/narrow/superquadric_superquadric/published/distance_objective.h"
#include "talus/shape/superquadric/gauge.h"

namespace talus::superquadric_superquadric {

// The norm whose unit ball the body is: g(x) = 1 on the surface, in the body's frame.
template <class T>
TALUS_HD T gauge(const Superquadric<T>& s, const Vec3<T>& x) {
  const T fx = absolute(x.x / s.semi_axes.x), fy = absolute(x.y / s.semi_axes.y);
  const T ring = power(power(fx, s.n2) + power(fy, s.n2), T(1) / s.n2);
  return power(power(ring, s.n1) + power(absolute(x.z / s.semi_axes.z), s.n1), T(1) / s.n1);
}

// Radius of the largest ball around the centre inside the body: the polar body has the inverse
// semi-axes and the conjugate exponents, and lies in a ball of the inverse radius.
template <class T>
TALUS_HD T inner_radius(const Superquadric<T>& s) {
  const Vec3<T>& a = s.semi_axes;
  const Superquadric<T> polar{
      {T(1) / a.x, T(1) / a.y, T(1) / a.z}, s.n1 / (s.n1 - T(1)), s.n2 / (s.n2 - T(1))};
  return (T(1) - gauge_error<T>) / bounding_sphere(polar).radius;
}

// Radius of a ball around x inside the body; negative if x is not known to lie inside.
template <class T>
TALUS_HD T ball_around(const Superquadric<T>& s, const Vec3<T>& x, const T& rounding) {
  const T inner = inner_radius(s);
  return (T(1) - gauge_error<T> - gauge(s, x)) * inner - rounding;
}

// `accepted`: penetration was excluded, or the global minimum was found.
template <class T>
TALUS_HD Contact<T> common_normal_answer(const Superquadric<T>& a, const Superquadric<T>& b,
                                         const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                         const Placement<T>& at, bool accepted, int iterations) {
  const Difference<T, Superquadric<T>, Superquadric<T>> difference(a, b, b_in_a);
  const T rounding = T(4) * difference.rounding(), radius = difference.radius();
  const T length = norm(at.d), along = dot(at.c, at.d);
  Contact<T> r;
  r.definition = Definition::common_normal;
  r.iterations = iterations;
  const bool apart = along > rounding;
  const bool along_d = accepted && !apart && along < T(-0.5) * length;
  r.normal = along_d ? (T(-1) / length) * at.d : normalized(at.c);
  r.distance = along_d ? -length : dot(r.normal, at.d);
  r.point_a = at.p_1;
  r.point_b = along_d ? at.p_2 : at.p_1 + r.distance * r.normal;
  r.lower = smaller(along - rounding, r.distance);
  r.upper = larger(length + rounding, r.distance);
  if (!apart) {
    const Vec3<T> middle = T(0.5) * (at.p_1 + at.p_2);
    const T ball_a = ball_around(a, middle, rounding);
    const T ball_b = ball_around(b, b_in_a.direction_to_b(middle - b_in_a.translation), rounding);
    if (ball_a > T(0) && ball_b > T(0)) r.upper = -(ball_a + ball_b);
  }
  r.proven =
      accepted && r.upper - r.lower <= settings.tolerance * larger(radius, absolute(r.distance));
  r.status = accepted ? status_of(r, touching_width<T> * radius) : Status::iteration_limit;
  return r;
}

// The contact of unsupported exponents: the first direction with its support values.
template <class T>
TALUS_HD Contact<T> without_parameters(const Superquadric<T>& a, const Superquadric<T>& b,
                                       const RelativePose<T>& b_in_a, const Vec3<T>& e_1) {
  Difference<T, Superquadric<T>, Superquadric<T>> difference(a, b, b_in_a);
  Contact<T> r;
  r.definition = Definition::common_normal;
  r.status = Status::not_supported;
  r.normal = DirectionFrame<T>(e_1).direction({});
  const engine::SupportPair<T> pair = difference.support(r.normal);
  r.distance = -dot(r.normal, pair.c);
  r.lower = r.distance - difference.rounding();
  r.upper = larger(norm(pair.c) + difference.rounding(), r.distance);
  r.point_a = pair.a;
  r.point_b = pair.a + r.distance * r.normal;
  return r;
}

}  // namespace talus::superquadric_superquadric
