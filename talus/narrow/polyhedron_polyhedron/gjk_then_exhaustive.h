// The fallback of the production method of two polyhedra:
//   1. GJK and expansion on support points (engine/convex.h);
//   2. if rounding leaves its bracket open (slivers, coincident faces), the exhaustive search over
//      the Gauss maps.
#pragma once

#include "talus/narrow/convex_convex/convex_convex_gjk_expansion.h"
#include "talus/narrow/polyhedron_polyhedron/exhaustive.h"

namespace talus::polyhedron_polyhedron {

template <class T>
TALUS_HD Contact<T> contact_along(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                  const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                  const BestDirection<T>& best) {
  Difference<T, PolyhedronView<T>, PolyhedronView<T>> difference(a, b, b_in_a);
  engine::Stationary<T> found;
  found.normal = best.normal;
  found.h = best.h;
  found.residual = infinity_of<T>();
  return engine::overlapping_contact(difference, settings, found, best.h, engine::Knowledge<T>{});
}

// All edges of A against all edges of B. The directions of vertex-vertex and vertex-edge pairs are
// not among them, so that separated pairs go to GJK.
template <class T>
TALUS_HD Contact<T> exhaustive(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                               const RelativePose<T>& b_in_a, const Settings<T>& settings,
                               Cache<T>& cache) {
  const BestDirection<T> best = best_direction(a, b, b_in_a);
  if (best.h > T(0)) {
    Contact<T> r = contact_along(a, b, b_in_a, settings, best);
    cache.normal = r.normal;
    return r;
  }
  cache.normal = best.normal;
  return convex_convex::gjk_expansion(a, b, b_in_a, settings, cache);
}

struct ExhaustiveLimits {
  // Roundings of the largest coordinate within which a bracket counts as closed. A finite search
  // closes to rounding, not only to the tolerance.
  static constexpr double closed_bracket = 64;
  // Limits the run time of one query; no derivation.
  static constexpr long edge_pairs = 4'000'000;
};

template <class T>
TALUS_HD Contact<T> gjk_then_exhaustive(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                        const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                        Cache<T>& cache) {
  Contact<T> r = convex_convex::gjk_expansion(a, b, b_in_a, settings, cache);
  const T size = larger(larger(a.bounds.radius, b.bounds.radius), absolute(r.distance));
  const T reach =
      size + max_norm(a.bounds.centre) + max_norm(b.bounds.centre) + max_norm(b_in_a.translation);
  if (r.proven &&
      !(r.upper - r.lower > T(ExhaustiveLimits::closed_bracket) * epsilon_of<T>() * reach))
    return r;
  if (long(a.edge_count) * long(b.edge_count) > ExhaustiveLimits::edge_pairs) return r;
  const int spent = r.iterations;
  const Contact<T> certain = exhaustive(a, b, b_in_a, settings, cache);
  if (certain.proven) r = certain;
  r.iterations = spent + certain.iterations;
  r.fallback = true;
  return r;
}

}  // namespace talus::polyhedron_polyhedron
