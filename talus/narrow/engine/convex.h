// Distance or depth of any two convex bodies from their support mappings, with a certified bracket.
//   1. GJK (gjk.h), to a coarse gap if a body is smooth; its direction is polished (polish.h) or,
//      for polyhedra, refined on the features (refine.h).
//   2. If the bracket of a separated pair is open: GJK again from the best direction, up to three
//      times.
//   3. If the origin is enclosed, or the bracket is still open: polish from the best direction. A
//      tangent ball proves most shallow overlaps.
//   4. Polytope expansion (expansion.h) from the simplex of GJK.
//   5. Contact points: from the features, or by GJK with the bodies moved apart along the normal.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/engine/expansion.h"
#include "talus/narrow/engine/gjk.h"
#include "talus/narrow/engine/refine.h"
#include "talus/narrow/engine/tetrahedron.h"

namespace talus::engine {

// Thresholds of the steps above. Lengths are relative to the larger bounding radius where no other
// unit is given.
struct ConvexLimits {
  // Width of GJK's bracket at which polishing takes over on smooth bodies: Newton's method doubles
  // the digits where GJK adds a few. A choice, tuned with bench/narrow.
  static constexpr double coarse_gap = 1e-3;
  static constexpr double polyhedral_gap = 4;  // roundings: GJK on vertices ends on the features
  // Parts of the tolerance at which an inner step stops, so that the whole stays within it.
  static constexpr double inner_tolerance = 0.5;
  // Roundings of a coordinate of C: points are joined by the normal within this; the bracket of two
  // polyhedra, which is finite, is closed within that.
  static constexpr double joined = 8;
  static constexpr double closed_polyhedra = 6;
  static constexpr int gjk_restarts = 3;     // step 2: each gains digits or stops the loop
  static constexpr int proximal_steps = 24;  // step 5: linear convergence, stops when it stalls
  // Step 4 continued with a finer gap if the contact points are not joined by the normal yet.
  static constexpr int finer_rounds = 2;
  static constexpr double finer_gap = 0.1;
  static constexpr int finer_steps = 64;
  // Widths of the bracket within which the direction of the nearest points replaces the best one.
  static constexpr double direction_widths = 4;
};

// The bounds found so far: the best direction from below, the nearest points from above.
template <class T>
struct Knowledge {
  Vec3<T> normal{T(1), T(0), T(0)};
  T lower{-infinity_of<T>()};  // sigma(normal)
  T upper{infinity_of<T>()};
  Vec3<T> a{}, b{};  // contact points
  int iterations{};

