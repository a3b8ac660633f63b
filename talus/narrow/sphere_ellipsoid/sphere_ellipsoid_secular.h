// A sphere and an ellipsoid: the signed distance of a point y from an ellipsoid with semi-axes a_i,
// by its secular equation. The closest point is x_i = a_i^2 y_i / (a_i^2 + t), where t is the
// largest root, for y outside and inside, of
//   F(t) = sum (a_i y_i / (a_i^2 + t))^2 - 1 = 0.
// With s = t + a_min^2 that root is the only one with s > 0, or s = 0 if y lies on the medial disc
// of the ellipsoid (two closest points mirror each other; the one on the positive side is taken).
//   1. Start s at a lower bound of the root.
//   2. Newton's method on 1/sqrt(F + 1) - 1, which is concave and nearly linear: s increases
//      monotonically to the root.
//   3. On the medial disc, the normal from the height of the closest point above the disc.
//   4. The distance is the support value along the normal; the residual at the closest point bounds
//      its error.
//
// One source for one pair and for a pack of pairs; finished pairs no longer move, so that a pair
// gets the same bits alone and in a pack.
#pragma once

#include "talus/narrow/sphere_raw_contact.h"
#include "talus/shape/ellipsoid.h"
#include "talus/shape/sphere.h"

namespace talus::sphere_ellipsoid {

struct SecularLimits {
  // The iteration is monotone and stops when s no longer grows, after at most about ten steps.
  static constexpr int iterations = 40;
  // Rounding of a distance, in units of roundoff and of the largest coordinate.
  static constexpr double rounding = 8;
};

// The outward unit normal of the ellipsoid at the point closest to y.
template <class N>
TALUS_INLINE Vec3<N> normal_at_closest_point(const Vec3<N>& a, const Vec3<N>& y, N& iterations) {
  const N zero(0), least = smaller(a.x, smaller(a.y, a.z));
  // a_i^2 - a_min^2 without cancellation; a_i |y_i|
  const auto excess_of = [&](const N& a_i) { return (a_i - least) * (a_i + least); };
  const Vec3<N> excess{excess_of(a.x), excess_of(a.y), excess_of(a.z)};
  const Vec3<N> weighted{a.x * absolute(y.x), a.y * absolute(y.y), a.z * absolute(y.z)};
  // At the root each term of F + 1 is at most 1, which gives a lower bound of s.
  N s = larger(larger(zero, weighted.x - excess.x),
               larger(weighted.y - excess.y, weighted.z - excess.z));
  iterations = zero;
  MaskOf<N> active = zero < N(1);
  for (int i = 0; i < SecularLimits::iterations; ++i) {
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
  // On the medial disc the height of the closest point follows from F = 0.
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

// The largest coordinate involved, to which rounding is relative.
template <class N>
TALUS_INLINE N size_of(const N& radius, const Vec3<N>& axes, const Vec3<N>& centre) {
  return larger(max_norm(centre), larger(radius, max_norm(axes)));
}

template <class N>
TALUS_INLINE RawContact<N> secular_raw_contact(const N& radius, const Vec3<N>& axes,
                                               const RelativePose<N>& b_in_a, const N& size) {
  const Vec3<N> centre = centre_in_b(b_in_a);
  N iterations;
  const Vec3<N> outward = normal_at_closest_point(axes, centre, iterations);
  const Vec3<N> scaled = multiply_componentwise(axes, outward);
  const N support = norm(scaled), distance = dot(outward, centre) - support;
  const Vec3<N> closest = multiply_componentwise(axes, scaled) / support;
  // The offset of the closest point from the line through the centre bounds the error of the
  // distance.
  const N residual = norm(centre - closest - distance * outward);
  RawContact<N> t = sphere_raw_contact(radius, b_in_a, outward, distance, distance + residual,
                                       N(SecularLimits::rounding) * roundoff<N>() * size);
  t.evaluations = iterations;
  t.stationary = t.closed = N(0) < N(1);
  return t;
}

// A lower bound of the distance, along the cached normal or along the line of centres.
template <class N>
TALUS_INLINE N separation_bound(const N& radius, const Vec3<N>& axes, const RelativePose<N>& b_in_a,
                                const Vec3<N>& guess) {
  const Vec3<N> n = guess_or_centres(guess, b_in_a);
  const N support = norm(multiply_componentwise(axes, b_in_a.direction_to_b(n)));
  const N size = size_of(radius, axes, b_in_a.translation);
  return sphere_gap_at_least(radius, b_in_a, n, support,
                             N(SecularLimits::rounding) * roundoff<N>() * size);
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
