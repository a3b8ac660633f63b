// A sphere and an ellipsoid: the signed distance of a point y from an ellipsoid with semi-axes a_i,
// by its secular equation. The foot point is x_i = a_i^2 y_i / (a_i^2 + t), where t solves
//   F(t) = sum (a_i y_i / (a_i^2 + t))^2 - 1 = 0,
// and the foot of the shortest way, from outside as from inside, belongs to the largest root. With
// s = t + a_min^2 that root is the only one with s > 0, or s = 0 when y lies on the medial disc of
// the ellipsoid (two feet mirror each other; the one on the positive side is taken).
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/closed_form.h"
#include "talus/narrow/margins.h"
#include "talus/shape/ellipsoid.h"
#include "talus/shape/sphere.h"

namespace talus::sphere_ellipsoid {

// The outward normal of the ellipsoid at the foot of the shortest way to y (unit).
template <class T>
TALUS_HD Vec3<T> normal_at_foot(const Ellipsoid<T>& e, const Vec3<T>& y, int& iterations) {
  const Vec3<T>& a = e.semi_axes;
  const int least = a.x <= a.y && a.x <= a.z ? 0 : (a.y <= a.z ? 1 : 2);
  Vec3<T> excess, weighted;  // a_i^2 - a_min^2 without cancellation; a_i |y_i|
  for (int i = 0; i < 3; ++i) {
    excess[i] = (a[i] - a[least]) * (a[i] + a[least]);
    weighted[i] = a[i] * absolute(y[i]);
  }
  // Each term of F alone must be <= 1 at the root: a start to the left of it, where the iteration
  // on 1/sqrt(F + 1) - 1 (concave and nearly straight) climbs monotonically.
  T s = T(0);
  for (int i = 0; i < 3; ++i) s = larger(s, weighted[i] - excess[i]);
  for (iterations = 0; iterations < 40; ++iterations) {
    T sum = T(0), slope = T(0);
    for (int i = 0; i < 3; ++i) {
      if (!(weighted[i] > T(0))) continue;
      const T term = square(weighted[i] / (excess[i] + s));
      sum = sum + term;
      slope = slope + term / (excess[i] + s);
    }
    if (!(sum > T(1))) break;
    const T next = s + (sum / slope) * (square_root(sum) - T(1));
    if (!(next > s)) break;
    s = next;
  }
  Vec3<T> n;
  T inside = T(1);
  for (int i = 0; i < 3; ++i) {
    const T denominator = excess[i] + s;
    n[i] = weighted[i] > T(0) ? y[i] / denominator : T(0);
    inside = inside - square(a[i] * n[i]);
  }
  // On the medial disc the foot's height above the disc is what is left of the unit budget.
  if (!(s > T(0)) && inside > T(0)) n[least] = square_root(inside) / a[least];
  return normalized(n);
}

template <class T>
TALUS_HD Contact<T> secular(const Sphere<T>& a, const Ellipsoid<T>& b,
                            const RelativePose<T>& b_in_a) {
  const Vec3<T> centre = -b_in_a.direction_to_b(b_in_a.translation);  // of the sphere, in B's frame
  int iterations = 0;
  const Vec3<T> outward = normal_at_foot(b, centre, iterations);
  const T distance = dot(outward, centre) - support_value(b, outward);
  const Vec3<T> foot = support_point(b, outward);
  // What the foot misses the line through the centre by bounds the error of the distance.
  const T residual = norm(centre - foot - distance * outward);
  const T size = larger(max_norm(centre), larger(a.radius, max_norm(b.semi_axes)));
  const Vec3<T> n = b_in_a.rotation * -outward;
  Contact<T> core = closed_form_contact(n, distance, Vec3<T>{}, size);
  core.upper = core.upper + residual;
  core.iterations = iterations;
  return with_margins(core, a.radius, T(0), size);
}

}  // namespace talus::sphere_ellipsoid
