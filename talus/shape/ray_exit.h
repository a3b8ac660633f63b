// Where a ray leaves a body, from a point inside it, and the surface's normal there; and a convex
// function that is zero on the surface, whose tangents are planes that leave the body on one side.
// The interface that the overlap integrals along lines need (narrow/engine/overlap_rim.h).
//
// `limit` is a length beyond which the ray is known to be outside (from a tangent plane at a
// nearby point); infinite if none is known. It saves steps and does not change the answer beyond
// rounding. The direction is at least of unit length. The normal is outward and of any length; an
// infinite length has a zero normal.
#pragma once

#include "talus/shape/ellipsoid.h"
#include "talus/shape/half_space.h"
#include "talus/shape/polyhedron_view.h"
#include "talus/shape/superquadric/gauge.h"

namespace talus {

template <class T>
struct RayExit {
  T length{};
  Vec3<T> normal{};
};

// Negative inside; not of any unit.
template <class T>
struct LevelAt {
  T value{};
  Vec3<T> gradient{};
};

template <class T>
TALUS_HD LevelAt<T> level_at_point(const Ellipsoid<T>& e, const Vec3<T>& x) {
  const Vec3<T>& a = e.semi_axes;
  const Vec3<T> p{x.x / a.x, x.y / a.y, x.z / a.z};
  const T length = norm(p), scale = length > T(0) ? T(1) / length : T(0);
  return {length - T(1), {scale * p.x / a.x, scale * p.y / a.y, scale * p.z / a.z}};
}

template <class T>
TALUS_HD LevelAt<T> level_at_point(const Superquadric<T>& s, const Vec3<T>& x) {
  const GaugeAt<T> at = gauge_at(s, x);
  return {at.value - T(1), at.gradient};
}

template <class T>
TALUS_HD LevelAt<T> level_at_point(const HalfSpace<T>& s, const Vec3<T>& x) {
  return {dot(s.normal, x) - s.offset, s.normal};
}

template <class T>
TALUS_HD LevelAt<T> level_at_point(const PolyhedronView<T>& p, const Vec3<T>& x) {
  const int f = farthest_face(p, x);
  return {dot(p.face_normal[f], x) - p.face_offset[f], p.face_normal[f]};
}

template <class T>
TALUS_HD RayExit<T> exit_of_ray(const Ellipsoid<T>& e, const Vec3<T>& x, const Vec3<T>& d,
                                const T& /*limit*/) {
  const Vec3<T>& a = e.semi_axes;
  const Vec3<T> p{x.x / a.x, x.y / a.y, x.z / a.z}, q{d.x / a.x, d.y / a.y, d.z / a.z};
  const T pq = dot(p, q), qq = norm_squared(q), slack = larger(T(1) - norm_squared(p), T(0));
  const T root = square_root(pq * pq + qq * slack);
  // The root without a difference of nearly equal terms.
  const T length = pq > T(0) ? slack / (pq + root) : (root - pq) / qq;
  const Vec3<T> end = p + length * q;
  return {length, {end.x / a.x, end.y / a.y, end.z / a.z}};
}

// Newton on the gauge, which is convex along the ray: from outside it falls towards the exit and
// never passes it, and a start inside is outside after one step. It ends where the next step would
// be lost in rounding, going by the last two: steps shrink as step' = C step^2.
template <class T>
TALUS_HD RayExit<T> exit_of_ray(const Superquadric<T>& s, const Vec3<T>& x, const Vec3<T>& d,
                                const T& limit) {
  const T reach = T(4) * max_norm(s.semi_axes);  // no chord is longer, for |d| >= 1
  T t = limit < reach ? limit : reach, previous = T(0);
  Vec3<T> normal{};
  for (int i = 0; i < line_newton_limit; ++i) {
    const GaugeAt<T> at = gauge_at(s, x + t * d);
    const T beyond = at.value - T(1), slope = dot(at.gradient, d);
    if (!(slope > T(0))) break;
    normal = at.gradient;
    const T step = beyond / slope, size = absolute(step);
    t = larger(t - step, T(0));
    if (!(absolute(beyond) > T(2) * epsilon_of<T>())) break;
    const T rate = i == 0 ? (s.n1 + s.n2) / reach : size / (previous * previous);
    if (!(rate * size * size > epsilon_of<T>() * reach)) break;
    previous = size;
  }
  return {t, normal};
}

template <class T>
TALUS_HD RayExit<T> exit_of_ray(const HalfSpace<T>& s, const Vec3<T>& x, const Vec3<T>& d,
                                const T& /*limit*/) {
  const T speed = dot(s.normal, d);
  if (!(speed > T(0))) return {infinity_of<T>(), {}};
  return {larger(s.offset - dot(s.normal, x), T(0)) / speed, s.normal};
}

template <class T>
TALUS_HD RayExit<T> exit_of_ray(const PolyhedronView<T>& p, const Vec3<T>& x, const Vec3<T>& d,
                                const T& /*limit*/) {
  RayExit<T> exit{infinity_of<T>(), {}};
  for (int f = 0; f < p.face_count; ++f) {
    const T speed = dot(p.face_normal[f], d);
    if (!(speed > T(0))) continue;
    const T slack = larger(p.face_offset[f] - dot(p.face_normal[f], x), T(0));
    if (slack < exit.length * speed) exit = {slack / speed, p.face_normal[f]};
  }
  return exit;
}

}  // namespace talus
