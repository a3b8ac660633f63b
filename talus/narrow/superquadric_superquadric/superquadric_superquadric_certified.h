// The production method for two superquadrics, one of which may be an ellipsoid (exponents 2):
//  1. Newton's method for two surface points (surface_pair_newton.h), from the last contact or from
//     the contact normal of the ellipsoids with the same semi-axes, with its own certificate:
//     nearly all separated and shallow contacts.
//  2. Where the points are stationary but the depth may not be the least: a sum of ellipsoids
//     inside C (most contacts of plates and needles), then a search over all directions
//     (superquadric_global_depth.h), which proves the depth or finds a smaller one. Minima that
//     nearly merge leave its bracket open by up to 1e-5 of the size; that answer is returned as not
//     proven.
//  3. Otherwise GJK or the general expansion (convex_convex/), which converge for any two convex
//     bodies because each support point brings the nearest point of a growing inner polytope nearer
//     (Gilbert, Johnson & Keerthi 1988); then 1 and 2 again from their direction.
// Exponents with p = max(n, n/(n-1)) above 128 go to 3 directly.
#pragma once

#include "talus/narrow/convex_convex/convex_convex_gjk_expansion.h"
#include "talus/narrow/superquadric_superquadric/superquadric_global_depth.h"

namespace talus::superquadric_superquadric {

struct CertifiedLimits {
  // Widest bracket of step 2 that is returned, not proven, relative to the size: where minima
  // nearly merge the general method cannot close it further either.
  static constexpr double max_open_width = 1e-5;
  // The cosine between a normal and an axis of a body from which the search restarts along the
  // axis: 8 degrees. Exactly aligned bodies have their root on an axis.
  static constexpr double near_axis = 0.99;
};

template <class T>
class CertifiedSolver {
 public:
  TALUS_HD CertifiedSolver(const SuperquadricPair<T>& pair, const Settings<T>& settings)
      : pair_(pair), settings_(settings) {}

  // From the last contact, if the cache has one, then from a cold start.
  TALUS_HD bool solve(const Cache<T>& cache) {
    if (is_usable(cache.surface_param_a) && is_usable(cache.surface_param_b) &&
        attempt(both(cache.surface_param_a, cache.surface_param_b), Limits::max_evaluations_warm)) {
      return true;
    }
    return certify_overlap() || solve_from(ellipsoid_normal(pair_));
  }

  // From a direction; continued once where two flat sides slow it down; then from the axis of a
  // body that the normal has come close to.
  TALUS_HD bool solve_from(Vec3<T> n) {
    if (!is_usable(n)) n = nearest_axis(Vec3<T>{T(0), T(0), T(1)});
    const RawContact<T>& t = found_.contact;
    if (attempt(params_along(pair_, n), Limits::max_evaluations_cold) || certify_overlap())
      return true;
    if (!t.stationary && (attempt(found_.k, Limits::max_evaluations_cold) || certify_overlap()))
      return true;
    if (t.stationary) return false;
    const Vec3<T> axis = nearest_axis(t.normal);
    return dot(axis, t.normal) > T(CertifiedLimits::near_axis) &&
           (attempt(params_along(pair_, axis), Limits::max_evaluations_cold) || certify_overlap());
  }

  TALUS_HD Contact<T> contact(Cache<T>& cache) const {
    cache.normal = found_.contact.normal;
    cache.surface_param_a = of_a(found_.k);
    cache.surface_param_b = of_b(found_.k);
    Contact<T> c = contact_of(found_.contact, pair_.size, settings_.tolerance);
    c.iterations = iterations_;
    return c;
  }

  TALUS_HD int iterations() const { return iterations_; }

 private:
  using Limits = SurfacePairNewtonLimits;

  // The axis of either body that is closest to n, with the sign of n.
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

  TALUS_HD bool attempt(const SurfaceParam<PairOf<T>>& k, int max_evaluations) {
    const T tolerance = search_tolerance(settings_.tolerance);
    found_ = pair_contact(pair_, solve_surface_pair(pair_, k, max_evaluations, tolerance));
    iterations_ += static_cast<int>(found_.contact.evaluations);
    return found_.contact.closed;
  }

  // Step 2: proves the depth of a stationary contact, or finds a smaller one.
  TALUS_HD bool certify_overlap() {
    RawContact<T>& t = found_.contact;
    if (!t.stationary || !(t.distance < T(0))) return false;
    // The residual of the normals, and rounding.
    const T slack = T(2) * (t.distance - t.lower);
    if (inner_ellipsoids_prove(pair_, evaluate(pair_, found_.k), -t.distance, slack)) {
      t.upper = t.distance + T(2) * slack + pair_.rounding;
    } else {
      GlobalDepthSearch<T> search(pair_);
      const T ball = search.run(found_, settings_.max_iterations, iterations_);
      t.upper = larger(-ball, t.distance) + pair_.rounding;
    }
    t.closed = t.upper - t.lower < T(Limits::closed_width) * pair_.size;
    return t.upper < T(0) && t.upper - t.lower < T(CertifiedLimits::max_open_width) * pair_.size;
  }

  const SuperquadricPair<T>& pair_;
  const Settings<T>& settings_;
  PairContact<T> found_{};
  int iterations_ = 0;
};

template <class T, class BodyA, class BodyB>
TALUS_HD Contact<T> certified(const BodyA& a, const BodyB& b, const RelativePose<T>& b_in_a,
                              const Settings<T>& settings, Cache<T>& cache) {
  const Superquadric<T> s_a = as_superquadric(a), s_b = as_superquadric(b);
  const bool workable =
      is_workable(s_a.n1) && is_workable(s_a.n2) && is_workable(s_b.n1) && is_workable(s_b.n2);
  const SuperquadricPair<T> pair = superquadric_pair(
      s_a.semi_axes, s_b.semi_axes, PairOf<T>(s_a.n1, s_b.n1), PairOf<T>(s_a.n2, s_b.n2), b_in_a);
  CertifiedSolver<T> fast(pair, settings);
  if (workable && fast.solve(cache)) return fast.contact(cache);

  // In the fallback a coarse tolerance would be an error of the distance, not only of its bracket,
  // and would leave the status of bodies that nearly touch open.
  Settings<T> fine = settings;
  if (search_tolerance(settings.tolerance) > T(0)) fine.tolerance = Settings<T>{}.tolerance;
  Cache<T> own;
  Contact<T> c = workable ? convex_convex::fallback(a, b, b_in_a, fine, own)
                          : convex_convex::gjk_expansion(a, b, b_in_a, fine, own);
  c.proven = c.proven || is_closed(c, pair.size, settings.tolerance);
  const int spent = c.iterations + fast.iterations();
  cache = own;
  if (workable && !is_failure(c.status)) {
    CertifiedSolver<T> again(pair, settings);
    if (again.solve_from(c.normal)) c = again.contact(cache);
    c.iterations = spent + again.iterations();
  }
  c.fallback = true;
  return c;
}

}  // namespace talus::superquadric_superquadric
