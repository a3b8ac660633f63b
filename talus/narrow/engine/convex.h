// Distance or depth of any two convex bodies from their support functions alone: GJK for the
// separated case, expansion for the overlapping one, both polished on what the bodies are made of
// (polish.h). Everything leaves with a certified bracket.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/engine/expansion.h"
#include "talus/narrow/engine/gjk.h"
#include "talus/narrow/engine/refine.h"
#include "talus/narrow/engine/tetrahedron.h"

namespace talus::engine {

// What is known of a pair so far: the best direction from below, the nearest points from above.
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
// shifted to be joined by exactly distance * normal: mostly along the flatter body, where that
// leaves them on the surface.
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
  const bool joined = !(norm(missed) > T(8) * rounding);
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
// radius h around the origin. All shallow contacts of bodies without sharp tips end here, without
// an expansion.
template <class T, class Difference>
TALUS_HD bool proves_global(const Difference& difference, const Settings<T>& settings,
                            const Stationary<T>& s) {
  return s.h > T(0) && !(s.residual > T(0.5) * settings.tolerance * difference.radius()) &&
         s.h <= difference.tangent_ball(s.normal);
}

// The points of contact along a known normal with depth h, where polishing did not give them (flat
// sides). From GJK at arm's length: with B moved along n until a gap of the bodies' size is open,
// the nearest points are well determined. Returns the direction between them.
template <class T, class Difference>
TALUS_HD Vec3<T> points_along(const Difference& difference, const Settings<T>& settings,
                              const Vec3<T>& n, T h, Vec3<T>& a, Vec3<T>& b) {
  const Vec3<T> shift = (h + difference.radius()) * n;
  Difference opened = difference.moved(shift);
  const GjkResult<T> r = gjk(opened, n, opened.radius(), T(4) * epsilon_of<T>(), opened.rounding(),
                             settings.max_iterations);
  a = r.simplex.point_a();
  b = r.simplex.point_b() - shift;
  return r.direction;
}

// The same for a normal that is the best only to the tolerance: the direction between the points is
// a better one (a proximal step), until it reproduces itself.
template <class T, class Difference>
TALUS_HD void join_points(Difference& difference, const Settings<T>& settings, T tolerance,
                          Stationary<T>& best) {
  const T limit = best.h + tolerance;
  Vec3<T> n = best.normal;
  T h = best.h;
  for (int round = 0; round < 24 && best.residual > tolerance && !(h > limit); ++round) {
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
  const T fits = Difference::smooth ? T(0.5) * settings.tolerance * difference.radius()
                                    : T(8) * difference.rounding();
  join_points(difference, settings, fits, best);
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
    const T gap = Difference::smooth ? T(0.5) * settings.tolerance * difference.radius() : rounding;
    ball = expand(difference, polytope, best, gap, settings.max_iterations, known.iterations);
    if (!(ball > T(0)) && best.h > gap) {
      // Rounding upset a polytope around a few sharp points: once more from a wide one.
      tetrahedron_around(difference, best.normal, start.point);
      if (polytope.start(start.point, rounding)) {
        ball = expand(difference, polytope, best, gap, settings.max_iterations, known.iterations);
      }
    }
    // Closed, but the points are not joined by the normal: a finer polytope has them.
    for (int finer = 1; finer <= 2 && best.residual > gap && best.h - ball <= gap; ++finer) {
      const T finer_gap = larger(T(0.1) * gap / T(finer), rounding);
      ball = larger(ball, expand(difference, polytope, best, finer_gap, 64, known.iterations));
    }
  }
  if (!(best.h > T(0)) || known.lower > T(0)) {
    // Not overlapping after all: the bodies touch, or a simplex of rounded points seemed to enclose
    // the origin.
    known.learn_direction(best.normal, -best.h);
    if (best.residual < infinity_of<T>()) known.learn_points(best.a, best.b);
    return contact_from(difference, settings, known);
  }
  if (best.h > rounding - known.lower) {
    // The direction that GJK knew is better than any the expansion saw.
    best.normal = known.normal;
    best.h = -known.lower;
    best.residual = infinity_of<T>();
  }
  return overlapping_contact(difference, settings, best, ball, known);
}

// Takes in what GJK found, polished.
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
    // Points that are not joined by the normal would bound the distance, but not be its contact.
    if (!(s.residual > T(8) * difference.rounding())) known.learn_points(s.a, s.b);
  } else {
    refine_on_features(difference, found, known.normal, known.lower);
  }
}

// Where GJK itself closed the bracket (sharp and flat places), the direction of the nearest points
// is as good as the best one, and the points need no shift.
template <class T, class Difference>
TALUS_HD void follow_points(Difference& difference, T width, Knowledge<T>& known) {
  const Vec3<T> missed = known.b - known.a - known.lower * known.normal;
  if (!(norm(missed) > T(8) * difference.rounding()) || !(known.upper > T(0))) return;
  const Vec3<T> n = (known.b - known.a) / known.upper;
  const T sigma = -dot(n, difference.support(n).c);
  if (!(known.upper - sigma > T(4) * width)) known.normal = n;
}

template <class T, class Difference>
TALUS_HD Vec3<T> first_direction(const Difference& difference, const Cache<T>& cache) {
  // A cache may hold anything: only a finite direction is taken from it.
  const T length = norm(cache.normal);
  if (length > T(0) && length < infinity_of<T>()) return cache.normal / length;
  const T apart = norm(difference.between_centres());
  return apart > T(0) ? difference.between_centres() / apart : Vec3<T>{T(1), T(0), T(0)};
}

template <class T, class Difference>
TALUS_HD Contact<T> solve_convex(Difference& difference, const Settings<T>& settings,
                                 Cache<T>& cache) {
  const T radius = difference.radius(), rounding = difference.rounding();
  // On smooth bodies polishing takes over early: it doubles the digits where GJK adds a few.
  const T coarse = Difference::smooth ? T(1e-3) : T(4) * epsilon_of<T>();
  Knowledge<T> known;
  GjkResult<T> found = gjk(difference, first_direction(difference, cache), radius, coarse, rounding,
                           settings.max_iterations);
  learn(difference, found, known);
  // Polyhedra are finite, so their bracket closes to rounding, not only to the tolerance.
  const auto width = [&] {
    return Difference::smooth ? settings.tolerance * larger(radius, known.upper) : T(6) * rounding;
  };
  const auto closed = [&] {
    return found.end != GjkEnd::enclosed && !(known.upper - known.lower > width());
  };
  if constexpr (Difference::smooth) {
    // Flat or sharp places stop the polishing, and a simplex of nearly equal points stops GJK: let
    // GJK go all the way from the best direction, with a fresh simplex, as long as that helps.
    for (int round = 0; round < 3 && !closed() && found.end != GjkEnd::enclosed; ++round) {
      found = gjk(difference, known.normal, radius, T(0.5) * settings.tolerance, rounding,
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
