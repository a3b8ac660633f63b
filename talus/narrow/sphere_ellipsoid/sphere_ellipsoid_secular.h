// A sphere and an ellipsoid: the signed distance of a point y from an ellipsoid with semi-axes a_i,
// by its secular equation. The foot point is x_i = a_i^2 y_i / (a_i^2 + t), where t solves
//   F(t) = sum (a_i y_i / (a_i^2 + t))^2 - 1 = 0,
// and the foot of the shortest way, from outside as from inside, belongs to the largest root. With
// s = t + a_min^2 that root is the only one with s > 0, or s = 0 when y lies on the medial disc of
// the ellipsoid (two feet mirror each other; the one on the positive side is taken).
//
// One source for one pair and for a pack of pairs (pack.h); those that are done stand still, so
// that a pair gets the same bits alone and in a pack.
#pragma once

#include "talus/narrow/sphere_raw_contact.h"
#include "talus/shape/ellipsoid.h"
#include "talus/shape/sphere.h"

namespace talus::sphere_ellipsoid {

// The outward normal of the ellipsoid at the foot of the shortest way to y (unit).
template <class N>
TALUS_INLINE Vec3<N> normal_at_foot(const Vec3<N>& a, const Vec3<N>& y, N& iterations) {
  const N zero(0), least = smaller(a.x, smaller(a.y, a.z));
  // a_i^2 - a_min^2 without cancellation; a_i |y_i|
  const auto excess_of = [&](const N& a_i) { return (a_i - least) * (a_i + least); };
  const Vec3<N> excess{excess_of(a.x), excess_of(a.y), excess_of(a.z)};
  const Vec3<N> weighted{a.x * absolute(y.x), a.y * absolute(y.y), a.z * absolute(y.z)};
  // Each term of F alone must be <= 1 at the root: a start to the left of it, where the iteration
  // on 1/sqrt(F + 1) - 1 (concave and nearly straight) climbs monotonically.
  N s = larger(larger(zero, weighted.x - excess.x),
               larger(weighted.y - excess.y, weighted.z - excess.z));
  iterations = zero;
  MaskOf<N> active = zero < N(1);
  for (int i = 0; i < 40; ++i) {
    N sum = zero, slope = zero;
    const auto add = [&](const N& w, const N& e) {
      const N per = N(1) / (e + s), term = select(w > zero, square(w * per), zero);
      sum = sum + term;
      slope = slope + select(w > zero, term * per, zero);
    };
    add(weighted.x, excess.x);
    add(weighted.y, excess.y);
    add(weighted.z, excess.z);
    const N next = s + (sum / slope) * (square_root(sum) - N(1));
    active = active & (sum > N(1)) & (next > s);
    if (!any(active)) break;
    s = select(active, next, s);
    iterations = iterations + select(active, N(1), zero);
  }
  const auto component = [&](const N& y_i, const N& w, const N& e) {
    return select(w > zero, y_i / (e + s), zero);
  };
  Vec3<N> n{component(y.x, weighted.x, excess.x), component(y.y, weighted.y, excess.y),
            component(y.z, weighted.z, excess.z)};
  // On the medial disc the foot's height above the disc is what is left of the unit budget.
  const N inside = ((N(1) - square(a.x * n.x)) - square(a.y * n.y)) - square(a.z * n.z);
  const MaskOf<N> medial = (!(s > zero)) & (inside > zero);
  if (any(medial)) {
    const N height = square_root(larger(inside, zero)) / least;
    const MaskOf<N> past_x = least < a.x, past_y = past_x & (least < a.y);
    n = {select(medial & (!past_x), height, n.x), select(medial & past_x & (!past_y), height, n.y),
         select(medial & past_y, height, n.z)};
  }
  return n / norm(n);
}

// The largest coordinate that takes part: what rounding is relative to.
template <class N>
TALUS_INLINE N size_of(const N& radius, const Vec3<N>& axes, const Vec3<N>& centre) {
  return larger(max_norm(centre), larger(radius, max_norm(axes)));
}

template <class N>
TALUS_INLINE RawContact<N> secular_raw_contact(const N& radius, const Vec3<N>& axes,
                                               const RelativePose<N>& b_in_a, const N& size) {
  const Vec3<N> centre = centre_in_b(b_in_a);
  N iterations;
  const Vec3<N> outward = normal_at_foot(axes, centre, iterations);
  const Vec3<N> scaled = multiply_componentwise(axes, outward);
  const N support = norm(scaled), distance = dot(outward, centre) - support;
  const Vec3<N> foot = multiply_componentwise(axes, scaled) / support;
  // What the foot misses the line through the centre by bounds the error of the distance.
  const N residual = norm(centre - foot - distance * outward);
  RawContact<N> t = sphere_raw_contact(radius, b_in_a, outward, distance, distance + residual,
                                       N(8) * roundoff<N>() * size);
  t.evaluations = iterations;
  t.stationary = t.closed = N(0) < N(1);
  return t;
}

// A lower bound of the distance, along the last normal or along the line of centres.
template <class N>
TALUS_INLINE N separation_bound(const N& radius, const Vec3<N>& axes, const RelativePose<N>& b_in_a,
                                const Vec3<N>& guess) {
  const Vec3<N> n = guess_or_centres(guess, b_in_a);
  const N support = norm(multiply_componentwise(axes, b_in_a.direction_to_b(n)));
  const N size = size_of(radius, axes, b_in_a.translation);
  return sphere_gap_at_least(radius, b_in_a, n, support, N(8) * roundoff<N>() * size);
}

template <class T>
TALUS_HD Contact<T> secular(const Sphere<T>& a, const Ellipsoid<T>& b,
                            const RelativePose<T>& b_in_a, const Settings<T>& settings,
                            Cache<T>& cache) {
  const T size = size_of(a.radius, b.semi_axes, centre_in_b(b_in_a));
  const RawContact<T> t = secular_raw_contact(a.radius, b.semi_axes, b_in_a, size);
  cache.normal = t.normal;
  return contact_of(t, size, settings.tolerance);
}

}  // namespace talus::sphere_ellipsoid
