// Distance or depth of any two convex bodies from their support functions alone: GJK for the
// separated case, expansion for the overlapping one, each polished on what the bodies are made of:
// Newton on smooth surfaces, the features' own edges on polyhedra. Everything leaves with a
// certified bracket.
#pragma once

#include "talus/narrow/engine/expansion.h"
#include "talus/narrow/engine/feature_normal.h"
#include "talus/narrow/engine/gjk.h"
#include "talus/narrow/engine/tetrahedron.h"
#include "talus/narrow/pair.h"

namespace talus::engine {

// The contact from a direction and its support value. The points are shifted to be joined by
// exactly distance * normal; `upper` is the certified upper bound of the distance without rounding.
template <class T, class Difference>
TALUS_HD Contact<T> contact_from(const Difference& difference, const Settings<T>& settings,
                                 const Vec3<T>& normal, T distance, T upper, const Vec3<T>& a,
                                 const Vec3<T>& b) {
  Contact<T> r;
  const T rounding = difference.rounding();
  r.distance = distance;
  r.lower = distance - rounding;
  r.upper = larger(distance, upper) + rounding;
  r.normal = normal;
  const Vec3<T> middle = T(0.5) * (a + b), half = (T(0.5) * distance) * normal;
  r.point_a = middle - half;
  r.point_b = middle + half;
  r.proven =
      !(r.upper - r.lower >
        settings.tolerance * larger(difference.radius(), absolute(distance)) + T(2) * rounding);
  r.status = status_of(r);
  return r;
}

// A stationary n with depth h is the global minimum if a ball of radius r >= h touches C from
// inside at its support point h n: that ball is centred at (h - r) n and contains the ball of
// radius h around the origin. All shallow contacts of bodies without sharp tips end here, without
// an expansion.
template <class T, class Difference>
TALUS_HD bool proves_global(const Difference& difference, const Settings<T>& settings,
                            const Stationary<T>& s) {
  return !(s.residual > T(0.5) * settings.tolerance * difference.radius()) &&
         s.h <= difference.tangent_ball(s.normal);
}

// Raises the lower bound with the normal of the features that GJK ended on. Where the nearest point
// is within rounding of a feature's border GJK may end on its neighbour; so while the bracket is
// open, the features among the best ones' points and the support point that contradicts them are
// tried.
template <class T, class Difference>
TALUS_HD void refine_on_features(Difference& difference, const GjkResult<T>& found, Vec3<T>& normal,
                                 T& lower) {
  const T closed = T(2) * difference.rounding();
  Simplex<T> best;
  SupportPair<T> beyond;
  T best_sigma = -infinity_of<T>();
  const auto consider = [&](const Simplex<T>& features) {
    const Vec3<T> n = feature_normal(difference, features, found.normal);
    const SupportPair<T> w = difference.support(n);
    const T sigma = -dot(n, w.c);
    if (!(sigma > best_sigma)) return false;
    best_sigma = sigma;
    best = features;
    beyond = w;
    if (sigma > lower) {
      lower = sigma;
      normal = n;
    }
    return true;
  };
  consider(found.simplex);
  bool improved = true;
  for (int round = 0; round < 6 && improved && found.upper - lower > closed; ++round) {
    improved = false;
    Simplex<T> all = best;
    all.point[all.count++] = beyond;
    for (int subset = 1; subset < (1 << all.count); ++subset) {
      Simplex<T> features;
      for (int i = 0; i < all.count; ++i) {
        if ((subset >> i & 1) != 0) features.point[features.count++] = all.point[i];
      }
      if (features.count == 2 || features.count == 3) improved = consider(features) || improved;
    }
  }
}

template <class T, class Difference>
TALUS_HD Contact<T> solve_separated(Difference& difference, const Settings<T>& settings,
                                    const GjkResult<T>& found) {
  Vec3<T> normal = found.normal, a = found.simplex.point_a(), b = found.simplex.point_b();
  T lower = found.lower, upper = found.upper;
  int iterations = found.iterations;
  if constexpr (Difference::smooth) {
    const Stationary<T> polished =
        newton(difference, normal, difference.radius(), difference.rounding(), 20);
    iterations += polished.iterations;
    if (-polished.h > lower) {
      lower = -polished.h;
      normal = polished.normal;
    }
    const T apart = norm(polished.support.c);
    if (apart < upper) {
      upper = apart;
      a = polished.support.a;
      b = polished.support.b;
    }
  } else {
    refine_on_features(difference, found, normal, lower);
  }
  Contact<T> r = contact_from(difference, settings, normal, lower, upper, a, b);
  r.iterations = iterations;
  return r;
}

template <class T, class Difference>
TALUS_HD Contact<T> solve_overlapping(Difference& difference, const Settings<T>& settings,
                                      const GjkResult<T>& found) {
  const T rounding = difference.rounding();
  Expansion<T> e;
  e.h = infinity_of<T>();
  e.iterations = found.iterations;
  if constexpr (Difference::smooth) {
    const Stationary<T> s = newton(difference, found.normal, difference.radius(), rounding, 20);
    e.iterations += s.iterations;
    if (s.h > T(0) && proves_global(difference, settings, s)) {
      Contact<T> r = contact_from(difference, settings, s.normal, -s.h, s.residual - s.h,
                                  s.support.a, s.support.b);
      r.iterations = e.iterations;
      return r;
    }
    keep_lower(e, s);
  }
  Simplex<T> start = found.simplex;
  Polytope<T> polytope;
  if (!complete_tetrahedron(difference, start, rounding) ||
      !polytope.start(start.point, rounding)) {
    Contact<T> r = contact_from(difference, settings, found.normal, found.lower, found.upper,
                                found.simplex.point_a(), found.simplex.point_b());
    if (!r.proven) r.status = Status::degenerate_input;
    r.iterations = e.iterations;
    return r;
  }
  const T gap = Difference::smooth ? T(0.5) * settings.tolerance * difference.radius() : rounding;
  expand(difference, polytope, e, gap, e.iterations + settings.max_iterations);

  // Where the support point is not stationary (flat faces), the nearest face's point is the
  // contact.
  const bool stationary = !(e.residual > settings.tolerance * difference.radius());
  const Vec3<T> a = stationary ? e.support.a : e.face.point_a();
  const Vec3<T> b = stationary ? e.support.b : e.face.point_b();
  Contact<T> r =
      contact_from(difference, settings, e.normal, -e.h, smaller(-e.ball, found.upper), a, b);
  r.iterations = e.iterations;
  return r;
}

template <class T, class Difference>
TALUS_HD Contact<T> solve_convex(Difference& difference, const Settings<T>& settings,
                                 Cache<T>& cache) {
  Vec3<T> start = cache.normal;
  if (start == Vec3<T>{}) {
    const T apart = norm(difference.between_centres());
    start = apart > T(0) ? difference.between_centres() / apart : Vec3<T>{T(1), T(0), T(0)};
  }
  // On smooth bodies Newton takes over early: it doubles the digits where GJK adds a few.
  const T coarse = Difference::smooth ? T(1e-3) : T(4) * epsilon_of<T>();
  const T rounding = difference.rounding();
  GjkResult<T> found =
      gjk(difference, start, difference.radius(), coarse, rounding, settings.max_iterations);
  Contact<T> r;
  if (found.end != GjkEnd::enclosed) {
    r = solve_separated(difference, settings, found);
    if (Difference::smooth && !r.proven && found.end == GjkEnd::closed) {
      // Flat or sharp places stop Newton: let GJK go all the way.
      const int spent = r.iterations;
      found = gjk(difference, r.normal, difference.radius(), T(0.5) * settings.tolerance, rounding,
                  settings.max_iterations);
      if (found.end != GjkEnd::enclosed) r = solve_separated(difference, settings, found);
      r.iterations += spent;
    }
  }
  // Polyhedra are finite, so their bracket closes to rounding, not only to the tolerance.
  const bool open = Difference::smooth ? !r.proven : r.upper - r.lower > T(8) * rounding;
  if (found.end == GjkEnd::enclosed || open) {
    const Contact<T> deep = solve_overlapping(difference, settings, found);
    const bool narrower = deep.upper - deep.lower < r.upper - r.lower;
    if (found.end == GjkEnd::enclosed || narrower) r = deep;
  }
  cache.normal = r.normal;
  return r;
}

}  // namespace talus::engine
