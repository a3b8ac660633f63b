// The generic method of two bounded convex bodies: GJK and polytope expansion (engine/convex.h) on
// the cores of the bodies. The core of a sphere is its centre; the radius is added afterwards.
#pragma once

#include <type_traits>

#include "talus/narrow/engine/convex.h"
#include "talus/narrow/margins.h"
#include "talus/narrow/minkowski_difference.h"
#include "talus/narrow/raw_contact.h"

namespace talus::convex_convex {

// The core of a body and the margin that is added afterwards.
template <class T>
TALUS_HD Point<T> core_of(const Sphere<T>& s) {
  return {s.radius};
}
template <class Body>
TALUS_HD const Body& core_of(const Body& body) {
  return body;
}
template <class T>
TALUS_HD T margin_of(const Point<T>& core) {
  return core.margin;
}
template <class T, class Core>
TALUS_HD T margin_of(const Core&) {
  return T(0);
}

template <class T, class BodyA, class BodyB>
TALUS_HD Contact<T> gjk_expansion(const BodyA& a, const BodyB& b, const RelativePose<T>& b_in_a,
                                  const Settings<T>& settings, Cache<T>& cache) {
  const auto& core_a = core_of(a);
  const auto& core_b = core_of(b);
  Difference<T, std::decay_t<decltype(core_a)>, std::decay_t<decltype(core_b)>> difference(
      core_a, core_b, b_in_a);
  const auto solve = [&](const Settings<T>& s) {
    return with_margins(engine::solve_convex(difference, s, cache), margin_of<T>(core_a),
                        margin_of<T>(core_b), difference.radius());
  };
  Contact<T> c = solve(settings);
  if (!is_failure(c.status) || !(settings.tolerance > touching_width<T>)) return c;
  // A coarse tolerance left a bracket that contains zero and is too wide for a contact.
  Settings<T> fine = settings;
  fine.tolerance = Settings<T>{}.tolerance;
  c = solve(fine);
  c.proven = c.proven || is_closed(c, difference.radius(), settings.tolerance);
  return c;
}

// Tolerance of the first attempt of the fallback. The faster methods are that accurate, so that a
// pair that changes to the fallback shows no step; the tolerance of the settings is only for the
// proof. The normal may be that of the points, which is off by up to four widths of the bracket
// (follow_points): less than 1e-12.
inline constexpr double fallback_tolerance = 2e-13;

// The contact of a pair on which a faster method gave up, marked as such: to fallback_tolerance if
// that can be proven, otherwise to the tolerance of the settings. Not for exponents of 1, whose
// points would be less accurate.
template <class T, class BodyA, class BodyB>
TALUS_HD Contact<T> fallback(const BodyA& a, const BodyB& b, const RelativePose<T>& b_in_a,
                             const Settings<T>& settings, Cache<T>& cache) {
  const T radius = larger(bounding_sphere(a).radius, bounding_sphere(b).radius);
  Settings<T> closer = settings;
  closer.tolerance = smaller(settings.tolerance, T(fallback_tolerance));
  Cache<T> own = cache;
  Contact<T> c = gjk_expansion(a, b, b_in_a, closer, own);
  const bool close = c.proven;
  if (close) {
    judge(c, radius, settings.tolerance);
    cache = own;
  } else {
    c = gjk_expansion(a, b, b_in_a, settings, cache);
  }
  c.fallback = true;
  // Polishing treats the vertices of an edge or a face as one; the bound is evaluated over all.
  const auto& core_a = core_of(a);
  const auto& core_b = core_of(b);
  Difference<T, std::decay_t<decltype(core_a)>, std::decay_t<decltype(core_b)>> difference(
      core_a, core_b, b_in_a);
  const T sigma =
      -dot(c.normal, difference.support(c.normal).c) - margin_of<T>(core_a) - margin_of<T>(core_b);
  c.lower = smaller(c.lower, sigma - difference.rounding());
  return c;
}

}  // namespace talus::convex_convex
