// Contact by convex optimisation: Boon, Houlsby & Utili 2012, reference [18] of P0 (Descantes et
// al. 2019), which sums it up in section 2.
//
//   step 1  the inequalities beta_i(x) = d_i - a_i.x >= 0 of all faces of both bodies
//   step 2  is there an x with all beta_i > 0? Phase 1: minimise s with beta_i(x) >= -s
//   step 3  contact point: the analytic centre, the maximum of sum log beta_i (barrier.h). All
//           planes of both bodies take part, also those that do not bound the intersection
//   step 4  contact normal: the weighted average of the gradients of two inner potentials there
//
// Inner potential of a body (the quadratic one of the authors' potential particles, its planes
// drawn in by r):
//   V(x) = sum over its faces of <r - beta_i(x)>^2,   <y> = max(y, 0),
//   grad V = 2 sum of <r - beta_i> a_i
// positive where x is nearer to the surface than r and falling with the depth. P0 gives neither r
// nor the weights. Here r is twice the smallest beta_i of the contact point in that body, so that V
// is positive there at any depth and any scale, and the weights are 1 / |grad V|, so that both
// bodies have the same weight: normal ~ grad V_A / |grad V_A| - grad V_B / |grad V_B|.
//
// Depth (definition: analytic centre): the length of the line through the contact point along the
// normal, from A's surface ahead to B's surface behind. It is at most -sigma(normal), the depth
// along that normal, and equals the minimum translation where two faces meet; elsewhere it may be
// larger or smaller. point_a and point_b are the ends of that line.
// Separated bodies: twice the least s, a gap measure that is positive exactly for separated bodies,
// at most their distance, and equal to it between two faces. Its points lie on either side of the
// point that is least outside of all planes, not on the bodies.
//
// Known failures: the normal of a vertex or edge in a face is an average, not the face's; of bodies
// inside each other it may point anywhere (where both gradients agree or vanish, the nearest face's
// normal is taken). Bodies that touch within rounding end in the iteration limit: phase 1 finds no
// inner point and nothing proves them separated.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/minkowski_difference.h"
#include "talus/narrow/polyhedron_polyhedron/published/barrier.h"
#include "talus/narrow/trace.h"

namespace talus::polyhedron_polyhedron {

template <class T>
struct LogBarrierStep {
  int phase;  // 1: is there an inner point; 2: analytic centre
  BarrierPoint<T> point;
  T weight;     // t of phase 1
  T decrement;  // of Newton
};

// Squared Newton decrement at which the minimiser counts as reached for the next t (Boyd and
// Vandenberghe 2004, section 11.3), for the last t times last_decrement, and the steps per t. The
// paper gives no values.
template <class T>
inline constexpr T centred = T(0.25);
inline constexpr int max_steps_per_weight = 16;
inline constexpr double last_decrement = 1e-3;

// The direction that separates best of those tried.
template <class T>
struct Separator {
  Vec3<T> normal{T(1), T(0), T(0)};
  T sigma{-infinity_of<T>()};

