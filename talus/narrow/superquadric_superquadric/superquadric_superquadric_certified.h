// The production method for two superquadrics, of which one may be an ellipsoid (exponents 2):
//  1. Newton's method for two places (two_places.h), from the last contact or from the normal
//     between the ellipsoids of the same semi-axes, closed by its own certificate: nearly all
//     separated and shallow contacts;
//  2. where the places are stationary and the depth may not be the least: a sum of ellipsoids in C
//     (most contacts of plates and needles), then a search over all directions (deepest.h), which
//     proves the depth or finds the deeper one. Minima that all but merge leave its bracket open
//     by up to 1e-5 of the size: that answer is given as it is, not proven;
//  3. elsewhere GJK or the general expansion (engine/convex.h), which converge for any two convex
//     bodies because every support point that they add brings the nearest point of a growing inner
//     polytope nearer (Gilbert, Johnson & Keerthi 1988), and 1 or 2 again from their direction.
// Exponents that make p = max(n, n/(n-1)) exceed 128 go to 3 directly.
#pragma once

#include "talus/narrow/convex_convex/convex_convex_gjk_expansion.h"
#include "talus/narrow/superquadric_superquadric/superquadric_global_depth.h"

namespace talus::superquadric_superquadric {

template <class T>
TALUS_HD T exponent_1(const Superquadric<T>& s) {
  return s.n1;
}
template <class T>
TALUS_HD T exponent_2(const Superquadric<T>& s) {
  return s.n2;
}
template <class T>
TALUS_HD T exponent_1(const Ellipsoid<T>&) {
  return T(2);
}
template <class T>
TALUS_HD T exponent_2(const Ellipsoid<T>&) {
  return T(2);
}

template <class T>
class Certified {
 public:
  TALUS_HD Certified(const SuperquadricPair<T>& pair, const Settings<T>& settings)
      : pair_(pair), settings_(settings) {}

  // From the last contact, if the cache holds one, and cold.
  TALUS_HD bool solve(const Cache<T>& cache) {
    if (is_place(cache.surface_param_a) && is_place(cache.surface_param_b) &&
        attempt(both(cache.surface_param_a, cache.surface_param_b), max_evaluations_warm)) {
      return true;
    }
    return close_deep() || solve_from(first_normal(pair_));
  }

  // From a direction, which is tried longer where two flat sides slow it down, and then from the
  // axis of a body that it has come close to.
  TALUS_HD bool solve_from(Vec3<T> n) {
    if (!is_place(n)) n = nearest_axis(Vec3<T>{T(0), T(0), T(1)});
    if (attempt(places_along(pair_, n), max_evaluations_cold) || close_deep()) return true;
    if (!meeting_.touch.stationary && (attempt(meeting_.k, max_evaluations_cold) || close_deep()))
      return true;
    if (meeting_.touch.stationary) return false;
    const Vec3<T> axis = nearest_axis(meeting_.touch.normal);
    return dot(axis, meeting_.touch.normal) > T(0.99) &&
           (attempt(places_along(pair_, axis), max_evaluations_cold) || close_deep());
  }

  TALUS_HD Contact<T> contact(Cache<T>& cache) const {
    cache.normal = meeting_.touch.normal;
    cache.surface_param_a = of_a(meeting_.k);
    cache.surface_param_b = of_b(meeting_.k);
    Contact<T> c = contact_of(meeting_.touch, pair_.size, settings_.tolerance);
    c.iterations = iterations_;
    return c;
  }

  TALUS_HD int iterations() const { return iterations_; }

 private:
  // Of the axes of both bodies the one closest to n, on its side.
  TALUS_HD Vec3<T> nearest_axis(const Vec3<T>& n) const {
    Vec3<T> best{};
    T most = T(-1);
    for (int i = 0; i < 6; ++i) {
      Vec3<T> axis{};
      axis[i % 3] = T(1);
      if (i >= 3) axis = pair_.b_in_a.rotation * axis;
      const T along = dot(axis, n);
      if (!(absolute(along) > most)) continue;
      most = absolute(along);
      best = along < T(0) ? -axis : axis;
    }
    return best;
  }

  TALUS_HD bool attempt(const Vec3<PairOf<T>>& k, int evaluations) {
    const T tolerance = search_tolerance(settings_.tolerance);
    meeting_ = meeting_at(pair_, find_places(pair_, k, evaluations, tolerance));
    iterations_ += static_cast<int>(meeting_.touch.evaluations);
    return meeting_.touch.closed;
  }

  // Proves the depth of a stationary answer, or finds a deeper one. Where minima all but merge the
  // bracket stays open by little: the general method could not do better.
  TALUS_HD bool close_deep() {
    RawContact<T>& t = meeting_.touch;
    if (!t.stationary || !(t.distance < T(0))) return false;
    // What the normals miss, and rounding.
    const T slack = T(2) * (t.distance - t.lower);
    if (inner_ellipsoids_prove(pair_, look_at(pair_, meeting_.k), -t.distance, slack)) {
      t.upper = t.distance + T(2) * slack + pair_.rounding;
    } else {
      Deepest<T> deepest(pair_);
      const T ball = deepest.search(meeting_, settings_.max_iterations, iterations_);
      t.upper = larger(-ball, t.distance) + pair_.rounding;
    }
    t.closed = t.upper - t.lower < T(1e-12) * pair_.size;
    return t.upper < T(0) && t.upper - t.lower < T(1e-5) * pair_.size;
  }

  const SuperquadricPair<T>& pair_;
  const Settings<T>& settings_;
  Meeting<T> meeting_{};
  int iterations_ = 0;
};

template <class T, class BodyA, class BodyB>
TALUS_HD Contact<T> certified(const BodyA& a, const BodyB& b, const RelativePose<T>& b_in_a,
                              const Settings<T>& settings, Cache<T>& cache) {
  const T a1 = exponent_1(a), a2 = exponent_2(a), b1 = exponent_1(b), b2 = exponent_2(b);
  const bool workable = is_workable(a1) && is_workable(a2) && is_workable(b1) && is_workable(b2);
  const SuperquadricPair<T> pair =
      superquadric_pair(a.semi_axes, b.semi_axes, PairOf<T>(a1, b1), PairOf<T>(a2, b2), b_in_a);
  Certified<T> fast(pair, settings);
  if (workable && fast.solve(cache)) return fast.contact(cache);

  Cache<T> own;
  Contact<T> c = workable ? convex_convex::fallback(a, b, b_in_a, settings, own)
                          : convex_convex::gjk_expansion(a, b, b_in_a, settings, own);
  const int spent = c.iterations + fast.iterations();
  cache = own;
  if (workable && !is_failure(c.status)) {
    Certified<T> again(pair, settings);
    if (again.solve_from(c.normal)) c = again.contact(cache);
    c.iterations = spent + again.iterations();
  }
  c.fallback = true;
  return c;
}

}  // namespace talus::superquadric_superquadric