  TALUS_HD void learn_direction(const Vec3<T>& n, T sigma) {
    if (sigma > lower) {
      lower = sigma;
      normal = n;
    }
  }
  // Any two points of the bodies bound the distance from above.
  TALUS_HD void learn_points(const Vec3<T>& on_a, const Vec3<T>& on_b) {
    const T apart = norm(on_a - on_b);
    if (apart < upper) {
      upper = apart;
      a = on_a;
      b = on_b;
    }
  }
};

// The contact from a direction, its sigma and an upper bound without rounding. The points are
// shifted so that exactly distance * normal joins them, mostly along the flatter body, where they
// stay on the surface.
template <class T, class Difference>
TALUS_HD Contact<T> contact_from(const Difference& difference, const Settings<T>& settings,
                                 const Knowledge<T>& known) {
  Contact<T> r;
  const T rounding = difference.rounding();
  r.distance = known.lower;
  r.lower = r.distance - rounding;
  r.upper = larger(r.distance, known.upper) + rounding;
  r.normal = known.normal;
  const Vec3<T> missed = known.b - known.a - r.distance * r.normal;
  const bool joined = !(norm(missed) > T(ConvexLimits::joined) * rounding);
  const T share = joined ? T(0.5) : difference.share_of_a(r.normal, missed);
  r.point_a = known.a + share * missed;
  r.point_b = known.b - (T(1) - share) * missed;
  r.proven =
      !(r.upper - r.lower >
        settings.tolerance * larger(difference.radius(), absolute(r.distance)) + T(2) * rounding);
  r.status = status_of(r, touching_width<T> * difference.radius());
  r.iterations = known.iterations;
  return r;
}

// A stationary n with depth h is the global minimum if a ball of radius r >= h touches C from
// inside at its support point h n: that ball is centred at (h - r) n and contains the ball of
// radius h around the origin. Proves all shallow contacts of bodies without sharp tips.
template <class T, class Difference>
TALUS_HD bool proves_global(const Difference& difference, const Settings<T>& settings,
                            const Stationary<T>& s) {
  return s.h > T(0) &&
         !(s.residual >
           T(ConvexLimits::inner_tolerance) * settings.tolerance * difference.radius()) &&
         s.h <= difference.tangent_ball(s.normal);
}

// The contact points along a known normal with depth h, if polishing did not find them (flat
// sides): GJK with B moved along n until a gap of the bodies' size is open, where the nearest
// points are well determined. Returns the direction between them.
template <class T, class Difference>
TALUS_HD Vec3<T> points_along(const Difference& difference, const Settings<T>& settings,
                              const Vec3<T>& n, T h, Vec3<T>& a, Vec3<T>& b) {
  const Vec3<T> shift = (h + difference.radius()) * n;
  Difference opened = difference.moved(shift);
  const GjkResult<T> r =
      gjk(opened, n, opened.radius(), T(ConvexLimits::polyhedral_gap) * epsilon_of<T>(),
          opened.rounding(), settings.max_iterations);
  a = r.simplex.point_a();
  b = r.simplex.point_b() - shift;
  return r.direction;
}

// The same for a normal that is the best only to the tolerance: the direction between the points is
// a better normal (a proximal step). Repeated until the residual no longer decreases.
template <class T, class Difference>
TALUS_HD void join_points(Difference& difference, const Settings<T>& settings, T tolerance,
                          Stationary<T>& best) {
  const T limit = best.h + tolerance;
  Vec3<T> n = best.normal;
  T h = best.h;
  for (int round = 0;
       round < ConvexLimits::proximal_steps && best.residual > tolerance && !(h > limit); ++round) {
    Vec3<T> a, b;
    const Vec3<T> next = points_along(difference, settings, n, h, a, b);
    const T residual = norm(a - b - h * n);
    if (!(residual < best.residual)) return;
    best.normal = n;
    best.h = h;
    best.a = a;
    best.b = b;
    best.residual = residual;
    n = next;
    h = dot(n, difference.support(n).c);
  }
}

// The contact of overlapping bodies from the best direction known and a ball inside C.
template <class T, class Difference>
TALUS_HD Contact<T> overlapping_contact(Difference& difference, const Settings<T>& settings,
                                        Stationary<T> best, T ball, Knowledge<T> known) {
  const T joined = Difference::smooth
                       ? T(ConvexLimits::inner_tolerance) * settings.tolerance * difference.radius()
                       : T(ConvexLimits::joined) * difference.rounding();
  join_points(difference, settings, joined, best);
  known.normal = best.normal;
  known.lower = -best.h;
  // The plane of a face bounds the distance only if the origin is on its inner side.
  if (ball > T(0)) known.upper = smaller(known.upper, -ball);
  known.a = best.a;
  known.b = best.b;
  return contact_from(difference, settings, known);
}

template <class T, class Difference>
TALUS_HD Contact<T> solve_overlapping(Difference& difference, const Settings<T>& settings,
                                      const GjkResult<T>& found, Knowledge<T>& known) {
  Stationary<T> best;
  best.h = infinity_of<T>();
  best.residual = infinity_of<T>();
  T ball = T(0);
  if constexpr (Difference::smooth) {
    Simplex<T> support;
    support.point[support.count++] = difference.support(known.normal);
    best = polish(difference, known.normal, support);
    known.iterations += best.iterations;
    if (proves_global(difference, settings, best)) {
      return overlapping_contact(difference, settings, best, best.h - best.residual, known);
    }
  }
  Simplex<T> start = found.simplex;
  Polytope<T> polytope;
  const T rounding = difference.rounding();
  if (complete_tetrahedron(difference, start, rounding) && polytope.start(start.point, rounding)) {
    const T gap = Difference::smooth
                      ? T(ConvexLimits::inner_tolerance) * settings.tolerance * difference.radius()
                      : rounding;
    ball = expand(difference, polytope, best, gap, settings.max_iterations, known.iterations);
    if (!(ball > T(0)) && best.h > gap) {
      // Rounding made the polytope around a few sharp points inconsistent: restart from a wide one.
      tetrahedron_around(difference, best.normal, start.point);
      if (polytope.start(start.point, rounding)) {
        ball = expand(difference, polytope, best, gap, settings.max_iterations, known.iterations);
      }
    }
    // The bracket is closed, but the normal does not join the points: refine the polytope.
    for (int finer = 1;
         finer <= ConvexLimits::finer_rounds && best.residual > gap && best.h - ball <= gap;
         ++finer) {
      const T finer_gap = larger(T(ConvexLimits::finer_gap) * gap / T(finer), rounding);
      ball = larger(ball, expand(difference, polytope, best, finer_gap, ConvexLimits::finer_steps,
                                 known.iterations));
    }
  }
  if (!(best.h > T(0)) || known.lower > T(0)) {
    // Not overlapping: the bodies touch, or a simplex of rounded points seemed to enclose the
    // origin.
    known.learn_direction(best.normal, -best.h);
    if (best.residual < infinity_of<T>()) known.learn_points(best.a, best.b);
    return contact_from(difference, settings, known);
  }
  if (best.h > rounding - known.lower) {
    // The direction found by GJK is better than any of the expansion.
    best.normal = known.normal;
    best.h = -known.lower;
    best.residual = infinity_of<T>();
  }
  return overlapping_contact(difference, settings, best, ball, known);
}

// Updates the bounds from a result of GJK, polished.
template <class T, class Difference>
TALUS_HD void learn(Difference& difference, const GjkResult<T>& found, Knowledge<T>& known) {
  known.iterations += found.iterations;
  known.learn_direction(found.normal, found.lower);
  if (found.end == GjkEnd::enclosed) return;
  known.learn_points(found.simplex.point_a(), found.simplex.point_b());
  if constexpr (Difference::smooth) {
    const Vec3<T> n = simplex_normal(found.simplex, found.direction);
    known.learn_direction(n, -dot(n, difference.support(n).c));
    const Stationary<T> s = polish(difference, found.direction, found.simplex);
    known.iterations += s.iterations;
    known.learn_direction(s.normal, -s.h);
    // Points that the normal does not join bound the distance, but are not the contact points.
    if (!(s.residual > T(ConvexLimits::joined) * difference.rounding()))
      known.learn_points(s.a, s.b);
  } else {
    refine_on_features(difference, found, known.normal, known.lower);
  }
}

// If GJK itself closed the bracket (sharp and flat spots), the direction of the nearest points
// replaces the best one, so that the points need no shift.
template <class T, class Difference>
TALUS_HD void follow_points(Difference& difference, T width, Knowledge<T>& known) {
  const Vec3<T> missed = known.b - known.a - known.lower * known.normal;
  if (!(norm(missed) > T(ConvexLimits::joined) * difference.rounding()) || !(known.upper > T(0)))
    return;
  const Vec3<T> n = (known.b - known.a) / known.upper;
  const T sigma = -dot(n, difference.support(n).c);
  if (!(known.upper - sigma > T(ConvexLimits::direction_widths) * width)) known.normal = n;
}

template <class T, class Difference>
TALUS_HD Vec3<T> first_direction(const Difference& difference, const Cache<T>& cache) {
  // A cache may contain any value: only a finite direction is used.
  const T length = norm(cache.normal);
  if (length > T(0) && length < infinity_of<T>()) return cache.normal / length;
  const T apart = norm(difference.between_centres());
  return apart > T(0) ? difference.between_centres() / apart : Vec3<T>{T(1), T(0), T(0)};
}

template <class T, class Difference>
TALUS_HD Contact<T> solve_convex(Difference& difference, const Settings<T>& settings,
                                 Cache<T>& cache) {
  const T radius = difference.radius(), rounding = difference.rounding();
  const T coarse = Difference::smooth ? T(ConvexLimits::coarse_gap)
                                      : T(ConvexLimits::polyhedral_gap) * epsilon_of<T>();
  Knowledge<T> known;
  GjkResult<T> found = gjk(difference, first_direction(difference, cache), radius, coarse, rounding,
                           settings.max_iterations);
  learn(difference, found, known);
  const auto width = [&] {
    return Difference::smooth ? settings.tolerance * larger(radius, known.upper)
                              : T(ConvexLimits::closed_polyhedra) * rounding;
  };
  const auto closed = [&] {
    return found.end != GjkEnd::enclosed && !(known.upper - known.lower > width());
  };
  if constexpr (Difference::smooth) {
    // Flat or sharp spots stop the polishing, and a simplex of nearly equal points stops GJK: GJK
    // to the full accuracy from the best direction, with a fresh simplex.
    for (int round = 0;
         round < ConvexLimits::gjk_restarts && !closed() && found.end != GjkEnd::enclosed;
         ++round) {
      found = gjk(difference, known.normal, radius,
                  T(ConvexLimits::inner_tolerance) * settings.tolerance, rounding,
                  settings.max_iterations);
      learn(difference, found, known);
    }
  }
  Contact<T> r;
  if (closed()) {
    follow_points(difference, width(), known);
    r = contact_from(difference, settings, known);
  } else {
    r = solve_overlapping(difference, settings, found, known);
  }
  cache.normal = r.normal;
  return r;
}

}  // namespace talus::engine
