// Two segments: the nearest points in closed form. Segments have no volume, so where they cross the
// distance is zero, along the normal of the plane they span.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/closed_form_contact.h"
#include "talus/shape/segment.h"

namespace talus::segment_segment {

// Sine of the angle, in units of epsilon, below which two segments count as parallel.
inline constexpr double parallel_sine = 64;

// The nearest points of two segments: the unconstrained minimum if it lies inside both, otherwise
// the best of the four end points, also for parallel segments.
template <class T>
TALUS_HD void nearest_points(const Segment<T>& p, const Segment<T>& q, Vec3<T>& on_p,
                             Vec3<T>& on_q) {
  const auto consider = [&](const Vec3<T>& x, const Vec3<T>& y, T& best) {
    const T d = norm_squared(y - x);
    if (d < best) {
      best = d;
      on_p = x;
      on_q = y;
    }
  };
  T best = infinity_of<T>();
  consider(p.from, nearest_point(q, p.from), best);
  consider(p.to, nearest_point(q, p.to), best);
  consider(nearest_point(p, q.from), q.from, best);
  consider(nearest_point(p, q.to), q.to, best);
  const Vec3<T> u = p.to - p.from, v = q.to - q.from, w = q.from - p.from;
  const Vec3<T> n = cross(u, v);
  const T nn = norm_squared(n);
  const T s = dot(cross(w, v), n), t = dot(cross(w, u), n);
  const T parallel = square(T(parallel_sine) * epsilon_of<T>()) * norm_squared(u) * norm_squared(v);
  if (nn > parallel && s > T(0) && s < nn && t > T(0) && t < nn) {
    consider(p.from + (s / nn) * u, q.from + (t / nn) * v, best);
  }
}

template <class T>
TALUS_HD Contact<T> closed_form(const Segment<T>& a, const Segment<T>& b,
                                const RelativePose<T>& b_in_a) {
  const Segment<T> q{b_in_a.point_to_a(b.from), b_in_a.point_to_a(b.to)};
  Vec3<T> on_a, on_b;
  nearest_points(a, q, on_a, on_b);
  const T size =
      larger(larger(max_norm(a.from), max_norm(a.to)), larger(max_norm(q.from), max_norm(q.to)));
  const T rounding = T(4) * epsilon_of<T>() * size;
  const Vec3<T> along_a = normalized(a.to - a.from);
  const Vec3<T> along_b = normalized(b_in_a.rotation * (b.to - b.from));

  // Candidates for the normal; the best is the one with the largest separation. If the segments
  // cross or touch, only the common perpendicular is well determined.
  Vec3<T> normal{};
  T distance = -infinity_of<T>();
  const auto consider = [&](const Vec3<T>& direction) {
    const T length = norm(direction);
    if (!(length > T(0))) return;
    const Vec3<T> n = direction / length;
    const T sigma = smaller(dot(n, q.from), dot(n, q.to)) - larger(dot(n, a.from), dot(n, a.to));
    if (sigma > distance + rounding) {
      distance = sigma;
      normal = n;
    }
  };
  const Vec3<T> between = on_b - on_a;
  if (norm(between) > rounding) {
    // The first is exact for the points; the others are better if those are mostly rounding.
    const Vec3<T> off_a = between - dot(between, along_a) * along_a;
    consider(between);
    consider(between - dot(between, along_b) * along_b);
    consider(off_a);
    consider(off_a - dot(off_a, along_b) * along_b);
  }
  const Vec3<T> perpendicular = cross(along_a, along_b);
  if (norm(perpendicular) > T(parallel_sine) * epsilon_of<T>()) {
    consider(perpendicular);
    consider(-perpendicular);
  } else {
    consider(any_orthogonal(along_a));
    consider(-any_orthogonal(along_a));
  }
  // The nearest points of nearly parallel segments are ill-conditioned: each is moved along its
  // segment until the normal joins them.
  on_b = nearest_point(q, on_a + distance * normal);
  on_a = nearest_point(a, on_b - distance * normal);
  Contact<T> r = closed_form_contact(normal, distance, on_a, size);
  r.upper = larger(r.upper, norm(between) + rounding);
  r.status = status_of(r, r.upper - r.lower);
  return r;
}

}  // namespace talus::segment_segment