  template <class Difference>
  TALUS_HD void consider(Difference& difference, const Vec3<T>& direction) {
    const T length = norm(direction);
    if (!(length > T(0))) return;
    const Vec3<T> n = normalized(direction / length);
    const T along = -dot(n, difference.support(n).c);
    if (!(along > sigma)) return;
    sigma = along;
    normal = n;
  }
};

// Phase 1. Ends with a point inside both bodies, or with the least s to 512 roundings of `size`.
// The pull of A's planes, which B's balance there, is the dual solution and separates the bodies by
// 2 s or more; where A's normals nearly cancel it has lost its digits in the end, so all are tried.
template <class T, class Difference, class Trace>
TALUS_HD bool find_inner_point(Barrier<T>& barrier, Difference& difference, T size, int max_steps,
                               BarrierPoint<T>& p, Separator<T>& separator, int& steps,
                               Trace& trace) {
  const T rounding = T(64) * epsilon_of<T>() * size;
  p.s = T(0);
  p.s = size - barrier.sums_at(p).least;
  BarrierSums<T> at = barrier.sums_at(p);
  T t = at.inverse;
  const T last = T(1) / (T(8) * rounding);
  int tries = 0;
  while (steps < max_steps && !(at.least > rounding)) {
    const NewtonStep<T> step = newton_step(barrier, t, p, at);
    ++steps;
    trace(LogBarrierStep<T>{1, p, t, step.decrement});
    const T limit = t < last ? centred<T> : square(T(last_decrement)) * centred<T>;
    if (step.moved && step.decrement > limit && ++tries < max_steps_per_weight) continue;
    const Vec3<T> pull = barrier.from_axes(at.pull_a);
    separator.consider(difference, pull);
    if (!(t < last)) break;
    tries = 0;
    t = T(16) * t;
    barrier.align(pull);
    at = barrier.sums_at(p);
  }
  return at.least > T(0);
}

// Phase 2, from a point inside. Ends where Newton's decrement is that of the rounding of beta.
template <class T, class Trace>
TALUS_HD bool find_centre(Barrier<T>& barrier, T size, int max_steps, BarrierPoint<T>& p,
                          int& steps, Trace& trace) {
  p.s = T(0);
  BarrierSums<T> at = barrier.sums_at(p);
  while (steps < max_steps) {
    barrier.align(barrier.from_axes(at.pull_a));
    at = barrier.sums_at(p);
    const NewtonStep<T> step = newton_step(barrier, T(0), p, at);
    ++steps;
    trace(LogBarrierStep<T>{2, p, T(0), step.decrement});
    const T noise = T(barrier.face_count()) * square(T(4) * epsilon_of<T>() * size / at.least);
    if (!(step.decrement > larger(noise, square(epsilon_of<T>())))) return true;
    if (!step.moved) return step.decrement < centred<T>;
  }
  return false;
}

// What a body contributes to step 4 at a point of its frame: the direction of grad V, and the face
// nearest.
template <class T>
struct InnerPotential {
  Vec3<T> direction{};  // unit, or zero
  int nearest{};
  T burial{};  // smallest beta
};

template <class T>
TALUS_HD InnerPotential<T> inner_potential(const PolyhedronView<T>& body, const Vec3<T>& x) {
  InnerPotential<T> r;
  r.nearest = farthest_face(body, x);
  r.burial = body.face_offset[r.nearest] - dot(body.face_normal[r.nearest], x);
  Vec3<T> gradient{};
  for (int f = 0; f < body.face_count; ++f) {
    const T beta = body.face_offset[f] - dot(body.face_normal[f], x);
    const T inside = T(2) * r.burial - beta;
    if (inside > T(0)) gradient = gradient + (inside / r.burial) * body.face_normal[f];
  }
  const T length = norm(gradient);
  if (length > T(64) * epsilon_of<T>()) r.direction = gradient / length;
  return r;
}

// The distance from x along n to the surface.
template <class T>
TALUS_HD T exit_distance(const PolyhedronView<T>& body, const Vec3<T>& x, const Vec3<T>& n) {
  T length = infinity_of<T>();
  for (int f = 0; f < body.face_count; ++f) {
    const T towards = dot(body.face_normal[f], n);
    if (towards > T(0)) {
      length = smaller(length, (body.face_offset[f] - dot(body.face_normal[f], x)) / towards);
    }
  }
  return larger(length, T(0));
}

template <class T>
TALUS_HD Contact<T> overlapping_at(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                   const RelativePose<T>& b_in_a, const Vec3<T>& x) {
  const Vec3<T> x_b = b_in_a.direction_to_b(x - b_in_a.translation);
  const InnerPotential<T> in_a = inner_potential(a, x), in_b = inner_potential(b, x_b);
  Contact<T> r;
  r.normal = in_a.direction - b_in_a.rotation * in_b.direction;
  if (!(norm(r.normal) > T(1e-6))) {
    r.normal = in_a.burial <= in_b.burial ? a.face_normal[in_a.nearest]
                                          : b_in_a.rotation * -b.face_normal[in_b.nearest];
  }
  r.normal = normalized(r.normal);
  const T ahead = exit_distance(a, x, r.normal),
          behind = exit_distance(b, x_b, b_in_a.direction_to_b(-r.normal));
  r.distance = -(ahead + behind);
  r.point_a = x + ahead * r.normal;
  r.point_b = r.point_a + r.distance * r.normal;
  // Balls around x of these radii lie in A and in B, so one of their sum lies in A - B.
  r.upper = -(in_a.burial + in_b.burial);
  return r;
}

template <class T>
TALUS_HD Contact<T> separated_at(const BarrierPoint<T>& p, const Vec3<T>& normal) {
  Contact<T> r;
  r.normal = normal;
  r.distance = T(2) * p.s;
  r.point_a = p.x - p.s * normal;
  r.point_b = r.point_a + r.distance * normal;
  return r;
}

template <class T, class Trace>
TALUS_HD Contact<T> trace_log_barrier(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                      const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                      Trace& trace) {
  Difference<T, PolyhedronView<T>, PolyhedronView<T>> difference(a, b, b_in_a);
  Barrier<T> barrier(a, b, b_in_a);
  const Vec3<T>& apart = difference.between_centres();
  const T size = difference.radius() + norm(apart), rounding = difference.rounding();
  BarrierPoint<T> p{a.bounds.centre + T(0.5) * apart, T(0)};
  Separator<T> separator;
  separator.consider(difference, apart);
  int steps = 0;
  const int most = settings.max_iterations;
  const bool inside = find_inner_point(barrier, difference, size, most, p, separator, steps, trace);
  const bool ended = inside ? find_centre(barrier, size, most, p, steps, trace) : steps < most;
  Contact<T> r = inside ? overlapping_at(a, b, b_in_a, p.x) : separated_at(p, separator.normal);
  const engine::SupportPair<T> c = difference.support(r.normal);
  if (!inside) r.upper = norm(c.c);
  r.lower = smaller(-dot(r.normal, c.c), r.distance) - rounding;
  r.upper = larger(r.upper, r.distance) + rounding;
  r.definition = Definition::analytic_centre;
  r.iterations = steps;
  r.proven = !(r.upper - r.lower >
               settings.tolerance * larger(difference.radius(), r.distance) + T(2) * rounding);
  r.status =
      ended ? status_of(r, touching_width<T> * difference.radius()) : Status::iteration_limit;
  return r;
}

template <class T>
TALUS_HD Contact<T> log_barrier(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                Cache<T>&) {
  Silent silent;
  return trace_log_barrier(a, b, b_in_a, settings, silent);
}

}  // namespace talus::polyhedron_polyhedron
