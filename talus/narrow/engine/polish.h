// Polishes a direction n to a stationary point of h(n) by the kind of the bodies:
//   both smooth    Newton's method, then with constraints on near-creases; from a deep stationary
//                  point, steps off a saddle and the mirror images of n (superquadrics,
//                  ellipsoids);
//   one smooth     Newton's method on an active set of vertices of the other body;
//   both with vertices   the normal of the features.
#pragma once

#include "talus/math/tangent_frame.h"
#include "talus/narrow/engine/feature_normal.h"
#include "talus/narrow/engine/newton.h"
#include "talus/narrow/engine/simplex.h"

namespace talus::engine {

// The limits of polishing. They decide which directions are tried, not what counts as an answer:
// every result carries its own h and residual. Choices, tuned on the families of
// test/narrow/laws, unless a derivation is given.
struct PolishLimits {
  // Newton steps: free, on a constraint, and per round of the active set. Convergence is quadratic,
  // so that the limits matter only on flat and sharp spots, where the steps stop improving.
  static constexpr int newton_steps = 30;
  static constexpr int constrained_steps = 20;
  static constexpr int active_set_rounds = 6;  // exchanges of vertices
  // Sine of the angle below which two unit edges count as parallel, far above rounding (2e-16) and
  // far below the angle of any two edges of a face that a hull keeps.
  static constexpr double parallel_edges = 1e-9;
  // Residuals, as multiples of the rounding of a coordinate of C: an answer on features, whose
  // points are sums of a few coordinates, and one of Newton's method, whose support points carry
  // more.
  static constexpr double feature_residual = 8;
  static constexpr double newton_residual = 64;
};

// Mirror images of a direction. Lengths are relative to the larger bounding radius.
struct MirrorLimits {
  static constexpr double centre_distance = 1e-3;  // farther apart, mirrored minima are not similar
  static constexpr double depth_excess = 1e-6;     // of an image that is worth polishing
  static constexpr int rounds = 4;
};

// Steps off a saddle of h, on both sides along the most negative curvature: 0.4, 0.08, 0.016 and
// 0.0032 radian, until one leads to a lower h. The first reaches the next basin of most bodies, the
// last stays in a narrow one.
struct SaddleSteps {
  static constexpr double first_angle = 0.4;
  static constexpr double factor = 0.2;
  static constexpr double least_angle = 1e-3;
  static constexpr double negative_curvature = -1e-10;  // relative to the radius: beyond rounding
};

// Finds the points of the features that come closest to being joined by h n, and the residual.
template <class T>
TALUS_HD void join_features(Simplex<T>& features, Stationary<T>& s) {
  const Vec3<T> projection = s.h * s.normal;
  Simplex<T> shifted = features;
  for (int i = 0; i < features.count; ++i) shifted.point[i].c = features.point[i].c - projection;
  const SubDistance<T> nearest = nearest_on(shifted);
  reduce(features, nearest);
  s.a = features.point_a();
  s.b = features.point_b();
  s.residual = norm(s.a - s.b - projection);
}

// Both bodies have vertices: n is the normal of the face of C that the features span.
template <class T, class Difference>
TALUS_HD Stationary<T> polish_on_face(Difference& difference, const Vec3<T>& n,
                                      const Simplex<T>& face) {
  Stationary<T> s;
  s.normal = n;
  s.support = s.rival = difference.support(n);
  s.h = dot(n, s.support.c);
  s.iterations = 0;
  Simplex<T> features = face;
  join_features(features, s);
  return s;
}

// One body is smooth, the other has vertices. An active set of up to three vertices constrains n:
// to the normal of a face, to the crease of an edge, or not at all (one vertex). Vertices without
// weight in the contact leave the set; the support vertex of a rejected Newton step joins it.
template <class T, class Difference>
TALUS_HD Stationary<T> polish_on_vertices(Difference& difference, const Vec3<T>& n,
                                          const Simplex<T>& start) {
  const T rounding = difference.rounding();
  Simplex<T> active;
  const auto join = [&](const SupportPair<T>& p) {
    for (int i = 0; i < active.count; ++i) {
      if (difference.same_vertex(active.point[i], p)) return false;
    }
    if (active.count == 3) return false;
    active.point[active.count++] = p;
    return true;
  };
  for (int i = 0; i < start.count; ++i) join(start.point[i]);

  Stationary<T> best;
  best.h = infinity_of<T>();
  Vec3<T> from = n;
  int iterations = 0;
  for (int round = 0; round < PolishLimits::active_set_rounds; ++round) {
    Constraint<T> constraint;
    for (int i = 1; i < active.count; ++i) {
      Vec3<T> e = difference.vertex_edge(active.point[0], active.point[i]);
      e = normalized(e);
      // Three vertices in a row determine an edge, not a face.
      if (constraint.count == 1 &&
          !(norm(cross(constraint.across[0], e)) > T(PolishLimits::parallel_edges))) {
        --active.count;
        break;
      }
      constraint.across[constraint.count++] = e;
    }
    Stationary<T> s = newton(difference, from, constraint, PolishLimits::constrained_steps);
    iterations += s.iterations;
    Simplex<T> features = active;
    for (int i = 0; i < active.count; ++i) {
      features.point[i] = difference.with_vertex_of(s.support, active.point[i]);
    }
    const int before = features.count;
    join_features(features, s);
    const bool better =
        s.h < best.h - rounding || (s.h < best.h + rounding && s.residual < best.residual);
    const SupportPair<T> support = s.support, rival = s.rival;
    from = s.normal;
    if (better) best = s;
    if (!(s.residual > T(PolishLimits::feature_residual) * rounding)) break;
    active = features;
    const bool joined_support = join(support), joined_rival = join(rival);
    if (!joined_support && !joined_rival && features.count == before) break;
  }
  best.iterations = iterations;
  return best;
}

// Both bodies are smooth. Superquadrics with exponents above 2 are so flat around their axes that
// Newton's steps oscillate there as on a face: a constraint across each such near-crease, and
// across each two of them, restores the convergence.
template <class T, class Difference>
TALUS_HD Stationary<T> polish_smooth(Difference& difference, const Vec3<T>& n) {
  Stationary<T> best = newton(difference, n, Constraint<T>{}, PolishLimits::newton_steps);
  if (!(best.residual > T(PolishLimits::newton_residual) * difference.rounding())) return best;
  Vec3<T> across[6];
  const int creases = difference.creases(best.normal, across);
  int iterations = best.iterations;
  const auto consider = [&](const Constraint<T>& constraint) {
    const Stationary<T> s =
        newton(difference, best.normal, constraint, PolishLimits::constrained_steps);
    iterations += s.iterations;
    if (s.h < best.h) best = s;
  };
  for (int i = 0; i < creases; ++i) {
    consider(Constraint<T>{{across[i], {}}, 1});
    for (int j = i + 1; j < creases; ++j) {
      if (norm(cross(across[i], across[j])) > T(PolishLimits::parallel_edges)) {
        consider(Constraint<T>{{across[i], across[j]}, 2});
      }
    }
  }
  // The residual of the unconstrained problem, which includes the part across the crease.
  best.residual = norm(best.support.c - best.h * best.normal);
  best.iterations = iterations;
  return best;
}

// Nearly concentric bodies have mirrored minima of almost the same depth: the mirror images of n in
// the frames of the bodies are polished if their h is not much larger.
template <class T, class Difference>
TALUS_HD void try_mirror_images(Difference& difference, Stationary<T>& best) {
  if (norm(difference.between_centres()) > T(MirrorLimits::centre_distance) * difference.radius())
    return;
  for (int round = 0; round < MirrorLimits::rounds; ++round) {
    Vec3<T> lowest{};
    T lowest_h = best.h + T(MirrorLimits::depth_excess) * difference.radius();
    for (int k = 1; k < Difference::mirror_images; ++k) {
      const Vec3<T> image = normalized(difference.mirror_image(best.normal, k));
      const T h = dot(image, difference.support(image).c);
      if (h < lowest_h) {
        lowest_h = h;
        lowest = image;
      }
    }
    if (lowest == Vec3<T>{}) return;
    const Stationary<T> s = polish_smooth(difference, lowest);
    const int spent = best.iterations + s.iterations;
    const bool improved = s.h < best.h;
    if (improved) best = s;
    best.iterations = spent;
    if (!improved) return;
  }
}

// A stationary direction may be a saddle or a maximum of h: steps to both sides along the most
// negative curvature then reduce h.
template <class T, class Difference>
TALUS_HD void leave_saddle(Difference& difference, Stationary<T>& best) {
  const Vec3<T> n = best.normal;
  const auto [t, u] = any_tangent_frame(n);
  SymMat2<T> m = difference.tangent_hessian(n, t, u);
  m.tt = m.tt - best.h;
  m.uu = m.uu - best.h;
  const T mean = T(0.5) * (m.tt + m.uu), half = T(0.5) * (m.tt - m.uu);
  const T root = square_root(half * half + m.tu * m.tu);
  if (!(mean - root < T(SaddleSteps::negative_curvature) * difference.radius())) {
    return;  // also if it is not finite
  }
  // The eigenvector of mean - root, from the row of m - (mean - root) that is better determined.
  const bool first = half > T(0);
  const T v_t = first ? -m.tu : half - root, v_u = first ? half + root : m.tu;
  const T length = square_root(v_t * v_t + v_u * v_u);
  const Vec3<T> along = length > T(0) ? (v_t / length) * t + (v_u / length) * u : (first ? u : t);
  const T saddle = best.h;
  for (T angle = T(SaddleSteps::first_angle);
       angle > T(SaddleSteps::least_angle) && !(best.h < saddle - difference.rounding());
       angle = T(SaddleSteps::factor) * angle) {
    for (int side = -1; side <= 1; side += 2) {
      const Stationary<T> s = newton(difference, normalized(n + (T(side) * angle) * along),
                                     Constraint<T>{}, PolishLimits::newton_steps);
      const int spent = best.iterations + s.iterations;
      if (s.h < best.h) best = s;
      best.iterations = spent;
    }
  }
}

// `near` has the points of C from which n was computed: a GJK simplex, a face of the polytope, or
// one support point.
template <class T, class Difference>
TALUS_HD Stationary<T> polish(Difference& difference, const Vec3<T>& n, const Simplex<T>& near) {
  if constexpr (!Difference::smooth) {
    return polish_on_face(difference, n, near);
  } else if constexpr (Difference::has_vertices) {
    return polish_on_vertices(difference, n, near);
  } else {
    Stationary<T> s = polish_smooth(difference, n);
    if (s.h > difference.tangent_ball(s.normal)) {
      leave_saddle(difference, s);
      try_mirror_images(difference, s);
    }
    return s;
  }
}

}  // namespace talus::engine
